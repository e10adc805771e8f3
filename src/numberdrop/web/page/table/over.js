// What there is to do once a table's game is over: the result, the review and the record.

import { request } from "../api.js";
import { h } from "../dom.js";
import { downloadButton } from "../download.js";
import { t } from "../i18n.js";
import { board, ranking } from "./board.js";
import { tableAddress } from "./tokens.js";

/**
 * Creates the card of a game that is over.
 * @param {import("./client.js").TableClient} client
 * @param {...(Node | null)} more further buttons
 */
export function overCard({ code, token, view }, ...more) {
  return h(
    "section",
    { class: "card finish", "aria-label": t("game.over") },
    h("h2", { tabindex: -1 }, t("game.over")),
    ranking(view),
    h(
      "div",
      { class: "buttons" },
      ...more,
      h(
        "a",
        { class: "button", href: `${tableAddress(code, token || "-")}/review` },
        t("nav.review"),
      ),
      ...downloadButton(t("game.record"), `${code}.json`, async () => {
        const record = JSON.stringify(await request("GET", `tables/${code}/record`));
        return new Blob([record], { type: "application/json" });
      }),
    ),
    view.me.role === "host" ? null : h("p", { class: "quiet" }, t("table.again.wait")),
  );
}

/** Creates what a watcher sees of a game. @param {import("./client.js").TableClient} client */
export const overBoard = (client) => [overCard(client), board(client.view)];
