// The list of drop problems, with filters that stay as they were.

import { request } from "./api.js";
import { h } from "./dom.js";
import { number, t, tn } from "./i18n.js";
import { save, saved } from "./saved.js";

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
/** The problems that are shown at first, and that each press of the button adds. */
const STEP = 60;
const STORAGE_KEY = "numberdrop.drops";

/** The number of problems shown, which stays as long as the page. */
let most = STEP;

/**
 * @param {HTMLElement} root
 * @param {import("./router.js").Route} route
 * @returns {Promise<() => void>}
 */
export async function show(root, { go }) {
  /** @type {{drops: Drop[]}} */
  const { drops } = await request("GET", "drops");
  const solved = drops.filter((drop) => drop.solved).length;
  const filters = filterFields(drops);
  const list = h("ul", { class: "drops" });
  const status = h("p", { class: "quiet", role: "status" });
  /** @type {Drop[]} */
  let wanted = [];
  const draw = () => {
    wanted = drops.filter(filters.isWanted);
    const shown = wanted.slice(0, most);
    list.replaceChildren(...shown.map(dropItem));
    more.hidden = shown.length === wanted.length;
    random.hidden = wanted.length === 0;
    const counts = { shown: number(shown.length), all: number(wanted.length) };
    status.textContent = wanted.length ? t("drops.shown", counts) : t("drops.none");
  };
  const showMore = () => {
    const before = list.childElementCount;
    most = before + STEP;
    draw();
    list.children[before].querySelector("a")?.focus();
  };
  const more = h("button", { type: "button", onclick: showMore }, t("drops.more"));
  const openRandom = () => go(`#/drop/${encodeURIComponent(randomProblem(wanted).name)}`);
  const random = h("button", { type: "button", onclick: openRandom }, t("drops.random"));
  filters.element.addEventListener("change", () => {
    most = STEP;
    filters.save();
    draw();
  });
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
    filters.element,
    h("div", { class: "panel-head" }, status, random),
    list,
    more,
  );
  return () => {};
}

/** Returns one of the problems at random, an unsolved one if there is any. @param {Drop[]} drops */
function randomProblem(drops) {
  const unsolved = drops.filter((drop) => !drop.solved);
  const choice = unsolved.length ? unsolved : drops;
  return choice[Math.floor(Math.random() * choice.length)];
}

/**
 * Creates the filters, with the values kept in this browser.
 * @param {Drop[]} drops
 */
function filterFields(drops) {
  const kept = new URLSearchParams(saved(STORAGE_KEY) ?? "");
  const box = (/** @type {string} */ id) =>
    h("input", { type: "checkbox", id, checked: kept.has(id) });
  const [pockets, unsolved] = [box("pockets"), box("unsolved")];
  const difficulty = difficultySelect(drops);
  difficulty.value = kept.get("difficulty") ?? "";
  if (difficulty.selectedIndex < 0) difficulty.value = "";
  const element = h(
    "div",
    { class: "filters" },
    h("label", { class: "level" }, t("drops.difficulty"), difficulty),
    h("label", { class: "check" }, pockets, t("drops.pockets")),
    h("label", { class: "check" }, unsolved, t("drops.unsolved")),
  );
  const isWanted = (/** @type {Drop} */ drop) =>
    !(unsolved.checked && drop.solved) &&
    (!pockets.checked || drop.name.startsWith("pocket#")) &&
    (!difficulty.value || drop.difficulty === difficulty.value);
  const keep = () => {
    const values = [pockets, unsolved].filter((one) => one.checked).map((one) => [one.id, "1"]);
    if (difficulty.value) values.push(["difficulty", difficulty.value]);
    save(STORAGE_KEY, String(new URLSearchParams(values)));
  };
  return { element, isWanted, save: keep };
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
