// Graded help in a puzzle: the region, the placement, the whole turn; each is kept in the game.

import { Refusal, messageOf, request } from "./api.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { turnInWords } from "./small-sheet.js";

const GRADES = ["region", "placement", "turn"];

/**
 * @typedef {object} Help
 * @property {string} grade
 * @property {string[]} [region] cells somewhere among which the shape goes
 * @property {string[]} [cells] on which it goes
 * @property {string} [shape]
 * @property {any} [turn] the whole turn, tentative
 */

/**
 * Puts the three buttons into `root`. A grade once asked for is written into the game's record by
 * the server, so each says so before it is taken.
 * @param {HTMLElement} root
 * @param {{id: string, help?: {turn: number, grade: string}[]}} game
 * @param {{show?: (help: Help) => void, changed?: () => void}} [options] show draws the help on the
 *   sheet; changed is called when the game has a new entry
 * @returns {() => void} ends what is told, and what is being asked, once another turn is to be played
 */
export function mountHelp(root, game, { show, changed } = {}) {
  const answer = h("p", { role: "status", class: "help-answer" });
  /** Counts what was asked: of an answer that something else came before nothing is told. */
  let asked = 0;
  /** @param {string} grade */
  async function ask(grade) {
    const mine = ++asked;
    try {
      const help = await request("POST", `games/${game.id}/help`, { grade });
      changed?.();
      if (mine !== asked) return;
      answer.textContent = inWords(help);
      show?.(help);
    } catch (error) {
      // Whoever has the game finds that it was removed.
      if (error instanceof Refusal && error.status === 404) changed?.();
      if (mine === asked) answer.textContent = messageOf(error);
    }
  }
  const buttons = GRADES.map((grade) =>
    h("button", { type: "button", onclick: () => ask(grade) }, t(`help.grade.${grade}`)),
  );
  const head = h("h2", {}, t("help.graded"));
  root.replaceChildren(
    head,
    h("p", { class: "quiet" }, t("help.recorded")),
    h("div", { class: "buttons" }, ...buttons),
    answer,
  );
  return () => {
    asked += 1;
    answer.textContent = "";
  };
}

/** @param {Help} help */
function inWords(help) {
  if (help.region) return t("help.says.region", { cells: help.region.join(" ") });
  if (help.cells) return t("help.says.placement", { cells: help.cells.join(" ") });
  const { turn } = help;
  const place = Object.fromEntries(
    turn.cells.map((/** @type {string} */ cell, /** @type {number} */ at) => [
      cell,
      turn.digits[at],
    ]),
  );
  return t("help.says.turn", {
    turn: turnInWords({
      roll: "",
      slides: turn.slides,
      drops: turn.drops,
      place: turn.cells.length ? place : null,
      claim: turn.claim,
    }),
  });
}
