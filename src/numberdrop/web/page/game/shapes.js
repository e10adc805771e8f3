// The ten shapes as pictures, and rolls as small rows of dice.

import { h, s } from "../dom.js";
import { t } from "../i18n.js";

/**
 * The shapes as drawn on the tiles: column and row of each cell, from the top.
 * @type {Record<string, [number, number][]>}
 */
const FORMS = {
  I: [
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 0],
  ],
  O: [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ],
  T: [
    [0, 0],
    [1, 0],
    [2, 0],
    [1, 1],
  ],
  L: [
    [0, 0],
    [0, 1],
    [1, 1],
    [2, 1],
  ],
  S: [
    [1, 0],
    [2, 0],
    [0, 1],
    [1, 1],
  ],
  V3: [
    [0, 0],
    [0, 1],
    [1, 1],
  ],
  I3: [
    [0, 0],
    [1, 0],
    [2, 0],
  ],
  U5: [
    [0, 0],
    [2, 0],
    [0, 1],
    [1, 1],
    [2, 1],
  ],
  X5: [
    [1, 0],
    [0, 1],
    [1, 1],
    [2, 1],
    [1, 2],
  ],
  T5: [
    [0, 0],
    [1, 0],
    [2, 0],
    [1, 1],
    [1, 2],
  ],
};

/**
 * Draws the cells of a shape as squares, centred at 0,0.
 * @param {string} shape
 * @param {number} side of a cell
 */
export function squaresOf(shape, side) {
  const form = FORMS[shape] ?? [];
  const wide = Math.max(0, ...form.map(([x]) => x)) + 1;
  const high = Math.max(0, ...form.map(([, y]) => y)) + 1;
  const gap = side / 9;
  const squares = form.map(([x, y]) =>
    s("rect", {
      x: (x - wide / 2) * side + gap / 2,
      y: (y - high / 2) * side + gap / 2,
      width: side - gap,
      height: side - gap,
      rx: side / 5,
    }),
  );
  return { squares, wide: wide * side, high: high * side };
}

/**
 * Draws a shape.
 * @param {string} shape
 * @param {number} [side] of a cell, in CSS pixels
 */
export function shapePicture(shape, side = 9) {
  const { squares, wide, high } = squaresOf(shape, side);
  const size = { width: wide, height: high, viewBox: `${-wide / 2} ${-high / 2} ${wide} ${high}` };
  return s("svg", { class: "shape", ...size, "aria-hidden": "true" }, ...squares);
}

/**
 * Draws a roll as a row of small dice.
 * @param {string} roll a canonical roll
 */
export function smallRoll(roll) {
  const dice = [...roll].map((face) => {
    const sign = face === "*" ? "★" : face in FORMS ? shapePicture(face, 4.5) : face;
    return h("span", { class: "small-die" }, sign);
  });
  const label = t("game.roll.of", { roll });
  return h("span", { class: "small-roll", role: "img", "aria-label": label }, ...dice);
}
