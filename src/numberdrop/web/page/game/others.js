// The table: who sits where, how each stands, and what each played last.

import { h } from "../dom.js";
import { number, t, tn } from "../i18n.js";
import { turnOf } from "../notation.js";
import { smallSheet, turnInWords } from "../small-sheet.js";

/**
 * @typedef {object} Seat
 * @property {number} seat from 1
 * @property {string | null} bot its name, null for a person
 * @property {string | null} position
 * @property {number | null} score
 * @property {string | null} part what it played in the last turn
 * @property {boolean} won
 */

/**
 * What a seat is called: the bot, the one person who plays, or the number of the seat.
 * @param {any} game
 * @param {Seat} one
 */
export function seatName(game, one) {
  const people = game.seats.filter((/** @type {Seat} */ each) => each.bot === null);
  const who = one.bot ? t(`bot.${one.bot}`) : people.length === 1 ? t("seat.you") : "";
  const seat = t("seat.number", { n: number(one.seat) });
  return who ? t("seat.named", { seat, name: who }) : seat;
}

/** Whether other people play on this machine as well. @param {any} game */
export function isShared(game) {
  return (game.seats ?? []).filter((/** @type {Seat} */ each) => each.bot === null).length > 1;
}

/** The names of those who have won. @param {any} game */
export function winners(game) {
  return game.seats
    .filter((/** @type {Seat} */ one) => one.won)
    .map((/** @type {Seat} */ one) => seatName(game, one))
    .join(", ");
}

/** All seats, with the sheets of those who don't choose now. @param {any} game */
export function others(game) {
  if (!game.seats) return null;
  const roll = game.turns.at(-1)?.text.split(" ")[0];
  const items = game.seats.map((/** @type {Seat} */ one) => seatItem(game, one, roll));
  return h(
    "section",
    { class: "card others", "aria-label": t("seat.title") },
    h("h2", {}, t("seat.title")),
    h("ul", {}, ...items),
  );
}

/**
 * @param {any} game
 * @param {Seat} one
 * @param {string | undefined} roll of the last turn
 */
function seatItem(game, one, roll) {
  const name = seatName(game, one);
  const played = one.part && roll ? turnOf(`${roll} ${one.part}`) : null;
  const said = played ? partInWords(played, one.part ?? "") : "";
  const isChoosing = one.seat === game.seat && !game.over;
  const sheet =
    one.position && !isChoosing
      ? smallSheet(one.position, played, t("seat.sheet", { name, part: said }))
      : null;
  return h(
    "li",
    { "data-seat": one.seat, class: isChoosing ? "is-choosing" : "" },
    h(
      "p",
      {},
      h("strong", {}, name),
      " ",
      one.score === null ? "" : tn("points", one.score),
      one.won ? h("span", { class: "won" }, t("seat.won")) : null,
    ),
    sheet,
    said ? h("p", { class: "quiet" }, said) : null,
  );
}

/**
 * What a seat played; of a block turn where the block came down, or that it was protected.
 * @param {import("../notation.js").Turn} turn
 * @param {string} part
 */
function partInWords(turn, part) {
  if (part === ".") return t("seat.protected");
  if (!turn.drops.length) return turnInWords(turn);
  const [{ tile, cells }] = turn.drops;
  return cells.length
    ? t("turn.falls", { letter: tile, cells: cells.join(" ") })
    : t("turn.falls.nowhere", { letter: tile });
}
