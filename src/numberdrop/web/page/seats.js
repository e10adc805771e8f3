// Seats at a table: what they are called, and what each of them played.

import { number, t } from "./i18n.js";
import { turnOf } from "./notation.js";
import { turnInWords } from "./small-sheet.js";

/**
 * @typedef {object} Seat
 * @property {number} seat from 1
 * @property {string | null} bot its name, null for a person
 * @property {string | null} position
 * @property {number | null} score
 * @property {string | null} part what it played in the last turn
 * @property {boolean} won
 */

/** @param {any} game @returns {Seat[]} those of people */
function people(game) {
  return (game.seats ?? []).filter((/** @type {Seat} */ each) => each.bot === null);
}

/**
 * What a seat is called: the bot, the one person who plays, or the number of the seat.
 * @param {any} game
 * @param {Seat} one
 */
export function seatName(game, one) {
  const who = one.bot ? t(`bot.${one.bot}`) : people(game).length === 1 ? t("seat.you") : "";
  const seat = t("seat.number", { n: number(one.seat) });
  return who ? t("seat.named", { seat, name: who }) : seat;
}

/** Whether other people play on this machine as well. @param {any} game */
export function isShared(game) {
  return people(game).length > 1;
}

/** The names of those who have won. @param {any} game */
export function winners(game) {
  return game.seats
    .filter((/** @type {Seat} */ one) => one.won)
    .map((/** @type {Seat} */ one) => seatName(game, one))
    .join(", ");
}

/**
 * The part of a seat as a turn of its own sheet, in which nothing slides.
 * @param {string} roll
 * @param {string} part as the program writes it
 */
export function turnOfPart(roll, part) {
  return turnOf(`${roll} ${part}`);
}

/**
 * What a seat played; of a block turn where the block came down, or that it was protected.
 * @param {string} roll
 * @param {string} part
 */
export function partInWords(roll, part) {
  if (part === ".") return t("seat.protected");
  const turn = turnOfPart(roll, part);
  if (!turn.drops.length) return turnInWords(turn);
  const [{ tile, cells }] = turn.drops;
  return cells.length
    ? t("turn.falls", { letter: tile, cells: cells.join(" ") })
    : t("turn.falls.nowhere", { letter: tile });
}
