// The immutable state of the sheet editor: cells, cursor, and the effect of each key.

import { COLUMNS, ROWS, parseCell, digitSign } from "../notation.js";

/**
 * @typedef {object} Entry
 * @property {string[]} rows 14 rows of seven signs, row 1 first
 * @property {number} column of the cursor, 0 to 6
 * @property {number} row of the cursor, 0 to 13
 * @property {boolean} full whether the last cell of the row was just written, so that the next sign
 *   starts the row above
 * @property {string[]} marked the cells chosen for a combo
 * @property {boolean} ended whether Enter on an empty row has ended the grid
 */

const LAST = COLUMNS.length - 1;
/** The signs that keys write; `.` empties a cell. */
const SIGNS = /^[0-9a-j.]$/;
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * Returns the initial state for the rows of a sheet.
 * @param {string[]} rows
 * @returns {Entry}
 */
export function entryOf(rows) {
  return { rows, column: 0, row: 0, full: false, marked: [], ended: false };
}

/**
 * Moves the cursor.
 * @param {Entry} entry
 * @param {number} column
 * @param {number} row
 * @returns {Entry}
 */
export function moveCursor(entry, column, row) {
  return { ...entry, column, row, full: false, ended: false };
}

/**
 * Writes a sign to a cell.
 * @param {Entry} entry
 * @param {number} column
 * @param {number} row
 * @param {string} sign
 * @returns {Entry}
 */
export function writeCell(entry, column, row, sign) {
  const rows = entry.rows.with(row, replaceAt(entry.rows[row], column, sign));
  return { ...entry, rows, marked: [] };
}

/**
 * @param {string} text
 * @param {number} at
 * @param {string} sign
 */
function replaceAt(text, at, sign) {
  return text.slice(0, at) + sign + text.slice(at + 1);
}

/**
 * Writes a sign at the cursor and moves right; after the last cell of a row, the next sign starts
 * the row above.
 * @param {Entry} entry
 * @param {string} sign
 * @returns {Entry}
 */
function typeSign(entry, sign) {
  if (entry.full && entry.row + 1 < ROWS)
    return typeSign(moveCursor(entry, 0, entry.row + 1), sign);
  const after = writeCell(entry, entry.column, entry.row, sign);
  const full = entry.column === LAST;
  return { ...after, column: full ? LAST : entry.column + 1, full };
}

/**
 * Returns the entry after a key; null if the key has no effect.
 * @param {Entry} entry
 * @param {string} key as KeyboardEvent.key
 * @returns {Entry | null}
 */
export function pressKey(entry, key) {
  if (SIGNS.test(key)) return typeSign(entry, key);
  if (key === " ") return typeSign(entry, ".");
  if (key === "x" || key === "X") return typeSign(entry, "X");
  if (key === "Enter") return nextRow(entry);
  if (key === "Backspace") return backspace(entry);
  if (key === "Delete") return writeCell(entry, entry.column, entry.row, ".");
  if (key === "Home") return moveCursor(entry, 0, entry.row);
  if (key === "End") return moveCursor(entry, LAST, entry.row);
  if (key in ARROWS) {
    const [right, up] = ARROWS[key];
    const column = Math.min(Math.max(entry.column + right, 0), LAST);
    return moveCursor(entry, column, Math.min(Math.max(entry.row + up, 0), ROWS - 1));
  }
  return null;
}

/** @param {Entry} entry */
function nextRow(entry) {
  const isEmpty = /^\.+$/.test(entry.rows[entry.row]);
  if ((isEmpty && entry.column === 0) || entry.row === ROWS - 1) return { ...entry, ended: true };
  return moveCursor(entry, 0, entry.row + 1);
}

/** @param {Entry} entry */
function backspace(entry) {
  let { column, row, full } = entry;
  if (!full && column > 0) column -= 1;
  else if (!full && row > 0) [column, row] = [LAST, row - 1];
  return { ...writeCell(moveCursor(entry, column, row), column, row, "."), full: false };
}

/**
 * Adds a cell to the combo, or removes it; with `isAdding` only adds it.
 * @param {Entry} entry
 * @param {string} cell
 * @param {boolean} [isAdding]
 * @returns {Entry}
 */
export function markCell(entry, cell, isAdding = false) {
  const has = entry.marked.includes(cell);
  if (has && isAdding) return entry;
  const cells = has ? entry.marked.filter((other) => other !== cell) : [...entry.marked, cell];
  return { ...entry, marked: cells };
}

/**
 * Marks the digits of cells as used.
 * @param {Entry} entry
 * @param {string[]} cells
 * @returns {Entry}
 */
export function useCells(entry, cells) {
  let after = entry;
  for (const cell of cells) {
    const [column, row] = [COLUMNS.indexOf(cell[0]), Number(cell.slice(1)) - 1];
    const { digit } = parseCell(after.rows[row][column]);
    if (digit !== null) after = writeCell(after, column, row, digitSign(digit, true));
  }
  return { ...after, marked: [] };
}
