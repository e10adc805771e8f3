// Which view stands on the page: the one that the address names after `#/`.

import { Refusal, beginGame, messageOf, request } from "./api.js";
import { h } from "./dom.js";
import { onLanguage, t } from "./i18n.js";

/** @typedef {{parts: string[], query: URLSearchParams}} Route */
/** @typedef {() => void} End ends a view: its searches, its listeners */
/** @typedef {{show: (root: HTMLElement, route: Route) => End | Promise<End>}} View */

/** @type {Record<string, () => Promise<View>>} */
const VIEWS = {
  home: () => import("./home.js"),
  days: () => import("./days.js"),
  day: async () => ({ show: (_, { parts: [day] }) => begin({ kind: "daily", puzzle: day }) }),
  drop: async () => ({ show: (_, { parts: [name] }) => begin({ kind: "drop", puzzle: name }) }),
  next: async () => ({ show: (_, { parts: [name] }) => nextProblem(name) }),
  solo: async () => ({ show: () => newSolo() }),
  game: () => import("./game/view.js"),
  drops: () => import("./drops.js"),
  analysis: () => import("./analysis/view.js"),
  review: () => import("./review/view.js"),
  scores: () => import("./scores.js"),
  print: () => import("./print.js"),
  help: () => import("./help.js"),
};

/**
 * Begins a game, or goes on with the one begun, in place of the address that asked for it.
 * @param {{kind: string, puzzle: string}} asked
 */
async function begin(asked) {
  const { games } = await request("GET", `games?puzzle=${encodeURIComponent(asked.puzzle)}`);
  const begun = games.find((/** @type {any} */ game) => game.kind === asked.kind);
  const { id } = begun ?? (await beginGame(asked));
  location.replace(`#/game/${id}`);
  return () => {};
}

/** Another solo game, by the rules of the last one begun. */
async function newSolo() {
  const { games } = await request("GET", "games");
  const last = games.find((/** @type {any} */ game) => game.kind === "solo");
  const { id } = await beginGame({ kind: "solo", variant: last?.variant });
  location.replace(`#/game/${id}`);
  return () => {};
}

/** The drop problem after another that isn't solved yet. @param {string} name */
async function nextProblem(name) {
  const { drops } = await request("GET", "drops");
  const at = drops.findIndex((/** @type {any} */ drop) => drop.name === name);
  const order = [...drops.slice(at + 1), ...drops.slice(0, at)];
  const next = order.find((/** @type {any} */ drop) => !drop.solved);
  location.replace(next ? `#/drop/${encodeURIComponent(next.name)}` : "#/drops");
  return () => {};
}

/** The view and what it is told, from the address. */
function address() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const [name, ...parts] = path.split("/").map(decodeURIComponent);
  return { name: name || "home", route: { parts, query: new URLSearchParams(query) } };
}

/**
 * Shows the view that the address names in `root`, now and whenever the address changes.
 * @param {HTMLElement} root
 * @param {(name: string) => void} shown is told the name of each view once it stands there
 */
export function startRouter(root, shown) {
  /** Counts the views asked for, so that a slow one doesn't come after a later one. */
  let asked = 0;
  let leave = () => {};

  async function go() {
    const mine = ++asked;
    const { name, route } = address();
    leave();
    leave = () => {};
    root.setAttribute("aria-busy", "true");
    root.dataset.view = name;
    const stage = h("div", { class: "view" });
    try {
      const view = await loaded(name);
      if (mine !== asked) return;
      root.replaceChildren(stage);
      const end = view ? await view.show(stage, route) : nowhere(stage);
      if (mine !== asked) return end();
      leave = end;
    } catch (error) {
      if (mine !== asked) return undefined;
      const isNone = error instanceof Refusal && error.status === 404;
      const words = isNone ? t("page.none") : messageOf(error);
      stage.replaceChildren(
        h("h1", {}, t("page.sorry")),
        h("p", { role: "alert", class: "card fault narrow" }, words),
        h("p", {}, h("button", { type: "button", onclick: () => location.reload() }, t("page.again"))),
        homeLink(),
      );
      root.replaceChildren(stage);
    }
    root.setAttribute("aria-busy", "false");
    shown(name);
    return undefined;
  }

  addEventListener("hashchange", go);
  onLanguage(go);
  go();
}

/**
 * @param {string} name
 * @returns {Promise<View | undefined>}
 */
async function loaded(name) {
  try {
    return await VIEWS[name]?.();
  } catch {
    throw new Error(t("page.offline"));
  }
}

/** @param {HTMLElement} stage */
function nowhere(stage) {
  stage.replaceChildren(h("h1", {}, t("page.nowhere")), homeLink());
  return () => {};
}

function homeLink() {
  return h("p", {}, h("a", { href: "#/" }, t("page.home")));
}
