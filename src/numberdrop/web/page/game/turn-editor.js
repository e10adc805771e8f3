// The editor of the current turn: its state, and every action on it, from mouse, touch, keys and
// buttons alike. It only chooses among the options that the program offers.

import { ACTIONS } from "./actions.js";
import { initialDigits, starFlags } from "./dice.js";
import { isSameTurn } from "./game-client.js";
import * as poseGeometry from "./poses.js";
import { PreviewCache } from "./preview-cache.js";
import { slidTo, slidesWith } from "./stages.js";

/** @typedef {import("./game-client.js").GameClient} GameClient */
/** @typedef {import("./game-client.js").Pose} Pose */
/** @typedef {import("./game-client.js").PartialTurn} PartialTurn */
/** @typedef {import("./dice.js").Digit} Digit */

const DEFAULT_START = "d1";
/** Actions that are possible while no turn is being chosen. */
const ACTIONS_WITHOUT_TURN = [
  "accept",
  "undo",
  "redo",
  "point",
  "left",
  "right",
  "to-left",
  "to-right",
];

export class TurnEditor {
  /**
   * @param {GameClient} client
   * @param {(note?: string) => void} redraw called after every change that isn't a game step
   */
  constructor(client, redraw) {
    this.client = client;
    this.redraw = redraw;
    this.stage = "";
    /** The start cell under the cursor. */
    this.start = DEFAULT_START;
    this.shape = "";
    /** The pose in which the shape is held before it is pinned. @type {Pose | null} */
    this.pose = null;
    /** The last arrangement of this roll's digits; the next pose starts with it. @type {Digit[]} */
    this.digits = [];
    /** The index of the digit that is written next. */
    this.digitIndex = 0;
    /** The cells chosen for a claim. @type {string[]} */
    this.claimCells = [];
    /** The grid for which the player has refused all combos, or null. @type {string | null} */
    this.refused = null;
    /** Whether the player has been asked to end the turn with a combo left open. */
    this.isAsked = false;
    /** The cell under the keyboard cursor while a claim is chosen. */
    this.claimCursor = "";
    /** The cell whose click pinned the shape, if that was the last action. */
    this.clickedCell = "";
    /** The landings that further clicks on that cell cycle through. @type {Pose[]} */
    this.clickLandings = [];
    /** The column about which the shape is turned; null for the middle of the current pose. */
    this.pivot = /** @type {number | null} */ (null);
    /** Whether a pointer drags the shape over the sheet, even if it is pinned. */
    this.isDragged = false;
    /** The cell under the mouse, if the shape is held there. */
    this.hoveredCell = "";
    /** Whether the player has turned the shape in this turn; it then keeps its orientation. */
    this.isTurned = false;
    /** The index of the digit selected for a swap. @type {number | null} */
    this.liftedDigit = null;
    this.previews = new PreviewCache(client.server, () => this.redraw());
    this.update(null);
  }

  get moment() {
    return this.client.game.moment;
  }

  /** The turn as chosen so far. @returns {PartialTurn} */
  get turn() {
    return this.moment.turn;
  }

  /** The possible poses of the shape to place next. @returns {Pose[]} */
  get poses() {
    if (!this.moment || this.client.game.ended) return [];
    return this.moment.drop ? this.moment.drop.poses : (this.moment.poses[this.shape] ?? []);
  }

  get isPinned() {
    return Boolean(this.moment && !this.moment.drop && this.turn.cells.length);
  }

  /**
   * Follows a change of the game.
   * @param {any} before the game before the change; null at first
   */
  update(before) {
    const { game } = this.client;
    if (!before || !isSameTurn(game, before)) {
      [this.digits, this.digitIndex, this.pose, this.shape, this.claimCells] = [
        [],
        0,
        null,
        "",
        [],
      ];
      [this.stage, this.hoveredCell, this.isTurned] = ["", "", false];
    }
    this.isDragged = false;
    this.isAsked = false;
    this.previews.clear();
    this.liftedDigit = null;
    if (!game.position) return this.setStage("start");
    if (game.over) return this.setStage("over");
    if (!this.moment) return this.setStage("roll");
    const { shapes, needs, numbers } = this.moment;
    if (!shapes.includes(this.shape)) this.shape = shapes[0];
    if (this.isPinned) {
      this.digits = this.turn.digits;
      const shape = shapes.find((/** @type {string} */ one) => this._pinnedPose(one));
      if (shape) [this.shape, this.pose] = [shape, this._pinnedPose(shape)];
    } else if (!this.digits.length) this.digits = initialDigits(numbers);
    this.claimCells = this.turn.claim ?? this.claimCells.filter((cell) => this._isClaimable(cell));
    if (!this.poses.some((pose) => poseGeometry.isSame(pose, this.pose))) {
      this.pose = poseGeometry.mostSimilar(this.poses, this.pose);
    }
    this.requestPreview();
    if (game.ended) return this.setStage("wait");
    if (needs === "slide") return this.setStage("slide");
    if (needs === "drop" || needs === "place") return this.setStage("place");
    const stays = ["digits", "claim"].includes(this.stage);
    if (needs === "digits") return this.setStage("digits");
    return this.setStage(stays ? this.stage : this.isPinned ? "digits" : "claim");
  }

  /** @param {string} shape @returns {Pose | null} */
  _pinnedPose(shape) {
    const cells = this.turn.cells.join();
    return (
      this.moment.poses[shape]?.find((/** @type {Pose} */ one) => one.cells.join() === cells) ??
      null
    );
  }

  /** @param {string} stage */
  setStage(stage) {
    if (stage !== this.stage && stage === "digits")
      this.digitIndex = Math.max(0, this.digits.indexOf(null));
    if (stage !== this.stage && stage === "claim") this.claimCursor = this.turn.cells[0] ?? "a1";
    this.stage = stage;
  }

  /**
   * Performs an action, either one of the key table or one that only mouse and touch have.
   * @param {string} action
   * @param {string} [value]
   * @returns {Promise<void> | void}
   */
  act(action, value = "") {
    if (action !== "point" && action !== "pin") this.clickedCell = "";
    // Actions are queued; one before this may have ended the turn.
    if (!this.moment && !ACTIONS_WITHOUT_TURN.includes(action)) return undefined;
    if (this.stage === "wait" && action !== "undo") return undefined;
    const method = ACTIONS[action];
    return method?.(this, value);
  }

  /** @param {Partial<PartialTurn>} changed */
  async set(changed) {
    await this.client.do({ do: "set", turn: { ...this.turn, ...changed } });
  }

  // Start cell

  /** @param {string} cell */
  async begin(cell) {
    await this.client.do({ do: "start", cell });
  }

  /** @param {string} cell */
  holdStart(cell) {
    if (cell === this.start) return;
    this.start = cell;
    this.redraw();
  }

  /** @param {number} by */
  moveStart(by) {
    const columns = "abcdefg";
    const to = Math.abs(by) > 1 ? (by < 0 ? 0 : 6) : columns.indexOf(this.start[0]) + by;
    this.start = `${columns[Math.min(6, Math.max(0, to))]}1`;
    this.redraw();
  }

  // Slides

  /** @param {string} letter */
  async slide(letter) {
    const next = slidesWith(letter, this.moment);
    if (next) await this.set(slidTo(next, this.turn));
  }

  // Placement

  /** @param {Pose | null} pose */
  hold(pose) {
    this.pivot = null;
    if (!pose || poseGeometry.isSame(pose, this.pose)) return this.redraw();
    this.pose = pose;
    this.requestPreview();
    this.redraw();
  }

  /** The request for a preview of the pose in which the shape is held; null if none is needed. */
  get _previewRequest() {
    if (!this.pose || !this.moment || this.moment.drop) return null;
    if (this.isPinned && !this.isDragged) return null;
    const { position, roll, variant } = this.client.game;
    const turn = { ...this.turn, cells: this.pose.cells, digits: this.digits, claim: null };
    return { position, roll, variant, turn };
  }

  /** The moment after pinning the shape where it is held; null if it isn't known yet. */
  get previewed() {
    const question = this._previewRequest;
    return question && this.previews.get(question);
  }

  /** Requests the preview of the pose in which the shape is held. */
  requestPreview() {
    const question = this._previewRequest;
    if (question) this.previews.request(question);
  }

  /** Returns a shape whose drag is broken off to the pose that it had. @param {Pose} pose */
  letGo(pose) {
    this.isDragged = false;
    this.hold(pose);
    this.redraw();
  }

  /** Pins the shape where it is held: an X shape, or the roll's shape with its digits. */
  async pin() {
    if (!this.pose) return;
    this.isDragged = false;
    const { cells } = this.pose;
    const { drop } = this.moment;
    if (drop) await this.set({ drops: [...this.turn.drops, { tile: drop.tile, cells }] });
    else await this.set({ cells, digits: this.digits, claim: null });
  }

  /** Unpins the shape. */
  async unpin() {
    await this.set({ cells: [], digits: [], claim: null });
  }

  /** @param {Pose} pose */
  async moveTo(pose) {
    this.isTurned ||= pose.orientation !== this.pose?.orientation;
    this.hold(pose);
    if (this.isPinned) await this.pin();
  }

  /** The column about which the shape is turned. It stays fixed over several turns in a row. */
  get middle() {
    return this.pivot ?? (this.pose ? poseGeometry.middleOf(this.pose) : 0);
  }

  /** @param {Pose} pose of the turned or flipped shape */
  async turnTo(pose) {
    const { middle } = this;
    await this.moveTo(pose);
    this.pivot = middle;
  }

  // Digits

  /** The index of the star whose digit is chosen next. */
  get starIndex() {
    const stars = starFlags(this.moment.numbers, this.digits);
    return stars[this.digitIndex] ? this.digitIndex : stars.indexOf(true);
  }

  /** Whether the cursor is on a star, or a star has no digit yet. */
  get needsStarDigit() {
    if (!this.isPinned || this.stage !== "digits") return false;
    return (
      this.digits.includes(null) || starFlags(this.moment.numbers, this.digits)[this.digitIndex]
    );
  }

  // Claims

  /** @param {string} cell */
  _isClaimable(cell) {
    return this.moment.claims.some((/** @type {{cells: string[]}} */ one) =>
      one.cells.includes(cell),
    );
  }

  /** The possible claims, most points first. @returns {import("./game-client.js").Claim[]} */
  get claimOptions() {
    return [...(this.moment?.claims ?? [])].sort((one, other) => other.points - one.points);
  }

  /** The claim chosen for the turn. @returns {import("./game-client.js").Claim | null} */
  get chosenClaim() {
    const cells = this.moment?.turn.claim?.join();
    return this.claimOptions.find((claim) => claim.cells.join() === cells) ?? null;
  }

  /** The claims that contain all chosen cells. @returns {import("./game-client.js").Claim[]} */
  get matchingClaims() {
    return (this.moment?.claims ?? []).filter((/** @type {{cells: string[]}} */ one) =>
      this.claimCells.every((cell) => one.cells.includes(cell)),
    );
  }

  // The turn

  /** Whether the player has refused the combos that are possible now. */
  get isRefused() {
    return this.refused !== null && this.refused === this.moment?.grid;
  }

  /** Whether a combo is possible that the player has neither claimed nor refused. */
  get hasOpenClaim() {
    return this.claimOptions.length > 0 && !this.turn.claim && !this.isRefused;
  }

  /** Ends the turn. With an open combo it asks first, once. */
  async end() {
    if (!this.moment?.notation) return;
    if (this.hasOpenClaim && !this.isAsked) {
      this.isAsked = true;
      this.redraw("open");
    } else await this.client.do({ do: "end" });
  }
}
