// The list of drop problems.

import { request } from "./api.js";
import { h } from "./dom.js";
import { number, t, tn } from "./i18n.js";

/**
 * @typedef {object} Drop
 * @property {string} name
 * @property {number} rolls how many
 * @property {number} goal
 * @property {number} [gain] how many points above what the sheet has
 * @property {string} [difficulty]
 * @property {boolean} solved
 */

/**
 * @param {HTMLElement} root
 * @returns {Promise<() => void>}
 */
export async function show(root) {
  /** @type {{drops: Drop[]}} */
  const { drops } = await request("GET", "drops");
  const solved = drops.filter((drop) => drop.solved).length;
  const list = h("ul", { class: "drops" });
  const unsolved = h("input", { type: "checkbox", id: "unsolved" });
  const draw = () =>
    list.replaceChildren(...drops.filter((drop) => !(unsolved.checked && drop.solved)).map(item));
  unsolved.addEventListener("change", draw);
  draw();
  root.replaceChildren(
    h("h1", {}, t("drops.title")),
    h("p", {}, t("drops.what")),
    h("p", {}, t("drops.solved", { solved: number(solved), all: number(drops.length) })),
    h("p", {}, h("label", { class: "check" }, unsolved, t("drops.unsolved"))),
    list,
  );
  return () => {};
}

/** @param {Drop} drop */
function item(drop) {
  const link = h(
    "a",
    { href: `#/drop/${encodeURIComponent(drop.name)}` },
    h("strong", {}, drop.name),
    h("span", {}, tn("drops.rolls", drop.rolls)),
    h("span", {}, t("drops.goal", { goal: number(drop.goal) })),
    drop.gain !== undefined &&
      h(
        "span",
        { class: "quiet" },
        tn("points", drop.gain, {}, 0, { signed: true }),
      ),
    drop.difficulty && h("span", { class: "quiet" }, t(`difficulty.${drop.difficulty}`)),
    drop.solved && h("span", { class: "solved" }, `✓ ${t("drops.done")}`),
  );
  return h("li", {}, link);
}
