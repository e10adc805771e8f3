// The view of a game: the board, the roll, the moves, what they are worth, and the plies so far.

import { messageOf, request } from "./api.js";
import { mountBoard } from "./board.js";
import { byKey, bySquare, isPlayedFrom, isTyped } from "./choosing.js";
import { dieFace } from "./die.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { announce } from "./live.js";
import { chancesOf, endOf, handsOf, movesOf, pliesOf } from "./parts.js";
import { begin, gameAt, keep, standing, stepped } from "./table.js";
import { plyInWords } from "./words.js";

/** @typedef {import("./table.js").Now} Now */

const ADVISED = "omba.chances";
/** Milliseconds for which each ply that comes by itself is looked at. */
const PACE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 900;

/** The one move that there is, which is chosen at once; -1 for several. @param {Now} now */
const alone = ({ moves }) => (moves.length === 1 ? 0 : -1);

/**
 * @param {HTMLElement} root
 * @param {import("./router.js").Route} route
 * @returns {Promise<() => void>}
 */
export async function show(root, { query, isLeft }) {
  let now = await standing(gameAt(query));
  if (isLeft()) return () => {}; // the address is that of another view
  /** The moves are numbered from 0; -1 is none. */
  let chosen = alone(now);
  /** @type {any} */
  let advice = null;
  let isAdvised = localStorage.getItem(ADVISED) === "on";
  let fault = "";
  /** Counts what was asked: an answer that something else came before is dropped. */
  let asked = 0;
  /** Whether what a person asked for is under way. */
  let isDue = false;
  let timer = 0;

  const board = h("div", { class: "board", role: "group", "aria-label": t("omba.board") });
  const hands = h("ul", { class: "hands", "aria-label": t("omba.hands") });
  const [task, moves, advised, log] = ["div", "section", "section", "section"].map((name) =>
    h(/** @type {"div"} */ (name)),
  );
  const button = (/** @type {string} */ key, /** @type {() => void} */ onclick) =>
    h("button", { type: "button", onclick }, t(key));
  const undo = button("omba.undo", () => ask({ do: "undo" }));
  const chances = button("omba.chances", () => switchAdvice());
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
        advised,
        log,
      ),
    ),
  );
  const drawBoard = mountBoard(board, pick);

  function draw() {
    const last = now.plies[now.plies.length - 1];
    drawBoard({ position: now.position, moves: now.moves, chosen: now.moves[chosen] ?? null, last });
    hands.replaceChildren(...handsOf(now));
    task.replaceChildren(...taskOf());
    const held = moves.contains(document.activeElement);
    moves.replaceChildren(...movesOf(now.moves, now.position.side, chosen, isAdvised ? advice : null, choose, play));
    if (held) focusMove();
    undo.disabled = !now.undo;
    chances.disabled = now.needs === "over";
    main.hidden = now.needs !== "move";
    main.disabled = chosen < 0;
    main.textContent = chosen < 0 ? t("omba.play.none") : t("omba.play", { move: now.moves[chosen].move });
    chances.setAttribute("aria-pressed", String(isAdvised));
    advised.replaceChildren(...(isAdvised ? chancesOf(now, advice) : []));
    log.replaceChildren(...pliesOf(now, (ply) => ask({ do: "back", ply })));
  }

  function focusMove() {
    const there = moves.querySelector("[aria-pressed=true]") ?? moves.querySelector("button");
    if (there instanceof HTMLElement) there.focus();
  }

  /** What is to be done next, and the roll. */
  function taskOf() {
    const { side, winner } = now.position;
    if (fault) {
      const again = button("page.again", () => {
        fault = "";
        goOn();
        draw();
      });
      return [h("p", { class: "notice", role: "alert" }, fault), again];
    }
    if (winner) return endOf(now, playAgain);
    const roll = now.roll;
    if (now.needs === "roll") {
      const faces = [1, 2, 3, 4, 5, 6].map((face) =>
        h(
          "button",
          { type: "button", "aria-label": String(face), onclick: () => ask({ do: "roll", roll: face }) },
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

  /** Takes a game as it stands, and lets come what comes by itself. @param {Now} next */
  function take(next) {
    const plies = next.plies.slice(now.plies.length);
    now = next;
    chosen = alone(now);
    advice = null;
    keep(now);
    draw();
    const told = plies.map(plyInWords);
    if (now.needs === "move") {
      const names = now.moves.map(({ move }) => move).join(", ");
      told.push(t("omba.heard.move", { side: now.position.side, roll: now.roll ?? "", moves: names }));
    } else if (now.needs === "roll") told.push(t("omba.task.roll", { side: now.position.side }));
    else if (now.position.winner) told.push(t("omba.ended", { side: now.position.winner }));
    announce(told.join(". "));
    goOn();
  }

  function goOn() {
    clearTimeout(timer);
    if (now.needs === "nothing") timer = setTimeout(() => follow(() => stepped(now.game, { do: "go" })), PACE);
    else if (isAdvised && !advice && now.needs !== "over") advise();
  }

  /** Takes the game that comes, unless something else is asked for first. @param {() => Promise<Now>} come */
  async function follow(come) {
    clearTimeout(timer);
    const mine = ++asked;
    try {
      const next = await come();
      if (mine !== asked) return;
      fault = "";
      take(next);
    } catch (error) {
      if (mine !== asked) return;
      fault = messageOf(error);
      draw();
    }
  }

  /**
   * Does a step for a person. One that is asked for while another is under way is meant for what
   * isn't there yet, and is passed over.
   * @param {object} wanted
   */
  async function ask(wanted) {
    if (isDue) return;
    isDue = true;
    await follow(() => stepped(now.game, wanted));
    isDue = false;
  }

  async function advise() {
    const about = now;
    try {
      const found = await request("POST", "advice", { game: now.game });
      if (about === now) advice = found;
    } catch (error) {
      if (about === now) advice = { fault: messageOf(error) };
    }
    if (about === now) draw();
  }

  function switchAdvice() {
    isAdvised = !isAdvised;
    localStorage.setItem(ADVISED, isAdvised ? "on" : "off");
    draw();
    goOn();
  }

  function playAgain() {
    const { seats, dice } = now.game;
    return follow(() => begin({ seats, dice, variant: now.variant }));
  }

  // Choosing.

  /** @param {number} at */
  function choose(at) {
    chosen = at;
    draw();
    const deed = now.moves[at];
    if (deed) announce(t("omba.heard.chosen", { move: deed.move }));
  }

  /** @param {string} square */
  function pick(square) {
    const at = bySquare(now.moves, chosen, square);
    if (at >= 0) choose(at);
  }

  function play() {
    const deed = now.moves[chosen];
    if (deed) ask({ do: "move", move: deed.move });
  }

  /** @param {KeyboardEvent} event */
  function hear(event) {
    if (isTyped(event)) return;
    // A key that is held down walks through the moves, and takes none of them.
    const isDone = event.repeat && !["ArrowDown", "ArrowUp"].includes(event.key);
    if (isDone ? event.key === "Enter" : act(event)) event.preventDefault();
  }

  /** Does what a key says; whether it says anything. @param {KeyboardEvent} event */
  function act({ key, ctrlKey, target }) {
    const deed = now.moves[chosen];
    if (ctrlKey ? key.toLowerCase() === "z" : key.toLowerCase() === "u") {
      if (now.undo) ask({ do: "undo" });
      return true;
    }
    if (ctrlKey) return false;
    if (now.needs === "roll" && /^[1-6]$/.test(key)) ask({ do: "roll", roll: Number(key) });
    else if (key.toLowerCase() === "h") switchAdvice();
    else if (key === "Enter" && deed && isPlayedFrom(deed, /** @type {HTMLElement} */ (target))) play();
    else {
      const at = byKey(now.moves, chosen, key);
      if (at === undefined) return false;
      choose(at);
    }
    return true;
  }

  addEventListener("keydown", hear);
  keep(now);
  draw();
  goOn();
  return () => {
    removeEventListener("keydown", hear);
    clearTimeout(timer);
    asked += 1;
  };
}
