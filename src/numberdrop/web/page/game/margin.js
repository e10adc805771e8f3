// What stands beside the grid on the sheet: for each letter its two boxes and its tile, below them
// the box of the bonus.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { partsOf } from "../notation.js";
import { lanesOf, tile } from "./tiles.js";

const SIZES = ["3", "4", "5", "6", "7"];
/** A letter for each kind of box, and the sign of its column. */
/** @type {Record<string, string>} */
export const KINDS = { identical: "=", consecutive: "↗" };

/**
 * @param {any} game
 * @param {import("./table.js").Claim | null} claim that is chosen, or looked at
 */
export function margin(game, claim) {
  const boxes = game.position ? partsOf(game.position).boxes.split(":") : ["", "", ""];
  const box = (
    /** @type {string} */ kind,
    /** @type {string} */ filled,
    /** @type {string} */ size,
  ) => boxOf(kind, size, filled.includes(size), isFor(claim, kind, Number(size)));
  const lanes = lanesOf(game).map((lane, at) =>
    h(
      "div",
      { "data-lane": lane.letter, class: "lane" },
      tile(lane),
      h(
        "span",
        { class: "boxes" },
        box("identical", boxes[0], SIZES[at]),
        box("consecutive", boxes[1], SIZES[at]),
      ),
    ),
  );
  const signs = Object.entries(KINDS).map(([kind, sign]) =>
    h("span", { title: t(`box.${kind}`) }, sign),
  );
  return [
    h("div", { class: "kinds boxes", "aria-hidden": "true" }, ...signs),
    h("div", { class: "lanes", role: "group", "aria-label": t("game.tiles") }, ...lanes),
    h(
      "div",
      { class: "bonus" },
      h("span", { "aria-hidden": "true" }, t("box.bonus")),
      box("bonus", boxes[2], "8"),
    ),
  ];
}

/**
 * Whether a claim fills a box.
 * @param {import("./table.js").Claim | null} claim
 * @param {string} kind
 * @param {number} size
 */
function isFor(claim, kind, size) {
  return claim !== null && claim.size === size && (kind === "bonus" || claim.kind === kind);
}

/**
 * @param {string} kind
 * @param {string} size
 * @param {boolean} is whether it is filled
 * @param {boolean} isComing whether the turn would fill it
 */
function boxOf(kind, size, is, isComing) {
  const state = t(is ? "game.box.filled" : isComing ? "game.box.coming" : "game.box.open");
  const label = `${t("box.label", { kind: t(`box.${kind}`), size })}, ${state}`;
  const classes = `box${is ? " is-filled" : ""}${isComing ? " is-coming" : ""}`;
  return h("span", { class: classes, role: "img", "aria-label": label, title: label }, size);
}
