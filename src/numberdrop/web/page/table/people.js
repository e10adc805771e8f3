// The people and bots at a table: their names, and what is known of them now.

import { h } from "../dom.js";
import { number, t, tn } from "../i18n.js";

/**
 * @typedef {object} Chair
 * @property {number} chair from 1
 * @property {string | null} name three letters
 * @property {string | null} bot
 * @property {number | null} seat in the game
 * @property {string | null} stand_in the bot that plays for an absent person
 * @property {boolean} done whether it has ended the turn
 * @property {number} away for how many minutes; 0 if it isn't away
 */

/** Returns the name of who sits on a chair. @param {Chair} chair */
export const nameOf = ({ name, bot }) => name ?? t(`bot.${bot}`);

/** Returns the chairs that are taken. @param {any} view @returns {Chair[]} */
export const takenChairs = (view) => view.chairs.filter(Boolean);

/** Returns those in the game, in seat order. @param {any} view @returns {Chair[]} */
export const players = (view) =>
  takenChairs(view)
    .filter((one) => one.seat !== null)
    .sort((one, other) => Number(one.seat) - Number(other.seat));

/** Says what a player does now. @param {Chair} chair */
export function stateInWords(chair) {
  if (chair.stand_in) return t("table.stand_in", { bot: t(`bot.${chair.stand_in}`) });
  if (chair.done) return t("table.done");
  if (chair.away) return tn("table.away", chair.away);
  return t("table.choosing");
}

/**
 * Creates the bar that shows who has ended the turn. Its height never changes.
 * @param {any} view
 */
export function peopleBar(view) {
  const items = players(view).map((one) => {
    const state = stateInWords(one);
    const sign = one.stand_in ? "⚙" : one.done ? "✓" : one.away ? "☾" : "…";
    const isFirst = view.game.first === one.seat;
    const label = `${nameOf(one)}: ${state}${isFirst ? `, ${t("table.first")}` : ""}`;
    return h(
      "li",
      {
        "data-chair": one.chair,
        "data-done": String(one.done),
        class: one.chair === view.me.chair ? "is-me" : "",
        title: label,
      },
      h("span", { class: "hidden" }, label),
      h(
        "span",
        { "aria-hidden": "true" },
        isFirst ? "▸" : "",
        shortName(one),
        h("span", { class: "sign" }, sign),
      ),
    );
  });
  return h("ul", { class: "people", "aria-label": t("table.people") }, ...items);
}

/** @param {Chair} chair */
const shortName = ({ name, seat }) => name ?? t("table.bot.n", { n: number(seat ?? 0) });
