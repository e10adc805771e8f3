// The list of drop problems.

import { request } from "./api.js";
import { h } from "./dom.js";
import { number, t, tn } from "./i18n.js";

/**
 * @typedef {object} Drop
 * @property {string} name
 * @property {number} rolls the number of rolls
 * @property {number} goal
 * @property {number} [gain] the points from the sheet's score to the goal
 * @property {string} [difficulty]
 * @property {boolean} solved
 */

/** The difficulties, the easiest first. */
const DIFFICULTIES = ["easy", "medium", "hard", "fiendish"];

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
  const pockets = h("input", { type: "checkbox", id: "pockets" });
  const difficulty = difficultySelect(drops);
  const isWanted = (/** @type {Drop} */ drop) =>
    !(unsolved.checked && drop.solved) &&
    (!pockets.checked || drop.name.startsWith("pocket#")) &&
    (!difficulty.value || drop.difficulty === difficulty.value);
  const draw = () => {
    const wanted = drops.filter(isWanted);
    list.replaceChildren(...wanted.map(dropItem));
    none.hidden = wanted.length > 0;
  };
  const none = h("p", { class: "quiet", role: "status" }, t("drops.none"));
  for (const field of [unsolved, pockets, difficulty]) field.addEventListener("change", draw);
  draw();
  root.replaceChildren(
    h("h1", {}, t("drops.title")),
    h(
      "p",
      {},
      t("drops.what"),
      " ",
      h("strong", {}, t("drops.solved", { solved: number(solved), all: number(drops.length) })),
    ),
    h(
      "div",
      { class: "filters" },
      h("label", { class: "level" }, t("drops.difficulty"), difficulty),
      h("label", { class: "check" }, pockets, t("drops.pockets")),
      h("label", { class: "check" }, unsolved, t("drops.unsolved")),
    ),
    none,
    list,
  );
  return () => {};
}

/** Creates the select element for the difficulty. @param {Drop[]} drops */
function difficultySelect(drops) {
  const words = [...new Set(drops.map((drop) => drop.difficulty ?? ""))].filter(Boolean);
  const rank = (/** @type {string} */ word) => DIFFICULTIES.indexOf(word);
  const options = words.sort((one, other) => rank(one) - rank(other));
  return h(
    "select",
    { id: "difficulty" },
    h("option", { value: "" }, t("drops.any")),
    ...options.map((word) => h("option", { value: word }, t(`difficulty.${word}`))),
  );
}

/** @param {Drop} drop */
function dropItem(drop) {
  const gain = drop.gain !== undefined && tn("points", drop.gain, {}, 0, { signed: true });
  const link = h(
    "a",
    { href: `#/drop/${encodeURIComponent(drop.name)}` },
    h(
      "span",
      { class: "drop-head" },
      h("strong", {}, drop.name),
      drop.difficulty && h("span", { class: "quiet" }, t(`difficulty.${drop.difficulty}`)),
    ),
    h("span", {}, t("drops.goal", { goal: number(drop.goal) })),
    h("span", { class: "quiet" }, [tn("drops.rolls", drop.rolls), gain].filter(Boolean).join(", ")),
    drop.solved && h("span", { class: "solved" }, `✓ ${t("drops.done")}`),
  );
  return h("li", {}, link);
}
