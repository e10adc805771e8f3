// Choosing a combo: as a whole, or cell by cell.

import { COLUMNS, ROWS } from "../notation.js";

/** @typedef {import("./hand.js").Hand} Hand */

/**
 * A cell is taken into the combo, or out of it.
 * @param {Hand} hand
 * @param {string} cell
 */
export async function mark(hand, cell) {
  hand.cell = cell;
  const has = hand.chosen.includes(cell);
  hand.chosen = has ? hand.chosen.filter((one) => one !== cell) : [...hand.chosen, cell];
  const found = hand.possible.find((one) => one.cells.length === hand.chosen.length);
  if (found || hand.turn.claim) {
    const { chosen } = hand;
    await hand.set({ claim: found?.cells ?? null });
    hand.chosen = chosen;
  }
  hand.redraw(found || hand.possible.length ? undefined : "why");
}

/**
 * Takes in the cells that a drag goes over.
 * @param {Hand} hand
 * @param {string[]} cells
 */
export async function paint(hand, cells) {
  for (const cell of cells) if (!hand.chosen.includes(cell)) await mark(hand, cell);
}

/**
 * Claims a combo, or no more if it is the one that is claimed already; undefined: none.
 * @param {Hand} hand
 * @param {import("./table.js").Claim | undefined} claim
 */
export async function take(hand, claim) {
  const isTaken = claim && hand.turn.claim?.join() === claim.cells.join();
  hand.chosen = [];
  if (claim) await hand.set({ claim: isTaken ? null : claim.cells });
  else if (hand.turn.claim) await hand.set({ claim: null });
  else hand.redraw();
}

/**
 * The cursor goes to another cell.
 * @param {Hand} hand
 * @param {number} x
 * @param {number} y
 */
export function walk(hand, x, y) {
  const column = Math.min(COLUMNS.length - 1, Math.max(0, COLUMNS.indexOf(hand.cell[0]) + x));
  const row = Math.min(ROWS, Math.max(1, Number(hand.cell.slice(1)) + y));
  hand.cell = `${COLUMNS[column]}${row}`;
  hand.redraw();
}

/** To the choice of the cells of a combo, or back to the digits. @param {Hand} hand */
export function toggle(hand) {
  hand.go(hand.stage === "claim" ? "digits" : "claim");
  hand.redraw();
}
