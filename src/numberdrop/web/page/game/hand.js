// What a player does with a game, step by step: every action of the table of keys, whichever of
// mouse, finger, key and button asks for it. It picks from what the program offers.

import { ACTIONS } from "./actions.js";
import { inOrder, starred } from "./dice.js";
import { Foresight } from "./foresight.js";
import * as pick from "./picking.js";
import { slidTo, slidesWith } from "./stages.js";
import { isSameTurn } from "./table.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Pose} Pose */
/** @typedef {import("./table.js").Tentative} Tentative */
/** @typedef {import("./dice.js").Digit} Digit */

const START = "d1";
/** Actions for which no turn has to be being chosen. */
const TURNLESS = ["accept", "undo", "redo", "point", "left", "right", "to-left", "to-right"];

export class Hand {
  /**
   * @param {Table} table
   * @param {(note?: string) => void} redraw called after every change that isn't a step of the game
   */
  constructor(table, redraw) {
    this.table = table;
    this.redraw = redraw;
    this.stage = "";
    /** The cell in row 1 that is about to be chosen. */
    this.start = START;
    this.shape = "";
    /** Where the shape is held, not pinned yet. @type {Pose | null} */
    this.pose = null;
    /** The digits last arranged on this roll; the next place begins with them. @type {Digit[]} */
    this.digits = [];
    /** The place of the digit that is written next. */
    this.at = 0;
    /** Cells chosen for a claim. @type {string[]} */
    this.chosen = [];
    /** The cell that keys have come to in a claim. */
    this.cell = "";
    /** The cell by which the shape was pinned, as long as nothing else has been done. */
    this.held = "";
    /** The landings that further clicks on that cell take in turn. @type {Pose[]} */
    this.round = [];
    /** About what middle, in columns, the shape is turned; null: that of where it is. */
    this.pivot = /** @type {number | null} */ (null);
    /** The cell that the mouse is over, by which the shape is held. */
    this.over = "";
    /** Whether the shape was turned by hand in this turn, and stays so. */
    this.isTurned = false;
    /** The place of the digit that is to change places with another. @type {number | null} */
    this.lifted = null;
    this.foresight = new Foresight(() => this.redraw());
    this.follow(null);
  }

  get moment() {
    return this.table.game.moment;
  }

  /** The turn so far. @returns {Tentative} */
  get turn() {
    return this.moment.turn;
  }

  /** Where the shape that is to be placed may rest. @returns {Pose[]} */
  get poses() {
    if (!this.moment) return [];
    return this.moment.drop ? this.moment.drop.poses : (this.moment.poses[this.shape] ?? []);
  }

  get isPinned() {
    return Boolean(this.moment && !this.moment.drop && this.turn.cells.length);
  }

  /**
   * Takes up what the game has become.
   * @param {any} before the game before it; null at first
   */
  follow(before) {
    const { game } = this.table;
    if (!before || !isSameTurn(game, before)) {
      [this.digits, this.at, this.pose, this.shape, this.chosen] = [[], 0, null, "", []];
      [this.stage, this.over, this.isTurned] = ["", "", false];
    }
    this.foresight.clear();
    this.lifted = null;
    if (!game.position) return this.go("start");
    if (game.over) return this.go("over");
    if (!this.moment) return this.go("roll");
    const { shapes, needs, numbers } = this.moment;
    if (!shapes.includes(this.shape)) this.shape = shapes[0];
    if (this.isPinned) {
      this.digits = this.turn.digits;
      const shape = shapes.find((/** @type {string} */ one) => this._pinnedAs(one));
      if (shape) [this.shape, this.pose] = [shape, this._pinnedAs(shape)];
    } else if (!this.digits.length) this.digits = inOrder(numbers);
    this.chosen = this.turn.claim ?? this.chosen.filter((cell) => this._mayChoose(cell));
    if (!this.poses.some((pose) => pick.isSame(pose, this.pose))) {
      this.pose = pick.alike(this.poses, this.pose);
    }
    this.foresee();
    if (needs === "slide") return this.go("slide");
    if (needs === "drop" || needs === "place") return this.go("place");
    const stays = ["digits", "claim"].includes(this.stage);
    if (needs === "digits") return this.go("digits");
    return this.go(stays ? this.stage : this.isPinned ? "digits" : "claim");
  }

  /** @param {string} shape @returns {Pose | null} */
  _pinnedAs(shape) {
    const cells = this.turn.cells.join();
    return (
      this.moment.poses[shape]?.find((/** @type {Pose} */ one) => one.cells.join() === cells) ??
      null
    );
  }

  /** @param {string} stage */
  go(stage) {
    if (stage !== this.stage && stage === "digits")
      this.at = Math.max(0, this.digits.indexOf(null));
    if (stage !== this.stage && stage === "claim") this.cell = this.turn.cells[0] ?? "a1";
    this.stage = stage;
  }

  /**
   * Does an action of the table of keys, or one of the few that only hands have.
   * @param {string} action
   * @param {string} [value]
   * @returns {Promise<void> | void}
   */
  act(action, value = "") {
    if (action !== "point" && action !== "pin") this.held = "";
    // What a button asks for is done after all asked for before, which may have ended the turn.
    if (!this.moment && !TURNLESS.includes(action)) return undefined;
    const method = ACTIONS[action];
    return method?.(this, value);
  }

  /** @param {Partial<Tentative>} changed */
  async set(changed) {
    await this.table.do({ do: "set", turn: { ...this.turn, ...changed } });
  }

  // Before the game

  /** @param {string} cell */
  async begin(cell) {
    await this.table.do({ do: "start", cell });
  }

  /** @param {string} cell */
  startAt(cell) {
    if (cell === this.start) return;
    this.start = cell;
    this.redraw();
  }

  /** @param {number} by */
  startBy(by) {
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

  // Places

  /** @param {Pose | null} pose */
  hold(pose) {
    this.pivot = null;
    if (!pose || pick.isSame(pose, this.pose)) return this.redraw();
    this.pose = pose;
    this.foresee();
    this.redraw();
  }

  /** What there is to ask about the place where the shape is held; null: nothing. */
  get _question() {
    if (!this.pose || !this.moment || this.moment.drop || this.isPinned) return null;
    const { position, roll, variant } = this.table.game;
    const turn = { ...this.turn, cells: this.pose.cells, digits: this.digits, claim: null };
    return { position, roll, variant, turn };
  }

  /** The moment that would come if the shape were pinned where it is held; null: not known yet. */
  get foreseen() {
    const question = this._question;
    return question && this.foresight.of(question);
  }

  /** Asks what the shape would make where it is held. */
  foresee() {
    const question = this._question;
    if (question) this.foresight.ask(question);
  }

  /** Pins the shape where it is held: an X shape, or the own one with its digits. */
  async pin() {
    if (!this.pose) return;
    const { cells } = this.pose;
    const { drop } = this.moment;
    if (drop) await this.set({ drops: [...this.turn.drops, { tile: drop.tile, cells }] });
    else await this.set({ cells, digits: this.digits, claim: null });
  }

  /** Takes the shape up again. */
  async unpin() {
    await this.set({ cells: [], digits: [], claim: null });
  }

  /** @param {Pose} pose */
  async shift(pose) {
    this.isTurned ||= pose.orientation !== this.pose?.orientation;
    this.hold(pose);
    if (this.isPinned) await this.pin();
  }

  /** The middle about which the shape is turned: it stays while nothing else moves the shape. */
  get middle() {
    return this.pivot ?? (this.pose ? pick.middleOf(this.pose) : 0);
  }

  /** @param {Pose} pose the shape turned or flipped */
  async turnTo(pose) {
    const { middle } = this;
    await this.shift(pose);
    this.pivot = middle;
  }

  // Digits

  /** The place of the star whose digit is chosen next. */
  get star() {
    const stars = starred(this.moment.numbers, this.digits);
    return stars[this.at] ? this.at : stars.indexOf(true);
  }

  /** Whether a star has the cursor, or no digit yet. */
  get isStarDue() {
    if (!this.isPinned || this.stage !== "digits") return false;
    return this.digits.includes(null) || starred(this.moment.numbers, this.digits)[this.at];
  }

  // Claims

  /** @param {string} cell */
  _mayChoose(cell) {
    return this.moment.claims.some((/** @type {{cells: string[]}} */ one) =>
      one.cells.includes(cell),
    );
  }

  /** The claims that may be made, the dearest first. @returns {import("./table.js").Claim[]} */
  get offered() {
    return [...(this.moment?.claims ?? [])].sort((one, other) => other.points - one.points);
  }

  /** The claim that the turn has. @returns {import("./table.js").Claim | null} */
  get taken() {
    const cells = this.moment?.turn.claim?.join();
    return this.offered.find((claim) => claim.cells.join() === cells) ?? null;
  }

  /** The claims that have all the cells chosen so far. @returns {import("./table.js").Claim[]} */
  get possible() {
    return (this.moment?.claims ?? []).filter((/** @type {{cells: string[]}} */ one) =>
      this.chosen.every((cell) => one.cells.includes(cell)),
    );
  }

  // The turn

  async end() {
    if (this.moment?.notation) await this.table.do({ do: "end" });
  }
}
