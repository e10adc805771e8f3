// The review of a solo game: the expected score, and the turns by their cost.

import { h } from "../dom.js";
import { number, t, tn } from "../i18n.js";
import { whyText } from "../hints/why.js";
import { analysisLink, parseTurn } from "../notation.js";
import { turnInWords } from "../small-sheet.js";
import { scoreGraph } from "./score-graph.js";
import { headedTable, playOnButton, turnButton, turnFigure, turnHead } from "./turn.js";

/** @typedef {import("./view.js").Shown} Shown */
/** @typedef {import("./view.js").ReviewKind} ReviewKind */

/** The columns of the list, and whether each holds figures. @type {[string, boolean][]} */
const HEADS = [
  ["review.head.turn", false],
  ["review.head.roll", true],
  ["review.head.loss", true],
  ["review.head.word", false],
  ["review.head.luck", true],
];

/** @implements {ReviewKind} */
export class SoloReview {
  /** @param {any} game */
  constructor(game) {
    this.game = game;
    this.level = "fast";
  }

  /** @param {Shown} shown @param {number} wide */
  picture({ turns, chosen, choose }, wide) {
    const legend = h("p", { class: "quiet legend" }, t("review.legend"));
    return [scoreGraph(turns, chosen, choose, wide), legend];
  }

  outcome() {
    return [];
  }

  /** @param {any} review */
  summary(review) {
    return t("review.summary", {
      score: number(review.score),
      skill: number(review.skill, 2, { signed: true }),
      luck: number(review.luck, 2, { signed: true }),
      error: number(review.luck_se, 2),
    });
  }

  /** @param {any} review */
  first(review) {
    return review.dearest[0] ?? null;
  }

  /** Creates the table of all turns, the costliest first. @param {Shown} shown */
  list(shown) {
    const rows = shown.turns
      .toSorted((one, other) => other.loss - one.loss || one.turn - other.turn)
      .map((turn) =>
        h(
          "tr",
          { class: turn.turn === shown.chosen ? "is-chosen" : "" },
          h("th", { scope: "row" }, turnButton(shown, turn)),
          h("td", { class: "figure" }, turn.roll),
          h("td", { class: "figure" }, number(turn.loss, 2)),
          h("td", {}, h("span", { class: `word is-${turn.word}` }, t(`review.word.${turn.word}`))),
          h("td", { class: "figure" }, number(turn.luck, 1, { signed: true })),
        ),
      );
    const table = h("div", { class: "review-table" }, headedTable(HEADS, rows));
    return [h("h2", {}, t("review.mistakes")), table];
  }

  /** @param {Shown} shown @param {any} turn */
  detail(shown, turn) {
    const sheet = (
      /** @type {string} */ name,
      /** @type {string} */ text,
      /** @type {number} */ ev,
    ) => {
      const expected = t("review.expects", { points: number(ev, 1) });
      const drawn = parseTurn(text);
      return turnFigure(name, expected, turn.position, drawn, turnInWords(drawn));
    };
    const lost = t("review.lost", {
      loss: tn("points", turn.loss, {}, 2),
      error: number(turn.se, 2),
      word: t(`review.word.${turn.word}`),
    });
    const { position, roll } = turn;
    const analysis = analysisLink({ position, roll, variant: shown.review?.variant });
    return [
      turnHead(shown, turn),
      h("p", {}, turn.best_idea ? t("review.best") : lost),
      turn.word !== "good" &&
        whyText(t("why.best"), {
          ...{ position, roll, variant: shown.review?.variant ?? "rulebook" },
          ...{ one: turn.best, other: turn.played },
        }),
      h(
        "div",
        { class: "sheets" },
        sheet(t("review.played"), turn.played, turn.ev),
        !turn.best_idea && sheet(t("review.better"), turn.best, turn.best_ev),
      ),
      h(
        "div",
        { class: "buttons" },
        playOnButton(shown, this.game.id, turn.turn),
        h("a", { class: "button", href: analysis }, t("review.analyse")),
      ),
    ];
  }
}
