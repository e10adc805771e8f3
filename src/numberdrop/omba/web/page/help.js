// The help view: rules, variants and keys.

import { h } from "./dom.js";
import { t } from "./i18n.js";

const RULES = ["aim", "step", "enter", "cover", "out", "example"];
const VARIANTS = ["S", "R", "E", "F"];
/** Each action with its keys; `key.…` is translated. @type {[string, string[]][]} */
const KEYS = [
  ["choose", ["1 – 9", "↑", "↓"]],
  ["play", ["key.enter"]],
  ["none", ["key.escape"]],
  ["roll", ["1 – 6"]],
  ["undo", ["U", "key.control+Z"]],
  ["chances", ["H"]],
];

/**
 * @param {HTMLElement} root
 * @returns {() => void}
 */
export function show(root) {
  const keys = KEYS.map(([action, names]) =>
    h(
      "div",
      {},
      h("dt", {}, ...names.flatMap((name, at) => [at ? " " : "", h("kbd", {}, name.replace(/key\.\w+/, (key) => t(key)))])),
      h("dd", {}, t(`omba.key.${action}`)),
    ),
  );
  const variants = VARIANTS.map((name) => h("li", {}, t(`omba.variant.${name}`)));
  root.replaceChildren(
    h("h1", {}, t("omba.nav.help")),
    h(
      "div",
      { class: "columns texts" },
      h("section", { class: "card" }, h("h2", {}, t("omba.rules")), ...RULES.map((part) => h("p", {}, t(`omba.rules.${part}`)))),
      h(
        "div",
        {},
        h("section", { class: "card" }, h("h2", {}, t("omba.variant")), h("ul", {}, ...variants)),
        h("section", { class: "card" }, h("h2", {}, t("omba.keys")), h("dl", { class: "keys" }, ...keys)),
        h("section", { class: "card" }, h("h2", {}, t("omba.players")), h("p", {}, t("omba.players.how"))),
      ),
    ),
  );
  return () => {};
}
