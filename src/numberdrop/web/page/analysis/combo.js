// Marking a combo on the sheet: the program identifies the chosen cells, and the box is filled.

import { request } from "../api.js";
import { h } from "../dom.js";
import { translateSentence, t } from "../i18n.js";

/** @typedef {{kind: string, size: number, cells: string[]}} Claim */

/** The fewest cells of a combo; the program isn't asked about fewer. */
const MIN_CELLS = 3;
/** The size of the bonus, which has the same box for both kinds. */
const BONUS_SIZE = 8;

/**
 * Creates a button that lets clicks choose cells, and a line that identifies the chosen cells.
 * @param {object} options
 * @param {() => string[]} options.cells the chosen cells; a new array after each change
 * @param {() => string} options.position
 * @param {(claim: Claim) => void} options.take marks the digits as used and fills the box of `kind`
 * @param {(on: boolean) => void} options.onToggle called when clicks start or stop choosing cells
 */
export function comboMarker({ cells, position, take, onToggle }) {
  /** @type {Claim | null} */
  let claimed = null;
  const status = h("p", { role: "status", class: "combo" });
  const button = h("button", { type: "button", "aria-pressed": "false" }, t("analysis.combo"));
  const isPainting = () => button.getAttribute("aria-pressed") === "true";
  button.addEventListener("click", () => {
    button.setAttribute("aria-pressed", String(!isPainting()));
    onToggle(isPainting());
  });

  async function ask() {
    const asked = cells();
    claimed = null;
    status.replaceChildren();
    if (asked.length < MIN_CELLS) return;
    const said = await request("POST", "claims/why", { position: position(), cells: asked }).catch(
      (fault) => ({ said: [{ text: fault.message }] }),
    );
    if (asked !== cells()) return;
    claimed = said.claim ?? null;
    status.replaceChildren(
      claimed ? acceptButton(claimed) : (said.said ?? []).map(translateSentence).join(" "),
    );
  }

  /** @param {Claim} claim */
  function acceptButton(claim) {
    const words = t("analysis.combo.mark", { what: boxInWords(claim) });
    return h("button", { type: "button", onclick: accept }, words);
  }

  function accept() {
    if (!claimed) return;
    const { kind, size, cells } = claimed;
    const words = t("analysis.combo.marked", { what: boxInWords(claimed) });
    claimed = null;
    take({ kind: size === BONUS_SIZE ? "bonus" : kind, size, cells });
    status.replaceChildren(words);
  }

  return { button, status, isPainting, ask, take: accept };
}

/** @param {Claim} claim */
function boxInWords({ kind, size }) {
  return t("box.label", { kind: t(`box.${kind}`), size });
}
