// A QR code, drawn from its rows of dark and light modules.

import { s } from "../dom.js";

/** The light modules around the code, which scanners need. */
const BORDER = 4;

/**
 * @param {string[]} rows "1" for a dark module
 * @param {string} label
 */
export function qrPicture(rows, label) {
  const wide = rows.length + 2 * BORDER;
  const dark = rows.flatMap((row, y) =>
    [...row].flatMap((module, x) => (module === "1" ? `M${x + BORDER} ${y + BORDER}h1v1h-1z` : [])),
  );
  return s(
    "svg",
    { viewBox: `0 0 ${wide} ${wide}`, class: "qr", role: "img", "aria-label": label },
    s("rect", { width: wide, height: wide, class: "qr-light" }),
    s("path", { d: dark.join(""), class: "qr-dark", "shape-rendering": "crispEdges" }),
  );
}
