// The high-score table and streaks.

import { request } from "./api.js";
import { h } from "./dom.js";
import { day, number, t, tn } from "./i18n.js";

/** Heads of columns of figures. */
const FIGURES = ["scores.place", "scores.score", "scores.helps"];

/**
 * @param {HTMLElement} root
 * @returns {Promise<() => void>}
 */
export async function show(root) {
  const { results, streaks } = await request("GET", "scores");
  const none = h(
    "p",
    { class: "card" },
    t("scores.none"),
    " ",
    h("a", { href: "#/" }, t("home.today")),
  );
  root.replaceChildren(
    h("h1", {}, t("scores.title")),
    results.length ? table(results) : none,
    streakList(streaks),
    h("p", { class: "quiet" }, t("scores.what")),
  );
  return () => {};
}

/** @param {any[]} results the highest first */
function table(results) {
  const heads = [
    "scores.place",
    "scores.name",
    "scores.score",
    "scores.helps",
    "scores.medal",
    "scores.puzzle",
    "scores.day",
  ];
  const rows = results.map((result, at) =>
    h(
      "tr",
      {},
      h(
        "td",
        { class: "figure" },
        number(1 + results.findIndex((other) => other.score === result.score) || at + 1),
      ),
      h("th", { scope: "row" }, result.name),
      h("td", { class: "figure big" }, number(result.score)),
      h("td", { class: "figure" }, result.helps ? number(result.helps) : "–"),
      h("td", {}, result.medal ? t(`medal.${result.medal}`) : "–"),
      h(
        "td",
        { class: "name" },
        result.puzzle,
        result.variant !== "rulebook" && ` (${result.variant})`,
      ),
      h("td", { class: "name" }, day(result.day, { dateStyle: "short" })),
    ),
  );
  const body = h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ...heads.map((key) =>
          h("th", { scope: "col", class: FIGURES.includes(key) ? "figure" : "" }, t(key)),
        ),
      ),
    ),
    h("tbody", {}, ...rows),
  );
  return h(
    "div",
    { class: "wide", tabindex: 0, role: "region", "aria-label": t("scores.title") },
    body,
  );
}

/** @param {Record<string, {now: number, most: number}>} streaks days in a row, by name */
function streakList(streaks) {
  const long = Object.entries(streaks).filter(([, { most }]) => most > 0);
  const items = long.map(([name, { now, most }]) => {
    const longest = most > now && t("scores.longest", { n: number(most) });
    return h(
      "li",
      {},
      h("strong", {}, name),
      ` ${tn("scores.streak", now)}`,
      longest && `, ${longest}`,
    );
  });
  if (!items.length) return "";
  return h("section", { class: "card" }, h("h2", {}, t("scores.streaks")), h("ul", {}, ...items));
}
