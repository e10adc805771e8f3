// The list of possible claims, as numbered buttons.

import { h } from "../dom.js";
import { number, t, tn } from "../i18n.js";
import { actionButton, textButton } from "./button.js";

/** The number of claims that have a key. */
const KEY_COUNT = 9;

/** @param {import("./turn-editor.js").TurnEditor} editor */
export function claimList(editor) {
  const { claimOptions } = editor;
  const taken = editor.turn.claim?.join() ?? "";
  if (!claimOptions.length) return h("p", { class: "quiet" }, t("game.claims.empty"));
  const chips = claimOptions.map((claim, at) =>
    actionButton(
      `take ${at}`,
      {
        "data-claim": at + 1,
        class: "chip",
        "aria-label": claimInWords(claim),
        "aria-pressed": String(claim.cells.join() === taken),
      },
      h("kbd", {}, at < KEY_COUNT ? at + 1 : ""),
      h(
        "span",
        { class: "chip-words" },
        h("strong", {}, boxInWords(claim)),
        " ",
        h("span", { class: "quiet" }, claim.cells.join(" ")),
        claim.circles && ` ${t("game.claim.circles", { letter: claim.circles })}`,
      ),
      h("strong", { class: "chip-points" }, number(claim.points, 0, { signed: true })),
    ),
  );
  const none = textButton("no-claim", t("game.claim.none"), {
    "aria-pressed": String(editor.isRefused),
  });
  const isMarking = editor.stage === "claim";
  const mark = actionButton(
    "toggle-claim",
    { "data-action": "mark", "aria-pressed": String(isMarking) },
    t("game.act.mark"),
  );
  return h(
    "div",
    { class: "claims", role: "group", "aria-label": t("game.claims") },
    ...chips,
    h("div", { class: "tools" }, mark, none),
  );
}

/** @param {import("./game-client.js").Claim} claim */
export function claimInWords(claim) {
  const what = boxInWords(claim);
  const more = [tn("points", claim.points)];
  if (claim.circles) more.push(t("game.claim.circles", { letter: claim.circles }));
  return t("game.claim", { what, cells: claim.cells.join(" "), more: more.join(", ") });
}

/** Names the box that a claim fills. @param {import("./game-client.js").Claim} claim */
function boxInWords({ kind, size }) {
  return t("box.label", { kind: t(`box.${kind}`), size });
}
