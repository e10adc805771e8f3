// The actions of the key table, and those of mouse and touch, as functions of the turn editor.

import * as arrange from "./arrange-digits.js";
import { clickCell } from "./cell-clicks.js";
import * as claims from "./choose-claim.js";
import { nextArrangement } from "./dice.js";
import * as poseGeometry from "./poses.js";
import { acceptStage, goBack } from "./stages.js";

/** @typedef {import("./turn-editor.js").TurnEditor} TurnEditor */

/** @type {Record<string, (editor: TurnEditor, value: string) => any>} */
export const ACTIONS = {
  accept(editor) {
    return acceptStage(editor);
  },
  back(editor) {
    return goBack(editor);
  },
  end(editor) {
    return editor.end();
  },
  undo(editor) {
    return editor.client.game.can.undo ? editor.client.do({ do: "undo" }) : editor.redraw("noundo");
  },
  redo(editor) {
    return editor.client.game.can.redo ? editor.client.do({ do: "redo" }) : undefined;
  },
  slide(editor, letter) {
    return editor.slide(letter);
  },
  left(editor) {
    return editor.stage === "start" ? editor.moveStart(-1) : move(editor, -1);
  },
  right(editor) {
    return editor.stage === "start" ? editor.moveStart(1) : move(editor, 1);
  },
  "to-left"(editor) {
    return editor.stage === "start" ? editor.moveStart(-9) : move(editor, -9);
  },
  "to-right"(editor) {
    return editor.stage === "start" ? editor.moveStart(9) : move(editor, 9);
  },
  turn(editor) {
    return (
      editor.pose &&
      editor.turnTo(poseGeometry.turnedPose(editor.poses, editor.pose, 1, editor.middle))
    );
  },
  "turn-back"(editor) {
    return (
      editor.pose &&
      editor.turnTo(poseGeometry.turnedPose(editor.poses, editor.pose, -1, editor.middle))
    );
  },
  flip(editor) {
    return (
      editor.pose &&
      editor.turnTo(poseGeometry.flippedPose(editor.poses, editor.pose, editor.middle))
    );
  },
  rest(editor) {
    return editor.pose && editor.moveTo(poseGeometry.otherLanding(editor.poses, editor.pose));
  },
  async shape(editor, shape) {
    if (editor.moment.drop || !editor.moment.shapes.includes(shape)) return;
    if (editor.isPinned) await editor.unpin();
    editor.shape = shape;
    editor.hold(poseGeometry.mostSimilar(editor.poses, editor.pose));
  },
  point(editor, cell) {
    return clickCell(editor, cell);
  },
  pin(editor) {
    return editor.pin();
  },
  touch(editor, at) {
    return arrange.liftDigit(editor, Number(at));
  },
  swap(editor, [from, to]) {
    return arrange.swap(editor, Number(from), Number(to));
  },
  star(editor, digit) {
    return arrange.setStar(editor, Number(digit));
  },
  take(editor, at) {
    return claims.toggleClaim(editor, editor.claimOptions[Number(at)]);
  },
  paint(editor, cells) {
    return claims.addCells(editor, cells.split(" "));
  },
  "toggle-claim"(editor) {
    claims.toggleStage(editor);
  },
  digit(editor, digit) {
    return arrange.writeDigit(editor, Number(digit));
  },
  erase(editor) {
    arrange.moveCursor(editor, -1);
  },
  "next-cell"(editor) {
    arrange.moveCursor(editor, 1);
  },
  "last-cell"(editor) {
    arrange.moveCursor(editor, -1);
  },
  arrange(editor) {
    return editor.set({ digits: nextArrangement(editor.turn.digits, 1), claim: null });
  },
  "arrange-back"(editor) {
    return editor.set({ digits: nextArrangement(editor.turn.digits, -1), claim: null });
  },
  claim(editor, number) {
    const found = editor.claimOptions[Number(number) - 1];
    return found && claims.toggleClaim(editor, found);
  },
  "no-claim"(editor) {
    return claims.toggleClaim(editor, undefined);
  },
  "claim-left"(editor) {
    claims.moveCursor(editor, -1, 0);
  },
  "claim-right"(editor) {
    claims.moveCursor(editor, 1, 0);
  },
  "claim-up"(editor) {
    claims.moveCursor(editor, 0, 1);
  },
  "claim-down"(editor) {
    claims.moveCursor(editor, 0, -1);
  },
  mark(editor) {
    return claims.toggleCell(editor, editor.claimCursor);
  },
};

/** @param {TurnEditor} editor @param {number} by */
function move(editor, by) {
  return editor.pose && editor.moveTo(poseGeometry.movedPose(editor.poses, editor.pose, by));
}
