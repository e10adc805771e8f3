// The router: shows the view that the address names after `#/`.

import { OFFLINE } from "./answers.js";
import { ApiError, messageOf } from "./api.js";
import { h } from "./dom.js";
import { onLanguage, t } from "./i18n.js";

/**
 * The arguments of a view.
 * @typedef {object} Route
 * @property {string[]} parts of the address, after the name of the view
 * @property {URLSearchParams} query
 * @property {() => boolean} isLeft whether the user has left this view
 * @property {Go} go navigates to another view; does nothing once the user has left this one
 */
/** @typedef {(address: string, isInPlace?: boolean) => void} Go in place: without a history entry */
/** @typedef {() => void} End ends the searches and listeners of a view */
/** @typedef {{show: (root: HTMLElement, route: Route) => End | Promise<End>}} View */
/** @typedef {Record<string, () => Promise<View>>} Views by the first part of the address */

/** Parses the address into the name of a view and its arguments. */
function parseAddress() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const [name, ...parts] = decodeParts(path.split("/"));
  return { name: name || "home", parts, query: new URLSearchParams(query) };
}

/** Decodes the parts; an invalid escape gives "%", which names no view. @param {string[]} parts */
function decodeParts(parts) {
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
 * @param {(name: string) => void} onShown called with the name of each view once it is shown
 */
export function startRouter(root, views, onShown) {
  /** Counts navigations, so that a view that loads slowly doesn't replace a later one. */
  let navigations = 0;
  let leave = () => {};

  async function navigate() {
    const navigation = ++navigations;
    const { name, ...rest } = parseAddress();
    leave();
    leave = () => {};
    const isLeft = () => navigation !== navigations;
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
      const view = await loadView(views, name);
      if (isLeft()) return;
      root.replaceChildren(stage);
      const end = view ? await view.show(stage, { ...rest, isLeft, go }) : showNotFound(stage);
      if (isLeft()) return end();
      leave = end;
    } catch (error) {
      if (isLeft()) return undefined;
      const isMissing = error instanceof ApiError && error.status === 404;
      const message = isMissing ? t("page.none") : messageOf(error);
      stage.replaceChildren(
        h("h1", {}, t("page.sorry")),
        h("p", { role: "alert", class: "card fault narrow" }, message),
        h(
          "p",
          {},
          h("button", { type: "button", onclick: () => location.reload() }, t("page.again")),
        ),
        homeLink(),
      );
      root.replaceChildren(stage);
    }
    root.setAttribute("aria-busy", "false");
    onShown(name);
    return undefined;
  }

  addEventListener("hashchange", navigate);
  onLanguage(navigate);
  navigate();
}

/**
 * @param {Views} views
 * @param {string} name
 * @returns {Promise<View | undefined>}
 */
async function loadView(views, name) {
  try {
    // Inherited properties such as `constructor` name no view.
    return Object.hasOwn(views, name) ? await views[name]() : undefined;
  } catch {
    throw new Error(t(OFFLINE));
  }
}

/** @param {HTMLElement} stage */
function showNotFound(stage) {
  stage.replaceChildren(h("h1", {}, t("page.nowhere")), homeLink());
  return () => {};
}

function homeLink() {
  return h("p", {}, h("a", { href: "#/" }, t("page.home")));
}
