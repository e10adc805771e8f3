// What a page without a server has besides: it can be installed, works offline, and keeps its games
// in the browser.

import { whenReady } from "./answers.js";
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
    const registered = await navigator.serviceWorker.register(new URL("offline.js", ROOT));
    if (registered.active) registered.waiting?.postMessage("replace");
    const { active } = await navigator.serviceWorker.ready;
    // @ts-ignore: some browsers say whether the user wants to save data
    if (!navigator.connection?.saveData) active?.postMessage("complete");
  } catch (error) {
    console.info(`no offline copy: ${error}`);
  }
}

keepGames();
whenReady.then(keepOffline); // the page comes first
