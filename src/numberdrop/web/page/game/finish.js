// The end of a game: what it came to, the line to share, and where to go from there.

import { messageOf, request } from "../api.js";
import { copied } from "../copied.js";
import { h } from "../dom.js";
import { number, sentence, t, tn } from "../i18n.js";
import { medal } from "../medals.js";
import { winners } from "../seats.js";
import { asking, worded } from "./button.js";

/**
 * @param {any} game
 * @param {string} shared what has come of the line to share
 */
export function finish(game, shared) {
  const { result } = game;
  const isDrop = game.kind === "drop";
  const isMissed = isDrop && !result.solved;
  const name = encodeURIComponent(game.puzzle ?? "");
  const links = [
    isMissed && asking("go-back 1", { class: "is-main" }, t("game.again")),
    isDrop && link(`#/next/${name}`, "game.next.drop"),
    game.kind === "solo" && link("#/solo", "home.new"),
    !isDrop && link(`#/review/${game.id}`, "nav.review"),
    link(`/api/v1/games/${game.id}/record`, "game.record", `${game.puzzle ?? "game"}.json`),
    link("#/", "nav.home"),
  ];
  return h(
    "section",
    { class: "card finish", "aria-label": t("game.over") },
    h("h2", { tabindex: -1 }, t(ENDS[game.end] ?? "game.over")),
    h("p", { class: "outcome" }, h("strong", {}, tn("points", result.score)), medal(result.medal)),
    ...verdict(game).map((said) => h("p", {}, said)),
    result.lesson && lesson(result.lesson, isMissed),
    result.share && h("p", { class: "share", "data-share": true }, result.share),
    result.share && worded("share", t("game.share"), { class: isMissed ? "" : "is-main" }),
    result.share && h("p", { role: "status", class: "quiet" }, shared),
    SCORED.includes(game.kind) && !game.undone && naming(game.id),
    h("div", { class: "buttons" }, ...links),
  );
}

/** What the result means. @param {any} game */
function verdict(game) {
  const { kind, result } = game;
  const { solved, goal, beats, next, luck } = result;
  const said = [];
  if (game.seats) said.push(t("seat.winners", { names: winners(game) }));
  if (kind === "drop") said.push(t(solved ? "game.solved" : "game.missed", { goal: number(goal) }));
  if (next) {
    const name = t(`medal.${next.medal}`);
    said.push(t("game.next", { medal: name, points: tn("points", next.missing) }));
  }
  if (beats !== null && beats !== undefined) said.push(t("game.beats", { percent: number(beats) }));
  if (luck) {
    const figure = tn("points", luck.figure, {}, 0, { signed: true });
    said.push(t("game.luck", { word: t(`luck.${luck.word}`), figure }));
  }
  return said;
}

/**
 * What the problem teaches; folded up, as it tells the solution.
 * @param {{themes: string[], said: import("../i18n.js").Sentence[]}} lesson
 * @param {boolean} isMissed
 */
function lesson({ themes, said }, isMissed) {
  const named = themes.map((theme) => t(`theme.${theme}`)).join(", ");
  return h(
    "details",
    { class: "lesson" },
    h("summary", {}, t(isMissed ? "game.lesson.missed" : "game.lesson")),
    named && h("p", { class: "quiet" }, t("lesson.themes", { themes: named })),
    ...said.map((one) => h("p", {}, sentence(one))),
  );
}

/**
 * @param {string} href
 * @param {string} key of its words
 * @param {string} [download] the name of the file that it is
 */
function link(href, key, download) {
  return h("a", { class: "button", href, download }, t(key));
}

/** Kinds of games that have a place in the high scores. */
const SCORED = ["daily", "solo"];
const NAME = "numberdrop.name";

/** The field for the name under which the result stands in the high scores. @param {string} id */
function naming(id) {
  const kept = localStorage.getItem(NAME);
  const input = h("input", {
    id: "player",
    autocomplete: "nickname",
    value: kept,
    maxlength: 3,
    size: 4,
  });
  const answer = h("p", { role: "status", class: "quiet" });
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const name = input.value.trim().toUpperCase();
    try {
      await request("POST", `games/${id}/name`, { name });
      localStorage.setItem(NAME, name);
      answer.textContent = t("game.name.kept", { name });
    } catch (error) {
      answer.textContent = messageOf(error);
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
const ENDS = {
  line: "game.over.line",
  tiles: "game.over.tiles",
  "line+tiles": "game.over.line",
};

/**
 * Puts the line to share where it can be pasted from; where that can't be, it is marked.
 * @param {any} game
 * @param {HTMLElement} root where the line stands
 * @returns {Promise<string>} what has come of it
 */
export async function share({ result }, root) {
  if (await copied(result.share)) return t("game.shared");
  const line = root.querySelector("[data-share]");
  if (line) getSelection()?.selectAllChildren(line);
  return t("game.shared.not");
}
