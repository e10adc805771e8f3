// Analysis: a paper sheet entered or pasted, a roll, hints, and a game played on from there.

import { beginGame } from "../begin.js";
import { copied } from "../copied.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { COLUMNS, analysisLink, partsOf } from "../notation.js";
import { makeAdvice } from "./advice.js";
import { comboMarker } from "./combo.js";
import { pressed, used, written } from "./entry.js";
import { boxTicks, keyPad, textField, tileTaps } from "./fields.js";
import { makeGrid } from "./grid.js";
import { onPaste } from "./paste.js";
import { button, layout } from "./layout.js";
import { faultsIn, read } from "./reading.js";
import { sheetOf, textOf, toggledBox } from "./sheet.js";

/** @typedef {import("./sheet.js").Sheet} Sheet */
/** @typedef {import("../notation.js").Turn} Turn */

const VARIANTS = ["rulebook", "bga", "rulebook+slide", "bga+slide"];
/** Milliseconds after the last key until the program is asked what it thinks of the sheet. */
const PAUSE = 120;

/**
 * @param {HTMLElement} root
 * @param {import("../router.js").Route} route query: p, a position; r, a roll; v, a variant
 * @returns {() => void}
 */
export function show(root, route) {
  const { query, isLeft, go } = route;
  const state = {
    sheet: sheetOf(query.get("p") ?? undefined),
    roll: query.get("r") ?? "",
    variant: query.get("v") ?? VARIANTS[0],
    /** @type {Sheet[]} */ before: [],
    /** @type {Sheet[]} */ undone: [],
    /** @type {Set<string>} */ faulty: new Set(),
    /** @type {Turn | null} */ shown: null,
    /** @type {string | null} the position as the program writes it, null while it can't be read */
    position: null,
    /** @type {string | null} the roll, in the same way */
    rolled: null,
    asked: 0,
  };
  let timer = 0;
  /** @type {Promise<void>} the latest check, done or under way */
  let checked = Promise.resolve();

  /** @param {Partial<Sheet>} news */
  function change(news) {
    const before = state.sheet;
    state.sheet = { ...before, ...news };
    const isOther = textOf(before) !== textOf(state.sheet);
    if (isOther) {
      state.before.push(before);
      state.undone = [];
      changed();
    }
    if (state.sheet.entry.ended && !before.entry.ended) boxes.input.focus();
    draw();
    if (news.entry && news.entry.marked !== before.entry.marked) combo.ask();
  }

  /** After a change of sheet, roll or variant: old hints and what was told vanish, and the program is asked. */
  function changed() {
    state.asked += 1;
    state.position = null;
    state.rolled = null;
    state.shown = null;
    status.textContent = "";
    advice.none();
    clearTimeout(timer);
    timer = setTimeout(checkNow, PAUSE);
  }

  /** Asks the program without a pause. */
  function checkNow() {
    clearTimeout(timer);
    timer = 0;
    checked = check();
    return checked;
  }

  async function check() {
    const asked = ++state.asked;
    const [sheet, roll] = await Promise.all([
      read(textOf(state.sheet), { variant: state.variant }),
      state.roll.trim() ? read(state.roll, { variant: state.variant }) : null,
    ]);
    if (asked !== state.asked || isLeft()) return;
    const { sentences, cells } = faultsIn(sheet);
    problems.replaceChildren(...sentences.map((sentence) => h("li", {}, sentence)));
    problems.parentElement?.classList.toggle("is-faulty", sheet.fault !== undefined);
    state.faulty = cells;
    const isRoll = roll?.roll !== undefined;
    rollField.tell(roll && !isRoll ? (roll.fault || t("analysis.noroll")) : "");
    state.position = sheet.position ?? null;
    state.rolled = isRoll ? roll.roll : null;
    draw();
    if (!state.position) return;
    address(state.position, state.rolled ?? state.roll);
    advice.ask(state.position, state.rolled, state.variant);
  }

  /**
   * @param {string} position
   * @param {string} roll
   */
  function address(position, roll) {
    const link = analysisLink({ position, roll, variant: state.variant });
    history.replaceState(null, "", link);
  }

  /** @param {boolean} back */
  function undo(back) {
    const [from, to] = back ? [state.before, state.undone] : [state.undone, state.before];
    const sheet = from.pop();
    if (!sheet) return;
    to.push(state.sheet);
    state.sheet = { ...sheet, entry: { ...sheet.entry, marked: [] } };
    combo.ask();
    changed();
    draw();
  }

  /** Writes the fields as the program does, once they can be read. */
  function settle() {
    if (!state.position) return;
    const { boxes, tiles, turn } = partsOf(state.position);
    change({ boxes, tiles, turn });
  }

  /**
   * Another sheet in place of this one, with the cursor where it can be gone on with.
   * @param {string} position
   * @param {{roll?: string, variant?: string}} [beside]
   */
  function replace(position, { roll, variant } = {}) {
    if (roll !== undefined) state.roll = roll;
    if (variant) state.variant = variant;
    change(sheetOf(position));
    changed();
    draw();
  }

  /** What a text that is typed or pasted is read beside: the sheet as it stands, once the program has read it. */
  async function beside() {
    let latest;
    do {
      latest = timer ? checkNow() : checked;
      await latest;
    } while (timer || latest !== checked);
    const { position, rolled, variant } = state;
    return { position: position ?? undefined, roll: rolled ?? "", variant };
  }

  /** The position after a turn, in one line: only the next roll is to be entered. */
  async function played() {
    const answer = await read(playedField.input.value, await beside());
    if (!answer.after) return playedField.tell(answer.fault || t("analysis.noturn"));
    playedField.tell("");
    playedField.draw("");
    next(answer.after);
    return undefined;
  }

  /** @param {string} position */
  function next(position) {
    replace(position, { roll: "" });
    rollField.input.focus();
  }

  async function playOn() {
    const roll = state.roll.trim() ? { roll: state.roll.trim() } : {};
    const game = await beginGame({
      kind: "free",
      position: textOf(state.sheet),
      variant: state.variant,
      ...roll,
    }).catch((fault) => {
      status.textContent = fault.message;
    });
    if (game) go(`#/game/${game.id}`);
  }

  async function share() {
    // The address waits for the program; what is shared is what stands there now.
    const { position, rolled, sheet, roll, variant } = state;
    const what = { position: position ?? textOf(sheet), roll: rolled ?? roll, variant };
    const link = new URL(analysisLink(what), location.href).href;
    status.textContent = (await copied(link)) ? t("analysis.copied") : link;
  }

  const grid = makeGrid({
    entry: () => state.sheet.entry,
    change: (entry) => change({ entry }),
    isPainting: () => combo.isPainting(),
    confirm: () => combo.take(),
    undo,
  });
  const combo = comboMarker({
    cells: () => state.sheet.entry.marked,
    position: () => textOf(state.sheet),
    take: ({ kind, size, cells }) => {
      const boxes = toggledBox(state.sheet.boxes, kind, String(size), true);
      change({ entry: used(state.sheet.entry, cells), boxes });
      grid.focus();
    },
    painting: (on) => grid.element.classList.toggle("is-painting", on),
  });
  const problems = h("ul", { class: "problems" });
  const status = h("p", { role: "status" });
  const spoken = h("p", { class: "hidden", role: "status" });
  const boxes = textField("boxes", t("analysis.boxes"), (text) => change({ boxes: text }));
  const ticks = boxTicks(
    () => state.sheet.boxes,
    (text) => change({ boxes: text }),
  );
  const tiles = textField("tiles", t("analysis.tiles"), (text) => change({ tiles: text }));
  const taps = tileTaps(
    () => state.sheet.tiles,
    (text) => change({ tiles: text }),
  );
  const turn = textField("turn", t("analysis.turn"), (text) => change({ turn: text }), {
    inputmode: "numeric",
  });
  const rollField = textField(
    "roll",
    t("analysis.roll"),
    (text) => ((state.roll = text), changed()),
    { placeholder: "156*O" },
  );
  const playedField = textField("played", t("analysis.played"), () => playedField.tell(""), {
    placeholder: "A a3=6,b3=1,a4=5,b4=5",
  });
  playedField.input.addEventListener("keydown", (event) => event.key === "Enter" && played());
  for (const { input } of [boxes, tiles, turn]) input.addEventListener("change", settle);
  const variant = h(
    "select",
    { id: "variant", onchange: () => ((state.variant = variant.value), changed()) },
    ...VARIANTS.map((name) => h("option", { value: name }, t(`variant.${name}`))),
  );
  const panel = h("section", { class: "card hints", "aria-label": t("hints.title") });
  const advice = makeAdvice(panel, {
    show: (shown) => {
      state.shown = shown;
      draw();
    },
    play: (ranked) => next(ranked.position),
    start: (cell) => {
      const column = COLUMNS.indexOf(cell[0]);
      change({ entry: written(state.sheet.entry, column, 0, "1") });
      rollField.input.focus();
    },
  });

  function draw() {
    const { sheet, faulty, shown } = state;
    grid.draw(sheet.entry, { faulty, turn: shown });
    boxes.draw(sheet.boxes);
    tiles.draw(sheet.tiles);
    turn.draw(sheet.turn);
    rollField.draw(state.roll);
    variant.value = state.variant;
    ticks.draw();
    taps.draw();
    spoken.textContent = shown ? t("analysis.shown") : "";
  }

  const press = (/** @type {string} */ key) => {
    const entry = pressed(state.sheet.entry, key);
    if (entry) change({ entry });
  };
  const clear = () => replace(textOf(sheetOf()), { roll: "" });
  root.replaceChildren(
    ...layout({
      sheet: [grid.element, keyPad(press)],
      tools: [
        combo.button,
        button("analysis.undo", () => undo(true)),
        button("analysis.clear", clear),
      ],
      combo: combo.status,
      fields: [boxes.element, ticks.element, tiles.element, taps.element],
      question: [turn.element, rollField.element],
      variant,
      problems,
      ends: [button("analysis.playon", playOn, "is-main"), button("analysis.share", share)],
      played: [playedField.element, status, spoken],
      hints: panel,
    }),
  );
  const paste = onPaste({
    route,
    replace,
    setRoll: (text) => ((state.roll = text), changed(), draw()),
    played: next,
    beside,
    tell: (text) => (status.textContent = text),
  });
  draw();
  checkNow();
  grid.focus();
  return () => {
    clearTimeout(timer);
    paste.abort();
    advice.none();
  };
}
