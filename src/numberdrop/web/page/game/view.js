// The game on the page: draws what the program and the hand say, and does what is asked for.

import { messageOf, request } from "../api.js";
import { h } from "../dom.js";
import { sentence, t } from "../i18n.js";
import { say } from "../live.js";
import { claimList } from "./claims.js";
import { buttons, head, said, typing } from "./controls.js";
import { finish, share } from "./finish.js";
import { Hand } from "./hand.js";
import { Helps } from "./helps.js";
import { showKeys } from "./keys.js";
import { log } from "./log.js";
import { lookOf } from "./look.js";
import { margin } from "./margin.js";
import { others } from "./others.js";
import { patch } from "./patch.js";
import { scoreCard } from "./score.js";
import { Sheet } from "./sheet.js";
import { Steering } from "./steering.js";
import { Table, isSameTurn } from "./table.js";
import { pad, rollsToCome, tray } from "./tray.js";
import { changeInWords, heldInWords, prompt } from "./words.js";

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
  const isJudged = game.kind === "daily" && game.puzzle;
  const puzzle = isJudged ? await request("GET", `puzzles/${game.puzzle}`) : null;
  const view = new GameView(root, game, keys, puzzle?.targets ?? {});
  return () => view.leave();
}

export class GameView {
  /**
   * @param {HTMLElement} root
   * @param {any} game
   * @param {import("./keys.js").Action[]} keys
   * @param {Record<string, number>} targets points for each medal, where there are medals
   */
  constructor(root, game, keys, targets) {
    this.keys = keys;
    this.targets = targets;
    this.sheet = new Sheet();
    /** Cells that a help or a hint speaks of. @type {Set<string>} */
    this.told = new Set();
    /** The claim that is pointed at. @type {import("./table.js").Claim | null} */
    this.looked = null;
    this.fault = "";
    this.heldSaid = "";
    /** What has come of the line to share. */
    this.shared = "";
    /** What each part was drawn for last. @type {Map<string, any[]>} */
    this.drawn = new Map();
    this.table = new Table(game, {
      changed: (now, before) => this.changed(now, before),
      overtaken: (isLost) => this.notice(t(isLost ? "game.overtaken.lost" : "game.overtaken")),
      removed: () => this.removed(),
      away: (isAway) => this.notice(isAway ? t("game.away") : ""),
    });
    this.hand = new Hand(this.table, (note) => this.redraw(note));
    this.helps = new Helps(this.table, {
      tell: (cells) => {
        this.told = new Set(cells);
        this.redraw();
      },
      take: (turn) => this.steering.act("typed", turn),
      start: (cell) => this.steering.act("point", cell),
      recorded: () => this.table.refresh(),
    });
    this.parts = this.skeleton();
    root.replaceChildren(this.parts.root);
    this.steering = new Steering(this, keys);
    this.lookAtClaims();
    this.redraw();
    this.focusSheet();
    this.fit();
  }

  /** Where the window is low, the head of the page makes room for the buttons. */
  fit() {
    const { act, root } = this.parts;
    if (act.getBoundingClientRect().bottom > innerHeight) root.scrollIntoView();
  }

  leave() {
    this.steering.leave();
    this.table.leave();
    this.helps.leave();
  }

  /** A game that isn't there any more can't be played. */
  removed() {
    this.leave();
    const head = h("h1", { tabindex: -1 }, t("page.sorry"));
    this.parts.root.replaceWith(
      head,
      h("p", { role: "alert", class: "card fault narrow" }, t("game.removed")),
      h("p", {}, h("a", { href: "#/" }, t("page.home"))),
    );
    head.focus();
  }

  get game() {
    return this.table.game;
  }

  skeleton() {
    const part = (/** @type {string} */ name) => h("div", { class: `part-${name}` });
    const parts = {
      head: part("head"),
      notice: h("div", { class: "part-notice", role: "alert" }),
      said: part("said"),
      margin: part("margin"),
      tray: part("tray"),
      act: part("act"),
      claims: part("claims"),
      type: part("type"),
      score: part("score"),
      others: part("others"),
      helps: this.helps.root,
      cost: this.helps.cost,
      log: part("log"),
    };
    const paper = h("div", { class: "paper" }, this.sheet.root, parts.margin);
    const hands = h("div", { class: "hands" }, parts.tray, parts.act, parts.claims, parts.type);
    const more = h("div", { class: "more" }, parts.score, parts.others, parts.cost, parts.helps, parts.log);
    const root = h(
      "div",
      { class: "game" },
      parts.head,
      parts.notice,
      parts.said,
      paper,
      hands,
      more,
    );
    return { ...parts, root };
  }

  /**
   * Does an action; what forbids it is told.
   * @param {string} action
   * @param {string} value
   */
  async do(action, value) {
    this.fault = "";
    try {
      await (OWN[action] ? OWN[action](this, value) : this.hand.act(action, value));
    } catch (error) {
      this.fault = messageOf(error);
      say(this.fault);
      this.redraw();
    }
  }

  /** A claim whose button is pointed at, or has the focus, is shown on the sheet. */
  lookAtClaims() {
    const look = (/** @type {Event} */ { target }) => {
      const chip = target instanceof Element ? target.closest("[data-claim]") : null;
      const at = chip instanceof HTMLElement ? Number(chip.dataset.claim) - 1 : -1;
      const claim = this.hand.offered[at] ?? null;
      if (claim === this.looked) return;
      this.looked = claim;
      this.drawSheet();
    };
    for (const name of ["pointerover", "pointerleave", "focusin"])
      this.parts.root.addEventListener(name, look);
  }

  /** @param {any} now @param {any} before */
  changed(now, before) {
    this.looked = null;
    this.shared = "";
    // What another window has done is told until something is done here.
    this.notice("");
    this.hand.follow(before);
    if (!isSameTurn(now, before)) this.told = new Set();
    this.redraw();
    this.helps.follow(now, before);
    say(changeInWords(now, before, this.hand));
    if (now.over && !before.over) this.parts.claims.querySelector("h2")?.focus();
  }

  /** @param {string} [note] what is to be told beside */
  redraw(note) {
    if (!this.parts) return;
    if (note) this.note(note);
    const { game, hand, parts } = this;
    const { moment } = game;
    parts.root.dataset.stage = hand.stage;
    // On a small screen the digits of a star take the place of what moves the shape.
    parts.root.dataset.pad = hand.isStarDue ? "due" : "";
    this.draw("head", [game], () => head(game));
    patch(parts.said, said(game, hand, this.fault));
    patch(parts.tray, moment ? [tray(hand), rollsToCome(game), pad(hand)] : []);
    patch(parts.act, buttons(game, hand));
    const mayClaim = moment && !moment.drop;
    patch(parts.claims, game.over ? [finish(game, this.shared)] : mayClaim ? [claimList(hand)] : []);
    const preview = game.over ? null : (hand.foreseen ?? moment)?.preview;
    this.draw("score", [game, preview], () => [scoreCard(game, preview, this.targets)]);
    this.draw("others", [game], () => [others(game)]);
    this.draw("log", [game], () => [log(game)]);
    this.drawTyping();
    this.drawSheet();
    if (["place", "start"].includes(hand.stage)) this.sayHeld();
    this.moveFocus();
  }

  /** The field keeps what is being typed, until another is asked for. */
  drawTyping() {
    const { game } = this;
    const kind = game.over || !game.position ? "none" : game.moment ? "turn" : "roll";
    if (this.parts.type.dataset.kind === kind) return;
    this.parts.type.dataset.kind = kind;
    this.parts.type.replaceChildren(...typing(game, (...asked) => this.steering.act(...asked)));
  }

  drawSheet() {
    this.sheet.draw(lookOf(this.game, this.hand, this.told, this.looked));
    const claim = this.looked ?? this.hand.taken;
    this.draw("margin", [this.game, claim?.cells.join()], () => margin(this.game, claim));
  }

  /**
   * Draws a part anew if what it depends on is no longer the same.
   * @param {"head" | "score" | "others" | "log" | "margin"} name
   * @param {any[]} on
   * @param {() => (Node | null)[]} make
   */
  draw(name, on, make) {
    const before = this.drawn.get(name);
    if (before && on.every((one, at) => one === before[at])) return;
    this.drawn.set(name, on);
    patch(this.parts[name], make());
  }

  sayHeld() {
    const words = heldInWords(this.hand);
    if (words && words !== this.heldSaid) say(words);
    this.heldSaid = words;
  }

  focusSheet() {
    this.sheet.focus();
  }

  /** The focus goes along with the cursor on the sheet, and comes there from what is gone. */
  moveFocus() {
    const focused = document.activeElement;
    const isLost = !focused || focused === document.body || focused.matches(":disabled");
    if (isLost || this.sheet.root.contains(focused)) this.focusSheet();
  }

  /** @param {string} note */
  async note(note) {
    if (note === "claim") {
      say(prompt(this.game, this.hand));
      return;
    }
    this.fault = note === "why" ? await this.whyNot() : t(`game.note.${note}`);
    say(this.fault);
    if (note === "why") this.redraw();
  }

  /** Why the chosen cells can't be claimed. */
  async whyNot() {
    const { position, moment } = this.game;
    const whole = [moment.grid, ...position.split(" ").slice(1)].join(" ");
    const question = { position: whole, cells: this.hand.chosen };
    const { said = [] } = await request("POST", "claims/why", question);
    return said.map(sentence).join(" ");
  }

  /** @param {string} text */
  notice(text) {
    this.parts.notice.textContent = text;
    this.parts.notice.classList.toggle("is-shown", text !== "");
  }

  clearTyped() {
    const field = this.parts.type.querySelector("input");
    if (!field) return;
    field.value = "";
    field.blur();
    this.focusSheet();
  }

  type() {
    const field = this.parts.type.querySelector("input");
    const fold = field?.closest("details");
    if (fold) fold.open = true;
    field?.focus();
  }
}

/**
 * Actions that are not those of the hand alone.
 * @type {Record<string, (view: GameView, value: string) => any>}
 */
const OWN = {
  hint: (view) => view.helps.next(),
  help: (view) => showKeys(view.parts.root, view.keys, () => view.focusSheet()),
  type: (view) => view.type(),
  share: async (view) => {
    view.shared = await share(view.game, view.parts.claims);
    view.redraw();
  },
  "go-back": (view, turn) => view.table.do({ do: "back", turn: Number(turn) }),
  typed: async (view, text) => {
    // What is refused stays there to be put right.
    if (await view.table.do({ do: "type", text })) view.clearTyped();
  },
  roll: (view, roll) => view.table.do({ do: "roll", roll }),
};
