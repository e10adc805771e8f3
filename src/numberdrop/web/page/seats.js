// The seats of a game: their names, and the parts they played.

import { number, t } from "./i18n.js";
import { parseTurn } from "./notation.js";
import { turnInWords } from "./small-sheet.js";

/**
 * @typedef {object} Seat
 * @property {number} seat from 1
 * @property {string | null} bot the bot's name; null for a person
 * @property {string | null} name three letters
 * @property {string | null} position
 * @property {number | null} score
 * @property {string | null} part its part of the last turn
 * @property {boolean} won
 */

/** Returns the seats of people. @param {any} game @returns {Seat[]} */
function humanSeats(game) {
  return (game.seats ?? []).filter((/** @type {Seat} */ each) => each.bot === null);
}

/**
 * Returns the name of a seat: its number, with its three letters, the bot's name, or "you" for the
 * only person.
 * @param {any} game
 * @param {Seat} one
 */
export function seatName(game, one) {
  const kind = one.bot ? t(`bot.${one.bot}`) : humanSeats(game).length === 1 ? t("seat.you") : "";
  const who = one.name ?? kind;
  const seat = t("seat.number", { n: number(one.seat) });
  return who ? t("seat.named", { seat, name: who }) : seat;
}

/** Returns whether several people play on this machine. @param {any} game */
export function isShared(game) {
  return humanSeats(game).length > 1;
}

/** Returns the names of the winners. @param {any} game */
export function winners(game) {
  return game.seats
    .filter((/** @type {Seat} */ one) => one.won)
    .map((/** @type {Seat} */ one) => seatName(game, one))
    .join(", ");
}

/**
 * Parses the part of a seat as a turn on its own sheet, in which nothing slides.
 * @param {string} roll
 * @param {string} part a canonical part
 */
export function turnOfPart(roll, part) {
  return parseTurn(`${roll} ${part}`);
}

/**
 * Describes the part of a seat. In a block turn that is where the block fell, or that the seat was
 * protected.
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
