// The first turn of somebody who has never played, in five steps over the upper, still empty part of
// the sheet. It follows the turn, can be skipped, and is found again below the game and in Help.

import { request } from "../api.js";
import { h } from "../dom.js";
import { number, t } from "../i18n.js";
import { announce } from "../live.js";
import { save, saved } from "../saved.js";

const KEY = "numberdrop.tour";
/** The steps in their order; the first comes before a turn, and has no number. */
const STEPS = ["start", "slide", "place", "digits", "claim", "line"];
/** The steps that the player leaves with a button, since nothing has to be done in them. */
const READ = ["digits", "claim"];

/** Forgets that the tour was seen, so that the next game begins with it. */
export function repeatTour() {
  save(KEY, "due");
}

/** Returns whether the next game begins with the tour: nobody here has ended it, or a game. */
async function isDue() {
  const seen = saved(KEY);
  if (seen) return seen === "due";
  const { games } = await request("GET", "games");
  return !games.some((/** @type {{over: boolean}} */ one) => one.over);
}

export class Tour {
  /** @param {() => void} redraw called when a step has been left with its button */
  constructor(redraw) {
    this.redraw = redraw;
    this.root = h("div", { class: "part-tour", "data-own": "tour", role: "note" });
    this.root.hidden = true;
    /** The index of the step shown; null while the tour is off. @type {number | null} */
    this.at = null;
  }

  /** The name of the step shown, or "". */
  get step() {
    return this.at === null ? "" : STEPS[this.at];
  }

  /**
   * Begins the tour in the first turn of a person's first game.
   * @param {any} game
   */
  async begin(game) {
    if (game.turns.length || game.over || game.seats || game.kind === "drop") return;
    if (await isDue()) this.show();
  }

  /** Begins the tour at once, in any turn. */
  show() {
    this.at = 0;
    this.redraw();
  }

  end() {
    save(KEY, "done");
    this.at = null;
    this.redraw();
  }

  /**
   * Follows the game: a step is left once the turn is beyond it.
   * @param {any} game
   * @param {string} stage of the turn
   * @param {any} before the game before the change, or null
   */
  follow(game, stage, before) {
    if (this.at === null) return;
    const hasEnded = before && game.turns.length > before.turns.length;
    if (hasEnded && this.step === "line") save(KEY, "done");
    if (game.over || (hasEnded && this.step === "line")) this.at = null;
    else if (hasEnded) this.at = STEPS.indexOf("line");
    else if (!READ.includes(this.step) || !["digits", "claim"].includes(stage))
      this.at = this.step === "line" ? this.at : Math.max(0, STEPS.indexOf(stage));
    this.draw();
  }

  draw() {
    const { step } = this;
    if (this.root.dataset.step === step) return;
    this.root.dataset.step = step;
    this.root.hidden = step === "";
    if (this.at === null) return this.root.replaceChildren();
    const text = t(`tour.${step}`);
    const count = STEPS.length - 1;
    const heading = this.at
      ? t("tour.step", { n: number(this.at), of: number(count) })
      : t("tour.welcome");
    const next = () => {
      this.at = /** @type {number} */ (this.at) + 1;
      this.redraw();
    };
    this.root.replaceChildren(
      h("p", {}, h("strong", {}, heading)),
      h("p", {}, text),
      h(
        "p",
        { class: "buttons" },
        READ.includes(step) && button("tour.next", next, "is-main"),
        step === "line"
          ? button("tour.done", () => this.end(), "is-main")
          : button("tour.skip", () => this.end()),
      ),
    );
    announce(`${heading}. ${text}`);
    return undefined;
  }
}

/**
 * @param {string} key
 * @param {() => void} onclick
 * @param {string} [name] class name
 */
function button(key, onclick, name) {
  return h("button", { type: "button", class: `small ${name ?? ""}`, onclick }, t(key));
}
