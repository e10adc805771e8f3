// The result of a finished game, the text to share, and links to go on from there.

import { messageOf, request } from "../api.js";
import { copyText } from "../clipboard.js";
import { h } from "../dom.js";
import { downloadButton } from "../download.js";
import { number, t, tn, translateSentence } from "../i18n.js";
import { medal } from "../medals.js";
import { highScoreInWords } from "../names.js";
import { saveName, savedName } from "../saved-name.js";
import { winners } from "../seats.js";
import { actionButton, textButton } from "./button.js";
import { pictureButton } from "./picture.js";
import { shareBox, shareText } from "./share.js";

/**
 * Creates the card of a finished game.
 * @param {any} game
 * @param {string} shared the message after copying the text to share
 */
export function finish(game, shared) {
  const { result } = game;
  const isDrop = game.kind === "drop";
  const isMissed = isDrop && !result.solved;
  const isMain = !isMissed && !navigator.share;
  const name = encodeURIComponent(game.puzzle ?? "");
  const links = [
    isMissed && actionButton("go-back 1", { class: "is-main" }, t("game.again")),
    isDrop && link(`#/next/${name}`, "game.next.drop"),
    game.kind === "solo" && link("#/solo", "home.new"),
    !isDrop && link(`#/review/${game.id}`, "nav.review"),
    ...recordButton(game),
    link("#/", "nav.home"),
  ];
  return h(
    "section",
    { class: "card finish", "aria-label": t("game.over") },
    h("h2", { tabindex: -1 }, t(ENDS[game.end] ?? "game.over")),
    h("p", { class: "outcome" }, h("strong", {}, tn("points", result.score)), medal(result.medal)),
    ...resultLines(game).map((said) => h("p", {}, said)),
    result.lesson && lessonBox(result.lesson, isMissed),
    result.share && shareBox(game),
    h(
      "div",
      { class: "buttons" },
      result.share && shareButton(game, !isMissed),
      result.share && textButton("share", t("game.copy"), { class: isMain ? "is-main" : "" }),
      ...pictureButton(game),
    ),
    result.share && h("p", { role: "status", class: "quiet" }, shared),
    SCORED.includes(game.kind) && !game.undone && nameForm(game.id),
    h("div", { class: "buttons" }, ...links),
  );
}

/** Describes the result. @param {any} game */
function resultLines(game) {
  const { kind, result } = game;
  const { solved, goal, beats, next, luck, beaten, to_beat, statistics, streak } = result;
  const lines = [];
  if (game.seats) lines.push(t("seat.winners", { names: winners(game) }));
  if (kind === "drop")
    lines.push(t(solved ? "game.solved" : "game.missed", { goal: number(goal) }));
  if (next) {
    const name = t(`medal.${next.medal}`);
    lines.push(t("game.next", { medal: name, points: tn("points", next.missing) }));
  }
  if (beats) lines.push(t("game.beats", { percent: number(beats) }));
  if (luck) {
    const figure = tn("points", luck.figure, {}, 0, { signed: true });
    lines.push(t("game.luck", { word: t(`luck.${luck.word}`), figure }));
  }
  if (beaten) lines.push(t("game.beaten", { line: highScoreInWords(beaten) }));
  if (to_beat) {
    const key = beaten ? "game.beat.next" : "game.beat.first";
    lines.push(t(key, { line: highScoreInWords(to_beat) }));
  }
  if (statistics) {
    const average = number(statistics.average, 1);
    const most = number(streak.most);
    const games = tn("game.so_far", statistics.games, { average });
    lines.push(`${games} ${tn("game.streak", streak.now, { most })}`);
  }
  return lines;
}

/**
 * Creates the lesson of a drop problem, in a fold because it reveals the solution.
 * @param {{themes: string[], said: import("../i18n.js").Sentence[]}} lesson
 * @param {boolean} isMissed
 */
function lessonBox({ themes, said }, isMissed) {
  const named = themes.map((theme) => t(`theme.${theme}`)).join(", ");
  return h(
    "details",
    { class: "lesson" },
    h("summary", {}, t(isMissed ? "game.lesson.missed" : "game.lesson")),
    named && h("p", { class: "quiet" }, t("lesson.themes", { themes: named })),
    ...said.map((one) => h("p", {}, translateSentence(one))),
  );
}

/** Creates the button that downloads a game's record. @param {any} game */
export function recordButton({ id, puzzle }) {
  return downloadButton(t("game.record"), `${puzzle ?? "game"}.json`, async () => {
    const record = JSON.stringify(await request("GET", `games/${id}/record`));
    return new Blob([record], { type: "application/json" });
  });
}

/**
 * @param {string} href
 * @param {string} key translation key of its text
 */
function link(href, key) {
  return h("a", { class: "button", href }, t(key));
}

/** The kinds of games that count for the high scores. */
const SCORED = ["daily", "solo"];

/** Creates the form for the name in the high scores. @param {string} id of the game */
function nameForm(id) {
  const input = h("input", {
    id: "player",
    autocomplete: "nickname",
    value: savedName(),
    maxlength: 3,
    size: 4,
  });
  const answer = h("p", { role: "status", class: "quiet" });
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const name = input.value.trim().toUpperCase();
    try {
      await request("POST", `games/${id}/name`, { name });
      saveName(name);
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

/** The translation key of each way in which a game ends. @type {Record<string, string>} */
const ENDS = {
  line: "game.over.line",
  tiles: "game.over.tiles",
  "line+tiles": "game.over.line",
};

/**
 * Creates the button that hands the text to the device, where the browser can do that. If it fails,
 * the text is copied.
 * @param {any} game
 * @param {boolean} isMain whether it is the first choice
 */
function shareButton(game, isMain) {
  if (!navigator.share) return null;
  const share = async (/** @type {Event} */ { currentTarget }) => {
    const card = currentTarget instanceof Element ? currentTarget.closest(".finish") : null;
    try {
      await navigator.share({ text: shareText(game) });
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
      /** @type {HTMLElement | null | undefined} */ (
        card?.querySelector("[data-action=share]")
      )?.click();
    }
  };
  const attributes = { type: "button", "data-own": "share", onclick: share };
  return h("button", { ...attributes, class: isMain ? "is-main" : "" }, t("game.share"));
}

/**
 * Copies the text to share to the clipboard; if that fails, selects it.
 * @param {any} game
 * @param {HTMLElement} root contains the text
 * @returns {Promise<string>} a message about the outcome
 */
export async function copyShareText(game, root) {
  if (await copyText(shareText(game))) return t("game.shared");
  const text = root.querySelector("[data-share]");
  if (text) getSelection()?.selectAllChildren(text);
  return t("game.shared.not");
}
