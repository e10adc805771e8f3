// Where the answers of the program come from: here, from Python in Web Workers of this page.

import { showFault, showProgress } from "./preparing.js";
import { APP, ROOT } from "./place.js";

/**
 * A request that a worker has, or will get.
 * @typedef {object} Asked
 * @property {number} id
 * @property {string} method
 * @property {string} path
 * @property {string} [body]
 * @property {(response: Response) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {ReadableStreamDefaultController<Uint8Array>} [parts]
 */

/** Requests that may take long; they don't hold up the others. */
const LONG =
  /^\/api\/v1\/(hints|starts|reviews|games\/[^/]+\/help)$|^\/omba\/api\/v1\/(advice|reviews|puzzles)$/;
const JSON_TYPE = { "content-type": "application/json" };
/** Statuses of responses without a body. */
const EMPTY = [204, 304];

/** The translation key of what the page says if there is no answer. */
export const OFFLINE = "page.stopped";
/** Whether a program that doesn't answer may answer later. */
export const MAY_RETURN = false;

let lastId = 0;

/** @type {(is: boolean) => void} */
let sayKept;
/** Whether the browser keeps the games of this page. @type {Promise<boolean>} */
export const isKept = new Promise((resolve) => (sayKept = resolve));

/** @type {() => void} */
let sayReady;
/** Settles once Python is ready. @type {Promise<void>} */
const whenReady = new Promise((resolve) => (sayReady = resolve));

/** Milliseconds without a request after which the page isn't in use, and the most to wait for that. */
const [QUIET, MOST] = [5000, 60_000];

/** Settles once the page has been quiet for some seconds after its start, or busy for a minute. */
export async function whenQuiet() {
  await whenReady;
  const began = performance.now();
  let last = began;
  while (performance.now() - last < QUIET && performance.now() - began < MOST) {
    await new Promise((done) => setTimeout(done, 250));
    if (quick.queue.length || long.queue.length) last = performance.now();
  }
}

/** A worker with Python in it. It gets one request at a time, and starts with the first. */
class Python {
  /** @param {boolean} isShown whether the page shows how its start gets on */
  constructor(isShown) {
    this.isShown = isShown;
    /** @type {Asked[]} the first of them is being answered */
    this.queue = [];
    /** The request that is cancelled; the worker reads it while it searches. */
    this.cancelled = globalThis.crossOriginIsolated
      ? new Int32Array(new SharedArrayBuffer(4))
      : null;
    /** @type {Worker | null} */
    this.worker = null;
  }

  start() {
    if (this.worker) return;
    const worker = new Worker(new URL("python/worker.js", ROOT), { type: "module" });
    worker.onmessage = ({ data }) => this.hear(data);
    worker.onerror = (event) => this.fail(event.message || "the worker can't be loaded");
    worker.postMessage({ cancelled: this.cancelled });
    this.worker = worker;
  }

  /** @param {Asked} asked @param {AbortSignal} [signal] */
  ask(asked, signal) {
    this.queue.push(asked);
    signal?.addEventListener("abort", () => this.cancel(asked));
    if (this.queue.length === 1) this.next();
  }

  next() {
    if (!this.queue.length) return;
    this.start();
    const { id, method, path, body } = this.queue[0];
    this.worker?.postMessage({ id, method, path, body });
  }

  /** @param {Asked} asked */
  cancel(asked) {
    const at = this.queue.indexOf(asked);
    if (at < 0) return;
    const error = new DOMException("the request was cancelled", "AbortError");
    asked.reject(error);
    try {
      asked.parts?.error(error);
    } catch {
      // The stream had ended already.
    }
    if (at > 0) this.queue.splice(at, 1);
    else if (this.cancelled) Atomics.store(this.cancelled, 0, asked.id);
    else {
      // Nothing reaches a worker that is busy. What it has stored is stored whole.
      this.end();
      this.queue.shift();
      this.next();
    }
  }

  /** @param {any} news */
  hear(news) {
    if (news.progress !== undefined) {
      if (this.isShown) showProgress(news.progress);
      if (news.progress >= 1) sayReady();
      return;
    }
    if (news.isKept !== undefined) {
      sayKept(news.isKept);
      return;
    }
    if (news.fault) {
      this.fail(news.fault);
      return;
    }
    const [asked] = this.queue;
    if (news.id !== asked?.id) return;
    if (news.status) {
      let body = null;
      if (!EMPTY.includes(news.status))
        body = new ReadableStream({ start: (parts) => void (asked.parts = parts) });
      const headers = { "content-type": news.type };
      asked.resolve(new Response(body, { status: news.status, headers }));
    }
    try {
      if (news.part) asked.parts?.enqueue(news.part);
      if (news.done) asked.parts?.close();
    } catch {
      // Nobody reads the response any more.
    }
    if (!news.done) return;
    this.queue.shift();
    this.next();
  }

  /** Ends the worker, which may still have something to say. */
  end() {
    if (!this.worker) return;
    this.worker.onmessage = this.worker.onerror = null;
    this.worker.terminate();
    this.worker = null;
  }

  /** Ends what is asked: the worker can't answer any more. @param {string} message */
  fail(message) {
    this.end();
    showFault(message);
    for (const asked of this.queue.splice(0)) {
      asked.reject(new Error(message));
      asked.parts?.error(new Error(message));
    }
  }
}

const quick = new Python(true);
const long = new Python(false);
// The first view comes first.
(globalThis.requestIdleCallback ?? setTimeout)(() => quick.start(), { timeout: 2000 });

/** What is known before Python runs: see earlyAnswer(). @type {Promise<any>} */
const early = fetch(new URL("early.json", ROOT)).then((response) => response.json());

/**
 * Returns the answer to a request that doesn't depend on the games, as Python would give it, or
 * null. So the first view needn't wait for Python.
 * @param {string} method
 * @param {string} path
 */
async function earlyAnswer(method, path) {
  if (method !== "GET") return null;
  const { about, omba, puzzles } = await early;
  const today = new Date().toISOString().slice(0, 10);
  if (path === "") return APP ? omba : { ...about, today };
  if (path !== "puzzles/today" || !puzzles[today]) return null;
  return { ...puzzles[today], playable: true };
}

/**
 * Sends a request and returns the response, whatever its status.
 * @param {string} method
 * @param {string} path below the API's address, "" for that address itself
 * @param {string} [body] JSON
 * @param {AbortSignal} [signal] ends the request, and the search that it asked for
 * @returns {Promise<Response>}
 * @throws {Error} if there is no response at all
 */
export async function answer(method, path, body, signal) {
  signal?.throwIfAborted();
  const found = await earlyAnswer(method, path).catch(() => null);
  if (found) return new Response(JSON.stringify(found), { headers: JSON_TYPE });
  const whole = `${APP}/api/v1${path ? "/" : ""}${path}`;
  // Where nothing is kept, only one worker knows the games.
  const worker = LONG.test(whole) && (await isKept) ? long : quick;
  return new Promise((resolve, reject) => {
    const asked = { id: ++lastId, method, path: whole, body, resolve, reject };
    worker.ask(asked, signal);
  });
}
