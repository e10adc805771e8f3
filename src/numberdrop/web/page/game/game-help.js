// Help in a game: graded and recorded help in puzzles, hints and the cost of each turn in other
// solo games, help and hints in games of several players.

import { mountCost } from "../cost.js";
import { h } from "../dom.js";
import { mountHelp } from "../help-panel.js";
import { mountHints } from "../hints/panel.js";
import { mountStarts } from "../hints/starts.js";
import { t } from "../i18n.js";
import { save, saved } from "../saved.js";
import { isSameTurn } from "./game-client.js";

const COST_KEY = "numberdrop.cost";
/** The kinds of games in which all help is recorded. */
const RECORDED = ["daily", "drop"];

/**
 * @typedef {object} HelpCallbacks
 * @property {(cells: string[]) => void} highlight highlights cells on the sheet
 * @property {(turn: string) => void} takeTurn enters a turn, given in one line
 * @property {(cell: string) => void} takeStart chooses a start cell
 * @property {() => void} onRecorded called when the game has recorded a help
 * @property {(name: string) => void} note shows a note
 */

export class GameHelp {
  /**
   * @param {import("./game-client.js").GameClient} client
   * @param {HelpCallbacks} callbacks
   */
  constructor(client, callbacks) {
    this.client = client;
    this.callbacks = callbacks;
    this.root = h("div", {});
    this.cost = h("div", {});
    /** @type {ReturnType<typeof mountHints> | null} */
    this.hints = null;
    this.endHelp = () => {};
    this.endHints = () => {};
    this.endCost = () => {};
    /** @type {HTMLElement | null} */
    this.panel = null;
    /** The number of helps requested by key in a turn. */
    this.asked = { turn: 0, count: 0 };
    /** Whether a key for the first help of a game has been answered by what that means. */
    this.isAsked = false;
    /** @type {HTMLDetailsElement | null} */
    this.fold = null;
    const isRecorded = RECORDED.includes(client.game.kind);
    const isTable = Boolean(client.game.seats);
    this.root.hidden = client.game.over;
    // At a table of several devices everybody plays without help.
    if (client.game.table) return;
    if (isRecorded || isTable) this._mountHelp();
    if (!isRecorded) this._mountHints();
    if (!isRecorded && !isTable) this.root.append(costChoice());
  }

  destroy() {
    this.endHints();
    this.endCost();
  }

  _mountHelp() {
    const card = h("section", { class: "card" });
    this.root.append(card);
    this.endHelp = mountHelp(card, this.client.game, {
      show: ({ region, cells, turn }) => this.callbacks.highlight(region ?? cells ?? turn.cells),
      changed: this.callbacks.onRecorded,
    });
  }

  _mountHints() {
    const panel = h("div", {});
    const fold = h("details", { class: "card" }, h("summary", {}, t("hints.title")), panel);
    fold.addEventListener("toggle", () => this._fillHints(panel));
    this.panel = panel;
    this.fold = fold;
    this.root.append(fold);
  }

  /** Shows advice on the turn or the start cell. @param {HTMLElement} panel */
  _fillHints(panel) {
    this.endHints();
    this.hints = null;
    panel.replaceChildren();
    if (!this.fold?.open) return;
    const { position, tiles, variant, seats } = this.client.game;
    if (!position && seats) {
      panel.replaceChildren(h("p", {}, t("hints.seat.none")));
      return;
    }
    if (!position) {
      this.endHints = mountStarts(panel, { tiles, variant }, this.callbacks.takeStart);
      return;
    }
    const hints = mountHints(panel, this._question(), {
      show: (turn) => this.callbacks.highlight(cellsOf(turn)),
      play: (ranked) => this.callbacks.takeTurn(ranked.text),
    });
    this.hints = hints;
    this.endHints = () => hints.destroy();
  }

  _question() {
    const { position, roll, variant, over, seat, seats } = this.client.game;
    if (!position || !roll || over) return null;
    if (!seats) return { position, roll, variant };
    const positions = seats.map((/** @type {{position: string}} */ one) => one.position);
    return { positions, seat, roll, variant };
  }

  /**
   * Updates the hints for the current sheet, and requests the cost of a turn that has just ended.
   * @param {any} now
   * @param {any} before
   */
  update(now, before) {
    this.root.hidden = now.over;
    if (!isSameTurn(now, before)) this.endHelp();
    if (Boolean(now.position) !== Boolean(before.position)) {
      if (this.panel) this._fillHints(this.panel);
    } else this.hints?.update(this._question());
    // The cost is shown as long as its turn is the last one.
    const continues = before.turns.every(
      (/** @type {{text: string}} */ { text }, /** @type {number} */ at) =>
        text === now.turns[at]?.text,
    );
    if (continues && now.turns.length === before.turns.length) return;
    this.endCost();
    this.cost.replaceChildren();
    const showsCost = !RECORDED.includes(now.kind) && !now.seats;
    if (!continues || !showsCost || saved(COST_KEY) !== "on") return;
    const card = h("section", { class: "card" });
    this.cost.replaceChildren(card);
    const turn = now.turns[before.turns.length].text;
    this.endCost = mountCost(card, { position: before.position, turn, variant: now.variant });
  }

  /** Opens or closes the hints; in a puzzle, requests the next grade of help. */
  requestNext() {
    if (this.fold) {
      this.fold.open = !this.fold.open;
      return;
    }
    const { turns, help, table } = this.client.game;
    if (table) return;
    if (!help.length && !this.isAsked) {
      this.isAsked = true;
      this.callbacks.note("help");
      return;
    }
    const turn = turns.length + 1;
    const recorded = help.filter((/** @type {any} */ one) => one.turn === turn).length;
    // The game may not have recorded the latest requests yet.
    const count = Math.max(recorded, this.asked.turn === turn ? this.asked.count : 0);
    this.asked = { turn, count: count + 1 };
    const grades = this.root.querySelectorAll("button");
    grades[Math.min(count, grades.length - 1)]?.click();
  }
}

/**
 * Returns the cells of a turn's placement, or of the block in a block turn.
 * @param {import("../notation.js").Turn | null} turn
 */
function cellsOf(turn) {
  return turn?.place ? Object.keys(turn.place) : (turn?.drops[0]?.cells ?? []);
}

function costChoice() {
  const box = h("input", {
    type: "checkbox",
    id: "cost",
    checked: saved(COST_KEY) === "on",
  });
  box.addEventListener("change", () => save(COST_KEY, box.checked ? "on" : "off"));
  return h("label", { class: "check" }, box, t("game.cost"));
}
