// The start of the page: its words, its colours, its head, and the view that the address names.

import { h } from "./dom.js";
import { loadLanguage, onLanguage, t } from "./i18n.js";
import { say } from "./live.js";
import { startRouter } from "./router.js";
import { mountSettings } from "./settings.js";
import { applyTheme } from "./theme.js";

/** Pages in the head, and their addresses. @type {[string, string][]} */
const PAGES = [
  ["nav.home", "#/"],
  ["nav.days", "#/days"],
  ["nav.drops", "#/drops"],
  ["nav.analysis", "#/analysis"],
  ["nav.review", "#/review"],
  ["nav.scores", "#/scores"],
  ["nav.print", "#/print"],
  ["nav.help", "#/help"],
];

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

function drawHead() {
  const here = location.hash.split("?")[0] || "#/";
  const nav = part("nav");
  nav.setAttribute("aria-label", t("nav.main"));
  const link = (/** @type {string} */ key, /** @type {string} */ href) => {
    const isHere = href === "#/" ? here === href : here.startsWith(href);
    return h("a", { href, "aria-current": isHere ? "page" : null }, t(key));
  };
  nav.replaceChildren(...PAGES.map(([key, href]) => link(key, href)));
  part("skip").textContent = t("nav.skip");
  part("menu").textContent = t("nav.menu");
}

/** Where the window is narrow, pages and settings are folded away. @param {boolean} is */
function openMenu(is) {
  part("menu").setAttribute("aria-expanded", String(is));
}

/** Each view after the first is told to screen readers, and keys begin at its head. */
let isFirst = true;

function shown() {
  drawHead();
  const head = part("main").querySelector("h1");
  document.title = head?.textContent ? t("page.title", { view: head.textContent }) : "numberdrop";
  if (!isFirst && !part("main").contains(document.activeElement)) part("main").focus();
  if (!isFirst) say(head?.textContent ?? "");
  isFirst = false;
}

applyTheme();
await loadLanguage();
mountSettings(part("settings"));
onLanguage(drawHead);
part("menu").addEventListener("click", ({ currentTarget }) => {
  const menu = /** @type {HTMLElement} */ (currentTarget);
  openMenu(menu.getAttribute("aria-expanded") !== "true");
});
addEventListener("hashchange", () => openMenu(false));
part("skip").addEventListener("click", (event) => {
  event.preventDefault();
  part("main").focus();
});
startRouter(part("main"), shown);
