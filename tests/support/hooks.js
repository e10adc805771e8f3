// What runs in each page of the tests before the page's own scripts. It notes the requests to the
// program and the responses, whether they go by fetch() or to a Web Worker, and can hold responses
// back. LAG is the most milliseconds by which every response is delayed.

(() => {
  const { fetch, Response, Worker } = window;

  // The tour of the first turn would lie on the sheet. A test that wants it asks for it.
  try {
    if (!TOUR) localStorage.setItem("numberdrop.tour", "done");
  } catch {
    // No storage allowed: the page shows the tour.
  }

  /** The requests, in their order. */
  window.asked = [];
  /** The addresses whose responses have reached the page, in their order. */
  window.answered = [];

  /** The end of the addresses whose responses are held back, or null. */
  let ending = null;

  /** Holds back the responses to requests at addresses that end so, from now on. */
  window.hold = async (text) => {
    // An earlier request may still wait for the worker. This one gets its response after it.
    if (window.isLinked) await window.numberdrop.request("GET", "keys");
    ending = text;
    /** Functions, each of which releases a response. */
    window.held = [];
    /** The number of responses that have been held back. */
    window.arrived = 0;
  };

  /** Notes a request. Returns a function that waits until the page may have the response. */
  function noted(method, path, body) {
    window.asked.push({ method, path, body });
    const isHeld = ending !== null && path.endsWith(ending);
    const released = isHeld && new Promise((release) => window.held.push(release));
    return async () => {
      if (isHeld) window.arrived += 1;
      await released;
      if (LAG) await new Promise((done) => setTimeout(done, LAG * (0.5 + Math.random() / 2)));
      window.answered.push(path);
    };
  }

  window.fetch = async (address, options) => {
    const passed = noted(options?.method ?? "GET", String(address), options?.body);
    const response = await fetch(address, options);
    await passed();
    return response;
  };

  /** By the id of a request to a worker: the function that waits. */
  const waiting = new Map();
  /** The id of the request whose message the page is getting. */
  let current;

  window.Worker = class extends Worker {
    #listener = null;

    postMessage(message, ...more) {
      const { id, method, path, body } = message;
      if (path !== undefined) waiting.set(id, noted(method, path, body));
      super.postMessage(message, ...more);
    }

    get onmessage() {
      return this.#listener;
    }

    set onmessage(listener) {
      this.#listener = listener;
      super.onmessage = (event) => {
        current = event.data.id;
        this.#listener?.(event);
        current = undefined;
      };
    }
  };

  // A worker answers one request after another. If its messages were held back, so would be the
  // responses to all later requests. So the promise of the one response is what waits.
  window.Response = new Proxy(Response, {
    construct(Plain, given) {
      const response = new Plain(...given);
      const passed = waiting.get(current);
      waiting.delete(current);
      if (passed)
        response.then = async (resolve) => {
          delete response.then;
          await passed();
          resolve(response);
        };
      return response;
    },
  });
})();
