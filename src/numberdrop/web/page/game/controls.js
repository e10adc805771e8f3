// What stands beside the sheet: what is to be done now, the buttons for it, and the field for a turn.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { previewInWords } from "./score.js";
import { prompt } from "./words.js";

/** @typedef {import("./view.js").GameView} View */

/**
 * The name of the game, and what is to be done now.
 * @param {any} game
 * @param {import("./hand.js").Hand} hand
 * @param {string} fault
 */
export function head(game, hand, fault) {
  const name = game.puzzle ?? t(`kind.${game.kind}`);
  const turn = game.over ? t("game.over") : t("review.turn", { n: game.turns.length + 1 });
  const preview = hand.foreseen ?? game.moment;
  const said = preview && !game.over ? previewInWords(preview) : "";
  return [
    h("h1", {}, name, " ", h("span", { class: "quiet" }, turn)),
    game.goal && h("p", { class: "goal" }, t("drops.goal", { goal: game.goal })),
    h("p", { class: "prompt" }, prompt(game, hand)),
    h("p", { class: "preview" }, said || "\u00a0"),
    fault && h("p", { class: "fault" }, fault),
  ].filter(Boolean);
}

/**
 * Buttons for all that can be done by hand now.
 * @param {View} view
 */
export function buttons(view) {
  const { game, hand } = view;
  const one = (/** @type {string} */ action, /** @type {string} */ sign, is = true, more = "") =>
    h(
      "button",
      {
        type: "button",
        class: `tool ${more}`,
        "data-action": action,
        "aria-label": t(`game.act.${action}`),
        title: t(`game.act.${action}`),
        disabled: !is,
        onclick: () => view.act(action),
      },
      sign,
    );
  const back = one("undo", "↶", game.can.undo);
  const again = one("redo", "↷", game.can.redo);
  if (game.over) return [h("div", { class: "tools" }, back, again)];
  const places = hand.poses.length > 0 && hand.stage !== "claim";
  const line = [];
  if (hand.stage === "start") {
    line.push(
      one("left", "←"),
      one("right", "→"),
      h(
        "button",
        {
          type: "button",
          class: "is-main",
          "data-action": "accept",
          onclick: () => view.act("accept"),
        },
        t("game.act.begin"),
      ),
    );
  } else if (game.moment) {
    line.push(
      one("left", "←", places),
      one("turn", "⟳", places),
      one("flip", "⇋", places),
      one("right", "→", places),
    );
    const isPlacing = hand.stage === "place" || (hand.stage === "slide" && !hand.isPinned);
    line.push(
      h(
        "button",
        {
          type: "button",
          "data-action": "pin",
          disabled: !(places && isPlacing && !hand.isPinned),
          onclick: () => view.act("pin"),
        },
        t("game.act.pin"),
      ),
    );
  }
  const end = h(
    "button",
    {
      type: "button",
      class: "is-main end",
      "data-action": "end",
      disabled: !game.moment?.notation,
      onclick: () => view.act("end"),
    },
    t("game.act.end"),
  );
  const isClaiming = hand.stage === "claim";
  const mark =
    hand.offered.length > 0
      ? h(
          "button",
          {
            type: "button",
            "data-action": "mark",
            "aria-pressed": String(isClaiming),
            onclick: () => view.act("toggle-claim"),
          },
          t("game.act.mark"),
        )
      : null;
  const arrange = hand.isPinned ? one("arrange", "⇄") : null;
  return [
    h("div", { class: "tools" }, ...line),
    h("div", { class: "tools" }, back, again, arrange, mark),
    game.moment && end,
  ].filter(Boolean);
}

/**
 * The field for a turn, or for a roll where one is due.
 * @param {View} view
 */
export function typing(view) {
  const { game } = view;
  if (game.over || !game.position) return [];
  const isRoll = !game.moment;
  const input = h("input", {
    id: "typed",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
  });
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    input.value = "";
    input.blur();
    view.act(isRoll ? "roll" : "typed", text);
  };
  const form = h(
    "form",
    { class: "typing", onsubmit: send },
    h("label", { for: "typed" }, t(isRoll ? "game.type.roll" : "game.type.turn")),
    h("div", { class: "buttons" }, input, h("button", { type: "submit" }, t("game.type.take"))),
  );
  const random = h(
    "button",
    {
      type: "button",
      class: "is-main",
      "data-action": "random",
      onclick: () => view.act("roll", "random"),
    },
    t("game.roll.random"),
  );
  if (isRoll) return [form, random];
  const fold = h("details", {}, h("summary", {}, t("game.type")), form);
  return [fold];
}
