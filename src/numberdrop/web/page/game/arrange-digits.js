// The actions that arrange the roll's digits in the cells of the shape.

import { swapDigits, withDigit } from "./dice.js";

/** @typedef {import("./turn-editor.js").TurnEditor} TurnEditor */

/**
 * Selects a die or its cell: the first of two to swap, or the one that the star pad writes to.
 * @param {TurnEditor} editor
 * @param {number} at
 */
export function liftDigit(editor, at) {
  const from = editor.liftedDigit;
  if (from !== null && from !== at) return swap(editor, from, at);
  editor.liftedDigit = from === at ? null : at;
  if (editor.isPinned && editor.stage !== "slide")
    [editor.digitIndex, editor.stage] = [at, "digits"];
  return editor.redraw();
}

/**
 * Swaps two digits, before or after the shape is pinned.
 * @param {TurnEditor} editor
 * @param {number} from
 * @param {number} to
 */
export async function swap(editor, from, to) {
  editor.liftedDigit = null;
  const digits = swapDigits(editor.digits, from, to);
  if (editor.isPinned) return editor.set({ digits, claim: null });
  editor.digits = digits;
  editor.requestPreview();
  return editor.redraw();
}

/**
 * Writes a digit to the cell under the cursor, and moves the cursor to the next one.
 * @param {TurnEditor} editor
 * @param {number} digit
 */
export async function writeDigit(editor, digit) {
  const next = withDigit(editor.moment.numbers, editor.turn.digits, editor.digitIndex, digit);
  if (!next) return editor.redraw("nodie");
  editor.digitIndex = Math.min(editor.digitIndex + 1, next.length - 1);
  return editor.set({ digits: next, claim: null });
}

/**
 * Sets the digit of the next star.
 * @param {TurnEditor} editor
 * @param {number} digit
 */
export async function setStar(editor, digit) {
  const digits = [...editor.turn.digits];
  digits[editor.starIndex] = digit;
  editor.digitIndex = Math.max(digits.indexOf(null), 0);
  await editor.set({ digits, claim: null });
}

/**
 * Moves the cursor.
 * @param {TurnEditor} editor
 * @param {number} by
 */
export function moveCursor(editor, by) {
  editor.digitIndex = Math.min(Math.max(editor.digitIndex + by, 0), editor.turn.cells.length - 1);
  editor.redraw();
}
