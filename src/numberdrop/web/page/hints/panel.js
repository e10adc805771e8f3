// The hints panel: ideas that improve while the search runs, for the current question only.

import { h } from "../dom.js";
import { number, t, tn, translateSentence } from "../i18n.js";
import { save, saved } from "../saved.js";
import { smallSheet, turnInWords } from "../small-sheet.js";
import { LEVELS, Search, questionKey, sheetOf } from "./search.js";
import { seatFigures, seatIdeas, seatNote, seatWords } from "./seat.js";
import { slidesInWords } from "./slides.js";
import { saidText, whyText } from "./why.js";

/** @typedef {import("./search.js").Question} Question */
/** @typedef {import("./search.js").Found} Found */
/** @typedef {import("../notation.js").Turn} Turn */

const LEVEL_KEY = "numberdrop.hints.level";

/**
 * @typedef {object} HintsOptions
 * @property {(turn: Turn | null) => void} show draws a turn on the sheet; null clears it
 * @property {(ranked: any, question: Question) => void} [play] enters a turn of a hint
 */

/**
 * Puts the panel into `root`. `update` asks a new question, or none for null, and clears the old
 * results at once; `destroy` ends the search.
 * @param {HTMLElement} root
 * @param {Question | null} question
 * @param {HintsOptions} options
 * @returns {{update: (question: Question | null) => void, destroy: () => void}}
 */
export function mountHints(root, question, options) {
  let current = question;
  let chosen = "";
  /** @type {Found | null} */
  let found = null;
  /** What the list currently shows. */
  let drawn = { hint: /** @type {any} */ (null), chosen: "" };
  const status = h("p", { class: "hints-status", role: "status" });
  const list = h("ol", { class: "ideas" });
  const level = levelChoice(() => current && ask(current));
  const head = h("div", { class: "panel-head" }, h("h2", {}, t("hints.title")), level);
  const foot = h("p", { class: "quiet" });
  root.replaceChildren(head, status, list, foot);
  const search = new Search((news) => {
    found = news;
    if (!pressing) draw();
  });
  // If the list changed during a press, the click would hit another idea, or none.
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

  // The turn of an idea is drawn on the sheet while it is pointed at or has the focus.
  let pointed = "";
  const point = (/** @type {EventTarget | null} */ target) => {
    const button = target instanceof Element ? target.closest("[data-hint]") : null;
    const at = Number(button?.getAttribute("data-hint") ?? 0) - 1;
    const hint = found?.hint;
    const best = at >= 0 && hint ? hint.turns[(hint.ideas ?? seatIdeas(hint))[at].turns[0]] : null;
    if ((best?.text ?? "") === pointed) return;
    pointed = best?.text ?? "";
    const drawnTurn = best ?? hint?.turns.find((/** @type {any} */ one) => one.text === chosen);
    options.show(drawnTurn ? fullTurn(drawnTurn.turn) : null);
  };
  for (const name of ["pointerover", "focusin"])
    list.addEventListener(name, ({ target }) => point(target));
  list.addEventListener("focusout", ({ relatedTarget }) => point(relatedTarget));
  list.addEventListener("pointerleave", () => point(null));

  /** @param {Question} next */
  function ask(next) {
    search.start(next, LEVELS.slice(0, LEVELS.indexOf(level.select.value) + 1));
  }

  /** @param {any} ranked */
  function choose(ranked) {
    chosen = chosen === ranked.text ? "" : ranked.text;
    options.show(chosen ? fullTurn(ranked.turn) : null);
    draw();
  }

  function draw() {
    const focused = list.contains(document.activeElement) ? document.activeElement?.id : "";
    const hint = found && current && found.key === questionKey(current) ? found.hint : null;
    root.dataset.position = current ? sheetOf(current) : "";
    root.dataset.roll = current?.roll ?? "";
    status.textContent = current ? statusText(found) : t("hints.none");
    foot.textContent = hint ? footnote(hint) : "";
    if (drawn.hint === hint && drawn.chosen === chosen) return;
    drawn = { hint, chosen };
    const unfolded = [...list.querySelectorAll("details[open]")].map((details) => details.id);
    list.replaceChildren(
      ...(hint
        ? (hint.ideas ?? seatIdeas(hint)).map(
            (/** @type {any} */ idea, /** @type {number} */ place) =>
              ideaItem(hint, idea, place, chosen, choose, playAction(idea, hint)),
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
  function playAction(idea, hint) {
    const { play } = options;
    const best = hint.turns[idea.turns[0]];
    return play && current && best.text !== "." ? () => current && play(best, current) : null;
  }

  /** @param {Question | null} next */
  function update(next) {
    if (next && current && questionKey(next) === questionKey(current) && found) return;
    search.stop();
    [current, found, chosen, pointed, pressing] = [next, null, "", "", false];
    options.show(null);
    draw();
    if (current) ask(current);
  }

  /** Ends the search, and clears the turn drawn on the sheet. */
  function destroy() {
    search.stop();
    if (chosen || pointed) options.show(null);
    chosen = pointed = "";
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
  const kept = saved(LEVEL_KEY) ?? "";
  select.value = LEVELS.includes(kept) ? kept : "deep";
  select.addEventListener("change", () => {
    save(LEVEL_KEY, select.value);
    changed();
  });
  return Object.assign(h("label", { class: "level" }, h("span", {}, t("hints.upto")), select), {
    select,
  });
}

/** @param {Found | null} found */
function statusText(found) {
  if (!found) return "";
  if (found.error) return found.error;
  if (found.queued) return t("hints.queued", { n: found.queued });
  if (!found.level) return t("hints.thinking");
  const level = t(`hints.level.${found.level}`);
  return found.done ? t("hints.done", { level }) : t("hints.better", { level });
}

/**
 * Creates an idea: a button that shows it on the sheet, and a fold with its other turns.
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
    isChosen && ideaPicture(hint.position, fullTurn(best.turn)),
    isChosen && why(hint, place),
    others.length > 0 && moreTurns(place, others, chosen, choose),
  );
}

/**
 * Says why the best idea is better than this one, or than the next for the best itself.
 * @param {any} hint
 * @param {number} place from 0
 */
function why(hint, place) {
  const ideas = hint.ideas ?? hint.turns;
  if (ideas.length < 2) return null;
  const other = Math.max(1, place);
  const heading = t("why.rather", { one: number(1), other: number(other + 1) });
  if (hint.seat) return saidText(heading, hint.turns[place].why.map(translateSentence));
  const text = (/** @type {number} */ at) => hint.turns[ideas[at].turns[0]].text;
  const { position, roll, variant } = hint;
  return whyText(heading, { position, roll, variant, one: text(0), other: text(other) });
}

/**
 * Draws the turn on a small sheet, for windows in which the main sheet is out of sight.
 * @param {string} position
 * @param {Turn} turn
 */
function ideaPicture(position, turn) {
  const picture = smallSheet(position, turn, turnInWords(turn));
  return h("div", { class: "idea-sheet", "aria-hidden": "true" }, picture);
}

/** @param {any} ranked */
function pointFigures(ranked) {
  return [
    h("span", { class: "idea-points" }, number(ranked.ev, ranked.se === 0 ? 0 : 2)),
    h("span", { class: "idea-loss" }, lossText(ranked)),
  ];
}

/** Explains the figures. @param {any} hint */
function footnote(hint) {
  if (hint.seat) return seatNote(hint);
  return t(hint.made_by.exact ? "hints.exact" : "hints.points");
}

/**
 * Adds missing keys to a turn; the part of a seat doesn't have all of them.
 * @param {any} turn
 * @returns {Turn}
 */
function fullTurn(turn) {
  return { slides: [], drops: [], place: null, claim: null, ...turn };
}

/** @param {any} ranked */
function lossText(ranked) {
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
 * Creates the fold with the other turns of an idea.
 * @param {number} place of the idea, from 0
 * @param {any[]} turns
 * @param {string} chosen
 * @param {(ranked: any) => void} choose
 */
function moreTurns(place, turns, chosen, choose) {
  const items = turns.map((ranked, at) => {
    const isChosen = ranked.text === chosen;
    const says = `${ranked.turn.slides.join(", ")} ${placeText(ranked.turn)} ${lossText(ranked)}`;
    const given = { type: "button", class: "small", id: `idea-${place}-${at}` };
    const pressed = { "aria-pressed": String(isChosen), onclick: () => choose(ranked) };
    return h("li", {}, h("button", { ...given, ...pressed }, says));
  });
  const given = { id: `idea-${place}-more`, open: turns.some(({ text }) => text === chosen) };
  const summary = h("summary", {}, tn("hints.more", turns.length));
  return h("details", given, summary, h("ul", { class: "idea-others" }, ...items));
}

/** @param {Turn} turn */
function placeText(turn) {
  return Object.entries(turn.place ?? {})
    .map(([cell, digit]) => `${cell}=${digit}`)
    .join(" ");
}
