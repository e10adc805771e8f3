// The action of a key at a stage of the turn, from the key table that the terminal shares.

import { h } from "../dom.js";
import { keyTable } from "../help.js";
import { t } from "../i18n.js";

/** @typedef {import("../help.js").Action & {stages: string[]}} Action */

/**
 * Returns the names that the table may have for the key of an event: by its character, then by the
 * place of a digit, whose keys give other characters without Shift on some keyboards, as in French.
 * Ctrl+Shift+Z is another Ctrl+Y.
 * @param {KeyboardEvent} event
 */
function keyNames(event) {
  const { key, code, shiftKey } = event;
  const control = event.ctrlKey || event.metaKey;
  const isCharacter = key.length === 1;
  // For a character alone, the effect of Shift is in the character itself.
  const hasShift = shiftKey && (!isCharacter || key === " " || control);
  const modifiers = [control && "Control", hasShift && "Shift"].filter(Boolean);
  const name = [...modifiers, isCharacter ? key.toLowerCase() : key].join("+");
  const names = [name === "Control+Shift+z" ? "Control+y" : name];
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  return digit && !control ? [...names, digit] : names;
}

/**
 * @param {Action[]} table
 * @param {string} stage
 * @param {KeyboardEvent} event
 * @returns {{action: string, value: string} | null}
 */
export function actionOf(table, stage, event) {
  if (event.altKey) return null;
  for (const name of keyNames(event))
    for (const { action, keys, stages, takes } of table) {
      const at = keys.indexOf(name);
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
