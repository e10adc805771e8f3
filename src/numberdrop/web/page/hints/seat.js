// Hints for a seat in a game of several players, ranked by the chance of winning.

import { h } from "../dom.js";
import { number, percent, t, tn } from "../i18n.js";
import { partInWords } from "../seats.js";

/** Returns the ideas of a hint: each turn is one. @param {any} hint */
export function seatIdeas(hint) {
  return hint.turns.map((/** @type {any} */ _, /** @type {number} */ at) => ({
    turns: [at],
    worse: [],
    slides: [],
  }));
}

/**
 * Creates the figures of a turn: win share with its error, margin, points.
 * @param {any} ranked
 */
export function seatFigures(ranked) {
  const error = ranked.win_se ? `±${number(100 * ranked.win_se, 1)}` : "";
  const margin = t("hints.seat.margin", { margin: number(ranked.margin, 1, { signed: true }) });
  const points = tn("points", ranked.ev, {}, ranked.se === 0 ? 0 : 1);
  return [
    h("span", { class: "idea-points" }, percent(ranked.win)),
    h("span", { class: "idea-loss" }, error),
    h("span", { class: "idea-more" }, `${margin}, ${points}`),
  ];
}

/**
 * Describes a turn.
 * @param {any} hint
 * @param {any} ranked
 */
export function seatWords(hint, ranked) {
  return partInWords(hint.roll, ranked.text);
}

/** Explains the figures. @param {any} hint */
export function seatNote(hint) {
  return t(hint.made_by.exact ? "hints.seat.exact" : "hints.seat.figures");
}
