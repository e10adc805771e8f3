// The statistics of a player: figures, medals, and the number of games in each range of scores.

import { h, s } from "./dom.js";
import { number, t, tn } from "./i18n.js";
import { medal } from "./medals.js";
import { savedName } from "./saved-name.js";

/**
 * The statistics of a name.
 * @typedef {object} Statistics
 * @property {number} games
 * @property {number} average
 * @property {number} best
 * @property {Record<string, number>} medals
 * @property {{from: number, to: number, games: number}[]} histogram
 */
/** @typedef {{now: number, most: number}} Streak in days */

/**
 * Creates the card of statistics; with several names it has a button for each.
 * @param {Record<string, Statistics>} statistics by name
 * @param {Record<string, Streak>} streaks by name
 */
export function statisticsCard(statistics, streaks) {
  const names = Object.keys(statistics).sort(
    (one, other) => statistics[other].games - statistics[one].games,
  );
  if (!names.length) return null;
  const first = names.find((name) => name === savedName()) ?? names[0];
  const buttons = names.map((name) =>
    h("button", { type: "button", class: "small", onclick: () => choose(name) }, name),
  );
  const shown = h("div", { class: "statistics" });
  /** @param {string} chosen */
  function choose(chosen) {
    for (const [at, button] of buttons.entries())
      button.setAttribute("aria-pressed", String(names[at] === chosen));
    shown.replaceChildren(...figures(statistics[chosen], streaks[chosen]));
  }
  choose(first);
  const group = { class: "buttons", role: "group", "aria-label": t("scores.name") };
  return h(
    "section",
    { class: "card figures" },
    h("h2", {}, t("scores.statistics")),
    names.length > 1 && h("div", group, ...buttons),
    shown,
  );
}

/**
 * @param {Statistics} statistics
 * @param {Streak} streak
 */
function figures({ games, average, best, medals, histogram }, streak) {
  const pairs = [
    [t("scores.games"), number(games)],
    [t("scores.average"), number(average, 1)],
    [t("scores.best"), number(best)],
    [t("scores.streak.now"), tn("scores.streak", streak.now)],
    [t("scores.streak.most"), tn("scores.streak", streak.most)],
  ];
  const won = Object.entries(medals).map(([name, count]) =>
    h("li", {}, medal(name), ` ${t("scores.times", { n: number(count) })}`),
  );
  return [
    h("dl", {}, ...pairs.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))),
    won.length > 0 && h("ul", { class: "medals", "aria-label": t("scores.medals") }, ...won),
    histogramTable(histogram),
  ].filter((one) => one !== false);
}

/** @param {Statistics["histogram"]} histogram */
function histogramTable(histogram) {
  const most = Math.max(...histogram.map(({ games }) => games));
  const rows = histogram.map(({ from, to, games }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, t("scores.range", { from: number(from), to: number(to) })),
      h("td", { class: "bar" }, bar(games / most)),
      h("td", { class: "figure" }, number(games)),
    ),
  );
  return h(
    "table",
    { class: "histogram" },
    h("caption", {}, t("scores.histogram")),
    h("tbody", {}, ...rows),
  );
}

/** Draws a bar. @param {number} length 0 to 1 */
function bar(length) {
  const frame = { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" };
  return s("svg", frame, s("rect", { width: 100 * length, height: 10 }));
}
