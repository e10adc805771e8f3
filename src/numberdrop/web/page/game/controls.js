// The heading, the prompt, the buttons, and the form for a typed turn.

import { h } from "../dom.js";
import { t, tn } from "../i18n.js";
import { gameName } from "../names.js";
import { turnNumber } from "../notation.js";
import { isShared, seatName } from "../seats.js";
import { iconButton, textButton } from "./button.js";
import { icon } from "./icons.js";
import { prompt } from "./narration.js";
import { previewParts } from "./score.js";

/** @typedef {import("./turn-editor.js").TurnEditor} TurnEditor */

/** Creates the heading: the game's name, its turn and its points. @param {any} game */
export function heading(game) {
  const turn = game.over ? t("game.over") : t("review.turn", { n: turnNumber(game) });
  const seat =
    isShared(game) && !game.over ? `, ${seatName(game, game.seats[game.seat - 1])}` : "";
  const points = tn("points", game.score?.total ?? 0);
  const { goal } = game;
  return [
    h("h1", {}, gameName(game), " ", h("span", { class: "quiet" }, turn, seat)),
    h("p", { class: "points" }, goal ? t("game.goal", { points, goal }) : points),
  ];
}

/**
 * Creates the prompt, and the preview of the turn or the error message.
 * @param {any} game
 * @param {TurnEditor} editor
 * @param {string} fault
 */
export function promptLines(game, editor, fault) {
  const faultLine = fault && h("p", { class: "fault" }, fault);
  if (game.over) return faultLine ? [faultLine] : [];
  const shown = editor.previewed ?? game.moment;
  const parts = shown ? previewParts(shown) : [];
  const chips = parts.map(({ kind, text }) => h("span", { class: `foreseen is-${kind}` }, text));
  return [
    h("p", { class: editor.isAsked ? "prompt is-asked" : "prompt" }, prompt(game, editor)),
    faultLine || h("p", { class: "preview" }, ...chips),
  ];
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
  const canPin = canMove && !editor.isPinned && ["place", "slide"].includes(editor.stage);
  const pin = textButton("pin", t("game.act.pin"), {
    disabled: !canPin,
    class: canPin ? "is-next" : null,
  });
  const arrange = editor.isPinned ? iconButton("arrange", icon("arrange")) : null;
  const end = textButton("end", t(editor.isAsked ? "game.act.end.open" : "game.act.end"), {
    class: editor.isAsked ? "is-main end is-asked" : "is-main end",
    disabled: !game.moment.notation,
  });
  return [line("move", ...moves, pin), line("turn", undo, redo, arrange, end)];
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
