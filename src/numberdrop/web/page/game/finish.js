// The end of a game: what it came to, the line to share, and where to go from there.

import { request } from "../api.js";
import { h } from "../dom.js";
import { number, t, tn } from "../i18n.js";
import { say } from "../live.js";
import { worded } from "./button.js";

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
    h("h2", { tabindex: -1 }, t(ENDS[game.end] ?? "game.over")),
    ...lines,
    SCORED.includes(game.kind) && naming(game.id),
    result.share && h("p", { class: "share", "data-share": true }, result.share),
    h(
      "div",
      { class: "buttons" },
      result.share && worded("share", t("game.share"), { class: "is-main" }),
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

/** Kinds of games that have a place in the high scores. */
const SCORED = ["daily", "solo"];
const NAME = "numberdrop.name";

/** The field for the name under which the result stands in the high scores. @param {string} id */
function naming(id) {
  const kept = localStorage.getItem(NAME);
  const input = h("input", { id: "player", autocomplete: "nickname", value: kept, maxlength: 40 });
  const answer = h("p", { role: "status", class: "quiet" });
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const name = input.value.trim();
    try {
      await request("POST", `games/${id}/name`, { name });
      localStorage.setItem(NAME, name);
      answer.textContent = t("game.name.kept", { name });
    } catch (error) {
      answer.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  return h(
    "form",
    { "data-own": "name", class: "naming", onsubmit: send },
    h("label", { for: "player" }, t("game.name")),
    h("div", { class: "buttons" }, input, h("button", { type: "submit" }, t("game.name.keep"))),
    answer,
  );
}

/** How a game ended, as its document and as words tell it. @type {Record<string, string>} */
const ENDS = { line: "game.over.line", tiles: "game.over.tiles" };
/** @type {Record<string, string>} */
const MEDALS = { bronze: "③", silver: "②", gold: "①", perfect: "★" };

/** Puts the line to share where it can be pasted from. @param {any} game */
export async function share({ result }) {
  await navigator.clipboard.writeText(result.share);
  say(t("game.shared"));
}
