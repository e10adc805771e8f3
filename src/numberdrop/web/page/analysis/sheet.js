// All of a paper sheet that is being entered, and its text for the program to read.

import { LETTERS, gridOf, partsOf } from "../notation.js";
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
/** Not marked, circled, crossed off. */
export const MARKS = ["", "o", "x"];
const NEW = "- -:-:- I0,O0,T0,L0,S0 1";

/**
 * @param {string} [position] as the program writes it; the start of a game if left out
 * @returns {Sheet}
 */
export function sheetOf(position = NEW) {
  const { rows, ...fields } = partsOf(position);
  return { entry: entryOf(rows), ...fields };
}

/**
 * The position in one line, from what stands in the fields, well formed or not.
 * @param {Sheet} sheet
 * @returns {string}
 */
export function textOf({ entry, boxes, tiles, turn }) {
  const [identical, consecutive, bonus] = boxes.replace(/[\s,]+/g, "").split(":");
  const taken = [identical, consecutive, bonus].map((sizes) => sizes || "-").join(":");
  const deal = tiles.trim().replace(/[\s,;]+/g, ",") || "-";
  return [gridOf(entry.rows), taken, deal, turn.trim()].filter(Boolean).join(" ");
}

/**
 * The boxes that are filled: sizes of both kinds, and the bonus.
 * @param {string} boxes
 * @returns {{identical: string, consecutive: string, bonus: boolean}}
 */
export function boxesOf(boxes) {
  const [identical = "", consecutive = "", bonus = ""] = boxes.replace(/[\s,]+/g, "").split(":");
  return { identical: sizes(identical), consecutive: sizes(consecutive), bonus: /8/.test(bonus) };
}

/** @param {string} text */
const sizes = (text) => [...SIZES].filter((size) => text.includes(size)).join("");

/**
 * The text of boxes with one filled that wasn't, or the other way round.
 * @param {string} boxes
 * @param {string} kind identical, consecutive, bonus
 * @param {string} size
 * @param {boolean} [on] filled in any case, or empty in any case
 * @returns {string}
 */
export function toggledBox(boxes, kind, size, on) {
  const { identical, consecutive, bonus } = boxesOf(boxes);
  const flip = (/** @type {string} */ text) =>
    sizes((on ?? !text.includes(size)) ? text + size : text.replace(size, ""));
  const after = {
    identical: kind === "identical" ? flip(identical) : identical,
    consecutive: kind === "consecutive" ? flip(consecutive) : consecutive,
    bonus: kind === "bonus" ? (on ?? !bonus) : bonus,
  };
  return [after.identical || "-", after.consecutive || "-", after.bonus ? "8" : "-"].join(":");
}

/** @typedef {{shape: string, notch: number, mark: string}} Tile */

/**
 * The five tiles, as far as they can be read from what was typed.
 * @param {string} tiles
 * @returns {Tile[]}
 */
export function tilesOf(tiles) {
  const words = tiles.trim().split(/[\s,;]+/);
  return [...LETTERS].map((_, at) => {
    const found = /^([IOTLS])([0-4]?)([xo]?)$/i.exec(words[at] ?? "");
    if (!found) return { shape: SHAPES[at], notch: 0, mark: "" };
    return { shape: found[1].toUpperCase(), notch: Number(found[2]), mark: found[3].toLowerCase() };
  });
}

/**
 * @param {Tile[]} tiles
 * @returns {string}
 */
export function tilesText(tiles) {
  return tiles.map(({ shape, notch, mark }) => `${shape}${notch}${mark}`).join(",");
}

/**
 * The tiles with another shape on a letter; the letter that had it gets this one's.
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
