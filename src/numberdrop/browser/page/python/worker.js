// A Web Worker that runs Python and answers requests one at a time.
//
// Each request is a transaction: first what other windows have stored is read, then the request is
// answered, then what it has changed is stored; and only then does the page get the response. If
// another window has stored something meanwhile, the request is answered again.

import { loadPyodide } from "./pyodide.js";
import { PACKAGES, WEIGHTS } from "./contents.js";
import { Storage } from "./storage.js";

const DATA = "/home/pyodide/data";
const SITE = "/lib/python3.11/site-packages";
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

/** The parts of the start that are done, of PARTS. */
let done = 0;
const PARTS = PACKAGES.length + 4;

/** Reports that a part of the start is done, and passes on its result. @param {any} result */
function part(result) {
  done += 1;
  postMessage({ progress: done / PARTS });
  return result;
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
  postMessage({ progress: 0 });
  const packages = PACKAGES.map((name) => fetched(name).then(part));
  pyodide = part(await loadPyodide({ indexURL: new URL(".", import.meta.url).href }));
  for (const content of packages)
    pyodide.unpackArchive(await content, "zip", { extractDir: SITE });
  part(pyodide.FS.mkdirTree(DATA));
  storage = part(await Storage.open(pyodide.FS, DATA));
  postMessage({ isKept: storage.database !== null });
  newApp();
  app.begin();
  part(await storage.store());
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
