// Which view stands on the page: the one that the address names after `#/`.

import { Refusal, messageOf } from "./api.js";
import { h } from "./dom.js";
import { onLanguage, t } from "./i18n.js";

/**
 * What a view is told.
 * @typedef {object} Route
 * @property {string[]} parts of the address, after the name of the view
 * @property {URLSearchParams} query
 * @property {() => boolean} isLeft whether another view was asked for since
 * @property {Go} go the way on to another view, for what comes late: nothing once this one is left
 */
/** @typedef {(address: string, isInPlace?: boolean) => void} Go after this address or in its place */
/** @typedef {() => void} End ends a view: its searches, its listeners */
/** @typedef {{show: (root: HTMLElement, route: Route) => End | Promise<End>}} View */
/** @typedef {Record<string, () => Promise<View>>} Views by the first part of the address */

/** The view and what is told to it, from the address. */
function address() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const [name, ...parts] = decoded(path.split("/"));
  return { name: name || "home", parts, query: new URLSearchParams(query) };
}

/** Where a `%` stands for nothing it is all that is left, and names no view. @param {string[]} parts */
function decoded(parts) {
  try {
    return parts.map(decodeURIComponent);
  } catch {
    return ["%"];
  }
}

/**
 * Shows the view that the address names in `root`, now and whenever the address changes.
 * @param {HTMLElement} root
 * @param {Views} views
 * @param {(name: string) => void} shown is told the name of each view once it stands there
 */
export function startRouter(root, views, shown) {
  /** Counts the views asked for, so that a slow one doesn't come after a later one. */
  let asked = 0;
  let leave = () => {};

  async function follow() {
    const mine = ++asked;
    const { name, ...rest } = address();
    leave();
    leave = () => {};
    const isLeft = () => mine !== asked;
    /** @type {Go} */
    const go = (to, isInPlace = false) => {
      if (isLeft()) return;
      if (isInPlace) location.replace(to);
      else location.hash = to;
    };
    root.setAttribute("aria-busy", "true");
    root.dataset.view = name;
    const stage = h("div", { class: "view" });
    try {
      const view = await loaded(views, name);
      if (isLeft()) return;
      root.replaceChildren(stage);
      const end = view ? await view.show(stage, { ...rest, isLeft, go }) : nowhere(stage);
      if (isLeft()) return end();
      leave = end;
    } catch (error) {
      if (isLeft()) return undefined;
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

  addEventListener("hashchange", follow);
  onLanguage(follow);
  follow();
}

/**
 * @param {Views} views
 * @param {string} name
 * @returns {Promise<View | undefined>}
 */
async function loaded(views, name) {
  try {
    // An object has more names than its own, such as `constructor`.
    return Object.hasOwn(views, name) ? await views[name]() : undefined;
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
