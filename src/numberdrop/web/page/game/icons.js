// The icons on the buttons, as SVG, since no font has them all.

import { s } from "../dom.js";

/** Paths in a 24 x 24 view box. @type {Record<string, string>} */
const PATHS = {
  left: "M19 12H5m6-6-6 6 6 6",
  right: "M5 12h14m-6-6 6 6-6 6",
  turn: "M19 12a7 7 0 1 1-2.2-5.1M19.5 3.5v4.4h-4.4",
  flip: "M12 3v18M9 8 4 17h5zM15 8l5 9h-5z",
  undo: "M9 7 4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 0 10h-2",
  redo: "M15 7l4.5 4.5L15 16M19 11.5h-9a5 5 0 0 0 0 10h2",
  mark: "M5 5h5v5H5zM14 5h5v5h-5zM5 14h5v5H5zM14 16.5l2 2 3.5-4",
  arrange: "M4 8h13m-4-4 4 4-4 4M20 16H7m4-4-4 4 4 4",
};

/** @param {string} name a key of PATHS */
export function icon(name) {
  const given = { class: "icon", viewBox: "0 0 24 24", width: 24, height: 24 };
  return s("svg", { ...given, "aria-hidden": "true" }, s("path", { d: PATHS[name] }));
}
