// The graph of a solo review: the expected score after each turn, and after the best turn.

import { s } from "../dom.js";
import { number, t, tn } from "../i18n.js";

const [HIGH, LEFT, BELOW, EDGE] = [240, 34, 26, 14];
/** The points between grid lines. */
const STEP = 10;

/** @typedef {{turn: number, ev: number, best_ev: number, loss: number, word: string}} Reviewed */

/** @param {Reviewed[]} turns */
function scoreRange(turns) {
  const values = turns.flatMap((turn) => [turn.ev, turn.best_ev]);
  const low = Math.floor(Math.min(...values) / STEP) * STEP;
  return { low, high: Math.max(Math.ceil(Math.max(...values) / STEP) * STEP, low + STEP) };
}

/**
 * Draws a mark. Marks differ in shape as well as in colour: a dot, a triangle, a square, a
 * four-pointed star.
 * @param {string} word
 * @param {number} x
 * @param {number} y
 */
export function mark(word, x, y) {
  const r = word === "good" ? 4 : 7;
  const paths = /** @type {Record<string, string>} */ ({
    inaccuracy: `M${x} ${y - r}L${x + r} ${y + r}L${x - r} ${y + r}Z`,
    mistake: `M${x - r} ${y - r}H${x + r}V${y + r}H${x - r}Z`,
    blunder: `M${x} ${y - r - 3}l3 ${r}l${r} 3l${-r} 3l-3 ${r}l-3 ${-r}l${-r} -3l${r} -3Z`,
  });
  const name = { class: `mark is-${word}` };
  return paths[word]
    ? s("path", { ...name, d: paths[word] })
    : s("circle", { ...name, cx: x, cy: y, r });
}

/**
 * @param {Reviewed[]} turns at least one
 * @param {number | null} chosen the number of the turn that is shown
 * @param {(turn: number) => void} choose
 * @param {number} wide the width in pixels
 * @returns {SVGSVGElement}
 */
export function scoreGraph(turns, chosen, choose, wide) {
  const { low, high } = scoreRange(turns);
  const last = turns.length - 1;
  const x = (/** @type {number} */ at) =>
    LEFT + EDGE + (last ? (at / last) * (wide - LEFT - 2 * EDGE) : 0);
  const y = (/** @type {number} */ value) =>
    EDGE + ((high - value) / (high - low)) * (HIGH - BELOW - EDGE);
  const path = (/** @type {(turn: Reviewed) => number} */ of) =>
    turns
      .map((turn, at) => `${at ? "L" : "M"}${x(at).toFixed(1)} ${y(of(turn)).toFixed(1)}`)
      .join("");
  const halfColumn = (wide - LEFT) / turns.length / 2;
  const lines = [];
  for (let score = low; score <= high; score += STEP) {
    lines.push(s("line", { x1: LEFT, x2: wide, y1: y(score), y2: y(score), class: "graph-line" }));
    lines.push(s("text", { x: LEFT - 6, y: y(score), class: "graph-score" }, number(score)));
  }
  const marks = turns.map((turn, at) =>
    s(
      "g",
      {
        class: turn.turn === chosen ? "graph-turn is-chosen" : "graph-turn",
        onclick: () => choose(turn.turn),
      },
      s("rect", {
        x: x(at) - halfColumn,
        y: 0,
        width: 2 * halfColumn,
        height: HIGH,
        class: "graph-reach",
      }),
      mark(turn.word, x(at), y(turn.ev)),
      s("text", { x: x(at), y: HIGH - 8, class: "graph-number" }, turn.turn),
    ),
  );
  return s(
    "svg",
    { viewBox: `0 0 ${wide} ${HIGH}`, class: "graph", role: "img", "aria-label": inWords(turns) },
    ...lines,
    s("path", { d: path((turn) => turn.best_ev), class: "graph-best" }),
    s("path", { d: path((turn) => turn.ev), class: "graph-played" }),
    ...marks,
  );
}

/**
 * Returns the text alternative of the graph; the table below it has each figure.
 * @param {Reviewed[]} turns
 */
function inWords(turns) {
  const [first, final] = [turns[0], turns[turns.length - 1]];
  const costliest = turns.reduce((most, turn) => (turn.loss > most.loss ? turn : most));
  return t("review.graph", {
    first: number(first.ev, 1),
    final: number(final.ev, 1),
    turn: costliest.turn,
    loss: tn("points", costliest.loss, {}, 1),
  });
}
