// A puzzle: a position and a roll, and one move that is better than all others by far.

import { request } from "./api.js";
import { mountBoard } from "./board.js";
import { byKey, bySquare, isPlayedFrom, isTyped } from "./choosing.js";
import { dieFace } from "./die.js";
import { h } from "./dom.js";
import { number, t } from "./i18n.js";
import { announce } from "./live.js";
import { handsOf, movesOf } from "./parts.js";

const GRADES = ["", "easy", "medium", "hard"];
const KEPT = "omba.puzzles";
/** So many of the latest are remembered, and none of them is counted again. */
const REMEMBERED = 200;

/**
 * How many were tried, and how many solved; the names of the latest.
 * @returns {{tried: number, right: number, latest?: string[]}}
 */
function score() {
  return JSON.parse(localStorage.getItem(KEPT) ?? '{"tried": 0, "right": 0}');
}

/** @param {string} name @param {boolean} isRight */
function keepScore(name, isRight) {
  const { tried, right, latest = [] } = score();
  if (latest.includes(name)) return;
  const kept = {
    tried: tried + 1,
    right: right + Number(isRight),
    latest: [...latest, name].slice(-REMEMBERED),
  };
  localStorage.setItem(KEPT, JSON.stringify(kept));
}

/** @param {string} grade @param {number} seed */
function address(grade, seed) {
  return `#/puzzle?${new URLSearchParams({ grade, seed: String(seed) })}`;
}

function newSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}

/**
 * @param {HTMLElement} root
 * @param {import("./router.js").Route} route
 * @returns {Promise<() => void>}
 */
export async function show(root, { query }) {
  const grade = query.get("grade") ?? "";
  if (!query.has("seed")) {
    location.replace(address(grade, newSeed()));
    return () => {};
  }
  const status = h("p", { role: "status", class: "card narrow" }, t("omba.puzzle.making"));
  root.replaceChildren(h("h1", {}, t("omba.nav.puzzle")), status);
  const asked = { seed: query.get("seed"), ...(grade ? { grade } : {}) };
  const puzzle = await request("POST", "puzzles", asked);
  const { position, moves, roll } = puzzle;
  let chosen = -1;
  /** The move that was taken; -1 before. */
  let taken = -1;

  const board = h("div", { class: "board", role: "group", "aria-label": t("omba.board") });
  const hands = h("ul", { class: "hands", "aria-label": t("omba.hands") });
  hands.append(...handsOf({ game: { seats: ["", ""] }, position }));
  const list = h("section", {});
  const verdict = h("p", { class: "ended" });
  const main = h("button", { type: "button", class: "is-main", "data-action": "play", onclick: take });
  const next = h("a", { class: "button", href: address(grade, newSeed()) }, t("omba.puzzle.next"));
  const count = h("p", { class: "quiet" });
  const task = t("omba.puzzle.task", { side: position.side, roll });
  root.replaceChildren(
    h("h1", {}, t("omba.nav.puzzle")),
    gradeChoice(grade),
    h(
      "div",
      { class: "game" },
      h("div", { class: "game-board" }, board, hands),
      h(
        "div",
        { class: "game-side" },
        h("p", { class: "task" }, dieFace(roll), task),
        h("p", { class: "quiet" }, t("omba.puzzle.grade", { grade: t(`omba.grade.${puzzle.grade}`) })),
        verdict,
        h("div", { class: "buttons" }, main, next),
        list,
        count,
      ),
    ),
  );
  const drawBoard = mountBoard(board, (square) => {
    const at = bySquare(moves, chosen, square);
    if (at >= 0) choose(at);
  });

  function draw() {
    drawBoard({ position, moves, chosen: moves[chosen] ?? null, last: undefined });
    const held = list.contains(document.activeElement);
    const advice = taken >= 0 ? puzzle : null;
    list.replaceChildren(...movesOf(moves, position.side, chosen, advice, choose, take));
    const there = list.querySelector("[aria-pressed=true]");
    if (held && there instanceof HTMLElement) there.focus();
    main.hidden = taken >= 0;
    main.disabled = chosen < 0;
    main.textContent = chosen < 0 ? t("omba.play.none") : t("omba.play", { move: moves[chosen].move });
    const { right, tried } = score();
    count.textContent = tried ? t("omba.puzzle.score", { right, tried }) : "";
  }

  /** @param {number} at */
  function choose(at) {
    chosen = at;
    draw();
    if (at >= 0) announce(t("omba.heard.chosen", { move: moves[at].move }));
  }

  function take() {
    if (chosen < 0 || taken >= 0) return;
    taken = chosen;
    const { loss } = moves[taken];
    keepScore(`${position.text} ${roll}`, !loss);
    const best = moves.find((/** @type {{loss: number}} */ one) => !one.loss).move;
    const values = { move: moves[taken].move, best, loss: number(100 * loss, 1) };
    verdict.textContent = t(loss ? "omba.puzzle.wrong" : "omba.puzzle.right", values);
    draw();
    announce(verdict.textContent);
    next.focus();
  }

  /** @param {KeyboardEvent} event */
  function hear(event) {
    if (isTyped(event) || event.ctrlKey) return;
    const deed = moves[chosen];
    const at = byKey(moves, chosen, event.key);
    const isEntered = event.key === "Enter" && deed && taken < 0;
    if (isEntered && isPlayedFrom(deed, /** @type {HTMLElement} */ (event.target))) take();
    else if (at !== undefined) choose(at);
    else return;
    event.preventDefault();
  }

  addEventListener("keydown", hear);
  draw();
  return () => removeEventListener("keydown", hear);
}

/** @param {string} grade */
function gradeChoice(grade) {
  const options = GRADES.map((one) =>
    h("option", { value: one, selected: one === grade }, t(`omba.grade.${one || "any"}`)),
  );
  const select = h("select", {}, ...options);
  select.addEventListener("change", () => {
    location.hash = address(select.value, newSeed());
  });
  return h("p", {}, h("label", {}, t("omba.puzzle.which"), " ", select));
}
