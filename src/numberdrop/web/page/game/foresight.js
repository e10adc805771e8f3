// What a turn would come to before it is asked for: the program is asked, once for each turn.

import { request } from "../api.js";

export class Foresight {
  /** @param {() => void} came called whenever something asked for is there */
  constructor(came) {
    this.came = came;
    /** @type {Map<string, any>} */
    this.known = new Map();
    /** @type {object | null} */
    this.next = null;
    this.isAsking = false;
  }

  /** Forgets all: another moment has come. */
  clear() {
    this.known.clear();
    this.next = null;
  }

  /** The moment of a question, if it is known. @param {object} question */
  of(question) {
    return this.known.get(JSON.stringify(question)) ?? null;
  }

  /**
   * Sees to it that the moment of a question becomes known; of several that wait only the last.
   * @param {object} question
   */
  ask(question) {
    this.next = this.of(question) ? null : question;
    if (!this.isAsking) this._ask();
  }

  async _ask() {
    this.isAsking = true;
    while (this.next) {
      const question = this.next;
      try {
        const moment = await request("POST", "moments", question);
        this.known.set(JSON.stringify(question), moment);
        if (this.next === question) this.next = null;
        this.came();
      } catch {
        // The turn has gone on meanwhile, or the program is away: a preview is not worth a word.
        if (this.next === question) this.next = null;
      }
    }
    this.isAsking = false;
  }
}
