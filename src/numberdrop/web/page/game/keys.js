// What a key does at a stage of the turn, by the table that the terminal has too.

import { h } from "../dom.js";
import { keyTable } from "../help.js";
import { t } from "../i18n.js";

/** @typedef {import("../help.js").Action & {stages: string[]}} Action */

/** As the table spells a key. @param {KeyboardEvent} event */
function spelt(event) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const held = [event.ctrlKey || event.metaKey ? "Control" : "", event.shiftKey ? "Shift" : ""];
  // What Shift makes of a sign is in the sign itself.
  if (event.key.length === 1 && event.key !== " ") held[1] = "";
  return [...held.filter(Boolean), key].join("+");
}

/**
 * @param {Action[]} table
 * @param {string} stage
 * @param {KeyboardEvent} event
 * @returns {{action: string, value: string} | null}
 */
export function actionOf(table, stage, event) {
  if (event.altKey) return null;
  const key = spelt(event);
  for (const { action, keys, stages, takes } of table) {
    const at = keys.indexOf(key);
    if (at >= 0 && stages.includes(stage)) return { action, value: takes[at] ?? "" };
  }
  return null;
}

/**
 * Whether a key belongs to what has the focus: a field, or a button that it presses.
 * @param {KeyboardEvent} event
 */
export function isTaken({ target, key }) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("input, textarea, select, dialog")) return true;
  return (key === "Enter" || key === " ") && target.closest("button, a, summary") !== null;
}

/**
 * Shows all keys in a window of the page.
 * @param {HTMLElement} root
 * @param {Action[]} table
 * @param {() => void} closed
 */
export function showKeys(root, table, closed) {
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
    closed();
  });
  root.append(dialog);
  dialog.showModal();
}
