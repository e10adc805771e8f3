// The margin of the sheet: two boxes and a tile for each letter, and below them the bonus box.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { parsePosition } from "../notation.js";
import { lanesOf, tile } from "./tiles.js";

const SIZES = ["3", "4", "5", "6", "7"];
/** The sign of each kind of box. @type {Record<string, string>} */
export const KINDS = { identical: "=", consecutive: "↗" };

/**
 * Creates the parts of the margin.
 * @param {any} game
 * @param {import("./game-client.js").Claim | null} claim the chosen or hovered one
 */
export function marginParts(game, claim) {
  const boxes = game.position ? parsePosition(game.position).boxes.split(":") : ["", "", ""];
  const box = (
    /** @type {string} */ kind,
    /** @type {string} */ filled,
    /** @type {string} */ size,
  ) => boxOf(kind, size, filled.includes(size), fillsBox(claim, kind, Number(size)));
  const rows = lanesOf(game).map((lane, at) =>
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
  const kindSigns = Object.entries(KINDS).map(([kind, sign]) =>
    h("span", { title: t(`box.${kind}`) }, sign),
  );
  return [
    h("div", { class: "kinds boxes", "aria-hidden": "true" }, ...kindSigns),
    h("div", { class: "lanes", role: "group", "aria-label": t("game.tiles") }, ...rows),
    h(
      "div",
      { class: "bonus" },
      h("span", { "aria-hidden": "true" }, t("box.bonus")),
      box("bonus", boxes[2], "8"),
    ),
  ];
}

/**
 * Returns whether a claim fills a box.
 * @param {import("./game-client.js").Claim | null} claim
 * @param {string} kind
 * @param {number} size
 */
function fillsBox(claim, kind, size) {
  return claim !== null && claim.size === size && (kind === "bonus" || claim.kind === kind);
}

/**
 * @param {string} kind
 * @param {string} size
 * @param {boolean} isFilled
 * @param {boolean} isComing whether the claim would fill it
 */
function boxOf(kind, size, isFilled, isComing) {
  const state = t(isFilled ? "game.box.filled" : isComing ? "game.box.coming" : "game.box.open");
  const label = `${t("box.label", { kind: t(`box.${kind}`), size })}, ${state}`;
  const classes = `box${isFilled ? " is-filled" : ""}${isComing ? " is-coming" : ""}`;
  return h("span", { class: classes, role: "img", "aria-label": label, title: label }, size);
}
