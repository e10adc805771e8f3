// Whatever is pasted on the page of analysis: a position, a drawing, cells of a spreadsheet, turns,
// a roll, the record of a game, a link to a page of ours.

import { request } from "../api.js";
import { t } from "../i18n.js";
import { reviewText } from "../review/paste.js";

/** Short texts without these go into the field they were pasted into, as anywhere. */
const SURELY_OURS = /[/\n\t{]|.{40}/s;

/**
 * @param {object} doors
 * @param {(position: string, beside: {roll?: string, variant?: string}) => void} doors.replace
 * @param {(roll: string) => void} doors.setRoll
 * @param {(position: string) => void} doors.played takes the position after turns
 * @param {() => string} doors.position that stands on the page
 * @param {(text: string) => void} doors.tell
 * @returns {AbortController} ends the listening
 */
export function onPaste({ replace, setRoll, played, position, tell }) {
  const listening = new AbortController();

  /** @param {string} text */
  async function take(text) {
    const link = /#\/\S+/.exec(text.trim());
    if (link && /^\S+$/.test(text.trim())) {
      location.hash = link[0];
      return;
    }
    const read = await request("POST", "read", { text, position: position() });
    if (read.record) await reviewText(text);
    else if (read.after) played(read.after);
    else if (read.position) replace(read.position, read);
    else if (read.roll) setRoll(read.roll);
    else if (read.is === "drop") location.hash = `#/drop/${encodeURIComponent(read.puzzle)}`;
    else if (read.is === "puzzle") location.hash = `#/day/${read.puzzle}`;
    tell(t("paste.read", { what: t(`paste.is.${read.is}`) }));
  }

  document.addEventListener(
    "paste",
    (event) => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      const isField =
        event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      if (!text.trim() || (isField && !SURELY_OURS.test(text))) return;
      event.preventDefault();
      take(text).catch((fault) => tell(fault.message));
    },
    { signal: listening.signal },
  );
  return listening;
}
