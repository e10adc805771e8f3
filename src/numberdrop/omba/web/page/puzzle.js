// The puzzle view: a position and a roll, with one move that is far better than all others.

import { request } from "./api.js";
import { mountBoard } from "./board.js";
import { byKey, bySquare, isPlayedFrom, isTyped } from "./choose-move.js";
import { dieFace } from "./die.js";
import { h } from "./dom.js";
import { number, t } from "./i18n.js";
import { announce } from "./live.js";
import { handNodes, moveNodes } from "./parts.js";
import { save, saved } from "./saved.js";

const GRADES = ["", "easy", "medium", "hard"];
const SCORE = "omba.puzzles";
/** The number of latest puzzles that are remembered, so that they are counted only once. */
const REMEMBERED = 200;

/**
 * Returns the numbers of puzzles tried and solved, and the names of the latest.
 * @returns {{tried: number, right: number, latest?: string[]}}
 */
function score() {
  return JSON.parse(saved(SCORE) ?? '{"tried": 0, "right": 0}');
}

/** @param {string} name @param {boolean} isRight */
function saveScore(name, isRight) {
  const { tried, right, latest = [] } = score();
  if (latest.includes(name)) return;
  const kept = {
    tried: tried + 1,
    right: right + Number(isRight),
    latest: [...latest, name].slice(-REMEMBERED),
  };
  save(SCORE, JSON.stringify(kept));
}

/** @param {string} grade @param {string} players @param {number} seed */
function address(grade, players, seed) {
  return `#/puzzle?${new URLSearchParams({ grade, players, seed: String(seed) })}`;
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
  const players = query.get("players") ?? "2";
  if (!query.has("seed")) {
    location.replace(address(grade, players, newSeed()));
    return () => {};
  }
  const status = h("p", { role: "status", class: "card narrow" }, t("omba.puzzle.making"));
  root.replaceChildren(h("h1", {}, t("omba.nav.puzzle")), status);
  const asked = { seed: query.get("seed"), players: Number(players), ...(grade ? { grade } : {}) };
  const puzzle = await request("POST", "puzzles", asked);
  const { position, moves, roll } = puzzle;
  let chosen = -1;
  /** The move that was played; -1 before. */
  let played = -1;

  const board = h("div", { class: "board", role: "group", "aria-label": t("omba.board") });
  const hands = h("ul", { class: "hands", "aria-label": t("omba.hands") });
  hands.append(...handNodes({ game: { seats: position.hands.map(() => "") }, position }));
  const list = h("section", {});
  const verdict = h("p", { class: "ended" });
  const main = h("button", { type: "button", class: "is-main", "data-action": "play", onclick: playChosen });
  const next = h("a", { class: "button", href: address(grade, players, newSeed()) }, t("omba.puzzle.next"));
  const count = h("p", { class: "quiet" });
  const task = t("omba.puzzle.task", { side: position.side, roll });
  root.replaceChildren(
    h("h1", {}, t("omba.nav.puzzle")),
    choices(grade, players),
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
    const advice = played >= 0 ? puzzle : null;
    list.replaceChildren(...moveNodes(moves, position.side, chosen, advice, choose, playChosen));
    const there = list.querySelector("[aria-pressed=true]");
    if (held && there instanceof HTMLElement) there.focus();
    main.hidden = played >= 0;
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

  function playChosen() {
    if (chosen < 0 || played >= 0) return;
    played = chosen;
    const { loss } = moves[played];
    saveScore(`${position.text} ${roll}`, !loss);
    const best = moves.find((/** @type {{loss: number}} */ one) => !one.loss).move;
    const values = { move: moves[played].move, best, loss: number(100 * loss, 1) };
    verdict.textContent = t(loss ? "omba.puzzle.wrong" : "omba.puzzle.right", values);
    draw();
    announce(verdict.textContent);
    next.focus();
  }

  /** @param {KeyboardEvent} event */
  function onKeyDown(event) {
    if (isTyped(event) || event.ctrlKey) return;
    const chosenMove = moves[chosen];
    const at = byKey(moves, chosen, event.key);
    const isEntered = event.key === "Enter" && chosenMove && played < 0;
    if (isEntered && isPlayedFrom(chosenMove, /** @type {HTMLElement} */ (event.target))) playChosen();
    else if (at !== undefined) choose(at);
    else return;
    event.preventDefault();
  }

  addEventListener("keydown", onKeyDown);
  draw();
  return () => removeEventListener("keydown", onKeyDown);
}

/** @param {string} grade @param {string} players */
function choices(grade, players) {
  const grades = select(GRADES, grade, (one) => t(`omba.grade.${one || "any"}`));
  const counts = select(["2", "3"], players, (one) => one);
  const line = h(
    "p",
    {},
    h("label", {}, t("omba.puzzle.which"), " ", grades),
    " ",
    h("label", {}, t("omba.count"), " ", counts),
  );
  line.addEventListener("change", () => {
    location.hash = address(grades.value, counts.value, newSeed());
  });
  return line;
}

/** @param {string[]} options @param {string} chosen @param {(option: string) => string} named */
function select(options, chosen, named) {
  return h(
    "select",
    {},
    ...options.map((option) => h("option", { value: option, selected: option === chosen }, named(option))),
  );
}
