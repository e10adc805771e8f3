// The form that imports the record of a game, pasted or from a file, and reviews it.

import { ApiError, messageOf, request } from "../api.js";
import { beginGame } from "../begin.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";

/** @typedef {import("../router.js").Route} Route */

/**
 * Imports the record of a game from a text and opens its review.
 * @param {string} text
 * @param {Route} route of the view it was pasted into
 * @throws {Error} if the text is not a record, or the program refuses it
 */
export async function reviewText(text, { isLeft, go }) {
  const read = await request("POST", "read", { text });
  if (!read.record) throw new Error(t("paste.norecord"));
  if (isLeft()) return;
  const game = await beginGame({ kind: "record", record: read.record });
  go(`#/review/${game.id}`);
}

/**
 * @param {HTMLElement} root
 * @param {Route} route
 * @returns {() => void}
 */
export function mountPaste(root, route) {
  const status = h("p", { role: "alert", class: "fault stack" });
  const area = h("textarea", { id: "record", rows: 10, spellcheck: "false", autocomplete: "off" });
  const review = async (/** @type {string} */ text) => {
    try {
      await reviewText(text, route);
    } catch (error) {
      const lines = error instanceof ApiError ? error.lines : [messageOf(error)];
      status.replaceChildren(...lines.map((/** @type {string} */ line) => h("span", {}, line)));
    }
  };
  const file = h("input", { type: "file", accept: ".json,.jsonl,.txt", id: "record-file" });
  file.addEventListener(
    "change",
    async () => file.files?.[0] && review(await file.files[0].text()),
  );
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
    h("button", { type: "submit" }, t("paste.review")),
    status,
  );
  root.replaceChildren(h("h1", {}, t("review.title")), form);
  area.focus();
  return () => {};
}
