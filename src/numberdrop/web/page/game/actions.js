// The actions of the table of keys, each with what the hand does.

import * as pick from "./picking.js";
import * as arrange from "./arranging.js";
import * as claims from "./claiming.js";
import { rearranged } from "./dice.js";
import { point } from "./pointing.js";
import { accept, back } from "./stages.js";

/** @typedef {import("./hand.js").Hand} Hand */

/** @type {Record<string, (hand: Hand, value: string) => any>} */
export const ACTIONS = {
  accept(hand) {
    return accept(hand);
  },
  back(hand) {
    return back(hand);
  },
  end(hand) {
    return hand.end();
  },
  undo(hand) {
    return hand.table.game.can.undo ? hand.table.do({ do: "undo" }) : hand.redraw("noundo");
  },
  redo(hand) {
    return hand.table.game.can.redo ? hand.table.do({ do: "redo" }) : undefined;
  },
  slide(hand, letter) {
    return hand.slide(letter);
  },
  left(hand) {
    return hand.stage === "start" ? hand.startBy(-1) : move(hand, -1);
  },
  right(hand) {
    return hand.stage === "start" ? hand.startBy(1) : move(hand, 1);
  },
  "to-left"(hand) {
    return hand.stage === "start" ? hand.startBy(-9) : move(hand, -9);
  },
  "to-right"(hand) {
    return hand.stage === "start" ? hand.startBy(9) : move(hand, 9);
  },
  turn(hand) {
    return hand.pose && hand.turnTo(pick.turned(hand.poses, hand.pose, 1, hand.middle));
  },
  "turn-back"(hand) {
    return hand.pose && hand.turnTo(pick.turned(hand.poses, hand.pose, -1, hand.middle));
  },
  flip(hand) {
    return hand.pose && hand.turnTo(pick.flipped(hand.poses, hand.pose, hand.middle));
  },
  rest(hand) {
    return hand.pose && hand.shift(pick.elsewhere(hand.poses, hand.pose));
  },
  async shape(hand, shape) {
    if (hand.moment.drop || !hand.moment.shapes.includes(shape)) return;
    if (hand.isPinned) await hand.unpin();
    hand.shape = shape;
    hand.hold(pick.alike(hand.poses, hand.pose));
  },
  point(hand, cell) {
    return point(hand, cell);
  },
  pin(hand) {
    return hand.pin();
  },
  touch(hand, at) {
    return arrange.touch(hand, Number(at));
  },
  swap(hand, [from, to]) {
    return arrange.swap(hand, Number(from), Number(to));
  },
  star(hand, digit) {
    return arrange.showStar(hand, Number(digit));
  },
  take(hand, at) {
    return claims.take(hand, hand.offered[Number(at)]);
  },
  paint(hand, cells) {
    return claims.paint(hand, cells.split(" "));
  },
  "toggle-claim"(hand) {
    claims.toggle(hand);
  },
  digit(hand, digit) {
    return arrange.write(hand, Number(digit));
  },
  erase(hand) {
    arrange.step(hand, -1);
  },
  "next-cell"(hand) {
    arrange.step(hand, 1);
  },
  "last-cell"(hand) {
    arrange.step(hand, -1);
  },
  arrange(hand) {
    return hand.set({ digits: rearranged(hand.turn.digits, 1), claim: null });
  },
  "arrange-back"(hand) {
    return hand.set({ digits: rearranged(hand.turn.digits, -1), claim: null });
  },
  claim(hand, number) {
    const found = hand.offered[Number(number) - 1];
    return found && claims.take(hand, found);
  },
  "no-claim"(hand) {
    return claims.take(hand, undefined);
  },
  "claim-left"(hand) {
    claims.walk(hand, -1, 0);
  },
  "claim-right"(hand) {
    claims.walk(hand, 1, 0);
  },
  "claim-up"(hand) {
    claims.walk(hand, 0, 1);
  },
  "claim-down"(hand) {
    claims.walk(hand, 0, -1);
  },
  mark(hand) {
    return claims.mark(hand, hand.cell);
  },
};

/** @param {Hand} hand @param {number} by */
function move(hand, by) {
  return hand.pose && hand.shift(pick.moved(hand.poses, hand.pose, by));
}
