// Cells that are pointed at: by the mouse, with a click, with a tap.

import { touch } from "./arranging.js";
import { mark } from "./claiming.js";
import * as pick from "./picking.js";

/** @typedef {import("./hand.js").Hand} Hand */

/** The shape follows the mouse. @param {Hand} hand @param {string} cell */
export function follow(hand, cell) {
  if (!hand.poses.length || hand.isPinned || hand.stage === "claim") return;
  const choose = hand.isTurned ? pick.throughSoTurned : pick.through;
  hand.hold(choose(hand.poses, hand.pose, cell)[0] ?? null);
  hand.over = cell;
}

/**
 * A click or a tap: the shape is pinned there; the same cell again takes the next landing through
 * it.
 * @param {Hand} hand
 * @param {string} cell
 */
export async function point(hand, cell) {
  if (hand.stage === "start") return cell.endsWith("1") && cell.length === 2 && hand.begin(cell);
  if (hand.stage === "claim") return mark(hand, cell);
  if (!hand.poses.length) return undefined;
  const pinned = hand.isPinned ? hand.turn.cells.indexOf(cell) : -1;
  if (pinned >= 0 && hand.held !== cell) return touch(hand, pinned);
  hand.pivot = null;
  const isAgain = hand.held === cell;
  // What the mouse shows is what its click pins.
  const isShown = hand.over === cell && !isAgain && !hand.isPinned;
  if (!isAgain) hand.round = pick.through(hand.poses, hand.pose, cell);
  const at = hand.round.findIndex((one) => pick.isSame(one, hand.pose));
  if (!isShown) hand.pose = hand.round[isAgain ? (at + 1) % hand.round.length : 0] ?? hand.pose;
  await hand.pin();
  hand.held = cell;
  return undefined;
}
