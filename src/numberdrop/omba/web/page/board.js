// The board: nine squares with their stacks seen from the side, and the path of a move.

import { h, s } from "./dom.js";
import { t } from "./i18n.js";
import { LETTERS, squareInWords } from "./narration.js";

/** @typedef {import("./game-client.js").MoveFeatures} MoveFeatures */

/**
 * @typedef {object} BoardState
 * @property {import("./game-client.js").Position} position
 * @property {MoveFeatures[]} moves the legal moves
 * @property {MoveFeatures | null} chosen
 * @property {import("./game-client.js").Ply | undefined} last
 */

const [PITCH, RING] = [100, 12];
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {string} owner
 * @param {boolean} [isDead] whether its owner is out, so that it can't move
 */
export function cube(owner, isDead = false) {
  const dead = isDead ? " is-dead" : "";
  return h("span", { class: `cube is-${owner}${dead}`, "aria-hidden": "true" }, owner);
}

/**
 * Mounts the board, and returns the function that redraws it.
 * @param {HTMLElement} root
 * @param {(square: string) => void} onSquare called when a square is clicked
 * @returns {(state: BoardState) => void}
 */
export function mountBoard(root, onSquare) {
  /** @type {Map<string, HTMLButtonElement>} */
  const buttons = new Map();
  const rows = ["3", "2", "1"].map((rank) =>
    h(
      "div",
      { class: "rank" },
      h("span", { class: "edge", "aria-hidden": "true" }, rank),
      ...["a", "b", "c"].map((file) => {
        const square = file + rank;
        const onclick = () => onSquare(square);
        const button = h("button", { type: "button", class: "square", "data-square": square, onclick });
        buttons.set(square, button);
        return button;
      }),
    ),
  );
  const pathLayer = s("svg", { viewBox: `0 0 ${3 * PITCH} ${3 * PITCH}`, class: "way", "aria-hidden": "true" });
  const files = ["", "a", "b", "c"].map((file) => h("span", { class: "edge" }, file));
  root.replaceChildren(
    h("div", { class: "squares" }, ...rows, h("div", { class: "over" }, pathLayer)),
    h("div", { class: "files", "aria-hidden": "true" }, ...files),
  );
  const order = [...buttons.values()];
  order.forEach((button, at) => (button.tabIndex = at ? -1 : 0));
  root.addEventListener("focusin", ({ target }) => {
    for (const button of order) button.tabIndex = button === target ? 0 : -1;
  });
  root.addEventListener("keydown", (event) => {
    const at = order.findIndex((button) => button === document.activeElement);
    const by = ARROWS[event.key];
    if (at < 0 || !by) return;
    event.preventDefault();
    event.stopPropagation();
    const [x, y] = [(at % 3) + by[0], Math.floor(at / 3) + by[1]];
    if (x >= 0 && x < 3 && y >= 0 && y < 3) order[3 * y + x].focus();
  });

  return (state) => {
    for (const [square, button] of buttons) drawSquare(button, square, state);
    pathLayer.replaceChildren(...(state.chosen ? pathLine(state.chosen) : []));
  };
}

/**
 * @param {HTMLButtonElement} button
 * @param {string} square
 * @param {BoardState} state
 */
function drawSquare(button, square, { position, moves, chosen, last }) {
  const stack = position.stacks[position.squares.indexOf(square)];
  const isEntry = position.entries.includes(square);
  const ends = moves.filter(({ move }) => move.slice(-2) === square);
  const starts = moves.filter(({ move }) => move.slice(0, 2) === square);
  const classes = {
    "is-entry": isEntry,
    "can-end": ends.length > 0,
    "can-start": starts.length > 0,
    "is-end": chosen?.move.slice(-2) === square,
    "is-start": chosen?.move.slice(0, 2) === square,
    "is-last": last?.way?.includes(square) && !chosen,
  };
  for (const [name, on] of Object.entries(classes)) button.classList.toggle(name, Boolean(on));
  const ending = ends.length ? t("omba.square.ends", { moves: ends.map(({ move }) => move).join(", ") }) : "";
  const label = [squareInWords(square, stack, isEntry), ending].filter(Boolean).join("; ");
  button.setAttribute("aria-label", label);
  const cubes = [...stack].map((owner) => cube(owner, position.out[LETTERS.indexOf(owner)]));
  const at = chosen ? chosen.way.indexOf(square) - (chosen.move.startsWith("+") ? 0 : 1) : -1;
  const cost = chosen && at >= 0 && chosen.way.includes(square) && h("span", { class: "cost" }, chosen.costs[at]);
  const pile = h("span", { class: "pile", "aria-hidden": "true" }, ...cubes);
  pile.style.setProperty("--n", String(Math.max(stack.length, 1)));
  button.replaceChildren(
    pile,
    cost || "",
    isEntry ? h("span", { class: "entry", "aria-hidden": "true" }, "+") : "",
  );
}

/**
 * Draws the path of a move.
 * @param {MoveFeatures} move
 */
function pathLine({ way }) {
  const points = way.map((square) => {
    const x = "abc".indexOf(square[0]) * PITCH + PITCH / 2;
    return [x, (3 - Number(square[1])) * PITCH + PITCH / 2];
  });
  const [x, y] = points[points.length - 1];
  const [beforeX, beforeY] = points[points.length - 2] ?? [x, y];
  // The line ends at the ring around the centre of the last square.
  const edge = [x - RING * Math.sign(x - beforeX), y - RING * Math.sign(y - beforeY)];
  const line = [...points.slice(0, -1), edge].map((point) => point.join(",")).join(" ");
  return [
    s("polyline", { points: line }),
    s("circle", { cx: points[0][0], cy: points[0][1], r: 5 }),
    s("circle", { cx: x, cy: y, r: RING, class: "to" }),
  ];
}
