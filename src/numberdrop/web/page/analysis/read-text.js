// Recognising texts with the program, and the problems that it finds in them.

import { ApiError, orOffline, messageOf, send } from "../api.js";
import { translateSentence } from "../i18n.js";

/** @typedef {import("../i18n.js").Sentence} Sentence */

/**
 * Recognises a text. An error response or a missing one is returned, not thrown.
 * @param {string} text
 * @param {{position?: string, roll?: string, variant?: string}} [context] shown on the page
 * @returns {Promise<any>} the response; for an error with `said` and `fault`
 */
export async function readText(text, context = {}) {
  const { roll, ...rest } = context;
  const known = roll ? { ...rest, roll } : rest;
  try {
    const response = await send("POST", "read", { text, ...known });
    const answer = await orOffline(response.json());
    return response.ok ? answer : { ...answer, fault: faultMessage(response.status, answer) };
  } catch (error) {
    return { fault: messageOf(error), said: [{ text: messageOf(error) }] };
  }
}

/**
 * Returns the error message; "" if the text has no known format, since the field then shows its own
 * message.
 * @param {number} status
 * @param {any} answer
 */
function faultMessage(status, answer) {
  const refusal = new ApiError(status, answer);
  return refusal.code === "pasted.expected" ? "" : refusal.message;
}

/**
 * Returns the problems in a recognised text, one sentence each, and the cells that they name.
 * @param {{said?: Sentence[]}} answer
 * @returns {{sentences: string[], cells: Set<string>}}
 */
export function problemsOf({ said = [] }) {
  return { sentences: said.map(translateSentence), cells: new Set(said.flatMap(namedCells)) };
}

/**
 * @param {Sentence} said
 * @returns {string[]}
 */
function namedCells({ fields = {} }) {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (Array.isArray(value) || typeof value === "number") return [];
    if (typeof value === "string") return name === "cell" ? [value] : [];
    return namedCells(value);
  });
}
