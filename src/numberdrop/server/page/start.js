// The start of a page: translations, theme, header, and the view that the address names.

import { requestAny } from "./api.js";
import { h } from "./dom.js";
import { mountFooter } from "./footer.js";
import { loadLanguage, onLanguage, t } from "./i18n.js";
import { announce } from "./live.js";
import { startRouter } from "./router.js";
import { mountSettings } from "./settings.js";
import { applyTheme } from "./theme.js";

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @typedef {[string, string][]} Pages the links in the header: translation key and address */

/** @param {Pages} pages */
function drawHead(pages) {
  const here = location.hash.split("?")[0] || "#/";
  const nav = byId("nav");
  nav.setAttribute("aria-label", t("nav.main"));
  const link = (/** @type {string} */ key, /** @type {string} */ href) => {
    const isHere = href === "#/" ? here === href : here.startsWith(href);
    return h("a", { href, "aria-current": isHere ? "page" : null }, t(key));
  };
  nav.replaceChildren(...pages.map(([key, href]) => link(key, href)));
  byId("skip").textContent = t("nav.skip");
  byId("menu").textContent = t("nav.menu");
}

function headingText() {
  return byId("main").querySelector("h1")?.textContent ?? "";
}

/** Opens or closes the menu of narrow windows. @param {boolean} isOpen */
function setMenuOpen(isOpen) {
  byId("menu").setAttribute("aria-expanded", String(isOpen));
}

/** For tests, and for the curious: `await numberdrop.request("GET", "games")` in the console. */
Object.assign(globalThis, { numberdrop: { request: requestAny } });

/**
 * Starts the page.
 * @param {string} name of the program, shown in the window's title
 * @param {Pages} pages
 * @param {import("./router.js").Views} views
 */
export async function startPage(name, pages, views) {
  /** Shows the heading of the view in the window's title; a view may change its heading. */
  function updateTitle() {
    if (byId("main").getAttribute("aria-busy") === "true") return;
    const view = headingText();
    const title = view && view !== name ? t("page.title", { view, name }) : name;
    if (title !== document.title) document.title = title;
  }

  /** Announces each view after the first to screen readers, and moves the focus to it. */
  let isFirst = true;
  function onShown() {
    drawHead(pages);
    updateTitle();
    if (!isFirst && !byId("main").contains(document.activeElement)) byId("main").focus();
    if (!isFirst) announce(headingText());
    isFirst = false;
  }

  applyTheme();
  await loadLanguage();
  mountSettings(byId("settings"));
  mountFooter();
  onLanguage(() => drawHead(pages));
  byId("menu").addEventListener("click", ({ currentTarget }) => {
    const menu = /** @type {HTMLElement} */ (currentTarget);
    setMenuOpen(menu.getAttribute("aria-expanded") !== "true");
  });
  addEventListener("hashchange", () => setMenuOpen(false));
  byId("skip").addEventListener("click", (event) => {
    event.preventDefault();
    byId("main").focus();
  });
  const changes = { childList: true, characterData: true, subtree: true };
  new MutationObserver(updateTitle).observe(byId("main"), changes);
  startRouter(byId("main"), views, onShown);
}
