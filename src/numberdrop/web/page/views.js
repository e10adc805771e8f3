// The views of the page, by the first part of the address after `#/`.

import { MAY_RETURN } from "./answers.js";
import { request } from "./api.js";
import { beginGame } from "./begin.js";

/** @typedef {import("./router.js").Route} Route */

/** @type {import("./router.js").Views} */
export const VIEWS = {
  home: () => import("./home.js"),
  days: () => import("./days.js"),
  day: async () => ({ show: (_, route) => begin("daily", route) }),
  drop: async () => ({ show: (_, route) => begin("drop", route) }),
  next: async () => ({ show: (_, route) => nextProblem(route) }),
  solo: async () => ({ show: (_, route) => newSolo(route) }),
  game: () => import("./game/view.js"),
  drops: () => import("./drops.js"),
  analysis: () => import("./analysis/view.js"),
  review: () => import("./review/view.js"),
  // A page without a server has no tables.
  ...(MAY_RETURN && { table: () => import("./table/view.js") }),
  scores: () => import("./scores.js"),
  print: () => import("./print.js"),
  help: () => import("./help.js"),
};

/**
 * Opens the game already begun on a puzzle, or begins one. Its address replaces the current one.
 * @param {string} kind
 * @param {Route} route parts[0]: the puzzle
 */
async function begin(kind, { parts: [puzzle], isLeft, go }) {
  const { games } = await request("GET", `games?puzzle=${encodeURIComponent(puzzle)}`);
  const begun = games.find((/** @type {any} */ game) => game.kind === kind);
  if (isLeft()) return () => {};
  const { id } = begun ?? (await beginGame({ kind, puzzle }));
  go(`#/game/${id}`, true);
  return () => {};
}

/** Begins a solo game with the variant of the last one. @param {Route} route */
async function newSolo({ isLeft, go }) {
  const { games } = await request("GET", "games");
  const last = games.find((/** @type {any} */ game) => game.kind === "solo");
  if (isLeft()) return () => {};
  const { id } = await beginGame({ kind: "solo", variant: last?.variant });
  go(`#/game/${id}`, true);
  return () => {};
}

/** Opens the next unsolved drop problem. @param {Route} route parts[0]: the current problem */
async function nextProblem({ parts: [name], go }) {
  const { drops } = await request("GET", "drops");
  const at = drops.findIndex((/** @type {any} */ drop) => drop.name === name);
  const order = [...drops.slice(at + 1), ...drops.slice(0, at)];
  const next = order.find((/** @type {any} */ drop) => !drop.solved);
  go(next ? `#/drop/${encodeURIComponent(next.name)}` : "#/drops", true);
  return () => {};
}
