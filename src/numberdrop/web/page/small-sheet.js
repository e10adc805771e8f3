// A small picture of a sheet with a turn drawn on it, for lists, hints and reviews.

import { s } from "./dom.js";
import { t } from "./i18n.js";
import { COLUMNS, ROWS, ROWS_UNDER_LINE, cellName, parseCell, parsePosition } from "./notation.js";

const SIDE = 20;

/** @typedef {import("./notation.js").Turn} Turn */

/**
 * Returns the cells that a turn changes.
 * @param {Turn | null} turn
 */
function changesOf(turn) {
  return {
    /** @type {Map<string, number>} */
    placed: new Map(Object.entries(turn?.place ?? {})),
    fallen: new Set((turn?.drops ?? []).flatMap((drop) => drop.cells)),
    claimed: new Set(turn?.claim ?? []),
  };
}

/**
 * Draws the picture, with only the rows that sheet and turn need.
 * @param {string} position
 * @param {Turn | null} turn
 * @param {string} label the text alternative of the picture
 * @returns {SVGSVGElement}
 */
export function smallSheet(position, turn, label) {
  const { rows } = parsePosition(position);
  const { placed, fallen, claimed } = changesOf(turn);
  const tops = [...placed.keys(), ...fallen].map((cell) => Number(cell.slice(1)));
  const filled = rows.findLastIndex((row) => /[^.]/.test(row)) + 1;
  const shown = Math.min(Math.max(filled + 1, ...tops, 6), ROWS);
  const [width, height] = [COLUMNS.length * SIDE, shown * SIDE];
  const cells = [];
  for (let row = 0; row < shown; row += 1) {
    for (let column = 0; column < COLUMNS.length; column += 1) {
      const name = cellName(column, row);
      const { digit, used, block } = parseCell(rows[row][column]);
      const isPlaced = placed.has(name);
      const state = isPlaced
        ? "placed"
        : fallen.has(name)
          ? "fallen"
          : used
            ? "used"
            : block
              ? "block"
              : digit !== null
                ? "free"
                : row < ROWS_UNDER_LINE
                  ? "empty"
                  : "past";
      const [x, y] = [column * SIDE, (shown - 1 - row) * SIDE];
      cells.push(
        s("rect", {
          x: x + 1,
          y: y + 1,
          width: SIDE - 2,
          height: SIDE - 2,
          rx: 3,
          class: `small-cell is-${state}`,
        }),
      );
      if (block || fallen.has(name)) cells.push(cross(x, y));
      else if (isPlaced || digit !== null) {
        cells.push(
          s(
            "text",
            { x: x + SIDE / 2, y: y + SIDE / 2, class: `small-digit is-${state}` },
            placed.get(name) ?? digit,
          ),
        );
      }
      if (claimed.has(name)) {
        cells.push(
          s("circle", {
            cx: x + SIDE / 2,
            cy: y + SIDE / 2,
            r: SIDE / 2 - 2,
            class: "small-claim",
          }),
        );
      }
    }
  }
  if (shown > ROWS_UNDER_LINE) {
    const y = (shown - ROWS_UNDER_LINE) * SIDE;
    cells.push(s("line", { x1: 0, x2: width, y1: y, y2: y, class: "small-line" }));
  }
  return s(
    "svg",
    {
      viewBox: `-1 -1 ${width + 2} ${height + 2}`,
      class: "small-sheet",
      role: "img",
      "aria-label": label,
    },
    ...cells,
  );
}

/**
 * @param {number} x
 * @param {number} y
 */
function cross(x, y) {
  const [near, far] = [6, SIDE - 6];
  const long = far - near;
  return s("path", {
    d: `M${x + near} ${y + near}l${long} ${long}M${x + far} ${y + near}l${-long} ${long}`,
    class: "small-cross",
  });
}

/**
 * Describes a turn: its slides, drops, placement and claim.
 * @param {Turn} turn
 * @returns {string}
 */
export function turnInWords(turn) {
  const parts = turn.slides.length ? [t("turn.slides", { letters: turn.slides.join(", ") })] : [];
  for (const drop of turn.drops) {
    const cells = drop.cells.join(" ");
    parts.push(
      cells
        ? t("turn.falls", { letter: drop.tile, cells })
        : t("turn.falls.nowhere", { letter: drop.tile }),
    );
  }
  parts.push(turn.place ? placeInWords(turn.place) : t("turn.nowhere"));
  if (turn.claim) parts.push(t("turn.claims", { cells: turn.claim.join(" ") }));
  return parts.join(t("turn.between"));
}

/** @param {Record<string, number>} place */
function placeInWords(place) {
  return t("turn.places", {
    cells: Object.entries(place)
      .map(([cell, digit]) => `${cell} ${digit}`)
      .join(", "),
  });
}
