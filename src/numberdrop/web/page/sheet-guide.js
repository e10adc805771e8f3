// A sheet in the middle of a game with numbers on its parts, and what each of them means.

import { h } from "./dom.js";
import { marginParts } from "./game/margin.js";
import { Sheet } from "./game/sheet.js";
import { t } from "./i18n.js";

/** A position that has every part: free and used digits, X, a circled and a crossed-off letter. */
const POSITION = "2....../3.7.5../4bcd6XX/1ccXX12 34:34:- I4x,O1o,T3,L2,S0 9";

/** The parts in the order of their numbers: key of the text, and the element with the number. */
const PARTS = {
  line: ".line-name",
  free: "[data-cell='e3']",
  used: "[data-cell='c2']",
  block: "[data-cell='g2']",
  row: ".row:nth-last-child(2) .rank",
  tile: "[data-lane='C'] .tile",
  crossed: "[data-lane='A'] .letter",
  circled: "[data-lane='B'] .letter",
  boxes: "[data-lane='E'] .box",
  bonus: ".bonus .box",
};

/** Creates the card. */
export function sheetGuide() {
  const sheet = new Sheet();
  const none = new Set();
  sheet.draw({
    grid: POSITION.split(" ")[0],
    held: new Map(),
    pinned: new Map(),
    fallen: none,
    path: none,
    chosen: none,
    highlighted: none,
    selectable: null,
    hinted: none,
    rows: none,
    cursor: "",
    lifted: "",
  });
  const margin = h("div", { class: "part-margin" }, ...marginParts({ position: POSITION }, null));
  // The list says in words what the picture shows.
  const paper = h("div", { class: "paper guide", inert: true }, sheet.root, margin);
  for (const [at, selector] of Object.values(PARTS).entries())
    paper.querySelector(selector)?.append(h("span", { class: "guide-number" }, at + 1));
  const lines = Object.keys(PARTS).map((part) => h("li", {}, t(`guide.${part}`)));
  return h(
    "section",
    { class: "card" },
    h("h2", {}, t("guide.title")),
    h("div", { class: "guide-parts" }, paper, h("ol", {}, ...lines)),
  );
}
