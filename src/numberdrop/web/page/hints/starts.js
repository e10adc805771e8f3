// Advice on the start cell: the cells of row 1, ranked by expected score.

import { messageOf, stream } from "../api.js";
import { h } from "../dom.js";
import { number, t } from "../i18n.js";

/**
 * Requests the ranked start cells of a deal and lists them in `root`.
 * @param {HTMLElement} root
 * @param {{tiles: string[], variant: string}} deal
 * @param {(cell: string) => void} choose called with the cell that is clicked
 * @returns {() => void} ends the search and empties `root`
 */
export function mountStarts(root, deal, choose) {
  const running = new AbortController();
  const status = h("p", { role: "status" }, t("hints.thinking"));
  const list = h("ol", { class: "starts" });
  root.replaceChildren(h("h3", {}, t("starts.title")), status, list);
  const ask = async () => {
    try {
      for await (const news of stream("starts", deal, running.signal)) {
        if (news.queued) status.textContent = t("hints.queued", { n: news.queued });
        if (!news.starts) continue;
        status.textContent = t("starts.points");
        list.replaceChildren(
          ...news.starts.starts.map((/** @type {any} */ one) => startItem(one, choose)),
        );
      }
    } catch (error) {
      if (running.signal.aborted) return;
      status.textContent = messageOf(error);
    }
  };
  ask();
  return () => {
    running.abort();
    root.replaceChildren();
  };
}

/**
 * @param {{cell: string, ev: number, loss: number, tied: boolean}} start
 * @param {(cell: string) => void} choose
 */
function startItem({ cell, ev, loss, tied }, choose) {
  const less = loss ? number(-loss, 2) : t("hints.best");
  const says = `${tied ? "=" : ""}${cell} ${number(ev, 2)} ${less}`;
  return h(
    "li",
    {},
    h("button", { type: "button", class: "small", onclick: () => choose(cell) }, says),
  );
}
