// What a page without a server has besides: it can be installed, works offline, and keeps its games
// in the browser.

import { ROOT } from "./place.js";

/** Asks the browser not to delete the games when its disk is full. */
function keepGames() {
  navigator.storage?.persist?.().catch(() => {});
}

/**
 * Registers the service worker, which keeps a copy of the page for use without a network. Browsers
 * have none on addresses that are neither https nor this machine: then the page needs its network.
 */
async function keepOffline() {
  if (!("serviceWorker" in navigator)) return;
  try {
    const found = await navigator.serviceWorker.register(new URL("offline.js", ROOT));
    if (found.waiting && found.active) found.waiting.postMessage("replace");
  } catch (error) {
    console.info(`no offline copy: ${error}`);
  }
}

keepGames();
keepOffline();
