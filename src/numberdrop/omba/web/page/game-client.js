// The client of a game: requests to the server, and the game in the address and in local storage.

import { request } from "./api.js";
import { save, saved } from "./saved.js";

const SAVED_GAME = "omba.game";

/** @typedef {{seats: string[], seed: number | string, dice: string, record: string, told: number | null}} Game */
/**
 * The features of a move.
 * @typedef {{move: string, way: string[], costs: number[], covers: string, uncovers: string}} MoveFeatures
 */
/** @typedef {{side: string, roll: number, move: string} & Partial<MoveFeatures>} Ply */
/**
 * @typedef {object} Position
 * @property {string} text
 * @property {string[]} squares
 * @property {string[]} entries
 * @property {string[]} stacks from bottom to top
 * @property {string} side
 * @property {number[]} hands
 * @property {boolean[]} out
 * @property {string | null} winner
 */
/**
 * The state of a game.
 * @typedef {object} GameState
 * @property {Game} game
 * @property {string} variant
 * @property {string} deal
 * @property {"roll" | "move" | "nothing" | "over"} needs
 * @property {number | null} roll
 * @property {Position} position
 * @property {MoveFeatures[]} moves
 * @property {Ply[]} plies
 * @property {boolean} undo
 */

/**
 * Begins a game.
 * @param {{seats: string[], variant?: string, dice?: string, record?: string, deal?: string}} options
 * @returns {Promise<GameState>}
 */
export function beginGame(options) {
  return request("POST", "games", options);
}

/** @param {Game} game @returns {Promise<GameState>} */
export function fetchState(game) {
  return request("POST", "moments", { game });
}

/** @param {Game} game @param {object} step @returns {Promise<GameState>} */
export function playStep(game, step) {
  return request("POST", "steps", { game, step });
}

/**
 * Returns the address that continues a game.
 * @param {Game} game
 */
export function addressOf({ seats, seed, dice, record, told }) {
  const query = new URLSearchParams({ seats: seats.join(","), seed: String(seed), dice, record });
  if (told !== null) query.set("told", String(told));
  return `#/game?${query}`;
}

/**
 * Returns the game of an address.
 * @param {URLSearchParams} query
 * @returns {Game}
 */
export function gameFromQuery(query) {
  const told = query.get("told");
  return {
    seats: (query.get("seats") ?? "").split(","),
    seed: query.get("seed") ?? 0,
    dice: query.get("dice") ?? "program",
    record: query.get("record") ?? "",
    told: told === null ? null : Number(told),
  };
}

/** Saves a game in the address and in local storage. @param {GameState} state */
export function saveGame(state) {
  const address = addressOf(state.game);
  history.replaceState(null, "", address);
  if (state.needs === "over") save(SAVED_GAME, null);
  else save(SAVED_GAME, address);
}

/** Returns the address of the last unfinished game. @returns {string | null} */
export function savedAddress() {
  return saved(SAVED_GAME);
}
