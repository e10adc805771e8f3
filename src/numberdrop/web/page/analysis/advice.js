// Advice on the current sheet: hints for a roll, or the best start cells.

import { h } from "../dom.js";
import { mountHints } from "../hints/panel.js";
import { mountStarts } from "../hints/starts.js";
import { parsePosition } from "../notation.js";
import { parseTiles } from "./sheet.js";

/** @typedef {import("../hints/panel.js").HintsOptions} HintsOptions */

/**
 * @param {HTMLElement} root
 * @param {HintsOptions & {start: (cell: string) => void}} options `start` chooses a start cell
 */
export function makeAdvice(root, { start, ...options }) {
  const [ideas, starts] = [h("div"), h("div")];
  root.replaceChildren(ideas, starts);
  const hints = mountHints(ideas, null, options);
  let endStarts = () => {};

  /** Ends all searches and hides their results. */
  function stop() {
    hints.update(null);
    endStarts();
    endStarts = () => {};
  }

  /**
   * Requests the advice for a position.
   * @param {string} position
   * @param {string | null} roll
   * @param {string} variant
   */
  function ask(position, roll, variant) {
    if (roll) hints.update({ position, roll, variant });
    else if (/^- -:-:- [^-]\S* 1$/.test(position)) {
      const tiles = parseTiles(parsePosition(position).tiles).map(({ shape }) => shape);
      endStarts = mountStarts(starts, { tiles, variant }, start);
    }
  }

  return { stop, ask };
}
