// Which die stands in which cell of the shape.

import { swapped, written } from "./dice.js";

/** @typedef {import("./hand.js").Hand} Hand */

/**
 * A die is touched, or its cell: the first of two that change places, or the one that the pad
 * writes in.
 * @param {Hand} hand
 * @param {number} at
 */
export function touch(hand, at) {
  const from = hand.lifted;
  if (from !== null && from !== at) return swap(hand, from, at);
  hand.lifted = from === at ? null : at;
  if (hand.isPinned && hand.stage !== "slide") [hand.at, hand.stage] = [at, "digits"];
  return hand.redraw();
}

/**
 * Two dice change places; before the shape is pinned, too.
 * @param {Hand} hand
 * @param {number} from
 * @param {number} to
 */
export async function swap(hand, from, to) {
  hand.lifted = null;
  const digits = swapped(hand.digits, from, to);
  if (hand.isPinned) return hand.set({ digits, claim: null });
  hand.digits = digits;
  hand.foresee();
  return hand.redraw();
}

/**
 * The cell that is written gets a digit, and the next one is written then.
 * @param {Hand} hand
 * @param {number} digit
 */
export async function write(hand, digit) {
  const next = written(hand.moment.numbers, hand.turn.digits, hand.at, digit);
  if (!next) return hand.redraw("nodie");
  hand.at = Math.min(hand.at + 1, next.length - 1);
  return hand.set({ digits: next, claim: null });
}

/**
 * The star that is next shows a digit.
 * @param {Hand} hand
 * @param {number} digit
 */
export async function showStar(hand, digit) {
  const digits = [...hand.turn.digits];
  digits[hand.star] = digit;
  hand.at = Math.max(digits.indexOf(null), 0);
  await hand.set({ digits, claim: null });
}

/**
 * To another cell.
 * @param {Hand} hand
 * @param {number} by
 */
export function step(hand, by) {
  hand.at = Math.min(Math.max(hand.at + by, 0), hand.turn.cells.length - 1);
  hand.redraw();
}
