// Input from keys, buttons, mouse and touch: each becomes an action, and actions run one at a time.

import { COLUMNS } from "../notation.js";
import { followPointer } from "./cell-clicks.js";
import { listenForDiceDrags } from "./dice-drag.js";
import { actionOf, belongsToFocus } from "./keys.js";
import { listenToPointer } from "./pointer-events.js";
import * as poseGeometry from "./poses.js";

const STAGES = ["start", "slide", "place", "digits", "claim"];
const ALWAYS = ["undo", "redo", "hint", "type", "help"];
/** Actions that repeat while their key is held down: they only move something. */
const REPEATED = [
  ...["left", "right", "turn", "turn-back", "next-cell", "last-cell"],
  ...["claim-left", "claim-right", "claim-up", "claim-down"],
];

/** @typedef {import("./view.js").GameView} View */

export class InputController {
  /**
   * @param {View} view
   * @param {import("./keys.js").Action[]} keys
   */
  constructor(view, keys) {
    this.view = view;
    this.keys = keys;
    /** Settles when all actions so far are done. @type {Promise<void>} */
    this.queue = Promise.resolve();
    /** The number of actions that aren't done yet. */
    this.pending = 0;
    this.ended = new AbortController();
    const { signal } = this.ended;
    const { root } = view.parts;
    root.addEventListener("click", (event) => this._onClick(event));
    // A click on a button doesn't move the focus away from the sheet.
    root.addEventListener("mousedown", (event) => {
      if (buttonOf(event)) event.preventDefault();
    });
    document.addEventListener("keydown", (event) => this._onKeyDown(event), { signal });
    listenForDiceDrags(root, (from, to) => this.act("swap", `${from}${to}`));
    this._listenToSheet();
    this._addPending(0);
  }

  destroy() {
    this.ended.abort();
  }

  /**
   * Queues an action.
   * @param {string} action
   * @param {string} [value]
   */
  act(action, value = "") {
    this._enqueue(() => ({ action, value }));
  }

  /**
   * Queues `choose`, which returns the action to do once all earlier ones are done.
   * @param {() => {action: string, value: string} | null} choose
   */
  _enqueue(choose) {
    if (this.view.client.isOffline) return;
    this._addPending(1);
    this.queue = this.queue.then(async () => {
      const { action, value } = choose() ?? { action: "", value: "" };
      await this.view.do(action, value);
      this._addPending(-1);
    });
  }

  /** @param {number} by */
  _addPending(by) {
    this.pending += by;
    this.view.parts.root.dataset.waiting = String(this.pending);
  }

  /** @param {MouseEvent} event */
  _onClick(event) {
    const button = buttonOf(event);
    if (!button) return;
    const [action, ...value] = (button.dataset.ask ?? "").split(" ");
    this.act(action, value.join(" "));
  }

  /** @param {KeyboardEvent} event */
  _onKeyDown(event) {
    if (event.defaultPrevented) return;
    if (belongsToFocus(event)) {
      // A focused button or field also reacts to a held Enter only once.
      if (event.repeat && event.key === "Enter") event.preventDefault();
      return;
    }
    const { editor } = this.view;
    if (event.key === "Tab" && !this._tabStaysOnSheet(event)) return;
    // While actions are pending, a key is meant for the stage to which they lead.
    const stages = this.pending ? STAGES : [editor.stage];
    if (!stages.some((stage) => this._actionOf(stage, event))) return;
    event.preventDefault();
    const actionAt = (/** @type {string} */ stage) => {
      const found = this._actionOf(stage, event);
      return event.repeat && !REPEATED.includes(found?.action ?? "") ? null : found;
    };
    if (stages.some(actionAt)) this._enqueue(() => actionAt(editor.stage));
  }

  /**
   * Returns the action of a key at a stage. Some keys work even if no turn is being chosen.
   * @param {string} stage
   * @param {KeyboardEvent} event
   */
  _actionOf(stage, event) {
    if (STAGES.includes(stage)) return actionOf(this.keys, stage, event);
    const found = actionOf(this.keys, STAGES[0], event);
    return found && ALWAYS.includes(found.action) ? found : null;
  }

  /**
   * Returns whether Tab moves to another cell or landing; otherwise it leaves the sheet.
   * @param {KeyboardEvent} event
   */
  _tabStaysOnSheet({ target, shiftKey }) {
    const { editor, sheet } = this.view;
    if (!(target instanceof Node) || !sheet.root.contains(target)) return false;
    if (editor.stage === "digits")
      return shiftKey ? editor.digitIndex > 0 : editor.digitIndex < editor.turn.cells.length - 1;
    if (editor.stage !== "place" || !editor.pose || shiftKey) return false;
    return !poseGeometry.isSame(poseGeometry.otherLanding(editor.poses, editor.pose), editor.pose);
  }

  _listenToSheet() {
    const { editor, sheet } = this.view;
    /** @type {import("./game-client.js").Pose | null} */
    let dragged = null;
    listenToPointer(sheet.root, {
      over: (cell) => {
        if (editor.stage === "start" && /^[a-g]1$/.test(cell)) editor.holdStart(cell);
        else followPointer(editor, cell);
      },
      tap: (cell) => this.act("point", cell),
      drag: (from, to) => {
        if (editor.stage === "claim") return this.act("paint", `${from} ${to}`);
        dragged ??= editor.poses.length ? editor.pose : null;
        if (dragged) editor.hold(dragTarget(editor, dragged, from, to));
        return undefined;
      },
      drop: () => {
        if (editor.stage !== "claim" && dragged) this.act("pin");
        dragged = null;
      },
      turn: (by) => {
        if (!editor.poses.length || editor.stage === "claim") return false;
        this.act(by < 0 ? "turn-back" : "turn");
        return true;
      },
    });
  }
}

/**
 * Returns the pose of a shape after a drag between two cells. A pinned shape moves by the columns
 * between them, a free one to the column of the pointer.
 * @param {import("./turn-editor.js").TurnEditor} editor
 * @param {import("./game-client.js").Pose} pose
 * @param {string} from
 * @param {string} to
 */
function dragTarget(editor, pose, from, to) {
  if (!editor.isPinned) return poseGeometry.landingsOver(editor.poses, pose, to)[0] ?? null;
  const wide = poseGeometry.widthOf(pose);
  const by = COLUMNS.indexOf(to[0]) - COLUMNS.indexOf(from[0]);
  const last = COLUMNS.length - wide;
  const column = Math.min(last, Math.max(0, COLUMNS.indexOf(pose.column) + by));
  const middle = `${COLUMNS[column + Math.floor((wide - 1) / 2)]}1`;
  return poseGeometry.landingsOver(editor.poses, pose, middle)[0] ?? null;
}

/** Returns the enabled button that an event targets. @param {Event} event */
function buttonOf({ target }) {
  const found = target instanceof Element ? target.closest("[data-ask]") : null;
  return found instanceof HTMLButtonElement && !found.disabled ? found : null;
}
