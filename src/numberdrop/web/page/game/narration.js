// Texts of the game: prompts, and descriptions of changes for screen readers.

import { number, t, tn } from "../i18n.js";
import { turnNumber } from "../notation.js";
import { boxInWords, claimInWords } from "./effects.js";
import { previewInWords } from "./score.js";
import { shareLines } from "./share.js";

/** @typedef {import("./turn-editor.js").TurnEditor} TurnEditor */

/** Returns the prompt for the current stage. @param {any} game @param {TurnEditor} editor */
export function prompt(game, editor) {
  const { moment } = game;
  if (editor.stage === "slide")
    return t(moment.turn.slides.length ? "game.prompt.star" : "game.prompt.slide");
  if (editor.stage === "start" && game.seat) return t("seat.prompt.start", { digit: game.seat });
  if (moment?.block && !moment.drop) {
    const isLaid = moment.turn.drops.length > 0;
    return t(isLaid ? "seat.prompt.laid" : "seat.prompt.protected", { letter: moment.block });
  }
  if (editor.stage === "place" && moment.drop)
    return t("game.prompt.drop", { letter: moment.drop.tile, shape: moment.drop.shape });
  if (editor.isAsked) return openInWords(editor);
  if (editor.stage === "claim" && !editor.isPinned) return t("game.prompt.nowhere");
  if (editor.stage === "digits" && moment.needs === "digits")
    return t("game.pad", { cell: editor.turn.cells[editor.starIndex] });
  return t(`game.prompt.${editor.stage}`);
}

/** Asks whether the turn shall end with its best combo left open. @param {TurnEditor} editor */
function openInWords(editor) {
  return t("game.prompt.open", { claim: boxInWords(editor.claimOptions[0]) });
}

/** Describes the pose of the held shape, or the start cell. @param {TurnEditor} editor */
export function heldInWords(editor) {
  if (editor.stage === "start") return t("game.say.start", { cell: editor.start });
  if (editor.stage === "claim") return "";
  if (!editor.pose || !editor.moment || editor.isPinned) return "";
  if (editor.stage !== "place") return "";
  const shape = editor.moment.drop ? "✕" : editor.pose.shape;
  const said = t("game.say.held", { shape, cells: editor.pose.cells.join(" ") });
  const more = editor.previewed ? previewInWords(editor.previewed) : "";
  return more ? `${said}. ${more}` : said;
}

/**
 * Describes the change between two states of a game.
 * @param {any} now
 * @param {any} before
 * @param {TurnEditor} editor
 */
export function changeInWords(now, before, editor) {
  const said = [];
  if (now.turns.length > before.turns.length) {
    const { gain, score } = now.turns[now.turns.length - 1];
    said.push(
      t("game.say.ended", { gain: number(gain, 0, { signed: true }), points: tn("points", score) }),
    );
  } else if (now.turns.length < before.turns.length)
    said.push(t("game.say.back", { turn: turnNumber(now) }));
  if (now.over) {
    const share = now.result?.said && shareLines(now.result)[0];
    return [...said, t("game.over"), share].filter(Boolean).join(". ");
  }
  if (now.roll && (now.roll !== before.roll || now.position !== before.position)) {
    said.push(t("game.say.roll", { turn: turnNumber(now), roll: rollInWords(now.roll) }));
  } else if (now.moment && before.moment) said.push(...stepsInWords(now.moment, before.moment));
  said.push(prompt(now, editor));
  return said.filter(Boolean).join(". ");
}

/**
 * @param {any} now
 * @param {any} before
 */
function stepsInWords(now, before) {
  const said = [];
  const [turn, old] = [now.turn, before.turn];
  if (turn.slides.join() !== old.slides.join()) {
    said.push(
      turn.slides.length
        ? t("turn.slides", { letters: turn.slides.join(", ") })
        : t("game.say.noslide"),
    );
  }
  for (const drop of turn.drops.slice(old.drops.length)) {
    said.push(
      drop.cells.length
        ? t("turn.falls", { letter: drop.tile, cells: drop.cells.join(" ") })
        : t("turn.falls.nowhere", { letter: drop.tile }),
    );
  }
  const isMoved = turn.cells.join() !== old.cells.join();
  if (isMoved && !turn.cells.length && old.cells.length) said.push(t("game.say.unpinned"));
  else if (turn.cells.length && (isMoved || turn.digits.join() !== old.digits.join())) {
    const cells = turn.cells.map(
      (/** @type {string} */ cell, /** @type {number} */ at) =>
        `${cell} ${turn.digits[at] ?? t("game.star")}`,
    );
    said.push(t("turn.places", { cells: cells.join(", ") }));
    said.push(previewInWords(now));
  }
  if ((turn.claim ?? []).join() !== (old.claim ?? []).join()) {
    const claim = now.claims.find(
      (/** @type {any} */ one) => one.cells.join() === turn.claim?.join(),
    );
    said.push(claim ? claimInWords(claim) : t("game.say.noclaim"));
  }
  return said;
}

/** Spells out a roll for speech. @param {string} roll */
function rollInWords(roll) {
  return [...roll].map((face) => (face === "*" ? t("game.star") : face)).join(" ");
}
