// The actions of the table of keys, each with what the hand does.

import * as pick from "./picking.js";
import { rearranged } from "./dice.js";

/** @typedef {import("./hand.js").Hand} Hand */

/** @type {Record<string, (hand: Hand, value: string) => any>} */
export const ACTIONS = {
  accept(hand) {
    return hand.accept();
  },
  back(hand) {
    return hand.back();
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
    return hand.stage === "start" ? hand._startBy(-1) : move(hand, -1);
  },
  right(hand) {
    return hand.stage === "start" ? hand._startBy(1) : move(hand, 1);
  },
  "to-left"(hand) {
    return hand.stage === "start" ? hand._startBy(-9) : move(hand, -9);
  },
  "to-right"(hand) {
    return hand.stage === "start" ? hand._startBy(9) : move(hand, 9);
  },
  turn(hand) {
    return hand.pose && hand._shift(pick.turned(hand.poses, hand.pose, 1));
  },
  "turn-back"(hand) {
    return hand.pose && hand._shift(pick.turned(hand.poses, hand.pose, -1));
  },
  flip(hand) {
    return hand.pose && hand._shift(pick.flipped(hand.poses, hand.pose));
  },
  rest(hand) {
    return hand.pose && hand._shift(pick.elsewhere(hand.poses, hand.pose));
  },
  async shape(hand, shape) {
    if (hand.moment.drop || !hand.moment.shapes.includes(shape)) return;
    if (hand.isPinned) await hand.unpin();
    hand.shape = shape;
    hand.hold(pick.alike(hand.poses, hand.pose));
  },
  point(hand, cell) {
    return hand._point(cell);
  },
  pin(hand) {
    return hand.pin();
  },
  digit(hand, digit) {
    return hand._write(Number(digit));
  },
  erase(hand) {
    hand._step(-1);
  },
  "next-cell"(hand) {
    hand._step(1);
  },
  "last-cell"(hand) {
    hand._step(-1);
  },
  arrange(hand) {
    return hand.set({ digits: rearranged(hand.turn.digits, 1), claim: null });
  },
  "arrange-back"(hand) {
    return hand.set({ digits: rearranged(hand.turn.digits, -1), claim: null });
  },
  claim(hand, number) {
    const found = hand.offered[Number(number) - 1];
    return found && hand.claim(found);
  },
  "no-claim"(hand) {
    return hand.claim(undefined);
  },
  "claim-left"(hand) {
    hand._walk(-1, 0);
  },
  "claim-right"(hand) {
    hand._walk(1, 0);
  },
  "claim-up"(hand) {
    hand._walk(0, 1);
  },
  "claim-down"(hand) {
    hand._walk(0, -1);
  },
  mark(hand) {
    return hand._mark(hand.cell);
  },
};

/** @param {Hand} hand @param {number} by */
function move(hand, by) {
  return hand.pose && hand._shift(pick.moved(hand.poses, hand.pose, by));
}
