// The bar that shows how much of the program has been loaded, and why it can't be.

import { h } from "./dom.js";
import { t } from "./i18n.js";

const bar = h("progress", { class: "preparing-bar", max: 1, value: 0 });
const text = h("span", {});
const box = h("div", { class: "preparing", role: "status" }, h("label", {}, text, " ", bar));

/** @param {number} share of the work that is done, 0 to 1 */
export function showProgress(share) {
  if (share >= 1) {
    box.remove();
    return;
  }
  // The translations may be loaded later than the first part of the program.
  text.textContent = t("here.preparing");
  text.hidden = text.textContent === "here.preparing";
  bar.value = share;
  if (!box.isConnected) document.body.append(box);
}

/** @param {string} fault */
export function showFault(fault) {
  showProgress(1);
  const said = h("p", { class: "preparing fault", role: "alert" }, t("here.failed", { fault }));
  document.body.append(said);
}
