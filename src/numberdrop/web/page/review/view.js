// The review of a game: its graph, its turns by the size of the mistake, and each of them drawn.

import { messageOf, stream } from "../api.js";
import { beginGame } from "../begin.js";
import { h } from "../dom.js";
import { number, t, tn } from "../i18n.js";
import { analysisLink, turnOf } from "../notation.js";
import { smallSheet, turnInWords } from "../small-sheet.js";
import { graph } from "./graph.js";
import { mountPaste } from "./paste.js";

const LEVELS = ["fast", "strong", "deep"];
/** Of the box around the graph, and the least width of the graph, in pixels. */
const [PADDING, LEAST_WIDE] = [8, 200];

/**
 * @param {HTMLElement} root
 * @param {{parts: string[], query: URLSearchParams}} route parts[0]: the id of a game; without it,
 *   the record of a game is asked for
 * @returns {() => void}
 */
export function show(root, { parts: [id], query }) {
  if (!id) return mountPaste(root);
  const level = query.get("level") ?? "fast";
  const running = new AbortController();
  const state = {
    turns: /** @type {any[]} */ ([]),
    review: /** @type {any} */ (null),
    chosen: /** @type {number | null} */ (null),
  };
  const status = h("p", { role: "status" }, t("review.thinking"));
  const picture = h("div", { class: "graph-box" });
  const detail = h("section", { class: "card", "aria-live": "polite" });
  const table = h("div", { class: "review-table" });
  root.replaceChildren(
    h("h1", {}, t("review.title")),
    levelChoice(id, level),
    status,
    picture,
    h(
      "div",
      { class: "columns review" },
      detail,
      h("section", {}, h("h2", {}, t("review.mistakes")), table),
    ),
  );

  /** @param {number} turn */
  function choose(turn) {
    state.chosen = turn;
    draw();
  }

  function draw() {
    const { turns, review, chosen } = state;
    if (!turns.length) return;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.id : "";
    const wide = Math.max(picture.clientWidth - 2 * PADDING, LEAST_WIDE);
    picture.replaceChildren(graph(turns, chosen, choose, wide), legend());
    table.replaceChildren(mistakes(turns, chosen, choose));
    const reviewed = turns.find((turn) => turn.turn === chosen);
    detail.replaceChildren(
      ...(reviewed
        ? turnDetail(id, reviewed, turns, choose, review?.variant)
        : [h("p", {}, t("review.choose"))]),
    );
    if (review) status.textContent = summary(review);
    else status.textContent = t("review.progress", { turn: turns[turns.length - 1].turn });
    if (focused) document.getElementById(focused)?.focus();
  }

  async function ask() {
    try {
      for await (const news of stream("reviews", { game: id, level }, running.signal)) {
        if (news.turn) state.turns = [...state.turns, news.turn];
        if (news.review)
          Object.assign(state, {
            review: news.review,
            turns: news.review.turns,
            chosen: state.chosen ?? news.review.dearest[0] ?? null,
          });
        draw();
      }
    } catch (error) {
      if (!running.signal.aborted)
        status.textContent = messageOf(error);
    }
  }

  root.addEventListener("keydown", (event) => {
    const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    const { turns, chosen } = state;
    const next = by && turns[turns.findIndex((turn) => turn.turn === chosen) + by];
    if (next) choose(next.turn);
  });
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

function legend() {
  return h("p", { class: "quiet legend" }, t("review.legend"));
}

/** @param {any} review */
function summary(review) {
  return t("review.summary", {
    score: number(review.score),
    skill: number(review.skill, 2, { signed: true }),
    luck: number(review.luck, 2, { signed: true }),
    error: number(review.luck_se, 2),
  });
}

/** Heads of columns of figures. */
const FIGURES = ["review.head.roll", "review.head.loss", "review.head.luck"];

/**
 * All turns, those that lost most first.
 * @param {any[]} turns
 * @param {number | null} chosen
 * @param {(turn: number) => void} choose
 */
function mistakes(turns, chosen, choose) {
  const rows = turns
    .toSorted((one, other) => other.loss - one.loss || one.turn - other.turn)
    .map((turn) =>
      h(
        "tr",
        { class: turn.turn === chosen ? "is-chosen" : "" },
        h(
          "th",
          { scope: "row" },
          h(
            "button",
            {
              type: "button",
              id: `turn-${turn.turn}`,
              "data-review-turn": turn.turn,
              "aria-label": t("review.turn", { n: turn.turn }),
              class: "small",
              "aria-pressed": String(turn.turn === chosen),
              onclick: () => choose(turn.turn),
            },
            turn.turn,
          ),
        ),
        h("td", { class: "figure" }, turn.roll),
        h("td", { class: "figure" }, number(turn.loss, 2)),
        h("td", {}, h("span", { class: `word is-${turn.word}` }, t(`review.word.${turn.word}`))),
        h("td", { class: "figure" }, number(turn.luck, 1, { signed: true })),
      ),
    );
  const heads = [
    "review.head.turn",
    "review.head.roll",
    "review.head.loss",
    "review.head.word",
    "review.head.luck",
  ];
  return h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ...heads.map((key) =>
          h("th", { scope: "col", class: FIGURES.includes(key) ? "figure" : "" }, t(key)),
        ),
      ),
    ),
    h("tbody", {}, ...rows),
  );
}

/**
 * @param {string} id
 * @param {any} reviewed
 * @param {any[]} turns
 * @param {(turn: number) => void} choose
 * @param {string | undefined} variant
 */
function turnDetail(id, reviewed, turns, choose, variant) {
  const at = turns.indexOf(reviewed);
  const step = (
    /** @type {number} */ to,
    /** @type {string} */ name,
    /** @type {string} */ label,
  ) =>
    h(
      "button",
      { type: "button", id: name, disabled: !turns[to], onclick: () => choose(turns[to].turn) },
      label,
    );
  const sheet = (
    /** @type {string} */ head,
    /** @type {string} */ text,
    /** @type {number} */ ev,
  ) => {
    const turn = turnOf(text);
    const words = turnInWords(turn);
    return h(
      "figure",
      {},
      h(
        "figcaption",
        {},
        h("strong", {}, head),
        " ",
        t("review.expects", { points: number(ev, 1) }),
      ),
      smallSheet(reviewed.position, turn, words),
      h("p", { class: "quiet" }, words),
    );
  };
  const lost = t("review.lost", {
    loss: tn("points", reviewed.loss, {}, 2),
    error: number(reviewed.se, 2),
    word: t(`review.word.${reviewed.word}`),
  });
  const analysis = analysisLink({ position: reviewed.position, roll: reviewed.roll, variant });
  return [
    h(
      "div",
      { class: "panel-head" },
      h("h2", {}, t("review.turn.roll", { n: reviewed.turn, roll: reviewed.roll })),
      h(
        "div",
        { class: "buttons" },
        step(at - 1, "turn-before", t("review.before")),
        step(at + 1, "turn-after", t("review.after")),
      ),
    ),
    h("p", {}, reviewed.best_idea ? t("review.best") : lost),
    h(
      "div",
      { class: "sheets" },
      sheet(t("review.played"), reviewed.played, reviewed.ev),
      !reviewed.best_idea && sheet(t("review.better"), reviewed.best, reviewed.best_ev),
    ),
    h(
      "div",
      { class: "buttons" },
      h(
        "button",
        { type: "button", id: "play-on", onclick: () => playOn(id, reviewed.turn) },
        t("review.playon"),
      ),
      h("a", { class: "button", href: analysis }, t("review.analyse")),
    ),
  ];
}

/**
 * @param {string} id
 * @param {number} turn
 */
async function playOn(id, turn) {
  const game = await beginGame({ kind: "free", game: id, turn });
  location.hash = `#/game/${game.id}`;
}
