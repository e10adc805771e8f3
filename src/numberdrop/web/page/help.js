// Help: the game in short, and what the pages do.

import { h } from "./dom.js";
import { t } from "./i18n.js";

const PARTS = ["turn", "score", "end", "touch", "entry"];

/**
 * @param {HTMLElement} root
 * @returns {() => void}
 */
export function show(root) {
  const parts = PARTS.map((part) =>
    h(
      "section",
      { class: "card" },
      h("h2", {}, t(`help.${part}.title`)),
      h("p", {}, t(`help.${part}`)),
    ),
  );
  const unofficial = h("p", { class: "quiet" }, t("help.unofficial"));
  root.replaceChildren(h("h1", {}, t("help.title")), ...parts, unofficial);
  return () => {};
}
