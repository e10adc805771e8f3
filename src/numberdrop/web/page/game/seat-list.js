// The seats of a game of several players: names, scores, and the parts of the last turn.

import { h } from "../dom.js";
import { t, tn } from "../i18n.js";
import { partInWords, seatName, turnOfPart } from "../seats.js";
import { smallSheet } from "../small-sheet.js";

/** @typedef {import("../seats.js").Seat} Seat */

/** Creates the card of all seats, with the sheets of those not choosing now. @param {any} game */
export function seatList(game) {
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
  const played = one.part && roll ? turnOfPart(roll, one.part) : null;
  const said = one.part && roll ? partInWords(roll, one.part) : "";
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
