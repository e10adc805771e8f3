// The calendar: a month of daily puzzles, with the player's results.

import { ApiError, messageOf, request } from "./api.js";
import { h } from "./dom.js";
import { resultInWords } from "./home.js";
import { day, number, t } from "./i18n.js";
import { medalSign } from "./medals.js";

/**
 * @typedef {object} Day
 * @property {string} day
 * @property {boolean} playable false before its day
 * @property {string | null} difficulty
 * @property {{score: number, proved: boolean} | null} best the best known score
 * @property {{score: number, medal: string | null} | null} result the player's own
 * @property {string | null} game the id of a game begun on it
 */

/** The days of a week from Monday, 2026-11-23; both languages' countries begin weeks on Monday. */
const WEEK = Array.from({ length: 7 }, (_, at) => `2026-11-${23 + at}`);

/**
 * @param {HTMLElement} root
 * @param {import("./router.js").Route} route parts[0]: a month, as 2026-11
 * @returns {Promise<() => void>}
 */
export async function show(root, { parts: [asked], go }) {
  const { today } = await request("GET", "");
  const month = asked ?? today.slice(0, 7);
  /** @type {{days: Day[]}} */
  const { days } = await request("GET", `days?month=${month}`);
  const title = day(month, { month: "long", year: "numeric" });
  const grid = monthGrid(days, today, title);
  root.replaceChildren(
    h("h1", {}, t("days.title")),
    h(
      "div",
      { class: "panel-head" },
      h(
        "a",
        { class: "button", href: `#/days/${addMonths(month, -1)}`, "aria-label": t("days.before") },
        "‹",
      ),
      h("h2", {}, title),
      month < today.slice(0, 7)
        ? h(
            "a",
            {
              class: "button",
              href: `#/days/${addMonths(month, 1)}`,
              "aria-label": t("days.after"),
            },
            "›",
          )
        : h("span", { class: "button away" }, "›"),
    ),
    grid,
    h("p", { class: "quiet" }, t("days.legend")),
    nameForm(go),
  );
  return () => {};
}

/**
 * @param {string} month
 * @param {number} months
 */
function addMonths(month, months) {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
}

/** @param {string} iso */
const weekday = (iso) => (new Date(`${iso}T00:00:00Z`).getUTCDay() + 6) % 7;

/**
 * @param {Day[]} days
 * @param {string} today
 * @param {string} title
 */
function monthGrid(days, today, title) {
  const blanks = Array.from({ length: weekday(days[0].day) }, () => h("td"));
  const cells = [...blanks, ...days.map((one) => dayCell(one, today))];
  while (cells.length % 7) cells.push(h("td"));
  const rows = [];
  for (let at = 0; at < cells.length; at += 7) rows.push(h("tr", {}, ...cells.slice(at, at + 7)));
  const heads = WEEK.map((iso) =>
    h("th", { scope: "col", abbr: day(iso, { weekday: "long" }) }, day(iso, { weekday: "short" })),
  );
  const table = h(
    "table",
    { class: "month", "aria-label": title },
    h("thead", {}, h("tr", {}, ...heads)),
    h("tbody", {}, ...rows),
  );
  table.addEventListener("keydown", (event) => moveFocus(table, event));
  return table;
}

/**
 * @param {Day} one
 * @param {string} today
 */
function dayCell(one, today) {
  const dayNumber = String(Number(one.day.slice(8)));
  if (!one.playable)
    return h("td", { class: "is-later" }, h("span", { class: "day-number" }, dayNumber));
  const labels = [
    day(one.day),
    one.difficulty && t(`difficulty.${one.difficulty}`),
    one.result ? resultInWords(one.result) : one.game ? t("home.begun") : t("days.new"),
    one.best &&
      t(one.best.proved ? "days.best.proved" : "days.best", { score: number(one.best.score) }),
  ];
  const medal = one.result?.medal ?? null;
  return h(
    "td",
    { class: one.day === today ? "is-today" : "" },
    h(
      "a",
      {
        href: `#/day/${one.day}`,
        "data-day": one.day,
        "aria-label": labels.filter(Boolean).join(", "),
        "aria-current": one.day === today ? "date" : null,
        class: `day${medal ? ` has-${medal}` : ""}`,
      },
      h("span", { class: "day-number" }, dayNumber),
      h(
        "span",
        { class: "day-own" },
        one.result ? `${medalSign(medal)}${number(one.result.score)}` : one.game ? "…" : "",
      ),
      h(
        "span",
        { class: "day-best" },
        one.best ? `${one.best.proved ? "=" : "≥"}${number(one.best.score)}` : "",
      ),
      one.difficulty && h("span", { class: "day-difficulty" }, t(`difficulty.${one.difficulty}`)),
    ),
  );
}

/** The days by which each key moves the focus. @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7, Home: -31, End: 31 };

/**
 * Moves the focus between days.
 * @param {HTMLTableElement} table
 * @param {KeyboardEvent} event
 */
function moveFocus(table, event) {
  const links = [...table.querySelectorAll("a")];
  const at = links.findIndex((link) => link === document.activeElement);
  if (!(event.key in STEPS) || at < 0) return;
  event.preventDefault();
  const to = at + STEPS[event.key];
  const isToEdge = Math.abs(STEPS[event.key]) > 7;
  (links[to] ?? (isToEdge ? links.at(to < 0 ? 0 : -1) : links[at]))?.focus();
}

/**
 * Creates the form that opens a puzzle by name: a day, a number such as #6, a drop problem, a
 * recipe, or written-out dice.
 * @param {import("./router.js").Go} go
 */
function nameForm(go) {
  const field = h("input", {
    id: "by-name",
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
  });
  const fault = h("p", { role: "alert", class: "fault" });
  const play = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const read = await request("POST", "read", { text: field.value });
      if (!read.puzzle) throw new Error(t("days.noname"));
      const room = read.is === "drop" ? "drop" : "day";
      go(`#/${room}/${encodeURIComponent(read.puzzle)}`);
    } catch (error) {
      const isUnknown = error instanceof ApiError && error.code === "pasted.expected";
      fault.textContent = isUnknown ? t("days.noname") : messageOf(error);
    }
  };
  const label = h("label", { for: "by-name" }, t("days.byname"));
  const button = h("button", { type: "submit" }, t("home.play"));
  return h("form", { class: "card stack", onsubmit: play }, label, field, button, fault);
}
