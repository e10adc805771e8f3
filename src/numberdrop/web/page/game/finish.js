// The end of a game: what it came to, the line to share, and where to go from there.

import { h } from "../dom.js";
import { number, t, tn } from "../i18n.js";
import { say } from "../live.js";

/** @param {any} game */
export function finish(game) {
  const { result } = game;
  const lines = [h("p", { class: "big" }, h("strong", {}, tn("points", result.score)))];
  if (game.kind === "drop") {
    lines.push(
      h("p", {}, t(result.solved ? "game.solved" : "game.missed", { goal: number(result.goal) })),
    );
  }
  if (result.medal)
    lines.push(h("p", { class: "medal" }, `${MEDALS[result.medal]} ${t(`medal.${result.medal}`)}`));
  if (result.beats !== null && result.beats !== undefined) {
    lines.push(h("p", {}, t("game.beats", { percent: number(result.beats) })));
  }
  if (result.targets && Object.keys(result.targets).length) {
    const list = Object.entries(result.targets).map(
      ([medal, points]) => `${t(`medal.${medal}`)} ${points}`,
    );
    lines.push(h("p", { class: "quiet" }, list.join(" · ")));
  }
  return h(
    "section",
    { class: "card finish", "aria-label": t("game.over") },
    h("h2", {}, t(ENDS[game.end] ?? "game.over")),
    ...lines,
    result.share && h("p", { class: "share", "data-share": true }, result.share),
    h(
      "div",
      { class: "buttons" },
      result.share &&
        h(
          "button",
          {
            type: "button",
            class: "is-main",
            "data-action": "share",
            onclick: () => copy(result.share),
          },
          t("game.share"),
        ),
      game.kind !== "drop" &&
        h("a", { class: "button", href: `#/review/${game.id}` }, t("nav.review")),
      h(
        "a",
        {
          class: "button",
          href: `/api/v1/games/${game.id}/record`,
          download: `${game.puzzle ?? "game"}.json`,
        },
        t("game.record"),
      ),
      h("a", { class: "button", href: "#/" }, t("nav.home")),
    ),
  );
}

/** How a game ended, as its document and as words tell it. @type {Record<string, string>} */
const ENDS = { line: "game.over.line", tiles: "game.over.tiles" };
/** @type {Record<string, string>} */
const MEDALS = { bronze: "③", silver: "②", gold: "①", perfect: "★" };

/** @param {string} text */
async function copy(text) {
  await navigator.clipboard.writeText(text);
  say(t("game.shared"));
}
