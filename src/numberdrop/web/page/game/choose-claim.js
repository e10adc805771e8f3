// The actions that choose a combo, as a whole or cell by cell.

import { COLUMNS, ROWS } from "../notation.js";

/** @typedef {import("./turn-editor.js").TurnEditor} TurnEditor */

/**
 * Adds a cell to the combo, or removes it.
 * @param {TurnEditor} editor
 * @param {string} cell
 */
export async function toggleCell(editor, cell) {
  editor.claimCursor = cell;
  const has = editor.claimCells.includes(cell);
  editor.claimCells = has
    ? editor.claimCells.filter((one) => one !== cell)
    : [...editor.claimCells, cell];
  const found = editor.matchingClaims.find((one) => one.cells.length === editor.claimCells.length);
  if (found || editor.turn.claim) {
    const { claimCells } = editor;
    await editor.set({ claim: found?.cells ?? null });
    editor.claimCells = claimCells;
  }
  editor.redraw(found || editor.matchingClaims.length ? undefined : "why");
}

/**
 * Adds the cells that a drag passes over.
 * @param {TurnEditor} editor
 * @param {string[]} cells
 */
export async function addCells(editor, cells) {
  for (const cell of cells) if (!editor.claimCells.includes(cell)) await toggleCell(editor, cell);
}

/**
 * Chooses a claim, or refuses all for undefined. If `claim` is already chosen, it is removed.
 * @param {TurnEditor} editor
 * @param {import("./game-client.js").Claim | undefined} claim
 */
export async function toggleClaim(editor, claim) {
  const isTaken = claim && editor.turn.claim?.join() === claim.cells.join();
  editor.claimCells = [];
  if (claim) await editor.set({ claim: isTaken ? null : claim.cells });
  else if (editor.turn.claim) await editor.set({ claim: null });
  editor.refused = claim ? null : (editor.moment?.grid ?? null);
  editor.redraw();
}

/**
 * Moves the cursor.
 * @param {TurnEditor} editor
 * @param {number} x
 * @param {number} y
 */
export function moveCursor(editor, x, y) {
  const column = Math.min(
    COLUMNS.length - 1,
    Math.max(0, COLUMNS.indexOf(editor.claimCursor[0]) + x),
  );
  const row = Math.min(ROWS, Math.max(1, Number(editor.claimCursor.slice(1)) + y));
  editor.claimCursor = `${COLUMNS[column]}${row}`;
  editor.redraw();
}

/** Switches between the stages "claim" and "digits". @param {TurnEditor} editor */
export function toggleStage(editor) {
  editor.setStage(editor.stage === "claim" ? "digits" : "claim");
  editor.redraw();
}
