// Buttons of the game: what each asks for stands in it; one listener of the view hears them all.

import { h } from "../dom.js";
import { t } from "../i18n.js";

/**
 * A button that asks for an action; the first name of `given` is the one it is known by.
 * @param {string} ask the action, and after a space its value
 * @param {Record<string, any>} given
 * @param {...import("../dom.js").Child} children
 */
export function asking(ask, given, ...children) {
  return h("button", { ...given, type: "button", "data-ask": ask }, ...children);
}

/**
 * A button for an action of the table of keys.
 * @param {string} action
 * @param {string | SVGElement} sign what it shows
 * @param {boolean} [is] whether it can be done now
 */
export function tool(action, sign, is = true) {
  const label = t(`game.act.${action}`);
  const given = { "data-action": action, class: "tool", "aria-label": label, title: label };
  return asking(action, { ...given, disabled: !is }, sign);
}

/**
 * A button with words.
 * @param {string} action
 * @param {string} words
 * @param {Record<string, any>} [given]
 */
export function worded(action, words, given = {}) {
  return asking(action, { "data-action": action, ...given }, words);
}
