// What is to be done now, in words and as buttons, and the field for a turn.

import { h } from "../dom.js";
import { number, t, tn } from "../i18n.js";
import { turnOfGame } from "../notation.js";
import { gameName } from "../names.js";
import { isShared } from "../seats.js";
import { tool, worded } from "./button.js";
import { icon } from "./icons.js";
import { previewParts } from "./score.js";
import { prompt } from "./words.js";

/** @typedef {import("./hand.js").Hand} Hand */

/** The name of the game, its turn, its points. @param {any} game */
export function head(game) {
  const turn = game.over ? t("game.over") : t("review.turn", { n: turnOfGame(game) });
  const seat =
    isShared(game) && !game.over ? `, ${t("seat.number", { n: number(game.seat) })}` : "";
  const points = tn("points", game.score?.total ?? 0);
  const { goal } = game;
  return [
    h("h1", {}, gameName(game), " ", h("span", { class: "quiet" }, turn, seat)),
    h("p", { class: "points" }, goal ? t("game.goal", { points, goal }) : points),
  ];
}

/**
 * What is to be done now, and what it would come to.
 * @param {any} game
 * @param {Hand} hand
 * @param {string} fault
 */
export function said(game, hand, fault) {
  const wrong = fault && h("p", { class: "fault" }, fault);
  if (game.over) return wrong ? [wrong] : [];
  const shown = hand.foreseen ?? game.moment;
  const parts = shown ? previewParts(shown) : [];
  const chips = parts.map(({ kind, text }) => h("span", { class: `foreseen is-${kind}` }, text));
  return [
    h("p", { class: "prompt" }, prompt(game, hand)),
    wrong || h("p", { class: "preview" }, ...chips),
  ];
}

/**
 * Buttons for all that can be done by hand now.
 * @param {any} game
 * @param {Hand} hand
 */
export function buttons(game, hand) {
  const back = tool("undo", icon("undo"), game.can.undo);
  const again = tool("redo", icon("redo"), game.can.redo);
  const line = (/** @type {string} */ name, /** @type {(Node | null)[]} */ ...some) =>
    h("div", { "data-tools": name, class: `tools is-${name}` }, ...some);
  if (game.over) return game.can.undo || game.can.redo ? [line("turn", back, again)] : [];
  if (hand.stage === "start") {
    const begin = worded("accept", t("game.act.begin"), { class: "is-main end" });
    return [
      line("move", tool("left", icon("left")), tool("right", icon("right")), begin),
      line("turn", back, again),
    ];
  }
  if (!game.moment) return [line("turn", back, again)];
  const places = hand.poses.length > 0 && hand.stage !== "claim";
  const moves = ["left", "turn", "flip", "right"].map((name) => tool(name, icon(name), places));
  const mayPin = places && !hand.isPinned && ["place", "slide"].includes(hand.stage);
  const pin = worded("pin", t("game.act.pin"), {
    disabled: !mayPin,
    class: mayPin ? "is-next" : null,
  });
  const arrange = hand.isPinned ? tool("arrange", icon("arrange")) : null;
  const end = worded("end", t("game.act.end"), {
    class: "is-main end",
    disabled: !game.moment.notation,
  });
  return [line("move", ...moves, pin), line("turn", back, again, arrange, end)];
}

/**
 * The field for a turn, or for a roll where one is due.
 * @param {any} game
 * @param {(action: string, value: string) => void} act
 */
export function typing(game, act) {
  if (game.over || !game.position) return [];
  const isRoll = !game.moment;
  const given = { autocomplete: "off", autocapitalize: "off", spellcheck: "false" };
  const input = h("input", { id: "typed", ...given });
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (text) act(isRoll ? "roll" : "typed", text);
  };
  const form = h(
    "form",
    { class: "typing", onsubmit: send },
    h("label", { for: "typed" }, t(isRoll ? "game.type.roll" : "game.type.turn")),
    h("div", { class: "buttons" }, input, h("button", { type: "submit" }, t("game.type.take"))),
  );
  if (!isRoll) return [h("details", {}, h("summary", {}, t("game.type")), form)];
  const given_ = {
    "data-action": "random",
    type: "button",
    class: "is-main",
    "data-ask": "roll random",
  };
  return [form, h("button", given_, t("game.roll.random"))];
}
