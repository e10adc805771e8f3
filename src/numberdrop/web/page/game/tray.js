// The dice tray: the four number dice in the order of their cells, the shape, and the star pad.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { actionButton } from "./button.js";
import { starFlags } from "./dice.js";
import { shapePicture, smallRoll } from "./shapes.js";

/** @typedef {import("./turn-editor.js").TurnEditor} TurnEditor */

/** @param {TurnEditor} editor */
export function tray(editor) {
  const { moment } = editor;
  const { shapes, drop, roll } = moment;
  const shown = drop ? [drop.shape] : shapes;
  const label = t("game.roll.of", { roll });
  return h(
    "div",
    { class: "tray", role: "group", "aria-label": label },
    ...numberDice(editor),
    h(
      "span",
      { class: "shapes" },
      ...(shown.length > 1 ? shapeChoice(editor) : [shapeDie(shown[0], drop)]),
    ),
  );
}

/** @param {TurnEditor} editor */
function numberDice(editor) {
  const { numbers, turn } = editor.moment;
  const digits = editor.digits;
  const stars = starFlags(numbers, digits);
  const isWriting = editor.isPinned && editor.stage === "digits";
  return digits.map((digit, at) => {
    const cell = turn.cells[at];
    const face = digit === null ? "★" : String(digit);
    const words = [stars[at] ? t("game.die.star", { face }) : t("game.die", { face })];
    if (cell) words.push(t("game.die.on", { cell }));
    const states = [
      [stars[at], "is-star"],
      [isWriting && editor.digitIndex === at, "is-cursor"],
      [editor.liftedDigit === at, "is-lifted"],
    ];
    const classes = ["die", ...states.filter(([is]) => is).map(([, name]) => name)];
    return actionButton(
      `touch ${at}`,
      {
        "data-die": at,
        "data-on": cell ?? "",
        class: classes.join(" "),
        "aria-label": words.join(", "),
        "aria-pressed": String(editor.liftedDigit === at),
      },
      face,
    );
  });
}

/** Creates the buttons to choose the shape of a star. @param {TurnEditor} editor */
function shapeChoice(editor) {
  return editor.moment.shapes.map((/** @type {string} */ shape) =>
    actionButton(
      `shape ${shape}`,
      {
        "data-shape": shape,
        class: "die is-shape",
        "aria-label": t("game.shape", { shape }),
        "aria-pressed": String(shape === editor.shape),
      },
      shapePicture(shape),
    ),
  );
}

/** @param {string} shape @param {any} drop */
function shapeDie(shape, drop) {
  const label = t(drop ? "game.shape.falls" : "game.shape", { shape });
  const classes = `die is-shape${drop ? " is-falling" : ""}`;
  const attributes = { "data-shape": shape, class: classes, role: "img", "aria-label": label };
  return h("span", attributes, shapePicture(shape));
}

/** Creates the list of known later rolls. @param {any} game */
export function rollsToCome(game) {
  const rolls = (game.rolls ?? []).slice(1);
  if (game.over || !rolls.length) return null;
  return h("p", { class: "rolls-to-come quiet" }, t("game.rolls.next"), ...rolls.map(smallRoll));
}

/** Creates the pad that chooses the digit of the next star. @param {TurnEditor} editor */
export function starPad(editor) {
  const at = editor.starIndex;
  const keys = Array.from({ length: 10 }, (_, digit) =>
    actionButton(
      `star ${digit}`,
      {
        "data-digit": digit,
        class: "star-key",
        "aria-pressed": String(editor.digits[at] === digit),
      },
      digit,
    ),
  );
  const label = t("game.pad", { cell: editor.turn.cells[at] });
  return h("div", { class: "star-pad", role: "group", "aria-label": label }, ...keys);
}
