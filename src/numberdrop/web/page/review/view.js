// The review of a game: its course as a graph, its turns in a list, and each of them drawn.

import { messageOf, request, stream } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { mountPaste } from "./paste.js";
import { SeatsReview } from "./seats.js";
import { SoloReview } from "./solo.js";

const LEVELS = ["fast", "strong", "deep"];
/** Of the box around the graph, and the least width of the graph, in pixels. */
const [PADDING, LEAST_WIDE] = [8, 200];

/**
 * What stands on the page: the turns that have come in, the review once it is whole, the number of
 * the turn that is shown; and what chooses another, or draws all anew.
 * @typedef {object} Shown
 * @property {any[]} turns
 * @property {any} review
 * @property {number | null} chosen
 * @property {(turn: number) => void} choose
 * @property {() => void} redraw
 * @property {import("../router.js").Go} go
 * @property {(text: string) => void} tell
 */
/**
 * What is told of a game of one player, or of several.
 * @typedef {object} Kind
 * @property {string} level the level where none is named
 * @property {(shown: Shown, wide: number) => Node[]} picture the course of the game
 * @property {(shown: Shown) => Node[]} outcome what all turns came to, beside the summary
 * @property {(shown: Shown) => Node[]} list the turns, with a heading
 * @property {(shown: Shown, turn: any) => Node[]} detail one turn, drawn
 * @property {(review: any) => string} summary
 * @property {(review: any) => number | null} first the turn that is shown at first
 */

/**
 * @param {HTMLElement} root
 * @param {import("../router.js").Route} route parts[0]: the id of a game; without it, the record of
 *   a game is asked for
 * @returns {Promise<() => void>}
 */
export async function show(root, route) {
  const { parts: [id], query, go } = route;
  if (!id) return mountPaste(root, route);
  const game = await request("GET", `games/${encodeURIComponent(id)}`);
  const kind = game.seats ? new SeatsReview(game) : new SoloReview(game);
  return mountReview(root, id, query.get("level") ?? kind.level, kind, go);
}

/**
 * @param {HTMLElement} root
 * @param {string} id
 * @param {string} level
 * @param {Kind} kind
 * @param {import("../router.js").Go} go
 */
function mountReview(root, id, level, kind, go) {
  const running = new AbortController();
  const shown = {
    turns: /** @type {any[]} */ ([]),
    review: /** @type {any} */ (null),
    chosen: /** @type {number | null} */ (null),
    choose: (/** @type {number} */ turn) => {
      shown.chosen = turn;
      draw();
    },
    redraw: () => draw(),
    go,
    tell: (/** @type {string} */ text) => {
      status.textContent = text;
    },
  };
  const status = h("p", { role: "status" }, t("review.thinking"));
  const picture = h("div", { class: "graph-box" });
  const outcome = h("div", {});
  const detail = h("section", { class: "card", "aria-live": "polite" });
  const list = h("section", {});
  root.replaceChildren(
    h("h1", {}, t("review.title")),
    levelChoice(id, level),
    status,
    picture,
    outcome,
    h("div", { class: "columns review" }, detail, list),
  );

  function draw() {
    const { turns, review, chosen } = shown;
    if (!turns.length) return;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.id : "";
    const wide = Math.max(picture.clientWidth - 2 * PADDING, LEAST_WIDE);
    picture.replaceChildren(...kind.picture(shown, wide));
    outcome.replaceChildren(...kind.outcome(shown));
    list.replaceChildren(...kind.list(shown));
    const turn = turns.find((one) => one.turn === chosen);
    detail.replaceChildren(
      ...(turn ? kind.detail(shown, turn) : [h("p", {}, t("review.choose"))]),
    );
    if (review) status.textContent = kind.summary(review);
    else status.textContent = t("review.progress", { turn: turns[turns.length - 1].turn });
    if (focused) document.getElementById(focused)?.focus();
  }

  async function ask() {
    try {
      for await (const news of stream("reviews", { game: id, level }, running.signal)) {
        if (news.queued) status.textContent = t("hints.queued", { n: news.queued });
        if (news.turn) shown.turns = [...shown.turns, news.turn];
        if (news.review)
          Object.assign(shown, {
            review: news.review,
            turns: news.review.turns,
            chosen: shown.chosen ?? kind.first(news.review),
          });
        draw();
      }
    } catch (error) {
      if (!running.signal.aborted)
        status.textContent = messageOf(error);
    }
  }

  /** Wherever the focus is, but where the keys mean something else. @param {KeyboardEvent} event */
  function walk({ key, target, altKey, ctrlKey, metaKey }) {
    const by = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
    if (!by || altKey || ctrlKey || metaKey) return;
    if (target instanceof Element && target.closest("input, select, textarea")) return;
    const { turns, chosen } = shown;
    const next = turns[turns.findIndex((turn) => turn.turn === chosen) + by];
    if (next) shown.choose(next.turn);
  }

  addEventListener("keydown", walk, { signal: running.signal });
  const resized = new ResizeObserver(draw);
  resized.observe(root);
  ask();
  return () => {
    running.abort();
    resized.disconnect();
  };
}

/**
 * @param {string} id
 * @param {string} level
 */
function levelChoice(id, level) {
  const links = LEVELS.map((name) =>
    h(
      "a",
      { href: `#/review/${id}?level=${name}`, "aria-current": name === level ? "true" : null },
      t(`hints.level.${name}`),
    ),
  );
  return h(
    "nav",
    { class: "chips", "aria-label": t("review.level") },
    h("span", { class: "quiet", "aria-hidden": "true" }, t("review.level")),
    ...links,
  );
}
