// A game as the page has it: in its address, which goes on with it, and asked for step by step.

import { request } from "./api.js";

const KEPT = "omba.game";

/** @typedef {{seats: string[], seed: number | string, dice: string, record: string, told: number | null}} Game */
/**
 * What a move does.
 * @typedef {{move: string, way: string[], costs: number[], covers: string, uncovers: string}} Deed
 */
/** @typedef {{side: string, roll: number, move: string} & Partial<Deed>} Ply */
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
 * How a game stands.
 * @typedef {object} Now
 * @property {Game} game
 * @property {string} variant
 * @property {"roll" | "move" | "nothing" | "over"} needs
 * @property {number | null} roll
 * @property {Position} position
 * @property {Deed[]} moves
 * @property {Ply[]} plies
 * @property {boolean} undo
 */

/**
 * Begins a game.
 * @param {{seats: string[], variant?: string, dice?: string, record?: string}} head
 * @returns {Promise<Now>}
 */
export function begin(head) {
  return request("POST", "games", head);
}

/** @param {Game} game @returns {Promise<Now>} */
export function standing(game) {
  return request("POST", "moments", { game });
}

/** @param {Game} game @param {object} step @returns {Promise<Now>} */
export function stepped(game, step) {
  return request("POST", "steps", { game, step });
}

/**
 * The address at which a game is gone on with.
 * @param {Game} game
 */
export function addressOf({ seats, seed, dice, record, told }) {
  const query = new URLSearchParams({ seats: seats.join(","), seed: String(seed), dice, record });
  if (told !== null) query.set("told", String(told));
  return `#/game?${query}`;
}

/**
 * The game that an address names.
 * @param {URLSearchParams} query
 * @returns {Game}
 */
export function gameAt(query) {
  const told = query.get("told");
  return {
    seats: (query.get("seats") ?? "").split(","),
    seed: query.get("seed") ?? 0,
    dice: query.get("dice") ?? "program",
    record: query.get("record") ?? "",
    told: told === null ? null : Number(told),
  };
}

/** Keeps a game in the address and on this machine. @param {Now} now */
export function keep(now) {
  const address = addressOf(now.game);
  history.replaceState(null, "", address);
  if (now.needs === "over") localStorage.removeItem(KEPT);
  else localStorage.setItem(KEPT, address);
}

/** The address of the game that was played last and isn't over. @returns {string | null} */
export function kept() {
  return localStorage.getItem(KEPT);
}
