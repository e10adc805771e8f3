// The cost of the turn just played, compared with the best turn.

import { messageOf, stream } from "./api.js";
import { h } from "./dom.js";
import { number, t, tn } from "./i18n.js";
import { parseTurn } from "./notation.js";
import { smallSheet, turnInWords } from "./small-sheet.js";

/**
 * Requests the review of one turn and shows it in `root`.
 * @param {HTMLElement} root
 * @param {{position: string, turn: string, variant: string}} played the position before the turn,
 *   and the turn in one line
 * @returns {() => void} ends the search
 */
export function mountCost(root, { position, turn, variant }) {
  const running = new AbortController();
  const status = h("p", { role: "status" }, t("cost.thinking"));
  root.replaceChildren(status);
  const ask = async () => {
    try {
      for await (const news of stream(
        "reviews",
        { position, turn, variant, level: "strong" },
        running.signal,
      )) {
        if (news.turn) root.replaceChildren(...costLines(news.turn));
      }
    } catch (error) {
      if (!running.signal.aborted) status.textContent = messageOf(error);
    }
  };
  ask();
  return () => running.abort();
}

/** @param {any} reviewed */
function costLines(reviewed) {
  const word = t(`review.word.${reviewed.word}`);
  const points = tn("points", reviewed.loss, {}, 2);
  const loss = { loss: points, error: number(reviewed.se, 2), word: word };
  const line = h(
    "p",
    { role: "status", class: `cost is-${reviewed.word}` },
    t(reviewed.best_idea ? "cost.best" : "cost.lost", loss),
  );
  if (reviewed.best_idea) return [line];
  const best = parseTurn(reviewed.best);
  const words = turnInWords(best);
  return [
    line,
    h(
      "details",
      {},
      h("summary", {}, t("cost.show")),
      h("p", {}, words),
      smallSheet(reviewed.position, best, words),
    ),
  ];
}
