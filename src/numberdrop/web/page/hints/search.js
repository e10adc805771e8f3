// The search for hints, for one question at a time.

import { messageOf, stream } from "../api.js";

/**
 * A roll for one sheet, or for one seat of a game of several players, given the `positions` of all
 * seats before this turn.
 * @typedef {{position?: string, positions?: string[], seat?: number, roll: string,
 *   variant: string}} Question
 */

export const LEVELS = ["fast", "strong", "deep"];
const TOP = 5;

/**
 * Returns the key of a question. A result is shown only while its key is that of the current
 * question.
 * @param {Question} question
 */
export function questionKey({ position, positions = [], seat = 0, roll, variant }) {
  return [position, ...positions, seat, roll, variant].join("|");
}

/**
 * Returns the sheet that a question is about.
 * @param {Question} question
 * @returns {string}
 */
export function sheetOf({ position, positions = [], seat = 1 }) {
  return position ?? positions[seat - 1] ?? "";
}

/**
 * @typedef {object} Found
 * @property {string} key of the question
 * @property {any} hint the latest hint; null before the first
 * @property {string | null} level of that hint
 * @property {number | null} queued the place in the queue; null if the search runs
 * @property {boolean} done
 * @property {string | null} error
 */

/**
 * Searches at rising levels, one question at a time. A new question ends the previous search.
 */
export class Search {
  /** @param {(found: Found) => void} onChange called for each new result */
  constructor(onChange) {
    this.onChange = onChange;
    /** @type {AbortController | null} */
    this.running = null;
    this.key = "";
  }

  /** Ends the search; `onChange` isn't called for it any more. */
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
    const key = questionKey(question);
    this.key = key;
    /** @type {Found} */
    let found = { key, hint: null, level: null, queued: null, done: false, error: null };
    const publish = (/** @type {Partial<Found>} */ news) => {
      if (this.running !== running) return;
      found = { ...found, ...news };
      this.onChange(found);
    };
    publish({});
    try {
      for await (const news of stream("hints", { ...question, levels, top: TOP }, running.signal)) {
        if (news.hint) publish({ hint: news.hint, level: news.level, queued: null });
        else if (news.queued !== undefined) publish({ queued: news.queued });
      }
      publish({ done: true });
    } catch (error) {
      publish({ done: true, error: messageOf(error) });
    }
  }
}
