// The turns played so far; in a game that allows it, each is the way back to it.

import { h } from "../dom.js";
import { number, t } from "../i18n.js";

/**
 * @param {any} game
 * @param {(turn: number) => void} back
 */
export function log(game, back) {
  const items = game.turns.map((/** @type {any} */ turn, /** @type {number} */ at) => {
    const played = at + 1;
    const mayBack = game.can.back.includes(played);
    const text = h("span", { class: "turn-text" }, turn.text);
    const score = h("span", { class: "figure" }, number(turn.score));
    const head = h("span", { class: "turn-number" }, played);
    return h(
      "li",
      { "data-turn": played },
      mayBack
        ? h(
            "button",
            {
              type: "button",
              class: "turn",
              "data-back": played,
              "aria-label": t("game.back.to", { turn: played, text: turn.text }),
              onclick: () => back(played),
            },
            head,
            text,
            score,
          )
        : h("span", { class: "turn" }, head, text, score),
    );
  });
  if (!items.length) return null;
  return h(
    "section",
    { class: "card log" },
    h("h2", {}, t("game.log")),
    h(
      "ol",
      { class: "turns", tabindex: 0, role: "list", "aria-label": t("game.log") },
      ...items.reverse(),
    ),
  );
}
