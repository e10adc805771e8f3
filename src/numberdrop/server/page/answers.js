// Where the answers of the program come from: here, a server. The page that needs none has another
// module of this name (numberdrop/browser).

const API = "api/v1";
/** The translation key of what the page says if there is no answer. */
export const OFFLINE = "page.offline";

/** Whether a program that doesn't answer may answer later. */
export const MAY_RETURN = true;

/**
 * Sends a request and returns the response, whatever its status.
 * @param {string} method
 * @param {string} path below the API's address, "" for that address itself
 * @param {string} [body] JSON
 * @param {AbortSignal} [signal] ends the request, and the search that it asked for
 * @returns {Promise<Response>}
 * @throws {Error} if there is no response at all
 */
export function answer(method, path, body, signal) {
  const headers = body === undefined ? undefined : { "content-type": "application/json" };
  return fetch(path ? `${API}/${path}` : API, { method, headers, body, signal });
}
