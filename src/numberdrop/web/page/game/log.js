// The log of turns played. Where the game allows it, each entry is a button that goes back to it.

import { h } from "../dom.js";
import { number, t } from "../i18n.js";
import { actionButton } from "./button.js";
import { smallRoll } from "./shapes.js";

/** @param {any} game */
export function turnLog(game) {
  const items = game.turns.map((/** @type {any} */ turn, /** @type {number} */ at) => {
    const played = at + 1;
    const canGoBack = game.can.back.includes(played);
    const [roll, ...words] = turn.text.split(" ");
    const parts = [
      h("span", { class: "turn-number" }, played),
      smallRoll(roll),
      h("span", { class: "figure" }, turn.gain ? number(turn.gain, 0, { signed: true }) : ""),
      h("strong", { class: "figure" }, number(turn.score)),
      h("span", { class: "turn-text" }, words.join(" ")),
    ];
    const label = t("game.back.to", { turn: played, text: turn.text });
    const given = { "data-back": played, class: "turn", "aria-label": label, title: label };
    return h(
      "li",
      { "data-turn": played },
      canGoBack
        ? actionButton(`go-back ${played}`, given, ...parts)
        : h("span", { class: "turn" }, ...parts),
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
