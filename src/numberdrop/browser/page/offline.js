// The service worker: a copy of all files, for use without a network.
//
// VERSION is the digest of the files in LISTED. A new version is stored beside the old one, which
// stays in use until no window shows it. The files in LATER, the weights of the hints, are stored
// when a hint asks for them, or after all others. Pages also get the headers with which a browser lets them
// share memory with their workers, so that a search can be ended at once.

const PREFIX = "numberdrop-";
const CACHE = PREFIX + VERSION;
const ISOLATED = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
};

self.addEventListener("install", (event) => {
  event.waitUntil(store(LISTED));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(removeOthers().then(() => self.clients.claim()));
});

self.addEventListener("message", (event) => {
  if (event.data === "replace") event.waitUntil(replaceIfAlone());
  if (event.data === "complete") event.waitUntil(store(LATER));
});

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(self.registration.scope))
    event.respondWith(answer(event.request));
});

/** Stores the files that aren't stored yet. @param {string[]} names */
async function store(names) {
  const cache = await caches.open(CACHE);
  for (const name of names) {
    const address = new URL(name, self.registration.scope);
    if (await cache.match(address)) continue;
    const response = await fetch(address, { cache: "no-cache" });
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    await cache.put(address, response);
  }
}

async function removeOthers() {
  for (const name of await caches.keys())
    if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
}

/** Takes the place of the old version, unless several windows show it. */
async function replaceIfAlone() {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (windows.length < 2) await self.skipWaiting();
}

/** @param {Request} request */
async function answer(request) {
  const address = new URL(request.url);
  address.search = "";
  if (address.pathname.endsWith("/")) address.pathname += "index.html";
  const cache = await caches.open(CACHE);
  let response = await cache.match(address);
  if (!response) {
    response = await fetch(request);
    const name = request.url.slice(self.registration.scope.length);
    if (response.ok && LATER.includes(name)) await cache.put(address, response.clone());
  }
  // Others stay as they are, so that the browser can keep what it has compiled of them.
  if (request.mode !== "navigate" && !request.destination.endsWith("worker")) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATED)) headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}
