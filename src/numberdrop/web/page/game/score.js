// The score of the sheet by kind, and the effect of the current turn.

import { h } from "../dom.js";
import { number, t, tn } from "../i18n.js";
import { KINDS } from "./margin.js";

const PARTS = ["identical", "consecutive", "bonus", "rows"];

/**
 * Creates the score card: the current score by kind, and the changes by the chosen turn.
 * @param {any} game
 * @param {any} preview of the turn, or null
 * @param {Record<string, number>} targets the points for each medal; empty if there are no medals
 */
export function scoreCard(game, preview, targets) {
  const none = { rows: 0, identical: 0, consecutive: 0, bonus: 0, total: 0 };
  const now = game.score ?? none;
  const next = preview?.score ?? now;
  const line = (/** @type {string} */ part) => {
    const by = next[part] - now[part];
    const change = by ? number(by, 0, { signed: true }) : "";
    const sign = KINDS[/** @type {keyof typeof KINDS} */ (part)] ?? "";
    return h(
      "div",
      { "data-part": part, class: "score-line" },
      h(
        "dt",
        {},
        h("span", { class: "kind-sign", "aria-hidden": "true" }, sign),
        part === "rows" ? t("game.rows") : t(`box.${part}`),
      ),
      h(
        "dd",
        {},
        number(now[part]),
        h("span", { class: by < 0 ? "change is-loss" : "change" }, change),
      ),
    );
  };
  const medals = Object.entries(targets).map(([medal, points]) =>
    h(
      "span",
      { class: `target is-${medal}${now.total >= points ? " is-reached" : ""}` },
      `${t(`medal.${medal}`)} ${points}`,
    ),
  );
  return h(
    "section",
    { class: "card score", "aria-label": t("game.score") },
    h("p", { class: "total" }, h("strong", {}, tn("points", now.total))),
    h("dl", { class: "score-lines" }, ...PARTS.map(line)),
    medals.length ? h("p", { class: "targets quiet" }, ...medals) : null,
  );
}

/**
 * Returns the effects of the turn, each with its kind.
 * @param {any} moment
 * @returns {{kind: string, text: string}[]} kind "rows", "past", "ends", "gain" or "claims"
 */
export function previewParts(moment) {
  const { rows, past_line: past, gain, ends } = moment.preview;
  const said = [];
  if (past.length)
    said.push({
      kind: "past",
      text: tn("game.preview.past", past.length, { rows: past.join(", ") }),
    });
  if (ends && !past.length) said.push({ kind: "ends", text: t(`game.preview.ends.${ends}`) });
  if (rows.length)
    said.push({
      kind: "rows",
      text: tn("game.preview.rows", rows.length, { rows: rows.join(", ") }),
    });
  if (gain) {
    const text = tn("points", gain, {}, 0, { signed: true });
    said.push({ kind: gain < 0 ? "past" : "gain", text });
  }
  const { claims } = moment;
  if (claims.length) said.push({ kind: "claims", text: tn("game.preview.claims", claims.length) });
  return said;
}

/** Returns the effects of the turn in one line; "" without any. @param {any} moment */
export function previewInWords(moment) {
  return previewParts(moment)
    .map(({ text }) => text)
    .join(" · ");
}
