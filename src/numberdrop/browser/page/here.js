// What a page without a server has besides: it can be installed, works offline, and keeps its games
// in the browser.

import { whenQuiet } from "./answers.js";
import { ROOT } from "./place.js";

/** Browsers have none on addresses that are neither https nor this machine. */
const workers = navigator.serviceWorker;

/** Lets a new version that has been stored take the place of the old one, before anything is done. */
async function replaceOld() {
  const registered = await workers.getRegistration(ROOT);
  if (!registered?.waiting || !registered.active) return;
  workers.addEventListener("controllerchange", () => location.reload());
  registered.waiting.postMessage("replace");
}

/** Keeps a copy of the page for use without a network. */
async function keepCopy() {
  await whenQuiet(); // moves and hints come first
  await workers.register(new URL("offline.js", ROOT));
  const { active } = await workers.ready;
  // @ts-ignore: some browsers say whether the user wants to save data
  if (!navigator.connection?.saveData) active?.postMessage("complete");
}

/** Asks the browser not to delete the games when its disk is full. */
async function keepGames() {
  await navigator.storage?.persist?.();
}

for (const task of workers ? [replaceOld, keepCopy, keepGames] : [keepGames])
  task().catch((error) => console.info(`${task.name}: ${error}`));
