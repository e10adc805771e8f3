// Parsing and formatting of positions and turns. This module knows no rules.

export const COLUMNS = "abcdefg";
export const ROWS = 14;
/** The number of rows under the Game Over line. */
export const ROWS_UNDER_LINE = 11;
export const LETTERS = "ABCDE";
const EMPTY_ROW = ".".repeat(COLUMNS.length);
const USED = "abcdefghij";

/**
 * @typedef {object} PositionParts
 * @property {string[]} rows 14 rows of seven signs, row 1 first
 * @property {string} boxes
 * @property {string} tiles
 * @property {string} turn
 */

/**
 * @typedef {object} Turn
 * @property {string} roll
 * @property {string[]} slides
 * @property {{tile: string, cells: string[]}[]} drops
 * @property {Record<string, number> | null} place
 * @property {string[] | null} claim
 */

/**
 * Parses a GRID into 14 rows, row 1 first.
 * @param {string} grid
 * @returns {string[]}
 */
export function rowsOf(grid) {
  const given = grid === "-" ? [] : grid.split("/").reverse();
  return Array.from({ length: ROWS }, (_, row) => given[row] ?? EMPTY_ROW);
}

/**
 * Formats rows as a GRID.
 * @param {string[]} rows row 1 first
 * @returns {string}
 */
export function gridOf(rows) {
  const filled = rows.findLastIndex((row) => row !== EMPTY_ROW) + 1;
  return filled ? rows.slice(0, filled).reverse().join("/") : "-";
}

/**
 * Splits a position into its parts.
 * @param {string} text a canonical position
 * @returns {PositionParts}
 */
export function parsePosition(text) {
  const [grid, boxes = "-:-:-", tiles = "-", turn = "1"] = text.split(" ");
  return { rows: rowsOf(grid), boxes, tiles, turn };
}

/**
 * Returns the number of the current turn of a game.
 * @param {{position: string | null, turns: any[]}} game
 */
export function turnNumber({ position, turns }) {
  return position ? Number(parsePosition(position).turn) : turns.length + 1;
}

/**
 * Returns the name of a cell.
 * @param {number} column 0 to 6
 * @param {number} row 0 to 13, row 1 first
 */
export function cellName(column, row) {
  return `${COLUMNS[column]}${row + 1}`;
}

/**
 * Parses the sign of a cell.
 * @param {string} sign
 * @returns {{digit: number | null, used: boolean, block: boolean}}
 */
export function parseCell(sign) {
  if (USED.includes(sign)) return { digit: USED.indexOf(sign), used: true, block: false };
  if (sign >= "0" && sign <= "9") return { digit: Number(sign), used: false, block: false };
  return { digit: null, used: false, block: sign === "X" };
}

/**
 * Returns the sign of a digit.
 * @param {number} digit 0 to 9
 * @param {boolean} used
 */
export function digitSign(digit, used) {
  return used ? USED[digit] : String(digit);
}

/** Parses concatenated cells such as a1b1a2. @param {string} text */
const parseCells = (text) => text.match(/[a-g]\d{1,2}/g) ?? [];

/**
 * Parses a turn.
 * @param {string} text a canonical solo turn in one line
 * @returns {Turn}
 */
export function parseTurn(text) {
  const [roll, ...words] = text.split(" ");
  /** @type {Turn} */
  const turn = { roll, slides: [], drops: [], place: null, claim: null };
  for (const word of words) {
    if (word.startsWith("!")) turn.claim = parseCells(word);
    else if (word.includes("@")) turn.drops.push({ tile: word[0], cells: parseCells(word) });
    else if (word.includes("=")) {
      const pairs = word.split(",").map((pair) => pair.split("="));
      turn.place = Object.fromEntries(pairs.map(([cell, digit]) => [cell, Number(digit)]));
    } else if (/^[A-E](,[A-E])?$/.test(word)) turn.slides = word.split(",");
  }
  return turn;
}

/**
 * Returns the address of the analysis view for a question.
 * @param {{position: string, roll?: string, variant?: string}} question
 * @returns {string}
 */
export function analysisLink({ position, roll, variant }) {
  const query = new URLSearchParams({ p: position });
  if (roll) query.set("r", roll);
  if (variant && variant !== "rulebook") query.set("v", variant);
  // A fragment may contain these characters, which keep the link readable.
  const text = String(query).replace(/%(2F|3A|2C)/g, decodeURIComponent);
  return `#/analysis?${text}`;
}
