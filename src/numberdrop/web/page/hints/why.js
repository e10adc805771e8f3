// Why one turn is better than another, in the program's sentences.

import { messageOf, request } from "../api.js";
import { h } from "../dom.js";
import { t, translateSentence } from "../i18n.js";

/**
 * @typedef {{position: string, roll: string, variant: string, one: string, other: string}} Asked
 */

/** The answers so far, by question: a list is redrawn during a search. */
const known = /** @type {Map<string, Promise<string[]>>} */ (new Map());
/** The most answers kept. */
const MOST_KNOWN = 50;

/**
 * Returns the reasons as sentences, or the message of an error.
 * @param {Asked} asked
 * @returns {Promise<string[]>}
 */
function reasons(asked) {
  const key = JSON.stringify(asked);
  if (known.size > MOST_KNOWN) known.clear();
  const found =
    known.get(key) ??
    request("POST", "explain", asked).then(
      ({ said }) => said.map(translateSentence),
      (error) => {
        known.delete(key);
        return [messageOf(error)];
      },
    );
  known.set(key, found);
  return found;
}

/**
 * Creates a paragraph that is filled once the answer is there.
 * @param {string} heading
 * @param {Asked} asked
 */
export function whyText(heading, asked) {
  const paragraph = saidText(heading, [t("why.thinking")]);
  reasons(asked).then((sentences) => paragraph.replaceWith(saidText(heading, sentences)));
  return paragraph;
}

/**
 * Creates a paragraph of reasons.
 * @param {string} heading
 * @param {string[]} sentences
 */
export function saidText(heading, sentences) {
  const said = h("span", { role: "status" }, sentences.join("; "));
  return h("p", { class: "why" }, h("strong", {}, heading), " ", said);
}
