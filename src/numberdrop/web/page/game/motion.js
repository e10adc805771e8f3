// Short animations of what a step has changed. Each ends within 300 ms or with the next step. If the
// system asks for reduced motion, nothing moves. Nothing waits for them.

/** @typedef {import("./sheet.js").Sheet} Sheet */

/** The milliseconds of an animation, and the most by which it starts later than the first. */
const [DURATION, STAGGER] = [220, 60];
/** The number of sparks around a medal. */
const SPARKS = 14;
/** What pops once it appears: filled boxes, circled letters, points that reach a medal. */
const POPPING = ".box.is-filled, .tile.is-circled .letter, .target.is-reached, .outcome .medal";

const POP = [{ scale: 1 }, { scale: 1.4, offset: 0.4 }, { scale: 1 }];
const FLASH = [{ filter: "none" }, { filter: "brightness(1.7)", offset: 0.3 }, { filter: "none" }];
const TUMBLE = [{ rotate: "-200deg", scale: 0.5 }, { rotate: "12deg", offset: 0.8 }, { scale: 1 }];

export class Motion {
  /** @param {HTMLElement} root of the game */
  constructor(root) {
    this.root = root;
    this.query = matchMedia("(prefers-reduced-motion: reduce)");
    /** @type {Animation[]} */
    this.running = [];
    /** What had popped before the step. @type {Set<Element>} */
    this.popped = new Set();
  }

  /** Ends the animations of the last step, and remembers what is drawn before the next. */
  prepare() {
    for (const animation of this.running) animation.finish();
    this.running = [];
    this.popped = new Set(this.root.querySelectorAll(POPPING));
  }

  /**
   * Animates a step after it is drawn.
   * @param {any} now
   * @param {any} before
   * @param {Sheet} sheet
   * @param {boolean} isSlid whether the shape has slid under an overhang, where nothing falls from
   * @returns {string[]} what has happened: "fall", "roll", "combo", "row", "medal", "end"
   */
  show(now, before, sheet, isSlid) {
    const happened = [];
    const fallen = newCells(now, before);
    if (fallen.length) happened.push("fall");
    if (now.roll && now.roll !== before.roll) happened.push("roll");
    const ended = now.turns.length > before.turns.length ? before.moment : null;
    if (ended?.turn.claim) happened.push("combo");
    if (ended?.preview.rows.length) happened.push("row");
    if (now.over && !before.over) happened.push(now.result?.medal ? "medal" : "end");
    if (this.query.matches) return happened;
    if (!isSlid) this._fall(sheet, fallen);
    if (happened.includes("roll")) this._tumble();
    for (const cell of ended?.turn.claim ?? []) this._animate(sheet.cells.get(cell), FLASH);
    for (const row of ended?.preview.rows ?? [])
      this._animate(sheet.rowLabels[row - 1].parentElement, FLASH);
    for (const element of this.root.querySelectorAll(POPPING))
      if (!this.popped.has(element)) this._animate(element, POP);
    if (happened.includes("medal")) this._sparkle();
    return happened;
  }

  /**
   * @param {Element | null | undefined} element
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} [options]
   */
  _animate(element, frames, options) {
    if (element) this.running.push(element.animate(frames, { duration: DURATION, ...options }));
  }

  /** Lets cells fall from the top of the sheet. @param {Sheet} sheet @param {string[]} cells */
  _fall(sheet, cells) {
    const elements = cells.map((cell) => sheet.cells.get(cell)).filter((one) => one !== undefined);
    const tops = elements.map((element) => element.getBoundingClientRect().top);
    const height = Math.min(...tops) - sheet.root.getBoundingClientRect().top;
    const frames = [{ translate: `0 ${-height}px`, zIndex: 2 }, { translate: "0 0", zIndex: 2 }];
    for (const element of elements) this._animate(element, frames, { easing: "ease-in" });
  }

  _tumble() {
    const dice = [...this.root.querySelectorAll(".tray .die")];
    for (const [at, die] of dice.entries())
      this._animate(die, TUMBLE, { delay: (at * STAGGER) / dice.length, fill: "backwards" });
  }

  /** Lets sparks fly from the medal. */
  _sparkle() {
    const medal = this.root.querySelector(".outcome .medal");
    for (let at = 0; medal && at < SPARKS; at += 1) {
      const spark = document.createElement("span");
      spark.className = "spark";
      medal.append(spark);
      const [angle, far] = [(at / SPARKS) * 2 * Math.PI, 40 + (at % 3) * 14];
      const to = `${Math.cos(angle) * far}px ${Math.sin(angle) * far}px`;
      this._animate(spark, [{ translate: "0 0" }, { translate: to, opacity: 0 }], {
        duration: DURATION + STAGGER,
        easing: "ease-out",
      });
      const animation = this.running.at(-1);
      if (animation) animation.onfinish = () => spark.remove();
    }
  }
}

/**
 * Returns the cells that this step has placed: those of the shape, or of X shapes.
 * @param {any} now
 * @param {any} before
 * @returns {string[]}
 */
function newCells(now, before) {
  if (!now.moment || !before.moment || now.position !== before.position) return [];
  const [turn, old] = [now.moment.turn, before.moment.turn];
  const cells = turn.cells.join() === old.cells.join() ? [] : turn.cells;
  const drops = turn.drops.slice(old.drops.length);
  return [...cells, ...drops.flatMap((/** @type {{cells: string[]}} */ one) => one.cells)];
}
