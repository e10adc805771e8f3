// Pasting on the analysis view: a position, a drawing, spreadsheet cells, turns, a roll, the record
// of a game, or a link to one of our views.

import { translateSentence, t } from "../i18n.js";
import { reviewText } from "../review/paste.js";
import { readText } from "./read-text.js";

/** Matches texts in our formats; other short texts stay in the field they are pasted into. */
const OUR_FORMATS = /[/\n\t{]|.{40}/s;

/**
 * Listens for pasted texts.
 * @param {object} options
 * @param {import("../router.js").Route} options.route
 * @param {(position: string, others: {roll?: string, variant?: string}) => void} options.replace
 * @param {(roll: string) => void} options.setRoll
 * @param {(position: string) => void} options.setPosition called with the position after turns
 * @param {() => Promise<object>} options.context returns the context for readText()
 * @param {(text: string) => void} options.showStatus
 * @returns {AbortController} stops listening
 */
export function onPaste({ route, replace, setRoll, setPosition, context, showStatus }) {
  const listening = new AbortController();

  /** @param {string} text */
  async function take(text) {
    const link = /#\/\S+/.exec(text.trim());
    if (link && /^\S+$/.test(text.trim())) {
      const fault = await faultOfLink(link[0]);
      if (fault) showStatus(fault);
      else location.hash = link[0];
      return;
    }
    const answer = await readText(text, await context());
    if (answer.fault !== undefined)
      showStatus(answer.fault || answer.said.map(translateSentence).join(" "));
    else await follow(text, answer);
  }

  /**
   * Returns what is wrong with the position in a link to this view, which would replace the sheet.
   * @param {string} link
   */
  async function faultOfLink(link) {
    const [path, query] = link.split("?");
    const position = new URLSearchParams(query).get("p");
    if (path !== "#/analysis" || !position) return "";
    const answer = await readText(position);
    if (answer.position) return "";
    return answer.fault || answer.said?.map(translateSentence).join(" ") || "";
  }

  /**
   * @param {string} text
   * @param {any} found
   */
  async function follow(text, found) {
    if (found.record) await reviewText(text, route);
    else if (found.after) setPosition(found.after);
    else if (found.position) replace(found.position, found);
    else if (found.roll) setRoll(found.roll);
    else if (found.is === "drop") route.go(`#/drop/${encodeURIComponent(found.puzzle)}`);
    else if (found.is === "puzzle") route.go(`#/day/${found.puzzle}`);
    showStatus(t("paste.read", { what: t(`paste.is.${found.is}`) }));
  }

  document.addEventListener(
    "paste",
    (event) => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      const isField =
        event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      if (!text.trim() || (isField && !OUR_FORMATS.test(text))) return;
      event.preventDefault();
      take(text).catch((fault) => showStatus(fault.message));
    },
    { signal: listening.signal },
  );
  return listening;
}
