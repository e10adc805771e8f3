// The card of today's puzzle.

import { h } from "./dom.js";
import { shapePicture } from "./game/shapes.js";
import { day, number, t, tn } from "./i18n.js";
import { medal } from "./medals.js";
import { nextPuzzleInWords } from "./next-puzzle.js";
import { LETTERS } from "./notation.js";

/**
 * Creates the card.
 * @param {any} puzzle
 * @param {any} entry its day in the calendar, or null if that isn't known yet
 */
export function todayCard(puzzle, entry) {
  const { puzzle: today, tiles, targets } = puzzle;
  const own = entry?.result;
  const action = own ? t("home.look") : entry?.game ? t("home.goon") : t("home.play");
  let state = entry?.game ? t("home.unfinished") : t("home.notyet");
  if (!entry) state = "\u00a0";
  const outcome = own ? [h("strong", {}, tn("points", own.score)), " ", medal(own.medal)] : [state];
  return h(
    "section",
    { class: "card is-today" },
    h("h2", {}, t("home.today")),
    h("p", { class: "big" }, day(today, { weekday: "long", day: "numeric", month: "long" })),
    dealPicture(tiles),
    h("p", { class: "quiet" }, targetsInWords(entry, targets)),
    h("p", {}, ...outcome),
    h("p", { class: "quiet", "data-next": true }, nextPuzzleInWords()),
    h(
      "div",
      { class: "buttons" },
      h("a", { class: "button is-main", href: `#/day/${today}` }, action),
      h("a", { class: "button", href: `#/days/${today.slice(0, 7)}` }, t("home.calendar")),
      h("a", { class: "button", href: `#/print?puzzle=${today}` }, t("nav.print")),
    ),
  );
}

/** Draws the tiles of a puzzle at the start. @param {string[]} tiles */
function dealPicture(tiles) {
  const label = tiles.map((shape, at) => t("tile.shape", { letter: LETTERS[at], shape }));
  const pictures = tiles.map((shape, at) =>
    h("span", {}, h("span", { class: "deal-letter" }, LETTERS[at]), shapePicture(shape, 11)),
  );
  return h("div", { class: "deal", role: "img", "aria-label": label.join(", ") }, ...pictures);
}

/**
 * Describes the difficulty of a puzzle and the points for its medals.
 * @param {any} entry
 * @param {Record<string, number>} targets
 */
function targetsInWords(entry, targets) {
  const word = entry?.difficulty && t(`difficulty.${entry.difficulty}`);
  const medals = Object.entries(targets).map(
    ([name, points]) => `${t(`medal.${name}`)} ${number(points)}`,
  );
  return [word && t("home.difficulty", { word }), ...medals].filter(Boolean).join(" · ");
}
