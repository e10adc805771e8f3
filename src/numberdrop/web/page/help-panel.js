// Graded help in a puzzle: the region, the placement, the whole turn. The game records each.

import { ApiError, messageOf, request } from "./api.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { turnInWords } from "./small-sheet.js";

const GRADES = ["region", "placement", "turn"];

/**
 * @typedef {object} Help
 * @property {string} grade
 * @property {string[]} [region] the cells among which the best placement lies
 * @property {string[]} [cells] the cells of the best placement
 * @property {string} [shape]
 * @property {any} [turn] the whole turn, as a PartialTurn
 */

/**
 * Puts the three buttons into `root`. The server writes each help into the game's record, so the
 * panel says so beforehand.
 * @param {HTMLElement} root
 * @param {{id: string, help?: {turn: number, grade: string}[]}} game
 * @param {{show?: (help: Help) => void, changed?: () => void}} [options] `show` draws the help on
 *   the sheet; `changed` is called when the game has recorded a help
 * @returns {() => void} clears the help shown and ignores pending responses, for the next turn
 */
export function mountHelp(root, game, { show, changed } = {}) {
  const answer = h("p", { role: "status", class: "help-answer" });
  /** Counts requests, so that a response is ignored once there is a later request. */
  let requests = 0;
  /** @param {string} grade */
  async function ask(grade) {
    const requestNumber = ++requests;
    try {
      const help = await request("POST", `games/${game.id}/help`, { grade });
      changed?.();
      if (requestNumber !== requests) return;
      answer.textContent = helpInWords(help);
      show?.(help);
    } catch (error) {
      // The game was removed; reloading it shows that.
      if (error instanceof ApiError && error.status === 404) changed?.();
      if (requestNumber === requests) answer.textContent = messageOf(error);
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
    requests += 1;
    answer.textContent = "";
  };
}

/** @param {Help} help */
function helpInWords(help) {
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
