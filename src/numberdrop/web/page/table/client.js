// The client of a table: requests with the token of a seat or a host, and what changes there.

import { ApiError, OfflineError, orOffline } from "../api.js";

const API = "api/v1/tables";
/** Milliseconds between two requests that show that somebody is here. */
const PRESENCE = 15_000;
/** Milliseconds after which a stream without a sign of life counts as dead. */
const SILENCE = 12_000;
/** Milliseconds before a lost stream is opened again, and between two polls without streams. */
const [REOPEN, POLL] = [700, 1500];
/** The streams that may bring nothing before the table is polled instead. */
const MOST_FAILURES = 2;

/**
 * @typedef {object} TableListeners
 * @property {(view: any) => void} onView called with each new document of the table
 * @property {(error: ApiError) => void} onGone called once, if there is nothing here for this
 *   client any more
 * @property {(isOffline: boolean) => void} onOffline called when the program stops or resumes
 *   responding
 */

export class TableClient {
  /**
   * @param {string} code
   * @param {string} [token] of a seat or the host; without it, the client looks on
   */
  constructor(code, token = "") {
    this.code = code;
    this.token = token;
    /** The latest document. @type {any} */
    this.view = null;
    this.isClosed = false;
    this.isOffline = false;
    /** The streams that have brought nothing. */
    this.failures = 0;
    /** @type {AbortController | null} */
    this.stream = null;
  }

  /** @param {string} path @param {RequestInit} [more] @returns {Promise<Response>} */
  fetch(path, more = {}) {
    /** @type {Record<string, string>} */
    const headers = this.token ? { authorization: `Bearer ${this.token}` } : {};
    if (more.body) headers["content-type"] = "application/json";
    return fetch(`${API}/${this.code}${path}`, { ...more, headers });
  }

  /**
   * Sends a request, and returns the document of the response.
   * @param {string} method
   * @param {string} path below that of the table
   * @param {object} [body]
   * @returns {Promise<any>}
   * @throws {ApiError} for an error response
   */
  async ask(method, path, body) {
    const sent = { method, body: body && JSON.stringify(body) };
    const response = await orOffline(this.fetch(path, sent));
    const answer = response.status === 204 ? null : await orOffline(response.json());
    if (!response.ok) throw new ApiError(response.status, answer);
    return answer;
  }

  /** Returns the table as it is now. */
  async look() {
    this.view = await this.ask("GET", "");
    return this.view;
  }

  /** Follows the table until the client is closed. @param {TableListeners} listeners */
  follow(listeners) {
    this.listeners = listeners;
    this.timer = setInterval(() => this.poll(), PRESENCE);
    // A phone that slept has a dead stream, and has missed something.
    this.wake = () => {
      if (document.hidden) return;
      this.stream?.abort();
      this.poll();
    };
    document.addEventListener("visibilitychange", this.wake);
    addEventListener("online", this.wake);
    this._run();
  }

  close() {
    this.isClosed = true;
    this.stream?.abort();
    clearInterval(this.timer);
    if (!this.wake) return;
    document.removeEventListener("visibilitychange", this.wake);
    removeEventListener("online", this.wake);
  }

  /** Asks for the table once, and shows it. */
  async poll() {
    try {
      this.show(await this.ask("GET", ""));
    } catch (error) {
      if (error instanceof OfflineError) this._setOffline(true);
      else if (error instanceof ApiError && [403, 404].includes(error.status)) this._end(error);
    }
  }

  /** @param {any} view */
  show(view) {
    if (this.isClosed) return;
    this._setOffline(false);
    // The links and the picture of the code come only when they are asked for.
    const { links = this.view?.links, qr = this.view?.qr } = view;
    this.view = { ...view, links, qr };
    this.listeners?.onView(this.view);
  }

  async _run() {
    while (!this.isClosed) {
      if (this.failures < MOST_FAILURES) await this._readEvents();
      await new Promise((resolve) =>
        setTimeout(resolve, this.failures < MOST_FAILURES ? REOPEN : POLL),
      );
      if (!this.isClosed) await this.poll();
    }
  }

  /** Reads the stream until it ends, or nothing has come for long. */
  async _readEvents() {
    const stream = new AbortController();
    this.stream = stream;
    let timer = setTimeout(() => stream.abort(), SILENCE);
    let hasNews = false;
    try {
      const { body, ok } = await this.fetch("/events", { signal: stream.signal });
      if (!ok || !body) return;
      const reader = body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        clearTimeout(timer);
        timer = setTimeout(() => stream.abort(), SILENCE);
        const events = (rest + value).split("\n\n");
        rest = events.pop() ?? "";
        for (const event of events) hasNews = this._take(event) || hasNews;
      }
    } catch {
      // The program has ended, or the phone slept: the next poll says which.
    } finally {
      clearTimeout(timer);
      // A stream that this client itself has ended says nothing about the network.
      if (hasNews) this.failures = 0;
      else if (!this.isOffline && !document.hidden) this.failures += 1;
    }
  }

  /** Takes an event, and returns whether it had the table. @param {string} event */
  _take(event) {
    const data = event.match(/^event: table\ndata: (.*)$/s)?.[1];
    if (data) this.show(JSON.parse(data));
    return Boolean(data);
  }

  /** @param {ApiError} error */
  _end(error) {
    if (this.isClosed) return;
    this.close();
    this.listeners?.onGone(error);
  }

  /** @param {boolean} isOffline */
  _setOffline(isOffline) {
    if (isOffline === this.isOffline) return;
    this.isOffline = isOffline;
    this.listeners?.onOffline(isOffline);
  }
}
