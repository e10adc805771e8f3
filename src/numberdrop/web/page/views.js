// The views of the page, by the first part of the address after `#/`.

import { request } from "./api.js";
import { beginGame } from "./begin.js";

/** @type {import("./router.js").Views} */
export const VIEWS = {
  home: () => import("./home.js"),
  days: () => import("./days.js"),
  day: async () => ({ show: (_, { parts: [day] }) => begin({ kind: "daily", puzzle: day }) }),
  drop: async () => ({ show: (_, { parts: [name] }) => begin({ kind: "drop", puzzle: name }) }),
  next: async () => ({ show: (_, { parts: [name] }) => nextProblem(name) }),
  solo: async () => ({ show: () => newSolo() }),
  game: () => import("./game/view.js"),
  drops: () => import("./drops.js"),
  analysis: () => import("./analysis/view.js"),
  review: () => import("./review/view.js"),
  scores: () => import("./scores.js"),
  print: () => import("./print.js"),
  help: () => import("./help.js"),
};

/**
 * Begins a game, or goes on with the one begun, in place of the address that asked for it.
 * @param {{kind: string, puzzle: string}} asked
 */
async function begin(asked) {
  const { games } = await request("GET", `games?puzzle=${encodeURIComponent(asked.puzzle)}`);
  const begun = games.find((/** @type {any} */ game) => game.kind === asked.kind);
  const { id } = begun ?? (await beginGame(asked));
  location.replace(`#/game/${id}`);
  return () => {};
}

/** Another solo game, by the rules of the last one begun. */
async function newSolo() {
  const { games } = await request("GET", "games");
  const last = games.find((/** @type {any} */ game) => game.kind === "solo");
  const { id } = await beginGame({ kind: "solo", variant: last?.variant });
  location.replace(`#/game/${id}`);
  return () => {};
}

/** The drop problem after another that isn't solved yet. @param {string} name */
async function nextProblem(name) {
  const { drops } = await request("GET", "drops");
  const at = drops.findIndex((/** @type {any} */ drop) => drop.name === name);
  const order = [...drops.slice(at + 1), ...drops.slice(0, at)];
  const next = order.find((/** @type {any} */ drop) => !drop.solved);
  location.replace(next ? `#/drop/${encodeURIComponent(next.name)}` : "#/drops");
  return () => {};
}
