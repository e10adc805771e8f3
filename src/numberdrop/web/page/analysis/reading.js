// What the program reads in a text, and where it finds fault.

import { send } from "../api.js";

/** The name of a cell within a sentence. */
const CELL = /\b[a-g](?:1[0-4]|[1-9])\b/g;

/**
 * What the program reads in a text; its refusal, or its silence, is an answer as well.
 * @param {string} text
 * @param {{position?: string, roll?: string, variant?: string}} [beside] what stands on the page
 * @returns {Promise<any>} with `error`, and `lines` where there are several, for a text refused
 */
export async function read(text, beside = {}) {
  const { roll, ...rest } = beside;
  const known = roll ? { ...rest, roll } : rest;
  try {
    return await (await send("POST", "read", { text, ...known })).json();
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * All that is wrong, or strange, in what was read, a sentence each; and the cells that these name.
 * @param {{error?: string, lines?: string[], problems?: string[]}} answer
 * @returns {{sentences: string[], cells: Set<string>}}
 */
export function faultsIn({ error, lines, problems }) {
  const sentences = error ? (lines ?? [error]) : (problems ?? []);
  return { sentences, cells: new Set(sentences.join(" ").match(CELL) ?? []) };
}
