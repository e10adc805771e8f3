// The action of a key at a stage of the turn, from the key table that the terminal shares.

import { h } from "../dom.js";
import { keyTable } from "../help.js";
import { t } from "../i18n.js";

/** @typedef {import("../help.js").Action & {stages: string[]}} Action */

/** Returns the key of an event as the table spells it. @param {KeyboardEvent} event */
function keyName(event) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const modifiers = [
    event.ctrlKey || event.metaKey ? "Control" : "",
    event.shiftKey ? "Shift" : "",
  ];
  // For a character, the effect of Shift is in the character itself.
  if (event.key.length === 1 && event.key !== " ") modifiers[1] = "";
  return [...modifiers.filter(Boolean), key].join("+");
}

/**
 * @param {Action[]} table
 * @param {string} stage
 * @param {KeyboardEvent} event
 * @returns {{action: string, value: string} | null}
 */
export function actionOf(table, stage, event) {
  if (event.altKey) return null;
  const key = keyName(event);
  for (const { action, keys, stages, takes } of table) {
    const at = keys.indexOf(key);
    if (at >= 0 && stages.includes(stage)) return { action, value: takes[at] ?? "" };
  }
  return null;
}

/**
 * Returns whether a key belongs to the focused element: a field, or a button that it presses.
 * @param {KeyboardEvent} event
 */
export function belongsToFocus({ target, key }) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("input, textarea, select, dialog")) return true;
  return (key === "Enter" || key === " ") && target.closest("button, a, summary") !== null;
}

/**
 * Shows all keys in a dialog.
 * @param {HTMLElement} root
 * @param {Action[]} table
 * @param {() => void} onClosed
 */
export function showKeys(root, table, onClosed) {
  const close = () => dialog.close();
  const title = t("help.keys.title");
  const dialog = h(
    "dialog",
    { class: "keys-dialog", "aria-label": title },
    h(
      "div",
      { class: "panel-head" },
      h("h2", {}, title),
      h("button", { type: "button", onclick: close }, t("game.close")),
    ),
    keyTable(table),
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    onClosed();
  });
  root.append(dialog);
  dialog.showModal();
}
