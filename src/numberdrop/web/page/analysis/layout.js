// Where everything stands on the page of analysis.

import { h } from "../dom.js";
import { t } from "../i18n.js";

/**
 * @typedef {object} Parts
 * @property {[HTMLElement, HTMLElement]} sheet the grid, and the keys for fingers
 * @property {HTMLElement[]} tools
 * @property {HTMLElement} combo what the chosen cells are
 * @property {HTMLElement[]} fields boxes and tiles
 * @property {HTMLElement[]} question turn and roll
 * @property {HTMLElement} variant
 * @property {HTMLElement} problems
 * @property {HTMLElement[]} ends where to go from here
 * @property {HTMLElement[]} played the turn that was played, and what is told
 * @property {HTMLElement} hints
 */

/**
 * @param {Parts} parts
 * @returns {HTMLElement[]}
 */
export function layout({ sheet: [grid, pad], tools, combo, hints, ...beside }) {
  const sheet = h(
    "section",
    { class: "card", "aria-label": t("analysis.sheet") },
    h("div", { class: "paper" }, grid),
    pad,
    h("div", { class: "buttons" }, ...tools),
    combo,
  );
  const fields = h(
    "section",
    { class: "card stack", "aria-label": t("analysis.beside") },
    ...beside.fields,
    h("div", { class: "fields" }, ...beside.question),
    h("div", { class: "field" }, h("label", { for: "variant" }, t("variant")), beside.variant),
    h("div", { class: "checks", role: "status" }, beside.problems),
    h("div", { class: "buttons" }, ...beside.ends),
    ...beside.played,
  );
  const how = h(
    "details",
    { class: "quiet how" },
    h("summary", {}, t("analysis.how")),
    h("p", {}, t("analysis.signs")),
  );
  return [
    h("h1", {}, t("analysis.title")),
    how,
    h("div", { class: "columns analysis" }, sheet, fields, hints),
  ];
}

/**
 * @param {string} key of its words
 * @param {() => void} press
 * @param {string} [name] of a class
 */
export function button(key, press, name) {
  return h("button", { type: "button", class: name, onclick: press }, t(key));
}
