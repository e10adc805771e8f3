// The way to the program: JSON over HTTP, and its refusals as errors of one line.

import { t } from "./i18n.js";

const API = "/api/v1";

/** What the program refused: its one line, with the status and the whole answer. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {any} answer
   */
  constructor(status, answer) {
    super(answer?.error ?? String(status));
    this.status = status;
    this.answer = answer;
  }
}

/**
 * Sends a request and gives the response, whatever its status.
 * @param {string} method
 * @param {string} path under /api/v1, "" for itself
 * @param {object} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 * @throws {Error} where the program doesn't answer at all
 */
export async function send(method, path, body, signal) {
  const headers = body && { "content-type": "application/json" };
  const options = { method, headers, body: body && JSON.stringify(body), signal };
  try {
    return await fetch(path ? `${API}/${path}` : API, options);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Error(t("page.offline"));
  }
}

/**
 * Sends a request and gives the document that answers it.
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 * @throws {Refusal} where the program refuses
 */
export async function request(method, path, body) {
  const response = await send(method, path, body);
  const answer = response.status === 204 ? null : await response.json();
  if (!response.ok) throw new Refusal(response.status, answer);
  return answer;
}

/**
 * Sends a request and yields the documents that answer it, one a line, as they come; the program
 * ends its search when `signal` is aborted.
 * @param {string} path
 * @param {object} body
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<any, void, void>}
 * @throws {Error} where the program refuses, or fails on the way
 */
export async function* stream(path, body, signal) {
  const response = await send("POST", path, body, signal);
  if (!response.ok || !response.body) throw new Refusal(response.status, await response.json());
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (rest + (value ?? "")).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const document = JSON.parse(line);
      if (document.error) throw new Error(document.error);
      yield document;
    }
    if (done) return;
  }
}
