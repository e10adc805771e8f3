// What the program reads in a text, and where it finds fault.

import { Refusal, come, messageOf, send } from "../api.js";
import { sentence } from "../i18n.js";

/** @typedef {import("../i18n.js").Sentence} Sentence */

/**
 * What the program reads in a text; its refusal, or its silence, is an answer as well.
 * @param {string} text
 * @param {{position?: string, roll?: string, variant?: string}} [beside] what stands on the page
 * @returns {Promise<any>} with `said` and `fault` for a text refused
 */
export async function read(text, beside = {}) {
  const { roll, ...rest } = beside;
  const known = roll ? { ...rest, roll } : rest;
  try {
    const response = await send("POST", "read", { text, ...known });
    const answer = await come(response.json());
    return response.ok ? answer : { ...answer, fault: faultOf(response.status, answer) };
  } catch (error) {
    return { fault: messageOf(error), said: [{ text: messageOf(error) }] };
  }
}

/**
 * What is wrong with a text; "" where it is nothing that is known, and the field says what it takes.
 * @param {number} status
 * @param {any} answer
 */
function faultOf(status, answer) {
  const refusal = new Refusal(status, answer);
  return refusal.code === "pasted.expected" ? "" : refusal.message;
}

/**
 * All that is wrong, or strange, in what was read, a sentence each; and the cells that these name.
 * @param {{said?: Sentence[]}} answer
 * @returns {{sentences: string[], cells: Set<string>}}
 */
export function faultsIn({ said = [] }) {
  return { sentences: said.map(sentence), cells: new Set(said.flatMap(cellsIn)) };
}

/**
 * @param {Sentence} said
 * @returns {string[]}
 */
function cellsIn({ fields = {} }) {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (Array.isArray(value) || typeof value === "number") return [];
    if (typeof value === "string") return name === "cell" ? [value] : [];
    return cellsIn(value);
  });
}
