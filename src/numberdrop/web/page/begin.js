// Beginning a game, once.

import { newKey, request } from "./api.js";

/** The keys of games that were asked for and not answered yet, by what they begin with. */
const asked = new Map();

/**
 * Begins a game. A second click before the program has answered, or after its answer was lost,
 * begins no second one.
 * @param {object} head what it begins with
 * @returns {Promise<any>} the game
 * @throws {Refusal} where there is no such game
 */
export async function beginGame(head) {
  const text = JSON.stringify(head);
  const key = asked.get(text) ?? newKey();
  asked.set(text, key);
  const game = await request("POST", "games", { ...head, key });
  asked.delete(text);
  return game;
}
