// What is asked for by keys, buttons, mouse and finger, and done one after the other.

import { COLUMNS } from "../notation.js";
import { listenToDice } from "./dice-drag.js";
import { actionOf, isTaken } from "./keys.js";
import * as pick from "./picking.js";
import { listen } from "./pointer.js";
import { follow } from "./pointing.js";

const STAGES = ["start", "slide", "place", "digits", "claim"];
const ALWAYS = ["undo", "redo", "hint", "type", "help"];
/** What a key does again while it is held down: it moves, and takes nothing for good. */
const REPEATED = [
  ...["left", "right", "turn", "turn-back", "next-cell", "last-cell"],
  ...["claim-left", "claim-right", "claim-up", "claim-down"],
];

/** @typedef {import("./view.js").GameView} View */

export class Steering {
  /**
   * @param {View} view
   * @param {import("./keys.js").Action[]} keys
   */
  constructor(view, keys) {
    this.view = view;
    this.keys = keys;
    /** What is asked for is done one after the other. @type {Promise<void>} */
    this.doing = Promise.resolve();
    /** How much of it isn't done yet. */
    this.waiting = 0;
    this.ended = new AbortController();
    const { signal } = this.ended;
    const { root } = view.parts;
    root.addEventListener("click", (event) => this._click(event));
    // A button that is clicked doesn't take the keys away from the sheet.
    root.addEventListener("mousedown", (event) => {
      if (buttonOf(event)) event.preventDefault();
    });
    document.addEventListener("keydown", (event) => this._press(event), { signal });
    listenToDice(root, (from, to) => this.act("swap", `${from}${to}`));
    this._listenToSheet();
    this._wait(0);
  }

  leave() {
    this.ended.abort();
  }

  /**
   * Asks for an action.
   * @param {string} action
   * @param {string} [value]
   */
  act(action, value = "") {
    this._later(() => ({ action, value }));
  }

  /**
   * Does what `choose` says once all that was asked for before is done.
   * @param {() => {action: string, value: string} | null} choose
   */
  _later(choose) {
    if (this.view.table.isAway) return;
    this._wait(1);
    this.doing = this.doing.then(async () => {
      const { action, value } = choose() ?? { action: "", value: "" };
      await this.view.do(action, value);
      this._wait(-1);
    });
  }

  /** @param {number} by */
  _wait(by) {
    this.waiting += by;
    this.view.parts.root.dataset.waiting = String(this.waiting);
  }

  /** @param {MouseEvent} event */
  _click(event) {
    const button = buttonOf(event);
    if (!button) return;
    const [action, ...value] = (button.dataset.ask ?? "").split(" ");
    this.act(action, value.join(" "));
  }

  /** @param {KeyboardEvent} event */
  _press(event) {
    if (event.defaultPrevented) return;
    if (isTaken(event)) {
      // A button or a field that has the focus takes it once as well.
      if (event.repeat && event.key === "Enter") event.preventDefault();
      return;
    }
    const { hand } = this.view;
    if (event.key === "Tab" && !this._mayTab(event)) return;
    // A key that follows at once is meant for the stage to which the one before leads.
    const stages = this.waiting ? STAGES : [hand.stage];
    if (!stages.some((stage) => this._actionOf(stage, event))) return;
    event.preventDefault();
    const asked = (/** @type {string} */ stage) => {
      const found = this._actionOf(stage, event);
      return event.repeat && !REPEATED.includes(found?.action ?? "") ? null : found;
    };
    if (stages.some(asked)) this._later(() => asked(hand.stage));
  }

  /**
   * Where no turn is being chosen, some keys hold that hold at every stage.
   * @param {string} stage
   * @param {KeyboardEvent} event
   */
  _actionOf(stage, event) {
    if (STAGES.includes(stage)) return actionOf(this.keys, stage, event);
    const found = actionOf(this.keys, STAGES[0], event);
    return found && ALWAYS.includes(found.action) ? found : null;
  }

  /**
   * Tab goes from cell to cell while there is one, and leaves the sheet then.
   * @param {KeyboardEvent} event
   */
  _mayTab({ target, shiftKey }) {
    const { hand, sheet } = this.view;
    if (!(target instanceof Node) || !sheet.root.contains(target)) return false;
    if (hand.stage === "digits")
      return shiftKey ? hand.at > 0 : hand.at < hand.turn.cells.length - 1;
    if (hand.stage !== "place" || !hand.pose || shiftKey) return false;
    return !pick.isSame(pick.elsewhere(hand.poses, hand.pose), hand.pose);
  }

  _listenToSheet() {
    const { hand, sheet } = this.view;
    /** @type {import("./table.js").Pose | null} */
    let dragged = null;
    listen(sheet.root, {
      over: (cell) => {
        if (hand.stage === "start" && /^[a-g]1$/.test(cell)) hand.startAt(cell);
        else follow(hand, cell);
      },
      tap: (cell) => this.act("point", cell),
      drag: (from, to) => {
        if (hand.stage === "claim") return this.act("paint", `${from} ${to}`);
        dragged ??= hand.poses.length ? hand.pose : null;
        if (dragged) hand.hold(draggedTo(hand, dragged, from, to));
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
}

/**
 * Where a shape comes to that is dragged from one cell to another: a pinned one by as many columns,
 * a free one to the column of the finger.
 * @param {import("./hand.js").Hand} hand
 * @param {import("./table.js").Pose} pose
 * @param {string} from
 * @param {string} to
 */
function draggedTo(hand, pose, from, to) {
  if (!hand.isPinned) return pick.over(hand.poses, pose, to)[0] ?? null;
  const wide = pick.widthOf(pose);
  const by = COLUMNS.indexOf(to[0]) - COLUMNS.indexOf(from[0]);
  const last = COLUMNS.length - wide;
  const column = Math.min(last, Math.max(0, COLUMNS.indexOf(pose.column) + by));
  const middle = `${COLUMNS[column + Math.floor((wide - 1) / 2)]}1`;
  return pick.over(hand.poses, pose, middle)[0] ?? null;
}

/** The button that an event is about. @param {Event} event */
function buttonOf({ target }) {
  const found = target instanceof Element ? target.closest("[data-ask]") : null;
  return found instanceof HTMLButtonElement && !found.disabled ? found : null;
}
