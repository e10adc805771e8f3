// Cells of the sheet chosen for a combo: the program says what they are, and its box is ticked.

import { request } from "../api.js";
import { h } from "../dom.js";
import { sentence, t } from "../i18n.js";

/** @typedef {{kind: string, size: number, cells: string[]}} Claim */

/** The least cells of a combo, before anybody asks whether they are one. */
const FEWEST = 3;
/** The size of the bonus, which has a box of its own, whatever the kind. */
const BONUS = 8;

/**
 * A button that makes clicks choose cells, and a line that says what the chosen cells are.
 * @param {object} doors
 * @param {() => string[]} doors.cells those chosen; another array for each choice
 * @param {() => string} doors.position the sheet they are on
 * @param {(claim: Claim) => void} doors.take marks the digits and fills the box of `kind`
 * @param {(on: boolean) => void} doors.painting tells that clicks now choose, or no longer do
 */
export function comboMarker({ cells, position, take, painting }) {
  /** @type {Claim | null} */
  let offered = null;
  const status = h("p", { role: "status", class: "combo" });
  const button = h("button", { type: "button", "aria-pressed": "false" }, t("analysis.combo"));
  const isPainting = () => button.getAttribute("aria-pressed") === "true";
  button.addEventListener("click", () => {
    button.setAttribute("aria-pressed", String(!isPainting()));
    painting(isPainting());
  });

  async function ask() {
    const asked = cells();
    offered = null;
    status.replaceChildren();
    if (asked.length < FEWEST) return;
    const said = await request("POST", "claims/why", { position: position(), cells: asked }).catch(
      (fault) => ({ said: [{ text: fault.message }] }),
    );
    if (asked !== cells()) return;
    offered = said.claim ?? null;
    status.replaceChildren(offered ? offer(offered) : (said.said ?? []).map(sentence).join(" "));
  }

  /** @param {Claim} claim */
  function offer(claim) {
    const words = t("analysis.combo.mark", { what: boxOf(claim) });
    return h("button", { type: "button", onclick: accept }, words);
  }

  function accept() {
    if (!offered) return;
    const { kind, size, cells } = offered;
    const words = t("analysis.combo.marked", { what: boxOf(offered) });
    offered = null;
    take({ kind: size === BONUS ? "bonus" : kind, size, cells });
    status.replaceChildren(words);
  }

  return { button, status, isPainting, ask, take: accept };
}

/** @param {Claim} claim */
function boxOf({ kind, size }) {
  return t("box.label", { kind: t(`box.${kind}`), size });
}
