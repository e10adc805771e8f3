// The first page: today's puzzle, games to go on with, a new game, the drop problem of the day.

import { messageOf, request } from "./api.js";
import { h } from "./dom.js";
import { day, number, t, tn } from "./i18n.js";
import { gameName } from "./names.js";

/**
 * @param {HTMLElement} root
 * @returns {Promise<() => void>}
 */
export async function show(root) {
  const { today } = await request("GET", "");
  const [month, games, drops] = await Promise.all([
    request("GET", `days?month=${today.slice(0, 7)}`),
    request("GET", "games"),
    request("GET", "drops"),
  ]);
  const entry = month.days.find((/** @type {any} */ one) => one.day === today);
  root.replaceChildren(
    h("h1", { class: "hidden" }, "numberdrop"),
    h(
      "div",
      { class: "cards" },
      todayCard(today, entry),
      newGame(),
      dropCard(drops),
      analysisCard(),
    ),
    goOn(games.games),
  );
  return () => {};
}

/**
 * @param {string} today
 * @param {any} entry
 */
function todayCard(today, entry) {
  const own = entry?.result;
  const said = own ? resultInWords(own) : entry?.game ? t("home.unfinished") : t("home.notyet");
  const action = own ? t("home.look") : entry?.game ? t("home.goon") : t("home.play");
  return h(
    "section",
    { class: "card is-today" },
    h("h2", {}, t("home.today")),
    h("p", { class: "big" }, day(today, { weekday: "long", day: "numeric", month: "long" })),
    entry?.difficulty &&
      h(
        "p",
        { class: "quiet" },
        t("home.difficulty", { word: t(`difficulty.${entry.difficulty}`) }),
      ),
    h("p", {}, said),
    h(
      "div",
      { class: "buttons" },
      h("a", { class: "button is-main", href: `#/day/${today}` }, action),
      h("a", { class: "button", href: `#/days/${today.slice(0, 7)}` }, t("home.calendar")),
      h("a", { class: "button", href: `#/print?puzzle=${today}` }, t("nav.print")),
    ),
  );
}

/**
 * A result of one's own: score, and medal where there is one.
 * @param {{score: number, medal: string | null}} result
 */
export function resultInWords({ score, medal }) {
  const points = tn("points", score);
  return medal ? t("home.result.medal", { points, medal: t(`medal.${medal}`) }) : points;
}

function newGame() {
  const fault = h("p", { role: "alert", class: "fault" });
  const seed = h("input", {
    id: "seed",
    inputmode: "numeric",
    autocomplete: "off",
    placeholder: t("home.seed.any"),
  });
  const variant = h(
    "select",
    { id: "variant" },
    ...["rulebook", "bga", "rulebook+slide", "bga+slide"].map((name) =>
      h("option", { value: name }, t(`variant.${name}`)),
    ),
  );
  const begin = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const typed = seed.value.trim();
      const asked = typed
        ? { seed: Number.isSafeInteger(Number(typed)) ? Number(typed) : typed }
        : {};
      const game = await request("POST", "games", {
        kind: "solo",
        variant: variant.value,
        ...asked,
      });
      location.hash = `#/game/${game.id}`;
    } catch (error) {
      fault.textContent = messageOf(error);
    }
  };
  return h(
    "section",
    { class: "card" },
    h("h2", {}, t("home.new")),
    h(
      "form",
      { class: "stack", onsubmit: begin },
      h("label", { for: "seed" }, t("home.seed")),
      seed,
      h("label", { for: "variant" }, t("variant")),
      variant,
      h("button", { type: "submit", class: "is-main" }, t("home.begin")),
      fault,
    ),
  );
}

/**
 * The drop problem of the day.
 * @param {{drops: any[], today: string}} problems
 */
function dropCard({ drops, today }) {
  const drop = drops.find((one) => one.name === today);
  return h(
    "section",
    { class: "card" },
    h("h2", {}, t("home.drop")),
    drop &&
      h("p", {}, t("drops.goal", { goal: number(drop.goal) }), ". ", tn("drops.rolls", drop.rolls)),
    h(
      "div",
      { class: "buttons" },
      drop &&
        h(
          "a",
          { class: "button is-main", href: `#/drop/${encodeURIComponent(drop.name)}` },
          t("home.drop.play"),
        ),
      h("a", { class: "button", href: "#/drops" }, t("home.drop.all")),
      drop &&
        h(
          "a",
          { class: "button", href: `#/print?drop=${encodeURIComponent(drop.name)}` },
          t("nav.print"),
        ),
    ),
  );
}

function analysisCard() {
  return h(
    "section",
    { class: "card" },
    h("h2", {}, t("nav.analysis")),
    h("p", {}, t("home.analysis")),
    h(
      "div",
      { class: "buttons" },
      h("a", { class: "button is-main", href: "#/analysis" }, t("home.enter")),
      h("a", { class: "button", href: "#/review" }, t("home.review")),
    ),
  );
}

/** @param {any[]} games the newest first */
function goOn(games) {
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
      game.turns > 0 && h("a", { class: "small", ...review }, t("nav.review")),
      h("button", { ...removal, onclick: remove }, "✕"),
    );
    return item;
  });
  list.append(...items);
  return list;
}
