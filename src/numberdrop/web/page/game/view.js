// The game on the page: draws what the program and the hand say, and hands on what is asked for.

import { request } from "../api.js";
import { h } from "../dom.js";
import { keyTable } from "../help.js";
import { t } from "../i18n.js";
import { say } from "../live.js";
import { COLUMNS } from "../notation.js";
import { claimList } from "./claims.js";
import { buttons, head, typing } from "./controls.js";
import { finish } from "./finish.js";
import { Hand } from "./hand.js";
import { Helps } from "./helps.js";
import { actionOf, isTaken } from "./keys.js";
import { log } from "./log.js";
import { patch } from "./patch.js";
import * as pick from "./picking.js";
import { listen } from "./pointer.js";
import { scoreCard } from "./score.js";
import { Sheet } from "./sheet.js";
import { Table } from "./table.js";
import { tileList } from "./tiles.js";
import { pad, tray } from "./tray.js";
import { changeInWords, heldInWords, prompt } from "./words.js";

/** Stages in which the sheet shows where the shape is held. */
const HELD = ["place", "slide"];
const ALWAYS = ["undo", "redo", "hint", "type", "help"];
const STAGES = ["start", "slide", "place", "digits", "claim"];

/**
 * @param {HTMLElement} root
 * @param {{parts: string[]}} route parts[0]: the game
 * @returns {Promise<() => void>}
 */
export async function show(root, { parts: [id] }) {
  const [game, { keys }] = await Promise.all([
    request("GET", `games/${encodeURIComponent(id)}`),
    request("GET", "keys"),
  ]);
  const view = new GameView(root, game, keys);
  return () => view.leave();
}

export class GameView {
  /**
   * @param {HTMLElement} root
   * @param {any} game
   * @param {import("./keys.js").Action[]} keys
   */
  constructor(root, game, keys) {
    this.keys = keys;
    this.sheet = new Sheet();
    this.told = new Set();
    this.fault = "";
    /** What is asked for is done one after the other. @type {Promise<void>} */
    this.doing = Promise.resolve();
    this.table = new Table(game, {
      changed: (now, before) => this.changed(now, before),
      overtaken: (isLost) => this.notice(t(isLost ? "game.overtaken.lost" : "game.overtaken")),
      away: (isAway) => this.notice(isAway ? t("game.away") : ""),
    });
    this.hand = new Hand(this.table, (note) => this.redraw(note));
    this.helps = new Helps(this.table, {
      tell: (cells) => {
        this.told = new Set(cells);
        this.redraw();
      },
      take: (turn) => this.act("typed", turn),
      recorded: () => this.table.refresh(),
    });
    this.parts = this.skeleton();
    root.replaceChildren(this.parts.root);
    /** How much of it isn't done yet. */
    this.waiting = 0;
    this.setWaiting(0);
    this.ended = new AbortController();
    document.addEventListener("keydown", (event) => this.press(event), {
      signal: this.ended.signal,
    });
    this.listen();
    this.redraw();
    this.focusSheet();
  }

  leave() {
    this.ended.abort();
    this.table.leave();
    this.helps.leave();
  }

  get game() {
    return this.table.game;
  }

  skeleton() {
    const part = (/** @type {string} */ name) => h("div", { class: `part-${name}` });
    const parts = {
      head: part("head"),
      notice: h("div", { class: "part-notice", role: "alert" }),
      tray: part("tray"),
      tiles: part("tiles"),
      act: part("act"),
      claims: part("claims"),
      score: part("score"),
      type: part("type"),
      helps: this.helps.root,
      cost: this.helps.cost,
      log: part("log"),
    };
    const table = h("div", { class: "table" }, this.sheet.root, parts.tiles);
    const hands = h("div", { class: "hands" }, parts.tray, parts.act, parts.claims, parts.type);
    const more = h("div", { class: "more" }, parts.score, parts.cost, parts.helps, parts.log);
    const root = h("div", { class: "game" }, parts.head, parts.notice, table, hands, more);
    return { ...parts, root, hands };
  }

  // What is asked for

  /**
   * @param {string} action
   * @param {string} [value]
   */
  act(action, value = "") {
    this.later(() => ({ action, value }));
  }

  /**
   * Does what `choose` says once all that was asked for before is done.
   * @param {() => {action: string, value: string} | null} choose
   */
  later(choose) {
    if (this.table.isAway) return;
    this.setWaiting(this.waiting + 1);
    this.doing = this.doing.then(async () => {
      this.fault = "";
      try {
        const { action, value } = choose() ?? { action: "", value: "" };
        await (OWN[action] ? OWN[action](this, value) : this.hand.act(action, value));
      } catch (error) {
        this.fault = error instanceof Error ? error.message : String(error);
        say(this.fault);
        this.redraw();
      }
      this.setWaiting(this.waiting - 1);
    });
  }

  /** @param {number} count */
  setWaiting(count) {
    this.waiting = count;
    this.parts.root.dataset.waiting = String(count);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.defaultPrevented || isTaken(event)) return;
    if (event.key === "Tab" && !this.mayTab(event)) return;
    // A key that follows at once is meant for the stage to which the one before leads.
    const stages = this.waiting ? STAGES : [this.hand.stage];
    if (!stages.some((stage) => this.actionOf(stage, event))) return;
    event.preventDefault();
    this.later(() => this.actionOf(this.hand.stage, event));
  }

  /**
   * Where no turn is being chosen, some keys hold that hold at every stage.
   * @param {string} stage
   * @param {KeyboardEvent} event
   */
  actionOf(stage, event) {
    if (STAGES.includes(stage)) return actionOf(this.keys, stage, event);
    const found = actionOf(this.keys, STAGES[0], event);
    return found && ALWAYS.includes(found.action) ? found : null;
  }

  /** Tab goes from cell to cell while there is one, and leaves the sheet then. @param {KeyboardEvent} event */
  mayTab({ target, shiftKey }) {
    const { hand } = this;
    if (!(target instanceof Node) || !this.sheet.root.contains(target)) return false;
    if (hand.stage === "digits")
      return shiftKey ? hand.at > 0 : hand.at < hand.turn.cells.length - 1;
    if (hand.stage !== "place" || !hand.pose || shiftKey) return false;
    return !pick.isSame(pick.elsewhere(hand.poses, hand.pose), hand.pose);
  }

  listen() {
    const { hand } = this;
    /** @type {import("./table.js").Pose | null} */
    let dragged = null;
    const follows = () => hand.poses.length > 0 && !hand.isPinned && hand.stage !== "claim";
    listen(this.sheet.root, {
      over: (cell) => {
        if (hand.stage === "start" && cell !== hand.start && /^[a-g]1$/.test(cell)) {
          hand.start = cell;
          this.redraw();
        }
        if (follows()) hand.hold(pick.through(hand.poses, hand.pose, cell)[0] ?? null);
      },
      tap: (cell) => this.act("point", cell),
      drag: (from, to) => {
        if (hand.stage === "claim") return this.act("paint", `${from} ${to}`);
        if (!hand.poses.length) return undefined;
        dragged ??= hand.pose;
        const by = COLUMNS.indexOf(to[0]) - COLUMNS.indexOf(from[0]);
        if (!dragged) return undefined;
        const wide = pick.widthOf(dragged);
        const column = Math.min(7 - wide, Math.max(0, COLUMNS.indexOf(dragged.column) + by));
        const middle = `${COLUMNS[column + Math.floor((wide - 1) / 2)]}1`;
        hand.hold(pick.over(hand.poses, dragged, hand.isPinned ? middle : to)[0] ?? null);
        return undefined;
      },
      drop: () => {
        if (hand.stage !== "claim" && dragged) this.act("pin");
        dragged = null;
      },
      turn: (by) => {
        if (!hand.poses.length || hand.stage === "claim") return false;
        this.act(by < 0 ? "turn-back" : "turn");
        return true;
      },
    });
  }

  // What has come of it

  /** @param {any} now @param {any} before */
  changed(now, before) {
    this.hand.follow(before);
    if (now.position !== before.position || now.over !== before.over) this.told = new Set();
    this.redraw();
    this.helps.follow(now, before);
    say(changeInWords(now, before, this.hand));
    if (now.over && !before.over) this.parts.hands.querySelector("button")?.focus();
  }

  /** @param {string} [note] what is to be told beside */
  redraw(note) {
    if (!this.parts) return;
    if (note) this.note(note);
    const { game, hand, parts } = this;
    const act = this.act.bind(this);
    const { moment } = game;
    parts.root.dataset.stage = hand.stage;
    this.drawSheet();
    patch(parts.head, head(game, hand, this.fault));
    patch(parts.tiles, [tileList(game, (letter) => act("slide", letter))]);
    patch(parts.tray, moment ? [tray(hand, act), pad(hand, act)] : []);
    patch(parts.act, buttons(this));
    const isClaiming = moment && !moment.drop;
    patch(parts.claims, [game.over ? finish(game) : isClaiming && claimList(hand, act)]);
    patch(parts.score, [scoreCard(game)]);
    patch(parts.log, [log(game, (turn) => act("go-back", String(turn)))]);
    this.drawTyping();
    if (HELD.includes(hand.stage) || hand.stage === "start" || hand.stage === "claim")
      this.sayHeld();
    this.moveFocus();
  }

  /** The field stays as it is while it is for the same. */
  drawTyping() {
    const { type } = this.parts;
    const isFor = this.game.over || !this.game.position ? "" : this.game.moment ? "turn" : "roll";
    if (type.dataset.for === isFor) return;
    type.dataset.for = isFor;
    type.replaceChildren(...typing(this));
  }

  focusTyping() {
    const fold = this.parts.type.querySelector("details");
    if (fold) fold.open = true;
    this.parts.type.querySelector("input")?.focus();
  }

  sayHeld() {
    const words = heldInWords(this.hand);
    if (words && words !== this.heldSaid) say(words);
    this.heldSaid = words;
  }

  heldSaid = "";

  drawSheet() {
    const { game, hand } = this;
    const moment = game.moment;
    const cells = (/** @type {string[]} */ names, /** @type {any[]} */ digits) =>
      new Map(names.map((name, at) => [name, digits[at] ?? null]));
    const isHeld = HELD.includes(hand.stage) && !hand.isPinned && hand.pose && moment;
    const isBlock = Boolean(moment?.drop);
    const grid = game.position ? (moment ? moment.grid : game.position.split(" ")[0]) : "-";
    const drops = (moment?.turn.drops ?? []).flatMap((/** @type {any} */ drop) => drop.cells);
    const shown = hand.foreseen ?? moment;
    this.sheet.draw({
      grid,
      held:
        hand.stage === "start"
          ? new Map([[hand.start, 1]])
          : isHeld && !isBlock && hand.pose
            ? cells(hand.pose.cells, hand.digits)
            : new Map(),
      pinned: moment ? cells(moment.turn.cells, moment.turn.digits) : new Map(),
      fallen: new Set(isHeld && isBlock && hand.pose ? [...drops, ...hand.pose.cells] : drops),
      chosen: new Set(hand.chosen.length ? hand.chosen : (moment?.turn.claim ?? [])),
      open: hand.stage === "claim" ? this.openCells() : null,
      told: this.told,
      rows: new Set(shown?.preview.rows ?? []),
      cursor: this.cursor(),
      lifted: hand.lifted === null ? "" : (moment?.turn.cells[hand.lifted] ?? ""),
    });
  }

  /** The cells that lead to a claim from what is chosen, and those chosen. */
  openCells() {
    const { hand } = this;
    return new Set([...hand.possible.flatMap((claim) => claim.cells), ...hand.chosen]);
  }

  cursor() {
    const { hand } = this;
    if (hand.stage === "start") return hand.start;
    if (hand.stage === "digits") return hand.turn.cells[hand.at];
    if (hand.stage === "claim") return hand.cell;
    return hand.pose?.cells[0] ?? "d1";
  }

  focusSheet() {
    this.sheet.cells.get(this.cursor())?.focus({ preventScroll: true });
  }

  /** The focus goes along with the cursor on the sheet. */
  moveFocus() {
    const focused = document.activeElement;
    const isLost = !focused || focused === document.body || focused.matches(":disabled");
    if (isLost || this.sheet.root.contains(focused)) this.focusSheet();
  }

  /** @param {string} note */
  async note(note) {
    if (note === "why") {
      const { position, variant } = this.game;
      const { grid } = this.game.moment;
      const whole = [grid, ...position.split(" ").slice(1)].join(" ");
      const { why } = await request("POST", "claims/why", {
        position: whole,
        cells: this.hand.chosen,
        variant,
      });
      this.fault = why ?? "";
      say(this.fault);
      this.redraw();
    } else if (note === "claim") say(prompt(this.game, this.hand));
    else {
      this.fault = t(`game.note.${note}`);
      say(this.fault);
    }
  }

  /** @param {string} text */
  notice(text) {
    this.parts.notice.textContent = text;
    this.parts.notice.classList.toggle("is-shown", text !== "");
  }

  showKeys() {
    const close = () => dialog.close();
    const dialog = h(
      "dialog",
      { class: "keys-dialog", "aria-label": t("help.keys.title") },
      h(
        "div",
        { class: "panel-head" },
        h("h2", {}, t("help.keys.title")),
        h("button", { type: "button", onclick: close }, t("game.close")),
      ),
      keyTable(this.keys),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      this.focusSheet();
    });
    this.parts.root.append(dialog);
    dialog.showModal();
  }
}

/** Actions that are not those of the hand alone. @type {Record<string, (view: GameView, value: string) => any>} */
const OWN = {
  hint: (view) => view.helps.next(),
  help: (view) => view.showKeys(),
  type: (view) => view.focusTyping(),
  touch: (view, at) => view.hand._touchDigit(Number(at)),
  star: (view, digit) => view.hand.showStar(Number(digit)),
  take: (view, at) => view.hand.claim(view.hand.offered[Number(at)]),
  "toggle-claim": (view) => view.hand.toggleClaim(),
  paint: (view, cells) => view.hand.paint(cells.split(" ")),
  "go-back": (view, turn) => view.table.do({ do: "back", turn: Number(turn) }),
  typed: (view, text) => view.table.do({ do: "type", text }),
  roll: (view, roll) => view.table.do({ do: "roll", roll }),
};
