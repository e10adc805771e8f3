// The buttons of the game. Each names its action in `data-ask`, and one listener handles them all.

import { h } from "../dom.js";
import { t } from "../i18n.js";

/**
 * Creates a button for an action. patch() matches buttons by their first data attribute.
 * @param {string} action its name, and its value after a space
 * @param {Record<string, any>} attributes
 * @param {...import("../dom.js").Child} children
 */
export function actionButton(action, attributes, ...children) {
  return h("button", { ...attributes, type: "button", "data-ask": action }, ...children);
}

/**
 * Creates a button with an icon, for an action of the key table.
 * @param {string} action
 * @param {string | SVGElement} icon
 * @param {boolean} [isEnabled]
 */
export function iconButton(action, icon, isEnabled = true) {
  const label = t(`game.act.${action}`);
  const attributes = { "data-action": action, class: "tool", "aria-label": label, title: label };
  return actionButton(action, { ...attributes, disabled: !isEnabled }, icon);
}

/**
 * Creates a button with a text.
 * @param {string} action
 * @param {string} text
 * @param {Record<string, any>} [attributes]
 */
export function textButton(action, text, attributes = {}) {
  return actionButton(action, { "data-action": action, ...attributes }, text);
}
