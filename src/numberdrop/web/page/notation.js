// Positions and turns as texts, taken apart and put together. No rule is known here.

export const COLUMNS = "abcdefg";
export const ROWS = 14;
/** Rows that lie under the Game Over line. */
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
 * The 14 rows of a GRID, row 1 first.
 * @param {string} grid
 * @returns {string[]}
 */
export function rowsOf(grid) {
  const given = grid === "-" ? [] : grid.split("/").reverse();
  return Array.from({ length: ROWS }, (_, row) => given[row] ?? EMPTY_ROW);
}

/**
 * The GRID of rows, row 1 first.
 * @param {string[]} rows
 * @returns {string}
 */
export function gridOf(rows) {
  const filled = rows.findLastIndex((row) => row !== EMPTY_ROW) + 1;
  return filled ? rows.slice(0, filled).reverse().join("/") : "-";
}

/**
 * @param {string} text a position as the program writes it
 * @returns {PositionParts}
 */
export function partsOf(text) {
  const [grid, boxes = "-:-:-", tiles = "-", turn = "1"] = text.split(" ");
  return { rows: rowsOf(grid), boxes, tiles, turn };
}

/**
 * The number of the turn that a game is at.
 * @param {{position: string | null, turns: any[]}} game
 */
export function turnOfGame({ position, turns }) {
  return position ? Number(partsOf(position).turn) : turns.length + 1;
}

/**
 * @param {number} column 0 to 6
 * @param {number} row 0 to 13, row 1 first
 */
export function cellName(column, row) {
  return `${COLUMNS[column]}${row + 1}`;
}

/**
 * What the sign of a cell stands for.
 * @param {string} sign
 * @returns {{digit: number | null, used: boolean, block: boolean}}
 */
export function meaningOf(sign) {
  if (USED.includes(sign)) return { digit: USED.indexOf(sign), used: true, block: false };
  if (sign >= "0" && sign <= "9") return { digit: Number(sign), used: false, block: false };
  return { digit: null, used: false, block: sign === "X" };
}

/**
 * The sign of a digit.
 * @param {number} digit 0 to 9
 * @param {boolean} used
 */
export function signOf(digit, used) {
  return used ? USED[digit] : String(digit);
}

/** @param {string} text cells one after the other, as in a1b1a2 */
const cellsOf = (text) => text.match(/[a-g]\d{1,2}/g) ?? [];

/**
 * @param {string} text a solo turn in one line, as the program writes it
 * @returns {Turn}
 */
export function turnOf(text) {
  const [roll, ...words] = text.split(" ");
  /** @type {Turn} */
  const turn = { roll, slides: [], drops: [], place: null, claim: null };
  for (const word of words) {
    if (word.startsWith("!")) turn.claim = cellsOf(word);
    else if (word.includes("@")) turn.drops.push({ tile: word[0], cells: cellsOf(word) });
    else if (word.includes("=")) {
      const pairs = word.split(",").map((pair) => pair.split("="));
      turn.place = Object.fromEntries(pairs.map(([cell, digit]) => [cell, Number(digit)]));
    } else if (/^[A-E](,[A-E])?$/.test(word)) turn.slides = word.split(",");
  }
  return turn;
}

/**
 * The address of the page of analysis, within the program's page.
 * @param {{position: string, roll?: string, variant?: string}} question
 * @returns {string}
 */
export function analysisLink({ position, roll, variant }) {
  const query = new URLSearchParams({ p: position });
  if (roll) query.set("r", roll);
  if (variant && variant !== "rulebook") query.set("v", variant);
  // What may stand there as it is stays readable.
  const text = String(query).replace(/%(2F|3A|2C)/g, decodeURIComponent);
  return `#/analysis?${text}`;
}
