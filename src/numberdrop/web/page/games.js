// The games on the table: those to go on with, and those that are over.

import { request } from "./api.js";
import { h } from "./dom.js";
import { ago, t, tn } from "./i18n.js";
import { gameName } from "./names.js";

/** Those that are over are folded. @param {Summary[]} games the newest first */
export function gamesCard(games) {
  const open = games.filter((game) => !game.over);
  const over = games.filter((game) => game.over).slice(0, 10);
  return h(
    "section",
    { class: "card" },
    h("h2", {}, t("home.games")),
    open.length === 0 && h("p", { class: "quiet" }, t("home.games.none")),
    gameList(open),
    over.length > 0 &&
      h("details", {}, h("summary", {}, tn("home.games.over", over.length)), gameList(over)),
  );
}

/**
 * @typedef {object} Summary
 * @property {string} id
 * @property {string} kind
 * @property {string | null} puzzle
 * @property {number} turns ended
 * @property {number | null} score
 * @property {boolean} over
 * @property {string} touched when it was gone on with last
 */

/** @param {Summary[]} games */
function gameList(games) {
  const list = h("ul", { class: "games" });
  const items = games.map((game) => {
    const name = gameName(game);
    const points = tn("points", game.score ?? 0);
    const state = tn("home.games.turns", game.turns, { points });
    const remove = async () => {
      if (!confirm(t("home.remove.sure", { name }))) return;
      await request("DELETE", `games/${game.id}`);
      item.remove();
    };
    const review = { href: `#/review/${game.id}`, "aria-label": t("home.review.of", { name }) };
    const removal = { type: "button", class: "small", "aria-label": t("home.remove", { name }) };
    const item = h(
      "li",
      {},
      h(
        "a",
        { href: `#/game/${game.id}` },
        h("strong", {}, name),
        " ",
        h("span", { class: "quiet" }, state),
      ),
      h("span", { class: "quiet when" }, ago(game.touched)),
      game.turns > 0 && h("a", { class: "small", ...review }, t("nav.review")),
      h("button", { ...removal, onclick: remove }, "✕"),
    );
    return item;
  });
  list.append(...items);
  return list;
}
