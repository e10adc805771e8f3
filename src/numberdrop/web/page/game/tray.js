// The roll: four number dice in the order of the cells they stand in, and the shape.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { starred } from "./dice.js";
import { shapePicture } from "./tiles.js";

/** @typedef {import("./hand.js").Hand} Hand */

/**
 * @param {Hand} hand
 * @param {(action: string, value?: string) => void} act
 */
export function tray(hand, act) {
  const { moment } = hand;
  const { numbers, shapes, drop, turn } = moment;
  /** @type {import("./dice.js").Digit[]} */
  const digits = hand.digits.length ? hand.digits : numbers.map(() => null);
  const stars = starred(numbers, digits);
  const isWriting = hand.isPinned && hand.stage === "digits";
  const dice = digits.map((digit, at) => {
    const cell = turn.cells[at];
    const face = digit === null ? "★" : String(digit);
    const words = [stars[at] ? t("game.die.star", { face }) : t("game.die", { face })];
    if (cell) words.push(t("game.die.on", { cell }));
    return h(
      "button",
      {
        type: "button",
        class: `die${stars[at] ? " is-star" : ""}${isWriting && hand.at === at ? " is-cursor" : ""}${hand.lifted === at ? " is-lifted" : ""}`,
        "data-die": at,
        "aria-label": words.join(", "),
        "aria-pressed": String(hand.lifted === at),
        disabled: !hand.isPinned,
        onclick: () => act("touch", String(at)),
      },
      face,
    );
  });
  const shown = drop ? [drop.shape] : shapes;
  const shape =
    shown.length > 1
      ? shown.map((/** @type {string} */ one) =>
          h(
            "button",
            {
              type: "button",
              class: "die is-shape",
              "data-shape": one,
              "aria-label": t("game.shape", { shape: one }),
              "aria-pressed": String(one === hand.shape),
              onclick: () => act("shape", one),
            },
            shapePicture(one),
          ),
        )
      : [
          h(
            "span",
            {
              class: `die is-shape${drop ? " is-falling" : ""}`,
              role: "img",
              "aria-label": t(drop ? "game.shape.falls" : "game.shape", { shape: shown[0] }),
            },
            shapePicture(shown[0]),
          ),
        ];
  return h(
    "div",
    { class: "tray", role: "group", "aria-label": t("game.roll.of", { roll: moment.roll }) },
    ...dice,
    h("span", { class: "shapes" }, ...shape),
  );
}

/**
 * The digits a star may show, for the cell that is written.
 * @param {Hand} hand
 * @param {(action: string, value?: string) => void} act
 */
export function pad(hand, act) {
  const { moment } = hand;
  if (!hand.isPinned || !moment.numbers.includes("*")) return null;
  const at = hand.star;
  const keys = Array.from({ length: 10 }, (_, digit) =>
    h(
      "button",
      {
        type: "button",
        class: "star-key",
        "data-digit": digit,
        "aria-pressed": String(hand.digits[at] === digit),
        onclick: () => act("star", String(digit)),
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
