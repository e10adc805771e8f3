// A search for hints: what has come in of it, for one position, roll and variant alone.

import { messageOf, stream } from "../api.js";

/**
 * A roll for one sheet, or at a table for one of the seats, whose sheets before this turn
 * `positions` are.
 * @typedef {{position?: string, positions?: string[], seat?: number, roll: string,
 *   variant: string}} Question
 */

export const LEVELS = ["fast", "strong", "deep"];
const TOP = 5;

/**
 * What names a question: an answer is shown only while its key is that of what stands on the page.
 * @param {Question} question
 */
export function keyOf({ position, positions = [], seat = 0, roll, variant }) {
  return [position, ...positions, seat, roll, variant].join("|");
}

/**
 * The sheet that a question is about.
 * @param {Question} question
 * @returns {string}
 */
export function sheetOf({ position, positions = [], seat = 1 }) {
  return position ?? positions[seat - 1] ?? "";
}

/**
 * @typedef {object} Found
 * @property {string} key the question that this answers
 * @property {any} hint the best answer so far, null before the first
 * @property {string | null} level of that answer
 * @property {number | null} queued the place in the queue, where there is one
 * @property {boolean} done
 * @property {string | null} error
 */

/**
 * Searches at rising levels, one question at a time: a new question ends the search before.
 */
export class Search {
  /** @param {(found: Found) => void} tell called whenever something has come in */
  constructor(tell) {
    this.tell = tell;
    /** @type {AbortController | null} */
    this.running = null;
    this.key = "";
  }

  /** Ends the search; nothing more of it is told. */
  stop() {
    this.running?.abort();
    this.running = null;
    this.key = "";
  }

  /**
   * @param {Question} question
   * @param {string[]} levels
   */
  async start(question, levels) {
    this.stop();
    const running = new AbortController();
    this.running = running;
    const key = keyOf(question);
    this.key = key;
    /** @type {Found} */
    let found = { key, hint: null, level: null, queued: null, done: false, error: null };
    const tell = (/** @type {Partial<Found>} */ news) => {
      if (this.running !== running) return;
      found = { ...found, ...news };
      this.tell(found);
    };
    tell({});
    try {
      for await (const news of stream("hints", { ...question, levels, top: TOP }, running.signal)) {
        if (news.hint) tell({ hint: news.hint, level: news.level, queued: null });
        else if (news.queued !== undefined) tell({ queued: news.queued });
      }
      tell({ done: true });
    } catch (error) {
      tell({ done: true, error: messageOf(error) });
    }
  }
}
