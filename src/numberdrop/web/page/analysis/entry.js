// A paper sheet being entered: cells, cursor, and what each key does. Values that never change.

import { COLUMNS, ROWS, meaningOf, signOf } from "../notation.js";

/**
 * @typedef {object} Entry
 * @property {string[]} rows 14 rows of seven signs, row 1 first
 * @property {number} column of the cursor, 0 to 6
 * @property {number} row of the cursor, 0 to 13
 * @property {boolean} full whether the last cell of the row was written just now: the next sign
 *   begins the row above
 * @property {string[]} marked cells chosen for a combo
 * @property {boolean} ended whether Enter on an empty row has ended the grid
 */

const LAST = COLUMNS.length - 1;
/** Signs that keys write: `.` and Space empty a cell. */
const SIGNS = /^[0-9a-j.]$/;
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * @param {string[]} rows
 * @returns {Entry}
 */
export function entryOf(rows) {
  return { rows, column: 0, row: 0, full: false, marked: [], ended: false };
}

/**
 * Where the cursor goes by a click, or by paste.
 * @param {Entry} entry
 * @param {number} column
 * @param {number} row
 * @returns {Entry}
 */
export function moved(entry, column, row) {
  return { ...entry, column, row, full: false, ended: false };
}

/**
 * @param {Entry} entry
 * @param {number} column
 * @param {number} row
 * @param {string} sign
 * @returns {Entry}
 */
export function written(entry, column, row, sign) {
  const rows = entry.rows.with(row, replaced(entry.rows[row], column, sign));
  return { ...entry, rows, marked: [] };
}

/**
 * @param {string} text
 * @param {number} at
 * @param {string} sign
 */
function replaced(text, at, sign) {
  return text.slice(0, at) + sign + text.slice(at + 1);
}

/**
 * Writes a sign at the cursor, and goes on to the right; after the last cell, to the row above.
 * @param {Entry} entry
 * @param {string} sign
 * @returns {Entry}
 */
function typed(entry, sign) {
  if (entry.full && entry.row + 1 < ROWS) return typed(moved(entry, 0, entry.row + 1), sign);
  const after = written(entry, entry.column, entry.row, sign);
  const full = entry.column === LAST;
  return { ...after, column: full ? LAST : entry.column + 1, full };
}

/**
 * The entry after a key; null if the key means nothing here.
 * @param {Entry} entry
 * @param {string} key as KeyboardEvent.key
 * @returns {Entry | null}
 */
export function pressed(entry, key) {
  if (SIGNS.test(key)) return typed(entry, key);
  if (key === " ") return typed(entry, ".");
  if (key === "x" || key === "X") return typed(entry, "X");
  if (key === "Enter") return nextRow(entry);
  if (key === "Backspace") return wentBack(entry);
  if (key === "Delete") return written(entry, entry.column, entry.row, ".");
  if (key === "Home") return moved(entry, 0, entry.row);
  if (key === "End") return moved(entry, LAST, entry.row);
  if (key in ARROWS) {
    const [right, up] = ARROWS[key];
    const column = Math.min(Math.max(entry.column + right, 0), LAST);
    return moved(entry, column, Math.min(Math.max(entry.row + up, 0), ROWS - 1));
  }
  return null;
}

/** @param {Entry} entry */
function nextRow(entry) {
  const isEmpty = /^\.+$/.test(entry.rows[entry.row]);
  if ((isEmpty && entry.column === 0) || entry.row === ROWS - 1) return { ...entry, ended: true };
  return moved(entry, 0, entry.row + 1);
}

/** @param {Entry} entry */
function wentBack(entry) {
  let { column, row, full } = entry;
  if (!full && column > 0) column -= 1;
  else if (!full && row > 0) [column, row] = [LAST, row - 1];
  return { ...written(moved(entry, column, row), column, row, "."), full: false };
}

/**
 * Chooses a cell for a combo, or lets it go. `painted`, it is chosen in any case.
 * @param {Entry} entry
 * @param {string} cell
 * @param {boolean} [painted]
 * @returns {Entry}
 */
export function marked(entry, cell, painted = false) {
  const has = entry.marked.includes(cell);
  if (has && painted) return entry;
  const cells = has ? entry.marked.filter((other) => other !== cell) : [...entry.marked, cell];
  return { ...entry, marked: cells };
}

/**
 * The digits of cells as used ones.
 * @param {Entry} entry
 * @param {string[]} cells
 * @returns {Entry}
 */
export function used(entry, cells) {
  let after = entry;
  for (const cell of cells) {
    const [column, row] = [COLUMNS.indexOf(cell[0]), Number(cell.slice(1)) - 1];
    const { digit } = meaningOf(after.rows[row][column]);
    if (digit !== null) after = written(after, column, row, signOf(digit, true));
  }
  return { ...after, marked: [] };
}
