// The sheet being edited, with its boxes, tiles and turn as typed, and its position as text.

import { LETTERS, gridOf, parsePosition } from "../notation.js";
import { entryOf } from "./entry.js";

/** @typedef {import("./entry.js").Entry} Entry */

/**
 * @typedef {object} Sheet
 * @property {Entry} entry
 * @property {string} boxes as typed
 * @property {string} tiles as typed
 * @property {string} turn as typed
 */

export const SIZES = "34567";
export const SHAPES = "IOTLS";
export const LAST_NOTCH = 4;
/** The marks of a letter: none, circled, crossed off. */
export const MARKS = ["", "o", "x"];
const NEW = "- -:-:- I0,O0,T0,L0,S0 1";

/**
 * Parses a position.
 * @param {string} [position] a canonical one; the start of a game if left out
 * @returns {Sheet}
 */
export function parseSheet(position = NEW) {
  const { rows, ...fields } = parsePosition(position);
  return { entry: entryOf(rows), ...fields };
}

/**
 * Formats the sheet as a position in one line; the fields may be malformed.
 * @param {Sheet} sheet
 * @returns {string}
 */
export function formatSheet({ entry, boxes, tiles, turn }) {
  const [identical, consecutive, bonus] = boxes.replace(/[\s,]+/g, "").split(":");
  const taken = [identical, consecutive, bonus].map((sizes) => sizes || "-").join(":");
  const deal = tiles.trim().replace(/[\s,;]+/g, ",") || "-";
  return [gridOf(entry.rows), taken, deal, turn.trim()].filter(Boolean).join(" ");
}

/**
 * Parses the filled boxes: the sizes of both kinds, and the bonus.
 * @param {string} boxes
 * @returns {{identical: string, consecutive: string, bonus: boolean}}
 */
export function parseBoxes(boxes) {
  const [identical = "", consecutive = "", bonus = ""] = boxes.replace(/[\s,]+/g, "").split(":");
  return {
    identical: parseSizes(identical),
    consecutive: parseSizes(consecutive),
    bonus: /8/.test(bonus),
  };
}

/** @param {string} text */
const parseSizes = (text) => [...SIZES].filter((size) => text.includes(size)).join("");

/**
 * Fills an empty box, or empties a filled one, and returns the text of the boxes.
 * @param {string} boxes
 * @param {string} kind identical, consecutive, bonus
 * @param {string} size
 * @param {boolean} [on] true to fill the box, false to empty it; toggles if left out
 * @returns {string}
 */
export function toggleBox(boxes, kind, size, on) {
  const { identical, consecutive, bonus } = parseBoxes(boxes);
  const flip = (/** @type {string} */ text) =>
    parseSizes((on ?? !text.includes(size)) ? text + size : text.replace(size, ""));
  const after = {
    identical: kind === "identical" ? flip(identical) : identical,
    consecutive: kind === "consecutive" ? flip(consecutive) : consecutive,
    bonus: kind === "bonus" ? (on ?? !bonus) : bonus,
  };
  return [after.identical || "-", after.consecutive || "-", after.bonus ? "8" : "-"].join(":");
}

/** @typedef {{shape: string, notch: number, mark: string}} Tile */

/**
 * Parses the five tiles; a malformed one gets a default.
 * @param {string} tiles
 * @returns {Tile[]}
 */
export function parseTiles(tiles) {
  const words = tiles.trim().split(/[\s,;]+/);
  return [...LETTERS].map((_, at) => {
    const found = /^([IOTLS])([0-4]?)([xo]?)$/i.exec(words[at] ?? "");
    if (!found) return { shape: SHAPES[at], notch: 0, mark: "" };
    return { shape: found[1].toUpperCase(), notch: Number(found[2]), mark: found[3].toLowerCase() };
  });
}

/**
 * Formats the tiles.
 * @param {Tile[]} tiles
 * @returns {string}
 */
export function formatTiles(tiles) {
  return tiles.map(({ shape, notch, mark }) => `${shape}${notch}${mark}`).join(",");
}

/**
 * Gives a letter the next shape, and swaps shapes with the letter that had it.
 * @param {Tile[]} tiles
 * @param {number} at
 * @returns {Tile[]}
 */
export function nextShape(tiles, at) {
  const shape = SHAPES[(SHAPES.indexOf(tiles[at].shape) + 1) % SHAPES.length];
  const other = tiles.findIndex((tile) => tile.shape === shape);
  const swapped =
    other < 0 ? tiles : tiles.with(other, { ...tiles[other], shape: tiles[at].shape });
  return swapped.with(at, { ...swapped[at], shape });
}
