// The layout of the analysis view.

import { h } from "../dom.js";
import { t } from "../i18n.js";

/**
 * @typedef {object} Parts
 * @property {[HTMLElement, HTMLElement]} sheet the grid and the touch keyboard
 * @property {HTMLElement[]} tools
 * @property {HTMLElement} combo the line that identifies the chosen cells
 * @property {HTMLElement[]} fields boxes and tiles
 * @property {HTMLElement[]} question turn and roll
 * @property {HTMLElement} variant
 * @property {HTMLElement} problems
 * @property {HTMLElement[]} ends buttons that lead on from here
 * @property {HTMLElement[]} played the field for the turn played, and the status
 * @property {HTMLElement} hints
 */

/**
 * @param {Parts} parts
 * @returns {HTMLElement[]}
 */
export function layout({ sheet: [grid, pad], tools, combo, hints, ...rest }) {
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
    ...rest.fields,
    h("div", { class: "fields" }, ...rest.question),
    h("div", { class: "field" }, h("label", { for: "variant" }, t("variant")), rest.variant),
    h("div", { class: "checks", role: "status" }, rest.problems),
    h("div", { class: "buttons" }, ...rest.ends),
    ...rest.played,
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
 * Creates a button.
 * @param {string} key translation key of its text
 * @param {() => void} press
 * @param {string} [name] its class
 */
export function button(key, press, name) {
  return h("button", { type: "button", class: name, onclick: press }, t(key));
}
