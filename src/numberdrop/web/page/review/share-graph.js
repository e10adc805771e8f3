// The graph of a review of several players: the win share of each seat after each turn.

import { s } from "../dom.js";
import { percent, t } from "../i18n.js";
import { mark } from "./score-graph.js";

const [HIGH, LEFT, BELOW, TOP, EDGE] = [270, 44, 26, 22, 12];
/** The share between grid lines, and the fewest pixels between two turn numbers. */
const [STEP, APART] = [0.25, 20];

/**
 * Draws a sample of a seat's line, for the legend.
 * @param {number} seat
 */
export function lineSample(seat) {
  return s(
    "svg",
    { viewBox: "0 0 36 16", width: 36, height: 16, class: "share-sample", "aria-hidden": "true" },
    s("rect", { width: 36, height: 16, rx: 4, class: "share-ground" }),
    s("path", { d: "M3 8H33", class: `share is-seat-${seat}` }),
  );
}

/**
 * @param {object} given
 * @param {any[]} given.turns at least one
 * @param {string[]} given.names of the seats
 * @param {number} given.seat the seat whose line is emphasised
 * @param {number | null} given.decided the turn that decided the game, or null
 * @param {number | null} given.chosen the number of the turn that is shown
 * @param {(turn: number) => void} given.choose
 * @param {number} given.wide the width in pixels
 * @returns {SVGSVGElement}
 */
export function shareGraph({ turns, names, seat, decided, chosen, choose, wide }) {
  const columnWidth = (wide - LEFT - 2 * EDGE) / turns.length;
  const x = (/** @type {number} */ turn) => LEFT + EDGE + turn * columnWidth;
  const y = (/** @type {number} */ share) => TOP + (1 - share) * (HIGH - BELOW - TOP);
  const grid = [];
  for (let share = 0; share <= 1; share += STEP) {
    grid.push(s("line", { x1: LEFT, x2: wide, y1: y(share), y2: y(share), class: "graph-line" }));
    grid.push(s("text", { x: LEFT - 6, y: y(share), class: "graph-score" }, percent(share, 0)));
  }
  const every = Math.ceil(APART / columnWidth);
  const columns = turns.map(({ turn }) =>
    s(
      "g",
      {
        class: turn === chosen ? "graph-turn is-chosen" : "graph-turn",
        onclick: () => choose(turn),
      },
      s("rect", {
        x: x(turn) - columnWidth / 2,
        y: 0,
        width: columnWidth,
        height: HIGH,
        class: "graph-reach",
      }),
      turn % every === 0 && s("text", { x: x(turn), y: HIGH - 8, class: "graph-number" }, turn),
    ),
  );
  // The emphasised line is drawn last, on top of the others.
  const order = names
    .map((_, at) => at + 1)
    .filter((one) => one !== seat)
    .concat(seat);
  const lines = order.flatMap((one) => {
    const parts = turns.map((turn) => turn.seats[one - 1]);
    const values = [parts[0].before, ...parts.map((part) => part.after)];
    const path = values.map((value, at) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("L");
    const marks = parts.map(
      (part, at) => part.word !== "good" && mark(part.word, x(at + 1), y(part.after)),
    );
    const name = `share is-seat-${one}${one === seat ? " is-chosen-seat" : ""}`;
    return [
      s("path", { d: `M${path}`, class: name }),
      s("g", { class: `share-marks is-seat-${one}` }, ...marks),
    ];
  });
  return s(
    "svg",
    {
      viewBox: `0 0 ${wide} ${HIGH}`,
      class: "graph",
      role: "img",
      "aria-label": inWords(turns, names, decided),
    },
    ...grid,
    ...columns,
    ...(decided ? decidedLine(x(decided), wide) : []),
    ...lines,
  );
}

/**
 * Draws the line at the turn that decided the game.
 * @param {number} at
 * @param {number} wide
 */
function decidedLine(at, wide) {
  const isLate = at > wide / 2;
  return [
    s("line", { x1: at, x2: at, y1: 4, y2: HIGH - BELOW, class: "graph-decided" }),
    s(
      "text",
      { x: at + (isLate ? -6 : 6), y: 12, class: isLate ? "graph-said is-late" : "graph-said" },
      t("review.decided.here"),
    ),
  ];
}

/**
 * Returns the text alternative of the graph; the tables below it have each figure.
 * @param {any[]} turns
 * @param {string[]} names
 * @param {number | null} decided
 */
function inWords(turns, names, decided) {
  const last = turns[turns.length - 1];
  const seats = names.map((name, at) =>
    t("review.shares.seat", {
      name,
      first: percent(turns[0].seats[at].before, 0),
      final: percent(last.seats[at].after, 0),
    }),
  );
  const text = t("review.shares", { n: last.turn, seats: seats.join("; ") });
  return decided ? `${text} ${t("review.shares.decided", { turn: decided })}` : text;
}
