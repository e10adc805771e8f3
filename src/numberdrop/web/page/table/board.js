// What everybody may see of a table's game: the roll, and the sheets after the last turn.

import { h } from "../dom.js";
import { number, t, tn } from "../i18n.js";
import { smallRoll } from "../game/shapes.js";
import { partInWords, turnOfPart } from "../seats.js";
import { smallSheet } from "../small-sheet.js";
import { nameOf, players, stateInWords } from "./people.js";

/** Creates the heading and the sheets of a game. @param {any} view */
export function board(view) {
  const { game } = view;
  const title = game.over ? t("game.over") : t("review.turn", { n: game.turn });
  return h(
    "section",
    { class: "card others board", "aria-label": t("seat.title") },
    h(
      "h2",
      { class: "board-head" },
      title,
      game.roll ? smallRoll(game.roll) : null,
      game.block ? h("span", { class: "quiet" }, t("table.block", { letter: game.block })) : null,
    ),
    h("ul", {}, ...players(view).map((one) => seatItem(view, one))),
  );
}

/**
 * @param {any} view
 * @param {import("./people.js").Chair} chair
 */
function seatItem({ game, phase }, chair) {
  const seat = game.seats[Number(chair.seat) - 1];
  const name = nameOf(chair);
  const said = seat.part && game.last ? partInWords(game.last, seat.part) : "";
  const played = seat.part && game.last ? turnOfPart(game.last, seat.part) : null;
  return h(
    "li",
    { "data-seat": seat.seat },
    h(
      "p",
      {},
      h("strong", {}, name),
      " ",
      tn("points", seat.score),
      seat.won ? h("span", { class: "won" }, t("seat.won")) : null,
    ),
    smallSheet(seat.position, played, t("seat.sheet", { name, part: said })),
    h("p", { class: "quiet" }, phase === "playing" ? stateInWords(chair) : said),
  );
}

/**
 * Creates the list of the winners and the others, with equal places for equal points.
 * @param {any} view
 */
export function ranking(view) {
  const { places } = view.game;
  const seats = view.game.seats.map((/** @type {any} */ seat, /** @type {number} */ at) => ({
    ...seat,
    place: places[at],
  }));
  const chairs = players(view);
  const order = seats.toSorted(
    (/** @type {any} */ one, /** @type {any} */ other) =>
      one.place - other.place || one.seat - other.seat,
  );
  const items = order.map((/** @type {any} */ seat) => {
    const chair = chairs.find((one) => one.seat === seat.seat);
    return h(
      "li",
      { class: seat.won ? "is-won" : "", "data-place": seat.place },
      h("span", { class: "place" }, t("table.place", { n: number(seat.place) })),
      h("strong", {}, chair ? nameOf(chair) : (seat.name ?? t(`bot.${seat.bot}`))),
      h("span", { class: "figure" }, tn("points", seat.score)),
    );
  });
  return h("ol", { class: "ranking", "aria-label": t("table.ranking") }, ...items);
}
