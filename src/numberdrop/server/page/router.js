// The router: shows the view that the address names after `#/`.

import { MAY_RETURN } from "./answers.js";
import { ApiError, OfflineError, messageOf, orOffline } from "./api.js";
import { h } from "./dom.js";
import { onLanguage, t } from "./i18n.js";
import { announce } from "./live.js";
import { whenBack } from "./return.js";

/** Milliseconds before a view that isn't there yet is said to be loading. */
const LOADING_AFTER = 300;

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
    const loading = h("p", { class: "loading", hidden: true }, t("page.loading"));
    const timer = setTimeout(() => {
      if (isLeft() || stage.hasChildNodes()) return;
      root.replaceChildren(stage, loading);
      loading.hidden = false;
      announce(t("page.loading"));
    }, LOADING_AFTER);
    let isLoaded = false;
    try {
      const view = await loadView(views, name);
      isLoaded = true;
      if (isLeft()) return;
      root.replaceChildren(stage, loading);
      const end = view ? await view.show(stage, { ...rest, isLeft, go }) : showNotFound(stage);
      if (isLeft()) return end();
      leave = end;
    } catch (error) {
      if (isLeft()) return undefined;
      showFault(stage, error);
      root.replaceChildren(stage);
      // Some browsers don't load a script again that they could not load, except with its page.
      if (error instanceof OfflineError && (MAY_RETURN || !isLoaded))
        leave = whenBack(() => (isLoaded ? navigate() : location.reload()));
    } finally {
      clearTimeout(timer);
      loading.remove();
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
  // Inherited properties such as `constructor` name no view.
  return Object.hasOwn(views, name) ? orOffline(views[name]()) : undefined;
}

/**
 * Shows why there is no view.
 * @param {HTMLElement} stage
 * @param {unknown} error
 */
function showFault(stage, error) {
  const isMissing = error instanceof ApiError && error.status === 404;
  stage.replaceChildren(
    h("h1", {}, t("page.sorry")),
    h(
      "p",
      { role: "alert", class: "card fault narrow" },
      isMissing ? t("page.none") : messageOf(error),
    ),
    h("p", {}, againButton()),
    homeLink(),
  );
}

/** Creates the button that loads the page again. */
export function againButton() {
  return h("button", { type: "button", onclick: () => location.reload() }, t("page.again"));
}

/** @param {HTMLElement} stage */
function showNotFound(stage) {
  stage.replaceChildren(h("h1", {}, t("page.nowhere")), homeLink());
  return () => {};
}

function homeLink() {
  return h("p", {}, h("a", { href: "#/" }, t("page.home")));
}
