// What the sheet is worth, box by box, and what the turn would bring.

import { h } from "../dom.js";
import { number, t, tn } from "../i18n.js";
import { partsOf } from "../notation.js";

const SIZES = ["3", "4", "5", "6", "7"];

/** @param {any} game */
export function scoreCard(game) {
  const [identical = "-", consecutive = "-", bonus = "-"] = game.position
    ? partsOf(game.position).boxes.split(":")
    : [];
  const score = game.score ?? { rows: 0, identical: 0, consecutive: 0, bonus: 0, total: 0 };
  const line = (
    /** @type {string} */ kind,
    /** @type {string[]} */ sizes,
    /** @type {string} */ filled,
  ) => {
    const boxes = sizes.map((size) => {
      const is = filled.includes(size);
      const label = `${t("box.label", { kind: t(`box.${kind}`), size })}, ${t(is ? "game.box.filled" : "game.box.open")}`;
      return h(
        "span",
        { class: `box${is ? " is-filled" : ""}`, role: "img", "aria-label": label },
        size,
      );
    });
    return h(
      "div",
      { class: "box-line" },
      h("span", {}, t(`box.${kind}`)),
      h("span", { class: "boxes" }, ...boxes),
      h("span", { class: "figure" }, number(score[kind])),
    );
  };
  return h(
    "section",
    { class: "card score", "aria-label": t("game.score") },
    h("p", { class: "total" }, h("strong", {}, tn("points", score.total))),
    line("identical", SIZES, identical),
    line("consecutive", SIZES, consecutive),
    line("bonus", ["8"], bonus),
    h(
      "div",
      { class: "box-line" },
      h("span", {}, t("game.rows")),
      h("span", {}),
      h("span", { class: "figure" }, number(score.rows)),
    ),
  );
}

/**
 * What the turn would come to, in a few words; empty where there is nothing to tell.
 * @param {any} moment
 */
export function previewInWords(moment) {
  const { rows, past_line: past, gain, ends } = moment.preview;
  const said = [];
  if (rows.length) said.push(tn("game.preview.rows", rows.length, { rows: rows.join(", ") }));
  if (past.length) said.push(tn("game.preview.past", past.length, { rows: past.join(", ") }));
  if (ends) said.push(t(`game.preview.ends.${ends}`));
  if (gain) said.push(t("game.preview.gain", { points: number(gain, 0, { signed: true }) }));
  if (moment.claims.length) said.push(tn("game.preview.claims", moment.claims.length));
  return said.join(" · ");
}
