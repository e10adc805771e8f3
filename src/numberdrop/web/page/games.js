// The games on the table: those to go on with, and those that are over.

import { Refusal, messageOf, request } from "./api.js";
import { h } from "./dom.js";
import { ago, t, tn } from "./i18n.js";
import { gameName } from "./names.js";

/** Of those that are over, how many are listed. */
const MOST_OVER = 10;

/** Those that are over are folded. @param {Summary[]} games the newest first */
export function gamesCard(games) {
  let left = games;
  const head = h("h2", { tabindex: -1 }, t("home.games"));
  const open = h("div", {});
  const over = h("details", {});
  const fault = h("p", { role: "alert", class: "fault" });

  function draw() {
    const [going, ended] = [false, true].map((is) => left.filter((game) => game.over === is));
    const none = h("p", { class: "quiet" }, t("home.games.none"));
    open.replaceChildren(going.length ? gameList(going, remove) : none);
    over.hidden = ended.length === 0;
    over.replaceChildren(
      h("summary", {}, tn("home.games.over", ended.length)),
      gameList(ended.slice(0, MOST_OVER), remove),
    );
  }

  /** @param {Summary} game */
  async function remove(game) {
    if (!confirm(t("home.remove.sure", { name: gameName(game) }))) return;
    fault.textContent = await removed(game);
    if (fault.textContent) {
      fault.scrollIntoView({ block: "nearest" });
      return;
    }
    const beside = left.filter((one) => one.over === game.over);
    const at = beside.indexOf(game);
    const next = beside[at + 1] ?? beside[at - 1];
    left = left.filter((one) => one !== game);
    draw();
    if (document.activeElement !== document.body) return;
    const button = next && card.querySelector(`[data-remove="${next.id}"]`);
    (button instanceof HTMLElement ? button : head).focus();
  }

  const card = h("section", { class: "card" }, head, h("div", {}, fault), open, over);
  draw();
  return card;
}

/**
 * Removes a game, or finds it removed, in another window for one.
 * @param {Summary} game
 * @returns {Promise<string>} why it is still there, "" where it isn't
 */
async function removed({ id }) {
  try {
    await request("DELETE", `games/${id}`);
    return "";
  } catch (error) {
    return error instanceof Refusal && error.status === 404 ? "" : messageOf(error);
  }
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

/**
 * @param {Summary[]} games
 * @param {(game: Summary) => void} remove
 */
function gameList(games, remove) {
  const list = h("ul", { class: "games" });
  const items = games.map((game) => {
    const name = gameName(game);
    const points = tn("points", game.score ?? 0);
    const state = tn("home.games.turns", game.turns, { points });
    const review = { href: `#/review/${game.id}`, "aria-label": t("home.review.of", { name }) };
    const removal = { type: "button", class: "small", "aria-label": t("home.remove", { name }) };
    return h(
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
      h("button", { ...removal, "data-remove": game.id, onclick: () => remove(game) }, "✕"),
    );
  });
  list.append(...items);
  return list;
}
