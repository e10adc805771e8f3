// The client of the HTTP API: JSON requests, streams, and error responses.

import { takeAhead } from "./ahead.js";
import { OFFLINE, answer } from "./answers.js";
import { translateSentence, t } from "./i18n.js";

/**
 * An error response: its status, its sentences in the language of the page, the first of which is
 * the message, and the whole body as `answer`.
 */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {any} body
   */
  constructor(status, body) {
    const lines = (body?.said ?? [{ text: body?.error ?? String(status) }]).map(translateSentence);
    super(lines.length > 1 ? t("page.faults", { fault: lines[0] }) : lines[0]);
    this.lines = lines;
    /** The code of the first sentence. @type {string} */
    this.code = body?.said?.[0].code ?? "";
    this.status = status;
    this.answer = body;
  }
}

/** The error of a request without any response. */
export class OfflineError extends Error {
  constructor() {
    super(t(OFFLINE));
  }
}

/**
 * Returns the message of an error.
 * @param {unknown} error
 */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Sends a request and returns the response, whatever its status.
 * @param {string} method
 * @param {string} path under /api/v1, "" for /api/v1 itself
 * @param {object} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 * @throws {OfflineError} if there is no response at all
 */
export async function send(method, path, body, signal) {
  const early = takeAhead(method, path);
  return orOffline(early ?? answer(method, path, body && JSON.stringify(body), signal), signal);
}

/**
 * Awaits a part of a response, or a script. The program may end before it is complete.
 * @template Value
 * @param {Promise<Value>} promise
 * @param {AbortSignal} [signal]
 * @returns {Promise<Value>}
 * @throws {OfflineError} if `promise` fails and wasn't aborted
 */
export async function orOffline(promise, signal) {
  try {
    return await promise;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new OfflineError();
  }
}

/**
 * Sends a request and returns the JSON document of the response.
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 * @throws {ApiError} for an error response
 */
export async function request(method, path, body) {
  const response = await send(method, path, body);
  const answer = response.status === 204 ? null : await orOffline(response.json());
  if (!response.ok) throw new ApiError(response.status, answer);
  return answer;
}

/**
 * Sends a request and returns the status and the body of the response, whatever they are: a JSON
 * document, the list of documents of a stream, or null.
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
export async function requestAny(method, path, body) {
  const response = await send(method, path, body);
  const text = await response.text();
  const lines = text.split("\n").filter(Boolean);
  const isStream = response.headers.get("content-type")?.startsWith("application/x-ndjson");
  const documents = lines.map((line) => JSON.parse(line));
  return { status: response.status, body: isStream ? documents : (documents[0] ?? null) };
}

/**
 * Returns a new unique key. It doesn't use crypto.randomUUID(), which pages served by another
 * machine over HTTP don't have.
 * @returns {string}
 */
export function newKey() {
  const numbers = crypto.getRandomValues(new Uint32Array(4));
  return Array.from(numbers, (number) => number.toString(36)).join("-");
}

/**
 * Sends a request and yields the documents of the response, one a line, as they arrive. Aborting
 * `signal` ends the search on the server.
 * @param {string} path
 * @param {object} body
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<any, void, void>}
 * @throws {Error} for an error response, or if the search fails later
 */
export async function* stream(path, body, signal) {
  const response = await send("POST", path, body, signal);
  if (!response.ok || !response.body)
    throw new ApiError(response.status, await orOffline(response.json(), signal));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await orOffline(reader.read(), signal);
    const lines = (rest + (value ?? "")).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const document = JSON.parse(line);
      if (document.error) throw new ApiError(response.status, document);
      yield document;
    }
    if (done) return;
  }
}
