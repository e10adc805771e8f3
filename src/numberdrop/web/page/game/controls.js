// The heading, the prompt, the buttons, and the form for a typed turn.

import { h } from "../dom.js";
import { t, tn } from "../i18n.js";
import { gameName } from "../names.js";
import { turnNumber } from "../notation.js";
import { isShared, seatName } from "../seats.js";
import { actionButton, iconButton, textButton } from "./button.js";
import { icon } from "./icons.js";
import { prompt } from "./narration.js";
import { starPad } from "./tray.js";

/** @typedef {import("./turn-editor.js").TurnEditor} TurnEditor */

/** Creates the heading: the game's name, its turn and its points. @param {any} game */
export function heading(game) {
  const turn = game.over ? t("game.over") : t("review.turn", { n: turnNumber(game) });
  const isNamed = isShared(game) && !game.table && !game.over;
  const seat = isNamed ? `, ${seatName(game, game.seats[game.seat - 1])}` : "";
  const points = tn("points", game.score?.total ?? 0);
  const { goal } = game;
  return [
    h("h1", {}, gameName(game), " ", h("span", { class: "quiet" }, turn, seat)),
    h("p", { class: "points" }, goal ? t("game.goal", { points, goal }) : points),
  ];
}

/**
 * Creates the prompt, or the error message in its place.
 * @param {any} game
 * @param {TurnEditor} editor
 * @param {string} fault
 */
export function promptLines(game, editor, fault) {
  if (fault) return [h("p", { class: "fault" }, fault)];
  if (game.over || game.damage) return [];
  return [h("p", { class: editor.isAsked ? "prompt is-asked" : "prompt" }, prompt(game, editor))];
}

/**
 * Creates the buttons for the current stage.
 * @param {any} game
 * @param {TurnEditor} editor
 */
export function buttons(game, editor) {
  const undo = iconButton("undo", icon("undo"), game.can.undo);
  const redo = iconButton("redo", icon("redo"), game.can.redo);
  const line = (/** @type {string} */ name, /** @type {(Node | null)[]} */ ...some) =>
    h("div", { "data-tools": name, class: `tools is-${name}` }, ...some);
  if (game.over) return game.can.undo || game.can.redo ? [line("turn", undo, redo)] : [];
  if (editor.stage === "start") {
    const begin = textButton("accept", t("game.act.begin"), { class: "is-main end" });
    return [
      line("move", iconButton("left", icon("left")), iconButton("right", icon("right")), begin),
      line("turn", undo, redo),
    ];
  }
  if (!game.moment) return [line("turn", undo, redo)];
  const canMove = editor.poses.length > 0 && editor.stage !== "claim";
  const moves = ["left", "turn", "flip", "right"].map((name) =>
    iconButton(name, icon(name), canMove),
  );
  if (editor.stage === "wait") {
    const reopen = textButton("undo", t("table.reopen"), { class: "end" });
    const arrange = iconButton("arrange", icon("arrange"), false);
    return [line("move", ...moves, arrange), line("turn", reopen)];
  }
  const canPin = canMove && ["place", "slide"].includes(editor.stage);
  const pin = editor.isPinned
    ? iconButton("arrange", icon("arrange"))
    : textButton("pin", t("game.act.pin"), { disabled: !canPin, class: canPin ? "is-next" : null });
  // The pad and the buttons that move the shape are never needed at once.
  const upper = editor.needsStarDigit ? starPad(editor) : line("move", ...moves, pin);
  return [upper, line("turn", undo, redo, endButton(game, editor))];
}

/**
 * Creates the button that ends the turn. While the turn isn't complete, it says what is missing.
 * @param {any} game
 * @param {TurnEditor} editor
 */
function endButton({ moment }, { isAsked }) {
  const missing = moment.notation ? null : t(`game.missing.${moment.needs}`);
  return actionButton(
    "end",
    {
      "data-action": "end",
      class: isAsked ? "is-main end is-asked" : "is-main end",
      disabled: missing !== null,
    },
    t(isAsked ? "game.act.end.open" : "game.act.end"),
    missing && h("span", { class: "missing" }, missing),
  );
}

/**
 * Creates the form for a typed turn, or for a roll if one is due.
 * @param {any} game
 * @param {(action: string, value: string) => void} act
 */
export function turnForm(game, act) {
  if (game.over || !game.position) return [];
  const isRoll = !game.moment;
  const inputAttributes = { autocomplete: "off", autocapitalize: "off", spellcheck: "false" };
  const input = h("input", { id: "typed", ...inputAttributes });
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
  const randomAttributes = {
    "data-action": "random",
    type: "button",
    class: "is-main",
    "data-ask": "roll random",
  };
  return [form, h("button", randomAttributes, t("game.roll.random"))];
}
