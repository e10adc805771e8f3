// The start of a page: its words, its colours, its head, and the view that the address names.

import { h } from "./dom.js";
import { loadLanguage, onLanguage, t } from "./i18n.js";
import { say } from "./live.js";
import { startRouter } from "./router.js";
import { mountSettings } from "./settings.js";
import { applyTheme } from "./theme.js";

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @typedef {[string, string][]} Pages keys of words in the head, and their addresses */

/** @param {Pages} pages */
function drawHead(pages) {
  const here = location.hash.split("?")[0] || "#/";
  const nav = part("nav");
  nav.setAttribute("aria-label", t("nav.main"));
  const link = (/** @type {string} */ key, /** @type {string} */ href) => {
    const isHere = href === "#/" ? here === href : here.startsWith(href);
    return h("a", { href, "aria-current": isHere ? "page" : null }, t(key));
  };
  nav.replaceChildren(...pages.map(([key, href]) => link(key, href)));
  part("skip").textContent = t("nav.skip");
  part("menu").textContent = t("nav.menu");
}

function headOf() {
  return part("main").querySelector("h1")?.textContent ?? "";
}

/** Where the window is narrow, pages and settings are folded away. @param {boolean} is */
function openMenu(is) {
  part("menu").setAttribute("aria-expanded", String(is));
}

/**
 * @param {string} name what stands in the title of the window
 * @param {Pages} pages
 * @param {import("./router.js").Views} views
 */
export async function startPage(name, pages, views) {
  /** The head of the view, which may change while it stands there, in the title of the window. */
  function entitle() {
    if (part("main").getAttribute("aria-busy") === "true") return;
    const title = headOf() ? t("page.title", { view: headOf(), name }) : name;
    if (title !== document.title) document.title = title;
  }

  /** Each view after the first is told to screen readers, and keys begin at its head. */
  let isFirst = true;
  function shown() {
    drawHead(pages);
    entitle();
    if (!isFirst && !part("main").contains(document.activeElement)) part("main").focus();
    if (!isFirst) say(headOf());
    isFirst = false;
  }

  applyTheme();
  await loadLanguage();
  mountSettings(part("settings"));
  onLanguage(() => drawHead(pages));
  part("menu").addEventListener("click", ({ currentTarget }) => {
    const menu = /** @type {HTMLElement} */ (currentTarget);
    openMenu(menu.getAttribute("aria-expanded") !== "true");
  });
  addEventListener("hashchange", () => openMenu(false));
  part("skip").addEventListener("click", (event) => {
    event.preventDefault();
    part("main").focus();
  });
  const seen = { childList: true, characterData: true, subtree: true };
  new MutationObserver(entitle).observe(part("main"), seen);
  startRouter(part("main"), views, shown);
}
