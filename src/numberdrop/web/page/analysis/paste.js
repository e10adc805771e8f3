// Whatever is pasted on the page of analysis: a position, a drawing, cells of a spreadsheet, turns,
// a roll, the record of a game, a link to a page of ours.

import { sentence, t } from "../i18n.js";
import { reviewText } from "../review/paste.js";
import { read } from "./reading.js";

/** Short texts without these go into the field they were pasted into, as anywhere. */
const SURELY_OURS = /[/\n\t{]|.{40}/s;

/**
 * @param {object} doors
 * @param {import("../router.js").Route} doors.route
 * @param {(position: string, beside: {roll?: string, variant?: string}) => void} doors.replace
 * @param {(roll: string) => void} doors.setRoll
 * @param {(position: string) => void} doors.played takes the position after turns
 * @param {() => Promise<object>} doors.beside what stands on the page, for read()
 * @param {(text: string) => void} doors.tell
 * @returns {AbortController} ends the listening
 */
export function onPaste({ route, replace, setRoll, played, beside, tell }) {
  const listening = new AbortController();

  /** @param {string} text */
  async function take(text) {
    const link = /#\/\S+/.exec(text.trim());
    if (link && /^\S+$/.test(text.trim())) {
      location.hash = link[0];
      return;
    }
    const answer = await read(text, await beside());
    if (answer.fault !== undefined) tell(answer.fault || answer.said.map(sentence).join(" "));
    else await follow(text, answer);
  }

  /**
   * @param {string} text
   * @param {any} found
   */
  async function follow(text, found) {
    if (found.record) await reviewText(text, route);
    else if (found.after) played(found.after);
    else if (found.position) replace(found.position, found);
    else if (found.roll) setRoll(found.roll);
    else if (found.is === "drop") route.go(`#/drop/${encodeURIComponent(found.puzzle)}`);
    else if (found.is === "puzzle") route.go(`#/day/${found.puzzle}`);
    tell(t("paste.read", { what: t(`paste.is.${found.is}`) }));
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
