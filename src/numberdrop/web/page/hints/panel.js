// The panel of hints: ideas that come in and get better, for what stands on the page alone.

import { h } from "../dom.js";
import { number, t, tn } from "../i18n.js";
import { smallSheet, turnInWords } from "../small-sheet.js";
import { LEVELS, Search, keyOf, sheetOf } from "./search.js";
import { seatFigures, seatIdeas, seatNote, seatWords } from "./seat.js";
import { slidesInWords } from "./slides.js";

/** @typedef {import("./search.js").Question} Question */
/** @typedef {import("./search.js").Found} Found */
/** @typedef {import("../notation.js").Turn} Turn */

const KEPT = "numberdrop.hints.level";

/**
 * @typedef {object} HintsOptions
 * @property {(turn: Turn | null) => void} show draws a turn on the sheet of the page
 * @property {(ranked: any, question: Question) => void} [play] takes over a turn of a hint
 */

/**
 * Puts the panel into `root`. `update` asks a new question (null: none), and the old one's answers
 * vanish at once; `destroy` ends all.
 * @param {HTMLElement} root
 * @param {Question | null} question
 * @param {HintsOptions} options
 * @returns {{update: (question: Question | null) => void, destroy: () => void}}
 */
export function mountHints(root, question, options) {
  let asked = question;
  let chosen = "";
  /** @type {Found | null} */
  let found = null;
  /** What the list shows. */
  let drawn = { hint: /** @type {any} */ (null), chosen: "" };
  const status = h("p", { class: "hints-status", role: "status" });
  const list = h("ol", { class: "ideas" });
  const level = levelChoice(() => asked && ask(asked));
  const head = h("div", { class: "panel-head" }, h("h2", {}, t("hints.title")), level);
  const foot = h("p", { class: "quiet" });
  root.replaceChildren(head, status, list, foot);
  const search = new Search((news) => {
    found = news;
    if (!pressing) draw();
  });
  // A list that changed under a finger would take the press for another idea, or for none.
  let pressing = false;
  list.addEventListener("pointerdown", () => {
    pressing = true;
    const ended = new AbortController();
    const end = () => {
      ended.abort();
      setTimeout(() => {
        pressing = false;
        draw();
      });
    };
    for (const name of ["pointerup", "pointercancel"]) {
      addEventListener(name, end, { signal: ended.signal });
    }
  });

  /** @param {Question} next */
  function ask(next) {
    search.start(next, LEVELS.slice(0, LEVELS.indexOf(level.select.value) + 1));
  }

  /** @param {any} ranked */
  function choose(ranked) {
    chosen = chosen === ranked.text ? "" : ranked.text;
    options.show(chosen ? wholeTurn(ranked.turn) : null);
    draw();
  }

  function draw() {
    const focused = list.contains(document.activeElement) ? document.activeElement?.id : "";
    const hint = found && asked && found.key === keyOf(asked) ? found.hint : null;
    root.dataset.position = asked ? sheetOf(asked) : "";
    root.dataset.roll = asked?.roll ?? "";
    status.textContent = asked ? statusOf(found) : t("hints.none");
    foot.textContent = hint ? noteOf(hint) : "";
    if (drawn.hint === hint && drawn.chosen === chosen) return;
    drawn = { hint, chosen };
    const unfolded = [...list.querySelectorAll("details[open]")].map((details) => details.id);
    list.replaceChildren(
      ...(hint
        ? (hint.ideas ?? seatIdeas(hint)).map((/** @type {any} */ idea, /** @type {number} */ place) =>
            ideaItem(hint, idea, place, chosen, choose, playOf(idea, hint)),
          )
        : []),
    );
    for (const details of list.querySelectorAll("details")) {
      details.open ||= unfolded.includes(details.id);
    }
    if (focused) document.getElementById(focused)?.focus();
  }

  /**
   * @param {any} idea
   * @param {any} hint
   */
  function playOf(idea, hint) {
    const { play } = options;
    const best = hint.turns[idea.turns[0]];
    return play && asked && best.text !== "." ? () => asked && play(best, asked) : null;
  }

  /** @param {Question | null} next */
  function update(next) {
    if (next && asked && keyOf(next) === keyOf(asked) && found) return;
    search.stop();
    [asked, found, chosen, pressing] = [next, null, "", false];
    options.show(null);
    draw();
    if (asked) ask(asked);
  }

  /** What is drawn on the sheet goes with the panel. */
  function destroy() {
    search.stop();
    if (chosen) options.show(null);
    chosen = "";
  }

  update(question);
  return { update, destroy };
}

/** @param {() => void} changed */
function levelChoice(changed) {
  const select = h(
    "select",
    {},
    ...LEVELS.map((name) => h("option", { value: name }, t(`hints.level.${name}`))),
  );
  const kept = localStorage.getItem(KEPT) ?? "";
  select.value = LEVELS.includes(kept) ? kept : "deep";
  select.addEventListener("change", () => {
    localStorage.setItem(KEPT, select.value);
    changed();
  });
  return Object.assign(h("label", { class: "level" }, h("span", {}, t("hints.upto")), select), {
    select,
  });
}

/** @param {Found | null} found */
function statusOf(found) {
  if (!found) return "";
  if (found.error) return found.error;
  if (found.queued) return t("hints.queued", { n: found.queued });
  if (!found.level) return t("hints.thinking");
  const level = t(`hints.level.${found.level}`);
  return found.done ? t("hints.done", { level }) : t("hints.better", { level });
}

/**
 * One idea: a button that shows it on the sheet, and what is folded into it.
 * @param {any} hint
 * @param {any} idea
 * @param {number} place from 0
 * @param {string} chosen the text of the turn that is shown
 * @param {(ranked: any) => void} choose
 * @param {(() => void) | null} play
 */
function ideaItem(hint, idea, place, chosen, choose, play) {
  const best = hint.turns[idea.turns[0]];
  const isChosen = chosen === best.text;
  const figures = hint.seat ? seatFigures(best) : pointFigures(best);
  const words = hint.seat ? seatWords(hint, best) : ideaInWords(best.turn, idea.slides);
  const button = h(
    "button",
    {
      type: "button",
      class: hint.seat ? "idea is-seat" : "idea",
      id: `idea-${place}`,
      "data-hint": place + 1,
      "aria-pressed": String(isChosen),
      onclick: () => choose(best),
    },
    h("span", { class: "idea-place" }, `${best.tied ? "=" : ""}${place + 1}`),
    ...figures,
    h("span", { class: "idea-words" }, words),
  );
  const others = [...idea.turns.slice(1), ...idea.worse].map((at) => hint.turns[at]);
  return h(
    "li",
    {},
    button,
    play &&
      isChosen &&
      h("button", { type: "button", class: "small", onclick: play }, t("hints.play")),
    isChosen && pictureOf(hint.position, wholeTurn(best.turn)),
    others.length > 0 && foldedTurns(place, others, chosen, choose),
  );
}

/**
 * The turn on a small sheet, where the sheet of the page is out of sight.
 * @param {string} position
 * @param {Turn} turn
 */
function pictureOf(position, turn) {
  const picture = smallSheet(position, turn, turnInWords(turn));
  return h("div", { class: "idea-sheet", "aria-hidden": "true" }, picture);
}

/** @param {any} ranked */
function pointFigures(ranked) {
  return [
    h("span", { class: "idea-points" }, number(ranked.ev, ranked.se === 0 ? 0 : 2)),
    h("span", { class: "idea-loss" }, lossOf(ranked)),
  ];
}

/** What the figures mean. @param {any} hint */
function noteOf(hint) {
  if (hint.seat) return seatNote(hint);
  return t(hint.made_by.exact ? "hints.exact" : "hints.points");
}

/**
 * A turn with all its keys: the part of a seat has not all of them.
 * @param {any} turn
 * @returns {Turn}
 */
function wholeTurn(turn) {
  return { slides: [], drops: [], place: null, claim: null, ...turn };
}

/** @param {any} ranked */
function lossOf(ranked) {
  if (!ranked.loss) return t("hints.best");
  const loss = number(-ranked.loss, 2);
  return ranked.se ? `${loss} ±${number(ranked.se, 2)}` : loss;
}

/**
 * @param {Turn} turn
 * @param {string[][]} slides
 */
function ideaInWords(turn, slides) {
  const rest = turnInWords({ ...turn, slides: [] });
  return [slidesInWords(slides), rest].filter(Boolean).join(t("turn.between"));
}

/**
 * The other turns of an idea, behind a fold.
 * @param {number} place of the idea, from 0
 * @param {any[]} turns
 * @param {string} chosen
 * @param {(ranked: any) => void} choose
 */
function foldedTurns(place, turns, chosen, choose) {
  const items = turns.map((ranked, at) => {
    const isChosen = ranked.text === chosen;
    const says = `${ranked.turn.slides.join(", ")} ${placeOnly(ranked.turn)} ${lossOf(ranked)}`;
    const given = { type: "button", class: "small", id: `idea-${place}-${at}` };
    const pressed = { "aria-pressed": String(isChosen), onclick: () => choose(ranked) };
    return h("li", {}, h("button", { ...given, ...pressed }, says));
  });
  const given = { id: `idea-${place}-more`, open: turns.some(({ text }) => text === chosen) };
  const summary = h("summary", {}, tn("hints.more", turns.length));
  return h("details", given, summary, h("ul", { class: "idea-others" }, ...items));
}

/** @param {Turn} turn */
function placeOnly(turn) {
  return Object.entries(turn.place ?? {})
    .map(([cell, digit]) => `${cell}=${digit}`)
    .join(" ");
}
