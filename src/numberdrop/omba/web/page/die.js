// The face of a die.

import { s } from "./dom.js";

/** The pips of each face, on a grid of three by three. */
const PIPS = ["", "4", "08", "048", "0268", "02468", "023568"];

/**
 * @param {number} face 1 to 6
 * @returns {SVGSVGElement}
 */
export function dieFace(face) {
  const pips = [...PIPS[face]].map((at) => {
    const [x, y] = [Number(at) % 3, Math.floor(Number(at) / 3)];
    return s("circle", { cx: 10 + 10 * x, cy: 10 + 10 * y, r: 3.4 });
  });
  return s(
    "svg",
    { viewBox: "0 0 40 40", class: "die", "aria-hidden": "true" },
    s("rect", { x: 1, y: 1, width: 38, height: 38, rx: 8 }),
    ...pips,
  );
}
