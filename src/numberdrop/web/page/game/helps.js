// Help in a game: graded and recorded in puzzles, hints and what each turn cost in all others; at a
// table both help and hints.

import { mountCost } from "../cost.js";
import { h } from "../dom.js";
import { mountHelp } from "../help-panel.js";
import { mountHints } from "../hints/panel.js";
import { mountStarts } from "../hints/starts.js";
import { t } from "../i18n.js";
import { isSameTurn } from "./table.js";

const COST = "numberdrop.cost";
/** Kinds of games in which all help is recorded. */
const RECORDED = ["daily", "drop"];

/**
 * @typedef {object} Wishes
 * @property {(cells: string[]) => void} tell shows cells on the sheet
 * @property {(turn: string) => void} take takes a turn over, in one line
 * @property {(cell: string) => void} start takes the cell of the first 1
 * @property {() => void} recorded a help has been put into the game
 */

export class Helps {
  /**
   * @param {import("./table.js").Table} table
   * @param {Wishes} wishes
   */
  constructor(table, wishes) {
    this.table = table;
    this.wishes = wishes;
    this.root = h("div", {});
    this.cost = h("div", {});
    /** @type {ReturnType<typeof mountHints> | null} */
    this.hints = null;
    this.endHelp = () => {};
    this.leaveHints = () => {};
    this.leaveCost = () => {};
    /** @type {HTMLElement | null} */
    this.panel = null;
    /** How often help was asked for by key in a turn. */
    this.asked = { turn: 0, count: 0 };
    /** @type {HTMLDetailsElement | null} */
    this.fold = null;
    const isRecorded = RECORDED.includes(table.game.kind);
    const isTable = Boolean(table.game.seats);
    if (isRecorded || isTable) this._mountHelp();
    if (!isRecorded) this._mountHints();
    if (!isRecorded && !isTable) this.root.append(costChoice());
    this.root.hidden = table.game.over;
  }

  leave() {
    this.leaveHints();
    this.leaveCost();
  }

  _mountHelp() {
    const card = h("section", { class: "card" });
    this.root.append(card);
    this.endHelp = mountHelp(card, this.table.game, {
      show: ({ region, cells, turn }) => this.wishes.tell(region ?? cells ?? turn.cells),
      changed: this.wishes.recorded,
    });
  }

  _mountHints() {
    const panel = h("div", {});
    const fold = h("details", { class: "card" }, h("summary", {}, t("hints.title")), panel);
    fold.addEventListener("toggle", () => this._fill(panel));
    this.panel = panel;
    this.fold = fold;
    this.root.append(fold);
  }

  /** What is advised now: a turn, or the cell of the first 1. @param {HTMLElement} panel */
  _fill(panel) {
    this.leaveHints();
    this.hints = null;
    panel.replaceChildren();
    if (!this.fold?.open) return;
    const { position, tiles, variant, seats } = this.table.game;
    if (!position && seats) {
      panel.replaceChildren(h("p", {}, t("hints.seat.none")));
      return;
    }
    if (!position) {
      this.leaveHints = mountStarts(panel, { tiles, variant }, this.wishes.start);
      return;
    }
    const hints = mountHints(panel, this._question(), {
      show: (turn) => this.wishes.tell(cellsOf(turn)),
      play: (ranked) => this.wishes.take(ranked.text),
    });
    this.hints = hints;
    this.leaveHints = () => hints.destroy();
  }

  _question() {
    const { position, roll, variant, over, seat, seats } = this.table.game;
    if (!position || !roll || over) return null;
    if (!seats) return { position, roll, variant };
    const positions = seats.map((/** @type {{position: string}} */ one) => one.position);
    return { positions, seat, roll, variant };
  }

  /**
   * Asks again for what stands on the sheet now, and what a turn cost that was just ended.
   * @param {any} now
   * @param {any} before
   */
  follow(now, before) {
    this.root.hidden = now.over;
    if (!isSameTurn(now, before)) this.endHelp();
    if (Boolean(now.position) !== Boolean(before.position)) {
      if (this.panel) this._fill(this.panel);
    } else this.hints?.update(this._question());
    // What a turn cost is told as long as it is the last one.
    const isOn = before.turns.every(
      (/** @type {{text: string}} */ { text }, /** @type {number} */ at) =>
        text === now.turns[at]?.text,
    );
    if (isOn && now.turns.length === before.turns.length) return;
    this.leaveCost();
    this.cost.replaceChildren();
    const isTold = !RECORDED.includes(now.kind) && !now.seats;
    if (!isOn || !isTold || localStorage.getItem(COST) !== "on") return;
    const card = h("section", { class: "card" });
    this.cost.replaceChildren(card);
    const turn = now.turns[before.turns.length].text;
    this.leaveCost = mountCost(card, { position: before.position, turn, variant: now.variant });
  }

  /** A hint; in a puzzle help, each time with more in it. */
  next() {
    if (this.fold) {
      this.fold.open = !this.fold.open;
      return;
    }
    const { turns, help } = this.table.game;
    const turn = turns.length + 1;
    const kept = help.filter((/** @type {any} */ one) => one.turn === turn).length;
    // What was asked for just now may not be in the game yet.
    const had = Math.max(kept, this.asked.turn === turn ? this.asked.count : 0);
    this.asked = { turn, count: had + 1 };
    const grades = this.root.querySelectorAll("button");
    grades[Math.min(had, grades.length - 1)]?.click();
  }
}

/**
 * The cells of a turn's own shape, or in a block turn those of the block.
 * @param {import("../notation.js").Turn | null} turn
 */
function cellsOf(turn) {
  return turn?.place ? Object.keys(turn.place) : (turn?.drops[0]?.cells ?? []);
}

function costChoice() {
  const box = h("input", {
    type: "checkbox",
    id: "cost",
    checked: localStorage.getItem(COST) === "on",
  });
  box.addEventListener("change", () => localStorage.setItem(COST, box.checked ? "on" : "off"));
  return h("label", { class: "check" }, box, t("game.cost"));
}
