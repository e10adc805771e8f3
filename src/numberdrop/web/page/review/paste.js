// A finished game from elsewhere: pasted or chosen as a file, then reviewed.

import { Refusal, messageOf, request } from "../api.js";
import { beginGame } from "../begin.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";

/**
 * Reads the record of a game from a text and goes to its review.
 * @param {string} text
 * @throws {Error} the server's one line, or that this is no record
 */
export async function reviewText(text) {
  const read = await request("POST", "read", { text });
  if (!read.record) throw new Error(t("paste.norecord"));
  const game = await beginGame({ kind: "record", record: read.record });
  location.hash = `#/review/${game.id}`;
}

/**
 * @param {HTMLElement} root
 * @returns {() => void}
 */
export function mountPaste(root) {
  const status = h("p", { role: "alert", class: "fault stack" });
  const area = h("textarea", { id: "record", rows: 10, spellcheck: "false", autocomplete: "off" });
  const go = async (/** @type {string} */ text) => {
    try {
      await reviewText(text);
    } catch (error) {
      const lines = error instanceof Refusal ? error.lines : [messageOf(error)];
      status.replaceChildren(...lines.map((/** @type {string} */ line) => h("span", {}, line)));
    }
  };
  const file = h("input", { type: "file", accept: ".json,.jsonl,.txt", id: "record-file" });
  file.addEventListener("change", async () => file.files?.[0] && go(await file.files[0].text()));
  area.addEventListener("paste", () => setTimeout(() => go(area.value)));
  const form = h(
    "form",
    {
      class: "card stack",
      onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), go(area.value)),
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
