// The list of saved games: unfinished ones, and finished ones in a fold.

import { ApiError, messageOf, request } from "./api.js";
import { backupControls } from "./backup.js";
import { h } from "./dom.js";
import { ago, t, tn } from "./i18n.js";
import { gameName } from "./names.js";

/** The most finished games listed. */
const MOST_OVER = 10;

/**
 * Creates the card of saved games.
 * @param {Summary[]} games the newest first
 * @param {(note: import("./backup.js").Note) => Promise<void>} changed called after games have been
 * taken in, to draw the view again
 * @param {import("./backup.js").Note} [note] shown below the controls
 */
export function gamesCard(games, changed, note) {
  let remaining = games;
  const head = h("h2", { tabindex: -1 }, t("home.games"));
  const open = h("div", {});
  const over = h("details", {});
  const fault = h("p", { role: "alert", class: "fault" });

  function draw() {
    const [ongoing, finished] = [false, true].map((is) =>
      remaining.filter((game) => game.over === is),
    );
    const none = h("p", { class: "quiet" }, t("home.games.none"));
    open.replaceChildren(ongoing.length ? gameList(ongoing, remove) : none);
    over.hidden = finished.length === 0;
    over.replaceChildren(
      h("summary", {}, tn("home.games.over", finished.length)),
      gameList(finished.slice(0, MOST_OVER), remove),
    );
  }

  /** @param {Summary} game */
  async function remove(game) {
    if (!confirm(t("home.remove.sure", { name: gameName(game) }))) return;
    fault.textContent = await deleteGame(game);
    if (fault.textContent) {
      fault.scrollIntoView({ block: "nearest" });
      return;
    }
    const siblings = remaining.filter((one) => one.over === game.over);
    const at = siblings.indexOf(game);
    const next = siblings[at + 1] ?? siblings[at - 1];
    remaining = remaining.filter((one) => one !== game);
    draw();
    if (document.activeElement !== document.body) return;
    const button = next && card.querySelector(`[data-remove="${next.id}"]`);
    (button instanceof HTMLElement ? button : head).focus();
  }

  const backup = backupControls(changed);
  if (note) backup.show(note);
  const parts = [head, h("div", {}, fault), open, over, backup.element];
  const card = h("section", { class: "card" }, ...parts);
  draw();
  return card;
}

/**
 * Removes a game. It is no error if it was already removed, for instance in another window.
 * @param {Summary} game
 * @returns {Promise<string>} why the game could not be removed, or ""
 */
async function deleteGame({ id }) {
  try {
    await request("DELETE", `games/${id}`);
    return "";
  } catch (error) {
    return error instanceof ApiError && error.status === 404 ? "" : messageOf(error);
  }
}

/**
 * @typedef {object} Summary
 * @property {string} id
 * @property {string} kind
 * @property {string | null} puzzle
 * @property {number} turns the number of turns played
 * @property {number | null} score
 * @property {boolean} over
 * @property {string} touched the time of its last change
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
