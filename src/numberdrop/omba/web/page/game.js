// The view of a game: the board, the roll, the moves with their chances, and the list of plies.

import { messageOf, request } from "./api.js";
import { mountBoard } from "./board.js";
import { byKey, bySquare, isPlayedFrom, isTyped } from "./choose-move.js";
import { dieFace } from "./die.js";
import { h } from "./dom.js";
import { beginGame, fetchState, gameFromQuery, playStep, saveGame } from "./game-client.js";
import { t } from "./i18n.js";
import { announce } from "./live.js";
import { plyInWords } from "./narration.js";
import { chanceNodes, endNodes, handNodes, moveNodes, plyNodes } from "./parts.js";
import { save, saved } from "./saved.js";

/** @typedef {import("./game-client.js").GameState} GameState */

const ADVICE_SHOWN = "omba.chances";
/** The pause before each automatic step, in milliseconds. */
const PACE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 900;

/** Returns the index of the only move, which is chosen at once; -1 if there are several. @param {GameState} now */
const onlyMove = ({ moves }) => (moves.length === 1 ? 0 : -1);

/**
 * @param {HTMLElement} root
 * @param {import("./router.js").Route} route
 * @returns {Promise<() => void>}
 */
export async function show(root, { query, isLeft }) {
  let now = await fetchState(gameFromQuery(query));
  if (isLeft()) return () => {}; // another view was opened meanwhile
  /** The index of the chosen move; -1 if no move is chosen. */
  let chosen = onlyMove(now);
  /** @type {any} */
  let advice = null;
  let isAdviceShown = saved(ADVICE_SHOWN) === "on";
  let fault = "";
  /** The number of requests so far: only the response to the latest one is used. */
  let requestCount = 0;
  /** Whether a step of the user is being sent. */
  let isPending = false;
  let timer = 0;

  const board = h("div", { class: "board", role: "group", "aria-label": t("omba.board") });
  const hands = h("ul", { class: "hands", "aria-label": t("omba.hands") });
  const [task, moves, adviceSection, log] = ["div", "section", "section", "section"].map((name) =>
    h(/** @type {"div"} */ (name)),
  );
  const button = (/** @type {string} */ key, /** @type {() => void} */ onclick) =>
    h("button", { type: "button", onclick }, t(key));
  const undo = button("omba.undo", () => step({ do: "undo" }));
  const chances = button("omba.chances", () => toggleAdvice());
  const main = h("button", { type: "button", class: "is-main", "data-action": "play", onclick: play });
  root.replaceChildren(
    h("h1", { class: "hidden" }, t("omba.game")),
    h(
      "div",
      { class: "game" },
      h("div", { class: "game-board" }, board, hands),
      h(
        "div",
        { class: "game-side" },
        task,
        h("div", { class: "buttons" }, main, undo, chances),
        moves,
        adviceSection,
        log,
      ),
    ),
  );
  const drawBoard = mountBoard(board, chooseSquare);

  function draw() {
    const last = now.plies[now.plies.length - 1];
    drawBoard({ position: now.position, moves: now.moves, chosen: now.moves[chosen] ?? null, last });
    hands.replaceChildren(...handNodes(now));
    task.replaceChildren(...taskNodes());
    const hadFocus = moves.contains(document.activeElement);
    moves.replaceChildren(...moveNodes(now.moves, now.position.side, chosen, isAdviceShown ? advice : null, choose, play));
    if (hadFocus) focusMove();
    undo.disabled = !now.undo;
    chances.disabled = now.needs === "over";
    main.hidden = now.needs !== "move";
    main.disabled = chosen < 0;
    main.textContent = chosen < 0 ? t("omba.play.none") : t("omba.play", { move: now.moves[chosen].move });
    chances.setAttribute("aria-pressed", String(isAdviceShown));
    adviceSection.replaceChildren(...(isAdviceShown ? chanceNodes(now, advice) : []));
    log.replaceChildren(...plyNodes(now, (ply) => step({ do: "back", ply })));
  }

  function focusMove() {
    const there = moves.querySelector("[aria-pressed=true]") ?? moves.querySelector("button");
    if (there instanceof HTMLElement) there.focus();
  }

  /** Returns the prompt for the next step, with the roll. */
  function taskNodes() {
    const { side, winner } = now.position;
    if (fault) {
      const again = button("page.again", () => {
        fault = "";
        advance();
        draw();
      });
      return [h("p", { class: "notice", role: "alert" }, fault), again];
    }
    if (winner) return endNodes(now, playAgain);
    const roll = now.roll;
    if (now.needs === "roll") {
      const faces = [1, 2, 3, 4, 5, 6].map((face) =>
        h(
          "button",
          { type: "button", "aria-label": String(face), onclick: () => step({ do: "roll", roll: face }) },
          dieFace(face),
        ),
      );
      const label = t("omba.task.roll", { side });
      return [
        h("p", { class: "task" }, label),
        h("div", { class: "faces", role: "group", "aria-label": label }, ...faces),
      ];
    }
    const key = now.needs === "move" ? "omba.task.move" : "omba.task.wait";
    const face = roll === null ? null : dieFace(roll);
    return [h("p", { class: "task" }, face, t(key, { side, roll: roll ?? "" }))];
  }

  /** Shows a new state, and starts the next automatic step. @param {GameState} next */
  function update(next) {
    const plies = next.plies.slice(now.plies.length);
    now = next;
    chosen = onlyMove(now);
    advice = null;
    saveGame(now);
    draw();
    const sentences = plies.map(plyInWords);
    if (now.needs === "move") {
      const names = now.moves.map(({ move }) => move).join(", ");
      sentences.push(t("omba.heard.move", { side: now.position.side, roll: now.roll ?? "", moves: names }));
    } else if (now.needs === "roll") sentences.push(t("omba.task.roll", { side: now.position.side }));
    else if (now.position.winner) sentences.push(t("omba.ended", { side: now.position.winner }));
    announce(sentences.join(". "));
    advance();
  }

  function advance() {
    clearTimeout(timer);
    if (now.needs === "nothing") timer = setTimeout(() => runStep(() => playStep(now.game, { do: "go" })), PACE);
    else if (isAdviceShown && !advice && now.needs !== "over") fetchAdvice();
  }

  /** Sends a request, and shows the new state unless another request follows. @param {() => Promise<GameState>} send */
  async function runStep(send) {
    clearTimeout(timer);
    const id = ++requestCount;
    try {
      const next = await send();
      if (id !== requestCount) return;
      fault = "";
      update(next);
    } catch (error) {
      if (id !== requestCount) return;
      fault = messageOf(error);
      draw();
    }
  }

  /**
   * Plays a step of the user. It is ignored while another one is being sent, since the user hasn't
   * seen the new state yet.
   * @param {object} action
   */
  async function step(action) {
    if (isPending) return;
    isPending = true;
    await runStep(() => playStep(now.game, action));
    isPending = false;
  }

  async function fetchAdvice() {
    const state = now;
    try {
      const found = await request("POST", "advice", { game: now.game });
      if (state === now) advice = found;
    } catch (error) {
      if (state === now) advice = { fault: messageOf(error) };
    }
    if (state === now) draw();
  }

  function toggleAdvice() {
    isAdviceShown = !isAdviceShown;
    save(ADVICE_SHOWN, isAdviceShown ? "on" : "off");
    draw();
    advance();
  }

  function playAgain() {
    const { seats, dice } = now.game;
    return runStep(() => beginGame({ seats, dice, variant: now.variant, deal: now.deal }));
  }

  // Choosing a move.

  /** @param {number} at */
  function choose(at) {
    chosen = at;
    draw();
    const chosenMove = now.moves[at];
    if (chosenMove) announce(t("omba.heard.chosen", { move: chosenMove.move }));
  }

  /** @param {string} square */
  function chooseSquare(square) {
    const at = bySquare(now.moves, chosen, square);
    if (at >= 0) choose(at);
  }

  function play() {
    const chosenMove = now.moves[chosen];
    if (chosenMove) step({ do: "move", move: chosenMove.move });
  }

  /** @param {KeyboardEvent} event */
  function onKeyDown(event) {
    if (isTyped(event)) return;
    // Of keys that are held down, only the arrows repeat their action.
    const isIgnored = event.repeat && !["ArrowDown", "ArrowUp"].includes(event.key);
    if (isIgnored ? event.key === "Enter" : pressKey(event)) event.preventDefault();
  }

  /** Performs the action of a key. Returns whether the key has one. @param {KeyboardEvent} event */
  function pressKey({ key, ctrlKey, target }) {
    const chosenMove = now.moves[chosen];
    if (ctrlKey ? key.toLowerCase() === "z" : key.toLowerCase() === "u") {
      if (now.undo) step({ do: "undo" });
      return true;
    }
    if (ctrlKey) return false;
    if (now.needs === "roll" && /^[1-6]$/.test(key)) step({ do: "roll", roll: Number(key) });
    else if (key.toLowerCase() === "h") toggleAdvice();
    else if (key === "Enter" && chosenMove && isPlayedFrom(chosenMove, /** @type {HTMLElement} */ (target))) play();
    else {
      const at = byKey(now.moves, chosen, key);
      if (at === undefined) return false;
      choose(at);
    }
    return true;
  }

  addEventListener("keydown", onKeyDown);
  saveGame(now);
  draw();
  advance();
  return () => {
    removeEventListener("keydown", onKeyDown);
    clearTimeout(timer);
    requestCount += 1;
  };
}
