// Beginning a game.

import { newKey, request } from "./api.js";

/** The keys of requests that have not been answered yet, by the JSON of their setup. */
const pendingKeys = new Map();

/**
 * Begins a game. A repeated call before the response, or after the response was lost, doesn't begin
 * a second one.
 * @param {object} setup of the game, without its key
 * @returns {Promise<any>} the game
 * @throws {ApiError} if `setup` is refused
 */
export async function beginGame(setup) {
  const text = JSON.stringify(setup);
  const key = pendingKeys.get(text) ?? newKey();
  pendingKeys.set(text, key);
  const game = await request("POST", "games", { ...setup, key });
  pendingKeys.delete(text);
  return game;
}
