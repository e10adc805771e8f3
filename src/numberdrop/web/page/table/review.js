// The review of a table's game, from the seat of who asks for it.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { SeatsReview } from "../review/seats.js";
import { mountReview } from "../review/view.js";
import { TableClient } from "./client.js";
import { tableAddress } from "./tokens.js";

/**
 * @param {HTMLElement} root
 * @param {import("../router.js").Route} route
 * @param {string} code
 * @param {string} token
 * @returns {Promise<() => void>}
 */
export async function showReview(root, { query, go }, code, token) {
  const view = await new TableClient(code, token).look();
  const kind = new SeatsReview({ seats: view.game?.seats ?? [] }, view.me.seat);
  const source = {
    path: `tables/${encodeURIComponent(code)}/reviews`,
    asked: {},
    address: `${tableAddress(code, token || "-")}/review`,
  };
  const end = mountReview(root, source, query.get("level") ?? kind.level, kind, go);
  const back = h("a", { class: "button", href: tableAddress(code, token) }, t("table.back"));
  root.append(h("p", {}, back));
  return end;
}
