// The effects of the turn, and the possible claims as numbered buttons: a row of fixed height before
// the button that ends the turn.

import { h } from "../dom.js";
import { number, t, tn } from "../i18n.js";
import { actionButton, textButton } from "./button.js";
import { icon } from "./icons.js";
import { KINDS } from "./margin.js";
import { previewParts } from "./score.js";

/** The number of claims that have a key. */
const KEY_COUNT = 9;

/** @typedef {import("./game-client.js").Claim} Claim */
/** @typedef {import("./turn-editor.js").TurnEditor} TurnEditor */

/**
 * @param {any} game
 * @param {TurnEditor} editor
 * @returns {(Node | null)[]}
 */
export function effectsAndClaims(game, editor) {
  const { moment } = game;
  if (!moment) return [];
  const mayClaim = editor.claimOptions.length > 0 && !moment.drop;
  const effects = previewParts(editor.previewed ?? moment)
    .filter(({ kind }) => kind !== "claims" || !mayClaim)
    .map(({ kind, text }) => h("span", { class: `foreseen is-${kind}` }, text));
  return [
    effects.length ? h("p", { class: "preview" }, ...effects) : null,
    mayClaim ? claims(editor) : null,
  ];
}

/** @param {TurnEditor} editor */
function claims(editor) {
  const { claimOptions } = editor;
  const taken = editor.turn.claim?.join() ?? "";
  const chips = claimOptions.map((claim, at) => chip(claim, at, claim.cells.join() === taken));
  const none = textButton("no-claim", t("game.claim.none"), {
    "aria-pressed": String(editor.isRefused),
  });
  const label = t("game.act.mark");
  const mark = actionButton(
    "toggle-claim",
    {
      "data-action": "mark",
      class: "tool",
      "aria-label": label,
      title: label,
      "aria-pressed": String(editor.stage === "claim"),
    },
    icon("mark"),
  );
  return h(
    "div",
    { class: "claims", role: "group", "aria-label": t("game.claims") },
    h("div", { class: "claim-chips" }, ...chips),
    none,
    mark,
  );
}

/**
 * @param {Claim} claim
 * @param {number} at
 * @param {boolean} isTaken
 */
function chip(claim, at, isTaken) {
  const words = claimInWords(claim);
  const { kind, size, circles, points } = claim;
  return actionButton(
    `take ${at}`,
    {
      "data-claim": at + 1,
      class: "chip",
      "aria-label": words,
      title: words,
      "aria-pressed": String(isTaken),
    },
    at < KEY_COUNT && h("kbd", {}, at + 1),
    h("span", { class: "chip-box" }, KINDS[kind], " ", size),
    circles && h("span", { class: "chip-circle" }, circles),
    h("strong", { class: "chip-points" }, number(points, 0, { signed: true })),
  );
}

/** @param {Claim} claim */
export function claimInWords(claim) {
  const what = boxInWords(claim);
  const more = [tn("points", claim.points)];
  if (claim.circles) more.push(t("game.claim.circles", { letter: claim.circles }));
  return t("game.claim", { what, cells: claim.cells.join(" "), more: more.join(", ") });
}

/** Names the box that a claim fills. @param {Claim} claim */
export function boxInWords({ kind, size }) {
  return t("box.label", { kind: t(`box.${kind}`), size });
}
