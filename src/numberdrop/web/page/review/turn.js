// The parts that solo reviews and reviews of several players share.

import { messageOf } from "../api.js";
import { beginGame } from "../begin.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { smallSheet } from "../small-sheet.js";

/**
 * Creates the heading of a turn, with buttons to the previous and the next one.
 * @param {import("./view.js").Shown} shown
 * @param {any} turn
 * @param {string} [more] text after the heading
 */
export function turnHead({ turns, choose }, turn, more = "") {
  const at = turns.indexOf(turn);
  const step = (
    /** @type {number} */ to,
    /** @type {string} */ name,
    /** @type {string} */ label,
  ) =>
    h(
      "button",
      { type: "button", id: name, disabled: !turns[to], onclick: () => choose(turns[to].turn) },
      label,
    );
  return h(
    "div",
    { class: "panel-head" },
    h("h2", {}, t("review.turn.roll", { n: turn.turn, roll: turn.roll }), more),
    h(
      "div",
      { class: "buttons" },
      step(at - 1, "turn-before", t("review.before")),
      step(at + 1, "turn-after", t("review.after")),
    ),
  );
}

/**
 * Draws a turn on a small sheet, with its expected result.
 * @param {string} name
 * @param {string} expected
 * @param {string} position
 * @param {import("../notation.js").Turn} turn
 * @param {string} words the turn in words
 */
export function turnFigure(name, expected, position, turn, words) {
  return h(
    "figure",
    {},
    h("figcaption", {}, h("strong", {}, name), " ", expected),
    smallSheet(position, turn, words),
    h("p", { class: "quiet" }, words),
  );
}

/**
 * Creates the button of a turn in a list.
 * @param {import("./view.js").Shown} shown
 * @param {any} turn
 */
export function turnButton({ chosen, choose }, turn) {
  return h(
    "button",
    {
      type: "button",
      id: `turn-${turn.turn}`,
      "data-review-turn": turn.turn,
      "aria-label": t("review.turn", { n: turn.turn }),
      class: "small",
      "aria-pressed": String(turn.turn === chosen),
      onclick: () => choose(turn.turn),
    },
    turn.turn,
  );
}

/**
 * Creates a table with column headings; columns of figures are right-aligned.
 * @param {[string, boolean][]} heads the translation key of each, and whether it holds figures
 * @param {Node[]} rows
 */
export function headedTable(heads, rows) {
  const cells = heads.map(([key, isFigure]) =>
    h("th", { scope: "col", class: isFigure ? "figure" : "" }, t(key)),
  );
  return h("table", {}, h("thead", {}, h("tr", {}, ...cells)), h("tbody", {}, ...rows));
}

/**
 * Creates the button that plays on from before a turn.
 * @param {import("./view.js").Shown} shown
 * @param {string} id of the game
 * @param {number} turn
 */
export function playOnButton({ go, showStatus }, id, turn) {
  const playOn = async () => {
    try {
      const game = await beginGame({ kind: "free", game: id, turn });
      go(`#/game/${game.id}`);
    } catch (error) {
      showStatus(messageOf(error));
    }
  };
  return h("button", { type: "button", id: "play-on", onclick: playOn }, t("review.playon"));
}
