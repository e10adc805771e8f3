// The claims that may be made, as buttons with numbers.

import { h } from "../dom.js";
import { number, t, tn } from "../i18n.js";
import { asking, worded } from "./button.js";

/** As many have a key of their own. */
const KEYS = 9;

/** @param {import("./hand.js").Hand} hand */
export function claimList(hand) {
  const { offered } = hand;
  const taken = hand.turn.claim?.join() ?? "";
  if (!offered.length) return h("p", { class: "quiet" }, t("game.claims.empty"));
  const chips = offered.map((claim, at) =>
    asking(
      `take ${at}`,
      {
        "data-claim": at + 1,
        class: "chip",
        "aria-label": claimInWords(claim),
        "aria-pressed": String(claim.cells.join() === taken),
      },
      h("kbd", {}, at < KEYS ? at + 1 : ""),
      h(
        "span",
        { class: "chip-words" },
        h("strong", {}, boxOf(claim)),
        " ",
        h("span", { class: "quiet" }, claim.cells.join(" ")),
        claim.circles && ` ${t("game.claim.circles", { letter: claim.circles })}`,
      ),
      h("strong", { class: "chip-points" }, number(claim.points, 0, { signed: true })),
    ),
  );
  const none = worded("no-claim", t("game.claim.none"), {
    disabled: !taken && !hand.chosen.length,
  });
  const isMarking = hand.stage === "claim";
  const mark = asking(
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

/** @param {import("./table.js").Claim} claim */
export function claimInWords(claim) {
  const what = boxOf(claim);
  const more = [tn("points", claim.points)];
  if (claim.circles) more.push(t("game.claim.circles", { letter: claim.circles }));
  return t("game.claim", { what, cells: claim.cells.join(" "), more: more.join(", ") });
}

/** The box that a claim is for, in words. @param {import("./table.js").Claim} claim */
function boxOf({ kind, size }) {
  return t("box.label", { kind: t(`box.${kind}`), size });
}
