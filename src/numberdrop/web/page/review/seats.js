// The review of a game of several players: the win shares, and the turns of each seat.

import { h } from "../dom.js";
import { number, percent, t } from "../i18n.js";
import { partInWords, seatName, turnOfPart } from "../seats.js";
import { lineSample, shareGraph } from "./share-graph.js";
import { headedTable, playOnButton, turnButton, turnFigure, turnHead } from "./turn.js";

/** @typedef {import("./view.js").Shown} Shown */
/** @typedef {import("./view.js").ReviewKind} ReviewKind */

/** The number of costliest parts listed. */
const COSTLIEST_COUNT = 3;
/** The columns of the totals. @type {[string, boolean][]} */
const SUMS = [
  ["review.head.seat", false],
  ["review.head.score", true],
  ["review.head.skill", true],
  ["review.head.luck", true],
  ["review.head.others", true],
];
/** The columns of a seat's turns. @type {[string, boolean][]} */
const HEADS = [
  ["review.head.turn", false],
  ["review.head.roll", true],
  ["review.head.after", true],
  ["review.head.swing", true],
  ["review.head.luck", true],
  ["review.head.loss", true],
  ["review.head.others", true],
];

/** Formats a change of the win share. @param {number} value */
function signedPercent(value) {
  return number(100 * value, 1, { signed: true });
}

/** Shows only the sign of a loss's word; a screen reader reads all of it. @param {string} word */
function wordMark(word) {
  const [seen, ...rest] = t(`review.word.${word}`).split(" ");
  const heard = h("span", { class: "hidden" }, ` ${rest.join(" ")}`);
  return h("span", { class: `word is-${word}` }, ` ${seen}`, heard);
}

/** @implements {ReviewKind} */
export class SeatsReview {
  /**
   * @param {any} game
   * @param {number | null} [seat] whose turns are shown first; by default those of the first person
   */
  constructor(game, seat = null) {
    this.game = game;
    // The level "fast" looks one ply ahead, which estimates losses of win share only roughly.
    this.level = "strong";
    const person = game.seats.find((/** @type {any} */ one) => one.bot === null);
    /** The seat whose turns are shown. */
    this.seat = seat ?? person?.seat ?? 1;
  }

  /** @param {number} seat */
  name(seat) {
    return seatName(this.game, this.game.seats[seat - 1]);
  }

  /** Returns the part of the shown seat in a turn. @param {any} turn */
  part(turn) {
    return turn.seats[this.seat - 1];
  }

  /** @param {Shown} shown @param {number} wide */
  picture({ turns, review, chosen, choose, redraw }, wide) {
    const { seat } = this;
    const names = turns[0].seats.map((/** @type {any} */ one) => this.name(one.seat));
    const decided = review?.decided ?? null;
    const look = (/** @type {number} */ other) => {
      this.seat = other;
      redraw();
    };
    return [
      h("h2", {}, t("review.shares.title")),
      shareGraph({ turns, names, seat, decided, chosen, choose, wide }),
      h(
        "div",
        { class: "chips", role: "group", "aria-label": t("review.seats") },
        ...names.map((/** @type {string} */ name, /** @type {number} */ at) =>
          h(
            "button",
            {
              type: "button",
              id: `seat-${at + 1}`,
              "data-review-seat": at + 1,
              "aria-pressed": String(at + 1 === seat),
              onclick: () => look(at + 1),
            },
            lineSample(at + 1),
            name,
          ),
        ),
      ),
      h("p", { class: "quiet legend" }, t("review.shares.legend")),
    ];
  }

  /** @param {Shown} shown */
  outcome({ review, choose }) {
    if (!review) return [];
    const rows = review.seats.map((/** @type {any} */ one) =>
      h(
        "tr",
        {},
        h(
          "th",
          { scope: "row" },
          this.name(one.seat),
          one.won && h("span", { class: "won" }, ` ${t("seat.won")}`),
        ),
        h("td", { class: "figure" }, number(one.score)),
        ...[one.skill, one.luck, one.others].map((sum) =>
          h("td", { class: "figure" }, signedPercent(sum)),
        ),
      ),
    );
    const go = (
      /** @type {string} */ id,
      /** @type {number} */ turn,
      /** @type {number} */ seat,
      /** @type {string} */ says,
    ) => {
      const see = () => {
        this.seat = seat;
        choose(turn);
      };
      return h("li", {}, h("button", { type: "button", class: "small", id, onclick: see }, says));
    };
    const { turn, seat, swing } = review.largest;
    const largest = t("review.largest", {
      turn,
      name: this.name(seat),
      swing: signedPercent(swing),
    });
    const lost = this.costliestParts(review).map((one) => {
      const word = t(`review.word.${one.word}`);
      const says = {
        turn: one.turn,
        name: this.name(one.seat),
        word,
        loss: signedPercent(-one.loss),
      };
      return go(`dear-${one.turn}-${one.seat}`, one.turn, one.seat, t("review.dear", says));
    });
    return [
      h(
        "section",
        { class: "card sums" },
        h("h2", {}, t("review.sums")),
        headedTable(SUMS, rows),
        h("p", { class: "quiet" }, t("review.sums.legend")),
        h("ul", { class: "moments" }, go("largest", turn, seat, largest), ...lost),
      ),
    ];
  }

  /** Returns the costliest parts, the worst first. @param {any} review @returns {any[]} */
  costliestParts(review) {
    return review.turns
      .flatMap((/** @type {any} */ turn) =>
        turn.seats.map((/** @type {any} */ part) => ({ turn: turn.turn, ...part })),
      )
      .filter((/** @type {any} */ part) => part.word !== "good")
      .toSorted((/** @type {any} */ one, /** @type {any} */ other) => other.loss - one.loss)
      .slice(0, COSTLIEST_COUNT);
  }

  /** @param {any} review */
  summary({ seats, decided, turns }) {
    if (decided === null) return t("review.unfinished", { turn: turns.length });
    const winners = seats.filter((/** @type {any} */ one) => one.won);
    const names = winners.map((/** @type {any} */ one) => this.name(one.seat)).join(", ");
    return t("review.decided", { names, turn: decided });
  }

  /** Returns the turn that decided the game, or that with the largest swing. @param {any} review */
  first(review) {
    return review.decided ?? review.largest.turn;
  }

  /** Creates the table of the seat's turns, in order. @param {Shown} shown */
  list(shown) {
    const rows = shown.turns.map((turn) => {
      const part = this.part(turn);
      const figures = [
        percent(part.after),
        signedPercent(part.after - part.before),
        signedPercent(part.luck),
        h("span", {}, signedPercent(-part.loss), part.word !== "good" && wordMark(part.word)),
        signedPercent(part.others),
      ];
      return h(
        "tr",
        { class: turn.turn === shown.chosen ? "is-chosen" : "" },
        h("th", { scope: "row" }, turnButton(shown, turn)),
        h("td", { class: "figure" }, turn.roll),
        ...figures.map((figure) => h("td", { class: "figure" }, figure)),
      );
    });
    return [
      h("h2", {}, t("review.turns.of", { name: this.name(this.seat) })),
      h("div", { class: "review-table wide" }, headedTable(HEADS, rows)),
    ];
  }

  /** @param {Shown} shown @param {any} turn */
  detail(shown, turn) {
    const part = this.part(turn);
    const sheet = (
      /** @type {string} */ name,
      /** @type {string} */ text,
      /** @type {number} */ win,
    ) => {
      const expected = t("review.win", { share: percent(win) });
      const [drawn, words] = [turnOfPart(turn.roll, text), partInWords(turn.roll, text)];
      return turnFigure(name, expected, part.position, drawn, words);
    };
    const word = t(`review.word.${part.word}`);
    const story = t("review.story", {
      before: percent(part.before),
      luck: signedPercent(part.luck),
      loss: signedPercent(-part.loss),
      others: signedPercent(part.others),
      after: percent(part.after),
    });
    const lost = t("review.share.lost", { word, loss: number(100 * part.loss, 1) });
    return [
      turnHead(shown, turn, `, ${this.name(this.seat)}`),
      h("p", {}, part.loss ? lost : t("review.best")),
      h("p", {}, story),
      h(
        "div",
        { class: "sheets" },
        sheet(t("review.played"), part.played, part.win),
        part.loss > 0 && sheet(t("review.better"), part.best, part.best_win),
      ),
      this.game.id && h("div", { class: "buttons" }, playOnButton(shown, this.game.id, turn.turn)),
    ];
  }
}
