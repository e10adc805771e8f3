// The high-score table and statistics.

import { request } from "./api.js";
import { h } from "./dom.js";
import { day, number, t } from "./i18n.js";
import { medal } from "./medals.js";
import { gameName, highScoreInWords, namesInWords } from "./names.js";
import { nextPuzzleInWords } from "./next-puzzle.js";
import { statisticsCard } from "./statistics.js";

/** The headings of the columns after the place. */
const HEADS = ["scores.name", "scores.score", "scores.helps", "scores.puzzle", "scores.day"];

/**
 * @param {HTMLElement} root
 * @returns {Promise<() => void>}
 */
export async function show(root) {
  const { results, streaks, statistics, high_scores } = await request("GET", "scores");
  const none = h(
    "p",
    { class: "card" },
    t("scores.none"),
    " ",
    h("a", { href: "#/" }, t("home.today")),
  );
  const next = h("p", { class: "quiet" }, nextPuzzleInWords());
  const timer = setInterval(() => next.replaceChildren(nextPuzzleInWords()), 30_000);
  const card = statisticsCard(statistics, streaks);
  root.replaceChildren(
    h("h1", {}, t("scores.title")),
    next,
    h(
      "div",
      { class: "scores" },
      card,
      results.length ? scoreTable(results) : none,
      rulebookList(high_scores, results[0]?.score ?? -Infinity),
    ),
    h("p", { class: "quiet" }, t("scores.what"), " ", card && t("scores.statistics.what")),
  );
  return () => clearInterval(timer);
}

/**
 * @param {{score: number, names: string[]}[]} lines the rulebook's high scores, highest first
 * @param {number} best the highest result, which has beaten the lower ones
 */
function rulebookList(lines, best) {
  const items = lines.map(({ score, names }) =>
    h("li", {}, highScoreInWords({ score, names }), score < best && ` ${t("scores.beaten")}`),
  );
  const next = lines.findLast(({ score }) => score >= best);
  const said = next && t("scores.next", { names: namesInWords(next.names) });
  return h(
    "section",
    { class: "card" },
    h("h2", {}, t("scores.rulebook")),
    said && h("p", {}, said),
    h("ul", {}, ...items),
  );
}

/** @param {any[]} results the highest first */
function scoreTable(results) {
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
      h(
        "td",
        { class: "name" },
        h("strong", { class: "score-of" }, number(result.score)),
        medal(result.medal),
      ),
      h("td", { class: "figure" }, result.helps ? number(result.helps) : "–"),
      h(
        "td",
        {},
        puzzleLink(result.puzzle),
        result.variant !== "rulebook" && ` (${t(`variant.${result.variant}`)})`,
      ),
      h("td", { class: "name" }, shortDay(result.day)),
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
        h(
          "th",
          { scope: "col", class: "figure" },
          h("span", { "aria-hidden": "true" }, "#"),
          h("span", { class: "hidden" }, t("scores.place")),
        ),
        ...HEADS.map((key) =>
          h("th", { scope: "col", class: key === "scores.helps" ? "figure" : "" }, t(key)),
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

/** Formats a day, with its year unless it is the current one. @param {string} iso */
function shortDay(iso) {
  const year = Number(iso.slice(0, 4)) === new Date().getFullYear() ? undefined : "numeric";
  return day(iso, { day: "numeric", month: "short", year });
}

/** Returns the name of a puzzle; a daily puzzle becomes a link to it. @param {string} name */
function puzzleLink(name) {
  if (!/^\d{4}-\d\d-\d\d$/.test(name))
    return gameName({ kind: name.startsWith("plain#") ? "solo" : "daily", puzzle: name });
  return h("a", { href: `#/day/${name}`, class: "name" }, shortDay(name));
}
