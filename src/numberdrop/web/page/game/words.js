// What is to be done now, and what a change has come to, in words.

import { number, t, tn } from "../i18n.js";
import { turnOfGame } from "../notation.js";
import { claimInWords } from "./claims.js";
import { previewInWords } from "./score.js";

/** @typedef {import("./hand.js").Hand} Hand */

/** What is to be done now. @param {any} game @param {Hand} hand */
export function prompt(game, hand) {
  const { moment } = game;
  if (hand.stage === "slide")
    return t(moment.turn.slides.length ? "game.prompt.star" : "game.prompt.slide");
  if (hand.stage === "start" && game.seat) return t("seat.prompt.start", { digit: game.seat });
  if (moment?.block && !moment.drop) {
    const isLaid = moment.turn.drops.length > 0;
    return t(isLaid ? "seat.prompt.laid" : "seat.prompt.protected", { letter: moment.block });
  }
  if (hand.stage === "place" && moment.drop)
    return t("game.prompt.drop", { letter: moment.drop.tile, shape: moment.drop.shape });
  if (hand.stage === "claim" && !hand.isPinned) return t("game.prompt.nowhere");
  return t(`game.prompt.${hand.stage}`);
}

/** Where the shape is held, or what cell the keys have come to. @param {Hand} hand */
export function heldInWords(hand) {
  if (hand.stage === "start") return t("game.say.start", { cell: hand.start });
  if (hand.stage === "claim") return "";
  if (!hand.pose || !hand.moment || hand.isPinned) return "";
  if (hand.stage !== "place") return "";
  const shape = hand.moment.drop ? "✕" : hand.pose.shape;
  const said = t("game.say.held", { shape, cells: hand.pose.cells.join(" ") });
  const more = hand.foreseen ? previewInWords(hand.foreseen) : "";
  return more ? `${said}. ${more}` : said;
}

/**
 * What has changed between two documents of a game.
 * @param {any} now
 * @param {any} before
 * @param {Hand} hand
 */
export function changeInWords(now, before, hand) {
  const said = [];
  if (now.turns.length > before.turns.length) {
    const { gain, score } = now.turns[now.turns.length - 1];
    said.push(
      t("game.say.ended", { gain: number(gain, 0, { signed: true }), points: tn("points", score) }),
    );
  } else if (now.turns.length < before.turns.length)
    said.push(t("game.say.back", { turn: turnOfGame(now) }));
  if (now.over) return [...said, t("game.over"), now.result?.share].filter(Boolean).join(". ");
  if (now.roll && (now.roll !== before.roll || now.position !== before.position)) {
    said.push(t("game.say.roll", { turn: turnOfGame(now), roll: spoken(now.roll) }));
  } else if (now.moment && before.moment) said.push(...stepsInWords(now.moment, before.moment));
  said.push(prompt(now, hand));
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

/** A roll, sign by sign. @param {string} roll */
function spoken(roll) {
  return [...roll].map((face) => (face === "*" ? t("game.star") : face)).join(" ");
}
