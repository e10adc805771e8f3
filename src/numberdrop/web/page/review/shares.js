// The graph of a game of several: the win share of each seat after each turn.

import { s } from "../dom.js";
import { percent, t } from "../i18n.js";
import { mark } from "./graph.js";

const [HIGH, LEFT, BELOW, TOP, EDGE] = [270, 44, 26, 22, 12];
/** Shares between lines of the grid, and the least pixels between two numbers of turns. */
const [STEP, APART] = [0.25, 20];

/**
 * The line of a seat, for the legend.
 * @param {number} seat
 */
export function line(seat) {
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
 * @param {number} given.seat whose line stands out
 * @param {number | null} given.decided the turn that decided the game, where one did
 * @param {number | null} given.chosen the number of the turn that is shown
 * @param {(turn: number) => void} given.choose
 * @param {number} given.wide in pixels
 * @returns {SVGSVGElement}
 */
export function shares({ turns, names, seat, decided, chosen, choose, wide }) {
  const across = (wide - LEFT - 2 * EDGE) / turns.length;
  const x = (/** @type {number} */ turn) => LEFT + EDGE + turn * across;
  const y = (/** @type {number} */ share) => TOP + (1 - share) * (HIGH - BELOW - TOP);
  const grid = [];
  for (let share = 0; share <= 1; share += STEP) {
    grid.push(s("line", { x1: LEFT, x2: wide, y1: y(share), y2: y(share), class: "graph-line" }));
    grid.push(s("text", { x: LEFT - 6, y: y(share), class: "graph-score" }, percent(share, 0)));
  }
  const every = Math.ceil(APART / across);
  const columns = turns.map(({ turn }) =>
    s(
      "g",
      { class: turn === chosen ? "graph-turn is-chosen" : "graph-turn", onclick: () => choose(turn) },
      s("rect", { x: x(turn) - across / 2, y: 0, width: across, height: HIGH, class: "graph-reach" }),
      turn % every === 0 && s("text", { x: x(turn), y: HIGH - 8, class: "graph-number" }, turn),
    ),
  );
  // The line that stands out is drawn last.
  const order = names.map((_, at) => at + 1).filter((one) => one !== seat).concat(seat);
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
    ...(decided ? decision(x(decided), wide) : []),
    ...lines,
  );
}

/**
 * Where the game was decided.
 * @param {number} at
 * @param {number} wide
 */
function decision(at, wide) {
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
 * What the graph says, for those who don't see it; the lists below have each figure.
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
  const told = t("review.shares", { n: last.turn, seats: seats.join("; ") });
  return decided ? `${told} ${t("review.shares.decided", { turn: decided })}` : told;
}
