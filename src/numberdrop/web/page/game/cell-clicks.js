// The actions of a pointer on a cell: hover, click, tap.

import { liftDigit } from "./arrange-digits.js";
import { toggleCell } from "./choose-claim.js";
import * as poseGeometry from "./poses.js";

/** @typedef {import("./turn-editor.js").TurnEditor} TurnEditor */

/**
 * Moves the held shape to the cell under the mouse.
 * @param {TurnEditor} editor
 * @param {string} cell
 */
export function followPointer(editor, cell) {
  if (!editor.poses.length || editor.isPinned || editor.stage === "claim") return;
  const choose = editor.isTurned
    ? poseGeometry.landingsThroughAsTurned
    : poseGeometry.landingsThrough;
  editor.hold(choose(editor.poses, editor.pose, cell)[0] ?? null);
  editor.hoveredCell = cell;
}

/**
 * Handles a click or a tap: pins the shape on the cell. Further clicks on the same cell cycle
 * through the landings that contain it.
 * @param {TurnEditor} editor
 * @param {string} cell
 */
export async function clickCell(editor, cell) {
  if (editor.stage === "start")
    return cell.endsWith("1") && cell.length === 2 && editor.begin(cell);
  if (editor.stage === "claim") return toggleCell(editor, cell);
  if (!editor.poses.length) return undefined;
  const pinned = editor.isPinned ? editor.turn.cells.indexOf(cell) : -1;
  if (pinned >= 0 && editor.clickedCell !== cell) return liftDigit(editor, pinned);
  editor.pivot = null;
  const isAgain = editor.clickedCell === cell;
  // A click pins the pose shown under the mouse.
  const isShown = editor.hoveredCell === cell && !isAgain && !editor.isPinned;
  if (!isAgain)
    editor.clickLandings = poseGeometry.landingsThrough(editor.poses, editor.pose, cell);
  const at = editor.clickLandings.findIndex((one) => poseGeometry.isSame(one, editor.pose));
  if (!isShown)
    editor.pose =
      editor.clickLandings[isAgain ? (at + 1) % editor.clickLandings.length : 0] ?? editor.pose;
  await editor.pin();
  editor.clickedCell = cell;
  return undefined;
}
