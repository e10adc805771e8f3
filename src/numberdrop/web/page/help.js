// The help page: the rules in short, the pages, and the keys, which the terminal shares.

import { request } from "./api.js";
import { h } from "./dom.js";
import { repeatTour } from "./game/tour.js";
import { t } from "./i18n.js";
import { sheetGuide } from "./sheet-guide.js";

const PARTS = ["turn", "score", "end", "touch", "entry"];

/** @typedef {{action: string, group: string, keys: string[], takes: string[]}} Action */

/**
 * @param {HTMLElement} root
 * @returns {Promise<() => void>}
 */
export async function show(root) {
  /** @type {{keys: Action[]}} */
  const { keys } = await request("GET", "keys");
  const parts = PARTS.map((part) =>
    h(
      "section",
      { class: "card" },
      h("h2", {}, t(`help.${part}.title`)),
      h("p", {}, t(`help.${part}`)),
    ),
  );
  root.replaceChildren(
    h("h1", {}, t("help.title")),
    h("div", { class: "columns texts" }, ...parts),
    sheetGuide(),
    tourCard(),
    h("section", { class: "card" }, h("h2", {}, t("help.keys.title")), keyTable(keys)),
    h("p", { class: "quiet" }, t("help.unofficial")),
  );
  return () => {};
}

/** Creates the card that brings the tour of the first turn back. */
function tourCard() {
  const said = h("p", { role: "status", class: "quiet" });
  const onclick = () => {
    repeatTour();
    said.textContent = t("help.tour.set");
  };
  const button = h("button", { type: "button", onclick }, t("help.tour"));
  return h("section", { class: "card" }, button, said);
}

/**
 * Creates the table of keys by group, each with its action.
 * @param {Action[]} actions
 * @returns {HTMLElement}
 */
export function keyTable(actions) {
  const groups = [...new Set(actions.map((entry) => entry.group))];
  const parts = groups.map((name) => {
    const lines = actions.filter((entry) => entry.group === name).map(line);
    return h("div", {}, h("h3", {}, t(`keys.group.${name}`)), h("dl", { class: "keys" }, ...lines));
  });
  return h("div", { class: "columns" }, ...parts);
}

/** @param {Action} entry */
function line({ action, keys, takes }) {
  // Of a range of digits or letters, show only the first and the last.
  const shown = takes.length ? [keys[0], keys[keys.length - 1]] : keys;
  const names = shown.flatMap((key, at) => [
    at > 0 && (takes.length ? " – " : " "),
    h("kbd", {}, keyInWords(key)),
  ]);
  return h("div", {}, h("dt", {}, ...names), h("dd", {}, t(`keys.${action}`)));
}

/**
 * Returns the name of a key in the language of the page.
 * @param {string} key a value of KeyboardEvent.key, after `Control+` and `Shift+`
 */
export function keyInWords(key) {
  const named = (/** @type {string} */ part) =>
    part.length > 1
      ? t(`key.${part.toLowerCase()}`)
      : part === " "
        ? t("key.space")
        : part.toUpperCase();
  return key.split("+").map(named).join("+");
}
