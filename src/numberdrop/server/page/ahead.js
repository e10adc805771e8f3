// The requests of the home page, sent while its scripts are still being loaded.

import { answer } from "./answers.js";

/** The responses that no view has used yet, by path. @type {Map<string, Promise<Response>>} */
const responses = new Map();

/**
 * Returns the response to a GET request that was sent ahead, once; else undefined.
 * @param {string} method
 * @param {string} path
 */
export function takeAhead(method, path) {
  const response = method === "GET" ? responses.get(path) : undefined;
  responses.delete(path);
  return response;
}

/**
 * Returns the response to a GET request that was sent ahead, and leaves it to the view that uses it;
 * undefined if there is none.
 * @param {string} path
 */
export const peekAhead = (path) => responses.get(path);

/** Sends the requests that index.html names. */
function sendAhead() {
  const named = document.querySelector("meta[name=ahead]")?.getAttribute("content");
  for (const name of named?.split(" ") ?? []) {
    const path = name === "/" ? "" : name;
    const response = answer("GET", path);
    response.catch(() => {}); // the view that uses it sees the error
    responses.set(path, response);
  }
}

if (/^#?\/?$/.test(location.hash)) sendAhead();
