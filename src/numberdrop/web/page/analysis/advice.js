// Advice on the sheet that stands there: hints for a roll, or where the first 1 goes.

import { h } from "../dom.js";
import { mountHints } from "../hints/panel.js";
import { mountStarts } from "../hints/starts.js";
import { partsOf } from "../notation.js";
import { tilesOf } from "./sheet.js";

/** @typedef {import("../hints/panel.js").HintsOptions} HintsOptions */

/**
 * @param {HTMLElement} root
 * @param {HintsOptions & {start: (cell: string) => void}} doors start takes the cell of a first 1
 */
export function makeAdvice(root, { start, ...doors }) {
  const [ideas, starts] = [h("div"), h("div")];
  root.replaceChildren(ideas, starts);
  const hints = mountHints(ideas, null, doors);
  let endStarts = () => {};

  /** Ends all searches; nothing of them is shown any more. */
  function none() {
    hints.update(null);
    endStarts();
    endStarts = () => {};
  }

  /**
   * Asks for what there is to advise.
   * @param {string} position
   * @param {string | null} roll
   * @param {string} variant
   */
  function ask(position, roll, variant) {
    if (roll) hints.update({ position, roll, variant });
    else if (/^- -:-:- [^-]\S* 1$/.test(position)) {
      const tiles = tilesOf(partsOf(position).tiles).map(({ shape }) => shape);
      endStarts = mountStarts(starts, { tiles, variant }, start);
    }
  }

  return { none, ask };
}
