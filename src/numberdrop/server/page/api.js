// The way to the program: JSON over HTTP, and its refusals as errors of one line.

import { sentence, t } from "./i18n.js";

const API = "/api/v1";

/**
 * What the program refused: the status, its sentences in the language of the page, of which the
 * message is the first, and the whole answer.
 */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {any} answer
   */
  constructor(status, answer) {
    const lines = (answer?.said ?? [{ text: answer?.error ?? String(status) }]).map(sentence);
    super(lines.length > 1 ? t("page.faults", { fault: lines[0] }) : lines[0]);
    this.lines = lines;
    /** What names the first sentence. @type {string} */
    this.code = answer?.said?.[0].code ?? "";
    this.status = status;
    this.answer = answer;
  }
}

/**
 * What an error says.
 * @param {unknown} error
 */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
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
  return come(fetch(path ? `${API}/${path}` : API, options), signal);
}

/**
 * What comes from the program, which may end before its answer is whole.
 * @template What
 * @param {Promise<What>} coming
 * @param {AbortSignal} [signal]
 * @returns {Promise<What>}
 * @throws {Error} where it doesn't come
 */
export async function come(coming, signal) {
  try {
    return await coming;
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
  const answer = response.status === 204 ? null : await come(response.json());
  if (!response.ok) throw new Refusal(response.status, answer);
  return answer;
}

/**
 * A text that nothing else is called by. Not crypto.randomUUID(), which pages that another machine
 * serves don't have.
 * @returns {string}
 */
export function newKey() {
  const numbers = crypto.getRandomValues(new Uint32Array(4));
  return Array.from(numbers, (number) => number.toString(36)).join("-");
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
  if (!response.ok || !response.body) throw new Refusal(response.status, await come(response.json(), signal));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await come(reader.read(), signal);
    const lines = (rest + (value ?? "")).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const document = JSON.parse(line);
      if (document.error) throw new Refusal(response.status, document);
      yield document;
    }
    if (done) return;
  }
}
