// The roll: four number dice in the order of the cells they stand in, the shape, and the digits of
// the stars.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { asking } from "./button.js";
import { starred } from "./dice.js";
import { shapePicture, smallRoll } from "./shapes.js";

/** @typedef {import("./hand.js").Hand} Hand */

/** @param {Hand} hand */
export function tray(hand) {
  const { moment } = hand;
  const { shapes, drop, roll } = moment;
  const shown = drop ? [drop.shape] : shapes;
  const label = t("game.roll.of", { roll });
  return h(
    "div",
    { class: "tray", role: "group", "aria-label": label },
    ...dice(hand),
    h("span", { class: "shapes" }, ...(shown.length > 1 ? choice(hand) : [only(shown[0], drop)])),
  );
}

/** @param {Hand} hand */
function dice(hand) {
  const { numbers, turn } = hand.moment;
  const digits = hand.digits;
  const stars = starred(numbers, digits);
  const isWriting = hand.isPinned && hand.stage === "digits";
  return digits.map((digit, at) => {
    const cell = turn.cells[at];
    const face = digit === null ? "★" : String(digit);
    const words = [stars[at] ? t("game.die.star", { face }) : t("game.die", { face })];
    if (cell) words.push(t("game.die.on", { cell }));
    const states = [
      [stars[at], "is-star"],
      [isWriting && hand.at === at, "is-cursor"],
      [hand.lifted === at, "is-lifted"],
    ];
    const classes = ["die", ...states.filter(([is]) => is).map(([, name]) => name)];
    return asking(
      `touch ${at}`,
      {
        "data-die": at,
        "data-on": cell ?? "",
        class: classes.join(" "),
        "aria-label": words.join(", "),
        "aria-pressed": String(hand.lifted === at),
      },
      face,
    );
  });
}

/** The shapes of a star, one of which is taken. @param {Hand} hand */
function choice(hand) {
  return hand.moment.shapes.map((/** @type {string} */ shape) =>
    asking(
      `shape ${shape}`,
      {
        "data-shape": shape,
        class: "die is-shape",
        "aria-label": t("game.shape", { shape }),
        "aria-pressed": String(shape === hand.shape),
      },
      shapePicture(shape),
    ),
  );
}

/** @param {string} shape @param {any} drop */
function only(shape, drop) {
  const label = t(drop ? "game.shape.falls" : "game.shape", { shape });
  const given = { class: `die is-shape${drop ? " is-falling" : ""}`, role: "img" };
  return h("span", { ...given, "aria-label": label }, shapePicture(shape));
}

/** The rolls to come, where they are known. @param {any} game */
export function rollsToCome(game) {
  const rolls = (game.rolls ?? []).slice(1);
  if (game.over || !rolls.length) return null;
  return h("p", { class: "rolls-to-come quiet" }, t("game.rolls.next"), ...rolls.map(smallRoll));
}

/**
 * The digits a star may show, for the cell that is written.
 * @param {Hand} hand
 */
export function pad(hand) {
  const { moment } = hand;
  if (!hand.isPinned || hand.stage === "claim" || !moment.numbers.includes("*")) return null;
  const at = hand.star;
  const keys = Array.from({ length: 10 }, (_, digit) =>
    asking(
      `star ${digit}`,
      {
        "data-digit": digit,
        class: "star-key",
        "aria-pressed": String(hand.digits[at] === digit),
      },
      digit,
    ),
  );
  const label = t("game.pad", { cell: moment.turn.cells[at] });
  return h(
    "div",
    { class: "star-pad", role: "group", "aria-label": label },
    h("span", { class: "quiet" }, label),
    h("div", { class: "star-keys" }, ...keys),
  );
}
