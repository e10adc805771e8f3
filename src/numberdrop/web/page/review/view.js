// The review view: the game as a graph, a list of its turns, and the chosen turn drawn.

import { messageOf, request, stream } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { mountPaste } from "./paste.js";
import { SeatsReview } from "./seats.js";
import { SoloReview } from "./solo.js";

const LEVELS = ["fast", "strong", "deep"];
/** The padding of the box around the graph, and the graph's minimum width, in pixels. */
const [PADDING, LEAST_WIDE] = [8, 200];

/**
 * The state of the view: the turns reviewed so far, the review once it is complete, the number of
 * the chosen turn; and the functions that choose another turn or redraw the view.
 * @typedef {object} Shown
 * @property {any[]} turns
 * @property {any} review
 * @property {number | null} chosen
 * @property {(turn: number) => void} choose
 * @property {() => void} redraw
 * @property {import("../router.js").Go} go
 * @property {(text: string) => void} showStatus
 */
/**
 * The parts of a review that differ between solo games and games of several players.
 * @typedef {object} ReviewKind
 * @property {string} level the default level
 * @property {(shown: Shown, wide: number) => Node[]} picture draws the graph
 * @property {(shown: Shown) => Node[]} outcome creates the totals
 * @property {(shown: Shown) => Node[]} list creates the list of turns, with a heading
 * @property {(shown: Shown, turn: any) => Node[]} detail draws one turn
 * @property {(review: any) => string} summary
 * @property {(review: any) => number | null} first returns the turn chosen initially
 */

/**
 * @param {HTMLElement} root
 * @param {import("../router.js").Route} route parts[0]: the id of a game; without it, the view asks
 *   for a record
 * @returns {Promise<() => void>}
 */
export async function show(root, route) {
  const {
    parts: [id],
    query,
    go,
  } = route;
  if (!id) return mountPaste(root, route);
  const game = await request("GET", `games/${encodeURIComponent(id)}`);
  const kind = game.seats ? new SeatsReview(game) : new SoloReview(game);
  const source = { path: "reviews", asked: { game: id }, address: `#/review/${id}` };
  return mountReview(root, source, query.get("level") ?? kind.level, kind, go);
}

/**
 * Where a review comes from: the path of the request, its keys besides the level, and the address
 * of the view.
 * @typedef {{path: string, asked: object, address: string}} Source
 */

/**
 * @param {HTMLElement} root
 * @param {Source} source
 * @param {string} level
 * @param {ReviewKind} kind
 * @param {import("../router.js").Go} go
 */
export function mountReview(root, { path, asked, address }, level, kind, go) {
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
    showStatus: (/** @type {string} */ text) => {
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
    levelChoice(address, level),
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
    detail.replaceChildren(...(turn ? kind.detail(shown, turn) : [h("p", {}, t("review.choose"))]));
    if (review) status.textContent = kind.summary(review);
    else status.textContent = t("review.progress", { turn: turns[turns.length - 1].turn });
    if (focused) document.getElementById(focused)?.focus();
  }

  async function ask() {
    try {
      for await (const news of stream(path, { ...asked, level }, running.signal)) {
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
      if (!running.signal.aborted) status.textContent = messageOf(error);
    }
  }

  /**
   * Chooses the previous or next turn, unless a focused field uses the key.
   * @param {KeyboardEvent} event
   */
  function onKeyDown({ key, target, altKey, ctrlKey, metaKey }) {
    const by = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
    if (!by || altKey || ctrlKey || metaKey) return;
    if (target instanceof Element && target.closest("input, select, textarea")) return;
    const { turns, chosen } = shown;
    const next = turns[turns.findIndex((turn) => turn.turn === chosen) + by];
    if (next) shown.choose(next.turn);
  }

  addEventListener("keydown", onKeyDown, { signal: running.signal });
  const resized = new ResizeObserver(draw);
  resized.observe(root);
  ask();
  return () => {
    running.abort();
    resized.disconnect();
  };
}

/**
 * @param {string} address
 * @param {string} level
 */
function levelChoice(address, level) {
  const links = LEVELS.map((name) =>
    h(
      "a",
      { href: `${address}?level=${name}`, "aria-current": name === level ? "true" : null },
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
