// A Web Worker that runs Python and answers requests one at a time.
//
// Each request is a transaction: first what other windows have stored is read, then the request is
// answered, then what it has changed is stored; and only then does the page get the response. If
// another window has stored something meanwhile, the request is answered again.

import { loadPyodide } from "./pyodide.mjs";
import { PACKAGES, SIZES, WEIGHTS } from "./contents.js";
import { Storage } from "./storage.js";

const DATA = "/home/pyodide/data";
const SITE = "/lib/python3.11/site-packages";
/** The share of the start that is loading files, as measured; the rest is starting Python. */
const LOADING = 0.6;
const NDJSON = "application/x-ndjson";

/** @type {any} */
let pyodide;
/** @type {any} the Python object that answers requests */
let app;
/** @type {Storage} */
let storage;
/** @type {Int32Array | null} shared with the page: the id of the request that it has cancelled */
let cancelled = null;
let current = 0;

/** Reports how much of the start is done. @param {number} progress 0 to 1 */
const report = (progress) => postMessage({ progress });

/** Makes fetch() count the bytes that arrive, and report them. */
function countBytes() {
  const plain = self.fetch;
  const total = Object.values(SIZES).reduce((sum, size) => sum + size, 0);
  let arrived = 0;
  self.fetch = async (...asked) => {
    const response = await plain(...asked);
    if (!response.body) return response;
    const counter = new TransformStream({
      transform(part, controller) {
        arrived += part.length;
        report(Math.min(1, arrived / total) * LOADING);
        controller.enqueue(part);
      },
    });
    const { status, headers } = response;
    return new Response(response.body.pipeThrough(counter), { status, headers });
  };
  return () => void (self.fetch = plain);
}

/** @param {string} name of a file beside this one */
async function fetched(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

function newApp() {
  app?.destroy();
  const isCancelled = () => cancelled !== null && Atomics.load(cancelled, 0) === current;
  app = pyodide.pyimport("numberdrop.browser").App(DATA, isCancelled);
}

async function start() {
  report(0);
  const uncounted = countBytes();
  const packages = Promise.all(PACKAGES.map(fetched));
  pyodide = await loadPyodide({ indexURL: new URL(".", import.meta.url).href });
  report(0.75);
  for (const content of await packages)
    pyodide.unpackArchive(content, "zip", { extractDir: SITE });
  uncounted();
  report(0.8);
  pyodide.FS.mkdirTree(DATA);
  storage = await Storage.open(pyodide.FS, DATA);
  postMessage({ isKept: storage.database !== null });
  newApp();
  app.begin();
  await storage.store();
  report(1);
}

/** Fetches the weights in a file of the package, such as "plan/value.npz". @param {string} name */
async function fetchWeights(name) {
  const content = new Uint8Array(await fetched(WEIGHTS[name]));
  pyodide.FS.writeFile(`${SITE}/numberdrop/${name}`, content);
}

/**
 * Answers a request. A stream of results is passed on as it comes, any other response at the end.
 * @param {{id: number, method: string, path: string, body?: string}} request
 */
async function answer({ id, method, path, body }) {
  current = id;
  for (;;) {
    await storage.refresh();
    let status = 0;
    let type = "";
    let isStream = false;
    /** @type {Uint8Array[]} */
    const parts = [];
    const begin = (/** @type {number} */ code, /** @type {string} */ media) => {
      [status, type, isStream] = [code, media, media === NDJSON];
      if (isStream) postMessage({ id, status, type });
    };
    const take = (/** @type {any} */ bytes) => {
      const part = bytes.toJs();
      bytes.destroy();
      if (isStream) postMessage({ id, part });
      else parts.push(part);
    };
    try {
      await app.answer(method, path, body, begin, take);
    } catch (error) {
      if (!status) throw error; // otherwise the response says that there was an internal error
    }
    const missing = status === 422 && missingWeights(parts);
    if (missing) {
      await fetchWeights(missing);
      continue;
    }
    let isStored = false;
    try {
      isStored = await storage.store();
    } catch (error) {
      newApp();
      [status, type] = [503, "application/json"];
      parts.splice(0, parts.length, refusal(error));
      isStored = true;
    }
    if (isStored) {
      if (!isStream) {
        postMessage({ id, status, type });
        for (const part of parts) postMessage({ id, part });
      }
      postMessage({ id, done: true });
      return;
    }
    newApp(); // it remembers what could not be stored
  }
}

/** Returns the body of a response that says why nothing was stored. @param {any} error */
function refusal(error) {
  const fault = `the browser stores no more: ${error?.name ?? error}`;
  const said = [{ text: fault, code: "database.unavailable", fields: { fault } }];
  return new TextEncoder().encode(JSON.stringify({ error: fault, said }));
}

/** Returns the file that a request wanted for its answer, or "". @param {Uint8Array[]} parts */
function missingWeights(parts) {
  const text = parts.map((part) => new TextDecoder().decode(part)).join("");
  const [first] = JSON.parse(text).said ?? [];
  return first?.code === "weights.missing" ? first.fields.file : "";
}

/** What the worker does now, after what was asked earlier. @type {Promise<void>} */
let doing = Promise.resolve();

self.onmessage = ({ data }) => {
  if (data.id === undefined) ({ cancelled } = data);
  const next = data.id === undefined ? start : () => answer(data);
  doing = doing.then(next);
  doing.catch((error) => postMessage({ fault: String(error?.message ?? error) }));
};
