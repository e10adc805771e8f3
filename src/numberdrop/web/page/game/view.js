// The game view: draws the game and the turn editor, and performs actions.

import { messageOf, request } from "../api.js";
import { h } from "../dom.js";
import { translateSentence, t } from "../i18n.js";
import { announce } from "../live.js";
import { textButton } from "./button.js";
import { buttons, heading, promptLines, turnForm } from "./controls.js";
import { effectsAndClaims } from "./effects.js";
import { finish, copyShareText, recordButton } from "./finish.js";
import { GameClient, isSameTurn } from "./game-client.js";
import { GameHelp } from "./game-help.js";
import { InputController } from "./input.js";
import { showKeys } from "./keys.js";
import { turnLog } from "./log.js";
import { marginParts } from "./margin.js";
import { Motion } from "./motion.js";
import { changeInWords, heldInWords, prompt } from "./narration.js";
import { patch } from "./patch.js";
import { scoreCard } from "./score.js";
import { seatList } from "./seat-list.js";
import { sheetStateOf } from "./sheet-state.js";
import { Sheet } from "./sheet.js";
import { play, soundChoice } from "./sound.js";
import { Tour } from "./tour.js";
import { rollsToCome, tray } from "./tray.js";
import { TurnEditor } from "./turn-editor.js";

/**
 * @param {HTMLElement} root
 * @param {{parts: string[]}} route parts[0]: the id of the game
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
  return () => view.destroy();
}

export class GameView {
  /**
   * @param {HTMLElement} root
   * @param {any} game
   * @param {import("./keys.js").Action[]} keys
   * @param {Record<string, number>} targets the points for each medal; empty if there are no medals
   * @param {import("./game-client.js").GameServer} [server]
   */
  constructor(root, game, keys, targets, server) {
    this.keys = keys;
    this.targets = targets;
    this.sheet = new Sheet();
    /** The cells of a help or a hint. @type {Set<string>} */
    this.hinted = new Set();
    /** The hovered or focused claim. @type {import("./game-client.js").Claim | null} */
    this.hoveredClaim = null;
    this.fault = "";
    this.lastAnnounced = "";
    /** The message after sharing. */
    this.shareStatus = "";
    /** The dependencies with which each part was last drawn. @type {Map<string, any[]>} */
    this.drawn = new Map();
    const listeners = {
      onChange: (/** @type {any} */ now, /** @type {any} */ before) => this.onChange(now, before),
      onOvertaken: (/** @type {boolean} */ isLost) =>
        this.showNotice(t(isLost ? "game.overtaken.lost" : "game.overtaken")),
      onRemoved: () => this.showRemoved(),
      onOffline: (/** @type {boolean} */ isOffline) =>
        this.showNotice(isOffline ? t("game.away") : ""),
    };
    this.client = new GameClient(game, listeners, server);
    this.editor = new TurnEditor(this.client, (note) => this.redraw(note));
    this.help = new GameHelp(this.client, {
      highlight: (cells) => {
        this.hinted = new Set(cells);
        this.redraw();
      },
      takeTurn: (turn) => this.input.act("typed", turn),
      takeStart: (cell) => this.input.act("point", cell),
      onRecorded: () => this.client.refresh(),
      note: (name) => this.redraw(name),
    });
    this.tour = new Tour(() => this.redraw());
    this.parts = this.createParts();
    this.motion = new Motion(this.parts.root);
    root.replaceChildren(this.parts.root);
    this.input = new InputController(this, keys);
    this.listenForClaimHover();
    this.redraw();
    this.focusSheet();
    this.scrollIntoView();
    if (game.damage) this.showDamage(game);
    else this.tour.begin(game).catch(() => {}); // The tour can wait for the next game.
  }

  /** Scrolls the page header out of sight if the sheet or the buttons don't fit into the window. */
  scrollIntoView() {
    const { act, paper, root } = this.parts;
    const isCut = [act, paper].some((part) => part.getBoundingClientRect().bottom > innerHeight);
    if (isCut) root.scrollIntoView();
  }

  destroy() {
    this.input.destroy();
    this.client.close();
    this.help.destroy();
  }

  /** Replaces the view by a message that the game was removed. */
  showRemoved() {
    this.destroy();
    const head = h("h1", { tabindex: -1 }, t("page.sorry"));
    this.parts.root.replaceWith(
      head,
      h("p", { role: "alert", class: "card fault narrow" }, t("game.removed")),
      h("p", {}, h("a", { href: "#/" }, t("page.home"))),
    );
    head.focus();
  }

  get game() {
    return this.client.game;
  }

  createParts() {
    const part = (/** @type {string} */ name) => h("div", { class: `part-${name}` });
    const parts = {
      head: part("head"),
      notice: h("div", { class: "part-notice", role: "alert" }),
      said: part("said"),
      margin: part("margin"),
      tray: part("tray"),
      act: part("act"),
      effects: part("effects"),
      finish: part("finish"),
      type: part("type"),
      score: part("score"),
      others: part("others"),
      helps: this.help.root,
      cost: this.help.cost,
      log: part("log"),
    };
    const grid = h("div", { class: "grid" }, this.sheet.root, this.tour.root);
    const paper = h("div", { class: "paper" }, grid, parts.margin);
    const controls = h(
      "div",
      { class: "controls" },
      parts.finish,
      parts.tray,
      parts.act,
      parts.type,
    );
    const more = h(
      "div",
      { class: "more" },
      parts.score,
      parts.others,
      parts.cost,
      parts.helps,
      parts.log,
      h(
        "div",
        { class: "buttons aids" },
        textButton("help", t("game.keys")),
        textButton("tour", t("tour.show")),
        soundChoice(),
      ),
    );
    const root = h(
      "div",
      { class: "game" },
      parts.head,
      parts.notice,
      parts.said,
      parts.effects,
      paper,
      controls,
      more,
    );
    return { ...parts, paper, root };
  }

  /**
   * Performs an action, and shows the error if it fails.
   * @param {string} action
   * @param {string} value
   */
  async do(action, value) {
    this.fault = "";
    try {
      await (VIEW_ACTIONS[action]
        ? VIEW_ACTIONS[action](this, value)
        : this.editor.act(action, value));
    } catch (error) {
      this.fault = messageOf(error);
      announce(this.fault);
      this.redraw();
    }
  }

  /** Shows a claim on the sheet while its button is hovered or focused. */
  listenForClaimHover() {
    const look = (/** @type {Event} */ { target }) => {
      const chip = target instanceof Element ? target.closest("[data-claim]") : null;
      const at = chip instanceof HTMLElement ? Number(chip.dataset.claim) - 1 : -1;
      const claim = this.editor.claimOptions[at] ?? null;
      if (claim === this.hoveredClaim) return;
      this.hoveredClaim = claim;
      this.drawSheet();
    };
    for (const name of ["pointerover", "pointerleave", "focusin"])
      this.parts.root.addEventListener(name, look);
  }

  /** @param {any} now @param {any} before */
  onChange(now, before) {
    this.hoveredClaim = null;
    this.shareStatus = "";
    // The notice about another window stays until the game changes here.
    this.showNotice("");
    this.motion.prepare();
    const isSlid = Boolean(this.editor.pose?.slid);
    this.editor.update(before);
    this.tour.follow(now, this.editor.stage, before);
    if (!isSameTurn(now, before)) this.hinted = new Set();
    this.redraw();
    play(this.motion.show(now, before, this.sheet, isSlid));
    this.help.update(now, before);
    announce(changeInWords(now, before, this.editor));
    if (now.over && !before.over) this.parts.finish.querySelector("h2")?.focus();
  }

  /** @param {string} [note] the key of a note to show as well */
  redraw(note) {
    if (!this.parts) return;
    if (note) this.showNote(note);
    const { game, editor, parts } = this;
    const { moment } = game;
    parts.root.dataset.stage = editor.stage;
    this.tour.follow(game, editor.stage, null);
    parts.root.dataset.tour = this.tour.step;
    this.draw("head", [game], () => heading(game));
    patch(parts.said, promptLines(game, editor, this.fault));
    patch(parts.tray, moment ? [tray(editor), rollsToCome(game)] : []);
    patch(parts.act, buttons(game, editor));
    patch(parts.effects, effectsAndClaims(game, editor));
    patch(parts.finish, game.over && !game.table ? [finish(game, this.shareStatus)] : []);
    const preview = game.over ? null : (editor.previewed ?? moment)?.preview;
    this.draw("score", [game, preview], () => [scoreCard(game, preview, this.targets)]);
    this.draw("others", [game], () => [seatList(game)]);
    this.draw("log", [game], () => [turnLog(game)]);
    this.drawTyping();
    this.drawSheet();
    if (["place", "start"].includes(editor.stage)) this.announceHeld();
    this.moveFocus();
  }

  /** Replaces the form only if it is for another kind of text, so that typed text is kept. */
  drawTyping() {
    const { game } = this;
    const kind = game.over || !game.position ? "none" : game.moment ? "turn" : "roll";
    if (this.parts.type.dataset.kind === kind) return;
    this.parts.type.dataset.kind = kind;
    this.parts.type.replaceChildren(...turnForm(game, (...asked) => this.input.act(...asked)));
  }

  drawSheet() {
    this.sheet.draw(sheetStateOf(this.game, this.editor, this.hinted, this.hoveredClaim));
    const claim = this.hoveredClaim ?? this.editor.chosenClaim;
    this.draw("margin", [this.game, claim?.cells.join()], () => marginParts(this.game, claim));
  }

  /**
   * Redraws a part if its dependencies have changed.
   * @param {"head" | "score" | "others" | "log" | "margin"} name
   * @param {any[]} on its dependencies
   * @param {() => (Node | null)[]} make
   */
  draw(name, on, make) {
    const before = this.drawn.get(name);
    if (before && on.every((one, at) => one === before[at])) return;
    this.drawn.set(name, on);
    patch(this.parts[name], make());
  }

  announceHeld() {
    const words = heldInWords(this.editor);
    if (words && words !== this.lastAnnounced) announce(words);
    this.lastAnnounced = words;
  }

  focusSheet() {
    this.sheet.focus();
  }

  /** Keeps the focus on the cursor of the sheet, and returns it there from removed elements. */
  moveFocus() {
    const focused = document.activeElement;
    const isLost = !focused || focused === document.body || focused.matches(":disabled");
    if (isLost || this.sheet.root.contains(focused)) this.focusSheet();
  }

  /** @param {string} note the key of the note */
  async showNote(note) {
    if (note === "claim" || note === "open") {
      announce(prompt(this.game, this.editor));
      return;
    }
    this.fault = note === "why" ? await this.whyNoClaim() : t(`game.note.${note}`);
    announce(this.fault);
    if (note === "why") this.redraw();
  }

  /** Returns the reason why the chosen cells can't be claimed. */
  async whyNoClaim() {
    const { position, moment } = this.game;
    const whole = [moment.grid, ...position.split(" ").slice(1)].join(" ");
    const question = { position: whole, cells: this.editor.claimCells };
    const { said = [] } = await this.client.server.question("claims/why", question);
    return said.map(translateSentence).join(" ");
  }

  /** @param {string} text */
  showNotice(text) {
    this.parts.notice.textContent = text;
    this.parts.notice.classList.toggle("is-shown", text !== "");
  }

  /** Says that a stored game is damaged, which can only be looked at. @param {any} game */
  showDamage(game) {
    const fault = translateSentence(game.damage);
    this.showNotice(t("game.damaged", { fault }));
    this.parts.notice.append(" ", ...recordButton(game));
    this.parts.root.dataset.damaged = "";
  }

  clearTyped() {
    const field = this.parts.type.querySelector("input");
    if (!field) return;
    field.value = "";
    field.blur();
    this.focusSheet();
  }

  focusTurnField() {
    const field = this.parts.type.querySelector("input");
    const fold = field?.closest("details");
    if (fold) fold.open = true;
    field?.focus();
  }
}

/**
 * The actions of the view, in addition to those of the turn editor.
 * @type {Record<string, (view: GameView, value: string) => any>}
 */
const VIEW_ACTIONS = {
  hint: (view) => view.help.requestNext(),
  help: (view) => showKeys(view.parts.root, view.keys, () => view.focusSheet()),
  tour: (view) => view.tour.show(),
  type: (view) => view.focusTurnField(),
  share: async (view) => {
    view.shareStatus = await copyShareText(view.game, view.parts.finish);
    view.redraw();
  },
  "go-back": (view, turn) => view.client.do({ do: "back", turn: Number(turn) }),
  typed: async (view, text) => {
    // A refused text stays in the field to be corrected.
    if (await view.client.do({ do: "type", text })) view.clearTyped();
  },
  roll: (view, roll) => view.client.do({ do: "roll", roll }),
};
