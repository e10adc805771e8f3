// The form that imports the record of a game, or a log of the online adaptation, pasted or from a
// file, and reviews it.

import { ApiError, messageOf, request } from "../api.js";
import { beginGame } from "../begin.js";
import { h } from "../dom.js";
import { t, translateSentence } from "../i18n.js";

/** @typedef {import("../router.js").Route} Route */

/**
 * Imports the record of a game from a text and opens its review.
 * @param {string} text
 * @param {Route} route of the view it was pasted into
 * @param {(id: string, notes: string[]) => void} [show] called in place of opening the review if
 *   there are notes: what a log doesn't show
 * @throws {Error} if the text is not a record or a log, or the program refuses it
 */
export async function reviewText(text, { isLeft, go }, show) {
  const log = logIn(text);
  const read = log ? await request("POST", "imports", { log }) : await readRecord(text);
  if (isLeft()) return;
  const game = await beginGame({ kind: "record", record: read.record });
  const notes = (log && read.said ? read.said : []).map(translateSentence);
  if (show && notes.length) show(game.id, notes);
  else go(`#/review/${game.id}`);
}

/** @param {string} text */
async function readRecord(text) {
  const read = await request("POST", "read", { text });
  if (!read.record) throw new Error(t("paste.norecord"));
  return read;
}

/**
 * Returns the log of the online adaptation in a text, or null for other texts.
 * @param {string} text
 * @returns {object | null}
 */
function logIn(text) {
  try {
    const read = JSON.parse(text);
    return read?.status !== undefined && read.format === undefined ? read : null;
  } catch {
    return null;
  }
}

/**
 * @param {HTMLElement} root
 * @param {Route} route
 * @returns {() => void}
 */
export function mountPaste(root, route) {
  const status = h("p", { role: "alert", class: "fault stack" });
  const note = h("p", { role: "status", class: "stack" });
  const area = h("textarea", { id: "record", rows: 10, spellcheck: "false", autocomplete: "off" });
  const showNotes = (/** @type {string} */ id, /** @type {string[]} */ notes) =>
    note.replaceChildren(
      ...notes.map((line) => h("span", {}, line)),
      h("a", { href: `#/review/${id}` }, t("paste.taken.review")),
    );
  const review = async (/** @type {string} */ text) => {
    status.replaceChildren();
    note.replaceChildren();
    try {
      await reviewText(text, route, showNotes);
    } catch (error) {
      const lines = error instanceof ApiError ? error.lines : [messageOf(error)];
      status.replaceChildren(...lines.map((/** @type {string} */ line) => h("span", {}, line)));
    }
  };
  const reviewFile = async (/** @type {File | undefined} */ chosen) =>
    chosen && review(await chosen.text());
  const file = h("input", { type: "file", accept: ".json,.jsonl,.txt", id: "record-file" });
  file.addEventListener("change", () => reviewFile(file.files?.[0]));
  area.addEventListener("paste", () => setTimeout(() => review(area.value)));
  const form = h(
    "form",
    {
      class: "card stack",
      onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), review(area.value)),
    },
    h("label", { for: "record" }, t("paste.record")),
    area,
    h("label", { for: "record-file" }, t("paste.file")),
    file,
    h("p", { class: "quiet" }, t("paste.log")),
    h("button", { type: "submit" }, t("paste.review")),
    status,
    note,
  );
  form.addEventListener("dragover", (event) => event.preventDefault());
  form.addEventListener("drop", (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    reviewFile(event.dataTransfer.files[0]);
  });
  root.replaceChildren(h("h1", {}, t("review.title")), form);
  area.focus();
  return () => {};
}
