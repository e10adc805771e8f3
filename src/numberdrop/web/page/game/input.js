// Input from keys, buttons, mouse and touch: each becomes an action, and actions run one at a time.

import { COLUMNS } from "../notation.js";
import { followPointer } from "./cell-clicks.js";
import { listenForDiceDrags } from "./dice-drag.js";
import { isSameTurn } from "./game-client.js";
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
/** @typedef {import("./game-client.js").Pose} Pose */

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
    this._addPending(0);
    if (view.game.damage) return; // it can only be looked at
    root.addEventListener("click", (event) => this._onClick(event));
    // A click on a button doesn't move the focus away from the sheet.
    root.addEventListener("mousedown", (event) => {
      if (buttonOf(event)) event.preventDefault();
    });
    document.addEventListener("keydown", (event) => this._onKeyDown(event), { signal });
    this._listenToDice();
    this._listenToSheet();
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
    const { game } = this.view.client;
    // A second click on the button that ended a turn doesn't end the next one too.
    const isLate = () => action === "end" && !isSameTurn(this.view.client.game, game);
    this._enqueue(() => (isLate() ? null : { action, value: value.join(" ") }));
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

  _listenToDice() {
    const { editor, parts } = this.view;
    listenForDiceDrags(parts.root, {
      swap: (from, to) => this.act("swap", `${from}${to}`),
      take: (shape) => {
        if (!["slide", "place"].includes(editor.stage) || editor.isPinned) return false;
        if (editor.shape !== shape && !editor.moment.drop) this.act("shape", shape);
        return true;
      },
      carry: (cell) => followPointer(editor, cell),
      drop: () => this.act("pin"),
    });
  }

  _listenToSheet() {
    const { editor, sheet } = this.view;
    /** The pose in which the shape was when its drag began. @type {Pose | null} */
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
        editor.isDragged = dragged !== null;
        if (dragged) editor.hold(dragTarget(editor, dragged, from, to));
        return undefined;
      },
      drop: () => {
        if (dragged && this.view.client.isOffline) editor.letGo(dragged);
        else if (dragged && editor.stage !== "claim") this.act("pin");
        dragged = null;
      },
      cancel: () => {
        if (dragged) editor.letGo(dragged);
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
 * Returns the pose of a shape after a drag between two cells. A drag that begins on the shape, or
 * with a pinned shape, moves it by the columns between them; another drag, to the column of the
 * pointer. If the shape can rest on the cell reached, as under an overhang, it does.
 * @param {import("./turn-editor.js").TurnEditor} editor
 * @param {Pose} pose
 * @param {string} from
 * @param {string} to
 */
function dragTarget(editor, pose, from, to) {
  const isHeld = editor.isPinned || pose.cells.includes(from);
  const by = COLUMNS.indexOf(to[0]) - COLUMNS.indexOf(from[0]);
  const wide = poseGeometry.widthOf(pose);
  const left = isHeld
    ? COLUMNS.indexOf(pose.column) + by
    : COLUMNS.indexOf(to[0]) - Math.floor((wide - 1) / 2);
  return poseGeometry.landingAt(editor.poses, pose, left, to);
}

/** Returns the enabled button that an event targets. @param {Event} event */
function buttonOf({ target }) {
  const found = target instanceof Element ? target.closest("[data-ask]") : null;
  return found instanceof HTMLButtonElement && !found.disabled ? found : null;
}
