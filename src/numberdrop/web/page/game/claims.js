// The claims that may be made, as buttons with numbers.

import { h } from "../dom.js";
import { t, tn } from "../i18n.js";

/** As many have a key of their own. */
const KEYS = 9;

/**
 * @param {import("./hand.js").Hand} hand
 * @param {(action: string, value?: string) => void} act
 */
export function claimList(hand, act) {
  const { offered } = hand;
  const taken = hand.turn.claim?.join() ?? "";
  const chips = offered.map((claim, at) =>
    h(
      "button",
      {
        type: "button",
        class: "chip",
        "data-claim": at + 1,
        "aria-pressed": String(claim.cells.join() === taken),
        onclick: () => act("take", String(at)),
      },
      at < KEYS && h("kbd", {}, at + 1),
      claimInWords(claim),
    ),
  );
  const none = h(
    "button",
    {
      type: "button",
      class: "chip",
      "data-action": "no-claim",
      disabled: !taken,
      onclick: () => act("no-claim"),
    },
    t("game.claim.none"),
  );
  return h(
    "div",
    { class: "claims", role: "group", "aria-label": t("game.claims") },
    ...(offered.length ? [...chips, none] : [h("p", { class: "quiet" }, t("game.claims.empty"))]),
  );
}

/** @param {import("./table.js").Claim} claim */
export function claimInWords(claim) {
  const what = t("box.label", { kind: t(`box.${claim.kind}`), size: claim.size });
  const more = [tn("points", claim.points)];
  if (claim.circles) more.push(t("game.claim.circles", { letter: claim.circles }));
  return t("game.claim", { what, cells: claim.cells.join(" "), more: more.join(", ") });
}
