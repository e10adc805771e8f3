// Previews of the effect of a partial turn, requested once each and cached.

export class PreviewCache {
  /**
   * @param {import("./game-client.js").GameServer} server
   * @param {() => void} onReady called whenever a requested preview has arrived
   */
  constructor(server, onReady) {
    this.server = server;
    this.onReady = onReady;
    /** @type {Map<string, any>} */
    this.known = new Map();
    /** @type {object | null} */
    this.pending = null;
    this.isAsking = false;
  }

  /** Clears the cache, once the game has changed. */
  clear() {
    this.known.clear();
    this.pending = null;
  }

  /** Returns the cached moment for a question, or null. @param {object} question */
  get(question) {
    return this.known.get(JSON.stringify(question)) ?? null;
  }

  /**
   * Requests the moment for a question. Of several pending ones only the last is requested.
   * @param {object} question
   */
  request(question) {
    this.pending = this.get(question) ? null : question;
    if (!this.isAsking) this._run();
  }

  async _run() {
    this.isAsking = true;
    while (this.pending) {
      const question = this.pending;
      try {
        const moment = await this.server.question("moments", question);
        this.known.set(JSON.stringify(question), moment);
        if (this.pending === question) this.pending = null;
        this.onReady();
      } catch {
        // The turn has changed, or the program is offline; a failed preview needs no message.
        if (this.pending === question) this.pending = null;
      }
    }
    this.isAsking = false;
  }
}
