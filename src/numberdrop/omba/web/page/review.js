// The review of a game: the luck of the rolls, and the loss of each move.

import { messageOf, request } from "./api.js";
import { h } from "./dom.js";
import { addressOf, beginGame } from "./game-client.js";
import { number, t } from "./i18n.js";

/** @typedef {import("./router.js").Go} Go */

/** The least loss that is highlighted. */
const COSTLY = 0.05;

/**
 * @param {HTMLElement} root
 * @param {import("./router.js").Route} route a review of `record`; without it, a form to paste a record
 * @returns {() => void}
 */
export function show(root, { query, go }) {
  const record = query.get("record");
  if (record === null) showForm(root, go);
  else showReview(root, record, go);
  return () => {};
}

/** @param {HTMLElement} root @param {Go} go */
function showForm(root, go) {
  const text = h("textarea", { rows: 6, "aria-label": t("omba.record"), spellcheck: "false" });
  const fault = h("p", { class: "fault", role: "alert" });
  const form = h(
    "form",
    { class: "card stack" },
    h("p", {}, t("omba.review.paste")),
    text,
    fault,
    h("button", { class: "is-main" }, t("omba.review.open")),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const read = await request("POST", "records", { text: text.value });
      go(`#/review?${new URLSearchParams({ record: read.record })}`);
    } catch (error) {
      fault.textContent = messageOf(error);
    }
  });
  root.replaceChildren(h("h1", {}, t("omba.nav.review")), form);
}

/** @param {HTMLElement} root @param {string} record @param {Go} go */
async function showReview(root, record, go) {
  const status = h("p", { role: "status", class: "card narrow" }, t("omba.review.thinking"));
  const place = h("div", {});
  root.replaceChildren(
    h("h1", {}, t("omba.nav.review")),
    h("p", { class: "record" }, record),
    status,
    place,
  );
  try {
    const read = await request("POST", "records", { text: record });
    if (!read.winner) place.replaceChildren(continueButton(read, go));
    const found = await request("POST", "reviews", { record: read.record });
    status.hidden = found.plies.length > 0;
    status.textContent = t("omba.review.none");
    place.append(...(found.plies.length ? [sums(found), table(found)] : []));
  } catch (error) {
    status.textContent = messageOf(error);
    status.classList.add("fault");
  }
}

/** @param {{record: string, players: number}} read @param {Go} go */
function continueButton({ record, players }, go) {
  const fault = h("p", { class: "fault", role: "alert" });
  const onclick = async () => {
    try {
      const now = await beginGame({ seats: Array(players).fill("you"), record });
      go(addressOf(now.game));
    } catch (error) {
      fault.textContent = messageOf(error);
    }
  };
  return h("div", {}, h("button", { type: "button", onclick }, t("omba.go_on")), fault);
}

/** @param {number} value */
const points = (value) => number(100 * value, 1, { signed: true });

/** @param {any} found */
function sums({ sides, winner }) {
  const items = sides.map((/** @type {any} */ one) =>
    h("li", {}, t("omba.review.sum", { side: one.side, luck: points(one.luck), skill: points(one.skill) })),
  );
  return h(
    "section",
    { class: "card narrow" },
    winner && h("p", {}, t("omba.ended", { side: winner })),
    h("ul", {}, ...items),
    h("p", { class: "quiet" }, t("omba.review.how")),
  );
}

/** @param {any} found */
function table({ plies }) {
  const heads = ["ply", "move", "before", "luck", "skill", "best"].map((name) =>
    h("th", { scope: "col", class: ["ply", "move", "best"].includes(name) ? null : "figure" }, t(`omba.review.${name}`)),
  );
  const rows = plies.map((/** @type {any} */ one) => {
    const isCostly = one.skill < -COSTLY;
    const better = one.skill < -5e-4 ? one.best : "";
    return h(
      "tr",
      { class: isCostly ? "is-costly" : null },
      h("td", {}, one.number),
      h("td", {}, `${one.side} ${one.roll}${one.move}`),
      h("td", { class: "figure" }, number(100 * one.before, 1)),
      h("td", { class: "figure" }, points(one.luck)),
      h("td", { class: "figure" }, points(one.skill)),
      h("td", {}, better),
    );
  });
  return h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": t("omba.nav.review") }, h("table", {}, h("thead", {}, h("tr", {}, ...heads)), h("tbody", {}, ...rows)));
}
