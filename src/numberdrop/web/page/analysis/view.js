// The analysis view: a sheet is entered or pasted, with a roll, for hints or to play on from there.

import { beginGame } from "../begin.js";
import { copyText } from "../clipboard.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { COLUMNS, analysisLink, parsePosition } from "../notation.js";
import { makeAdvice } from "./advice.js";
import { comboMarker } from "./combo.js";
import { pressKey, useCells, writeCell } from "./entry.js";
import { boxToggles, keyPad, textField, tileControls } from "./fields.js";
import { makeGrid } from "./grid.js";
import { button, layout } from "./layout.js";
import { onPaste } from "./paste.js";
import { problemsOf, readText } from "./read-text.js";
import { parseSheet, formatSheet, toggleBox } from "./sheet.js";

/** @typedef {import("./sheet.js").Sheet} Sheet */
/** @typedef {import("../notation.js").Turn} Turn */

const VARIANTS = ["rulebook", "bga", "rulebook+slide", "bga+slide"];
/** The milliseconds after the last change before the program checks the sheet. */
const CHECK_DELAY = 120;

/**
 * @param {HTMLElement} root
 * @param {import("../router.js").Route} route query: position `p`, roll `r`, variant `v`
 * @returns {() => void}
 */
export function show(root, route) {
  const { query, isLeft, go } = route;
  const state = {
    sheet: parseSheet(query.get("p") ?? undefined),
    roll: query.get("r") ?? "",
    variant: query.get("v") ?? VARIANTS[0],
    /** @type {Sheet[]} */ undoStack: [],
    /** @type {Sheet[]} */ redoStack: [],
    /** @type {Set<string>} */ faultyCells: new Set(),
    /** @type {Turn | null} */ shown: null,
    /** @type {string | null} the canonical position; null while it isn't valid */
    position: null,
    /** @type {string | null} the canonical roll; null while it isn't valid */
    parsedRoll: null,
    checks: 0,
  };
  let timer = 0;
  /** @type {Promise<void>} the latest check, finished or running */
  let lastCheck = Promise.resolve();

  /** @param {Partial<Sheet>} changes */
  function change(changes) {
    const before = state.sheet;
    state.sheet = { ...before, ...changes };
    const hasChanged = formatSheet(before) !== formatSheet(state.sheet);
    if (hasChanged) {
      state.undoStack.push(before);
      state.redoStack = [];
      onChanged();
    }
    if (state.sheet.entry.ended && !before.entry.ended) boxes.input.focus();
    draw();
    if (changes.entry && changes.entry.marked !== before.entry.marked) combo.ask();
  }

  /** Clears hints and status after a change of sheet, roll or variant, and schedules a check. */
  function onChanged() {
    state.checks += 1;
    state.position = null;
    state.parsedRoll = null;
    state.shown = null;
    status.textContent = "";
    advice.stop();
    clearTimeout(timer);
    timer = setTimeout(checkNow, CHECK_DELAY);
  }

  /** Checks the sheet without a delay. */
  function checkNow() {
    clearTimeout(timer);
    timer = 0;
    lastCheck = check();
    return lastCheck;
  }

  async function check() {
    const asked = ++state.checks;
    const [sheet, roll] = await Promise.all([
      readText(formatSheet(state.sheet), { variant: state.variant }),
      state.roll.trim() ? readText(state.roll, { variant: state.variant }) : null,
    ]);
    if (asked !== state.checks || isLeft()) return;
    const { sentences, cells } = problemsOf(sheet);
    problems.replaceChildren(...sentences.map((sentence) => h("li", {}, sentence)));
    problems.parentElement?.classList.toggle("is-faulty", sheet.fault !== undefined);
    state.faultyCells = cells;
    const isRoll = roll?.roll !== undefined;
    rollField.showFault(roll && !isRoll ? roll.fault || t("analysis.noroll") : "");
    state.position = sheet.position ?? null;
    state.parsedRoll = isRoll ? roll.roll : null;
    draw();
    if (!state.position) return;
    updateAddress(state.position, state.parsedRoll ?? state.roll);
    advice.ask(state.position, state.parsedRoll, state.variant);
  }

  /**
   * @param {string} position
   * @param {string} roll
   */
  function updateAddress(position, roll) {
    const link = analysisLink({ position, roll, variant: state.variant });
    history.replaceState(null, "", link);
  }

  /** @param {boolean} back */
  function undo(back) {
    const [from, to] = back
      ? [state.undoStack, state.redoStack]
      : [state.redoStack, state.undoStack];
    const sheet = from.pop();
    if (!sheet) return;
    to.push(state.sheet);
    state.sheet = { ...sheet, entry: { ...sheet.entry, marked: [] } };
    combo.ask();
    onChanged();
    draw();
  }

  /** Replaces the text of the fields by its canonical form, if the position is valid. */
  function normaliseFields() {
    if (!state.position) return;
    const { boxes, tiles, turn } = parsePosition(state.position);
    change({ boxes, tiles, turn });
  }

  /**
   * Replaces the sheet.
   * @param {string} position
   * @param {{roll?: string, variant?: string}} [others]
   */
  function replace(position, { roll, variant } = {}) {
    if (roll !== undefined) state.roll = roll;
    if (variant) state.variant = variant;
    change(parseSheet(position));
    onChanged();
    draw();
  }

  /** Returns the context for a typed or pasted text: the current sheet, once it is checked. */
  async function context() {
    let latest;
    do {
      latest = timer ? checkNow() : lastCheck;
      await latest;
    } while (timer || latest !== lastCheck);
    const { position, parsedRoll, variant } = state;
    return { position: position ?? undefined, roll: parsedRoll ?? "", variant };
  }

  /** Reads the turn played and shows the position after it, so that only a roll is missing. */
  async function readPlayed() {
    const answer = await readText(playedField.input.value, await context());
    if (!answer.after) return playedField.showFault(answer.fault || t("analysis.noturn"));
    playedField.showFault("");
    playedField.draw("");
    startNextTurn(answer.after);
    return undefined;
  }

  /** @param {string} position */
  function startNextTurn(position) {
    replace(position, { roll: "" });
    rollField.input.focus();
  }

  async function playOn() {
    const roll = state.roll.trim() ? { roll: state.roll.trim() } : {};
    const game = await beginGame({
      kind: "free",
      position: formatSheet(state.sheet),
      variant: state.variant,
      ...roll,
    }).catch((fault) => {
      status.textContent = fault.message;
    });
    if (game) go(`#/game/${game.id}`);
  }

  async function share() {
    // The address is updated only after the check, so the link is made from the current state.
    const { position, parsedRoll, sheet, roll, variant } = state;
    const what = { position: position ?? formatSheet(sheet), roll: parsedRoll ?? roll, variant };
    const link = new URL(analysisLink(what), location.href).href;
    status.textContent = (await copyText(link)) ? t("analysis.copied") : link;
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
    position: () => formatSheet(state.sheet),
    take: ({ kind, size, cells }) => {
      const boxes = toggleBox(state.sheet.boxes, kind, String(size), true);
      change({ entry: useCells(state.sheet.entry, cells), boxes });
      grid.focus();
    },
    onToggle: (on) => grid.element.classList.toggle("is-painting", on),
  });
  const problems = h("ul", { class: "problems" });
  const status = h("p", { role: "status" });
  const announcement = h("p", { class: "hidden", role: "status" });
  const boxes = textField("boxes", t("analysis.boxes"), (text) => change({ boxes: text }));
  const boxButtons = boxToggles(
    () => state.sheet.boxes,
    (text) => change({ boxes: text }),
  );
  const tiles = textField("tiles", t("analysis.tiles"), (text) => change({ tiles: text }));
  const tileButtons = tileControls(
    () => state.sheet.tiles,
    (text) => change({ tiles: text }),
  );
  const turn = textField("turn", t("analysis.turn"), (text) => change({ turn: text }), {
    inputmode: "numeric",
  });
  const rollField = textField(
    "roll",
    t("analysis.roll"),
    (text) => ((state.roll = text), onChanged()),
    { placeholder: "156*O" },
  );
  const playedField = textField("played", t("analysis.played"), () => playedField.showFault(""), {
    placeholder: "A a3=6,b3=1,a4=5,b4=5",
  });
  playedField.input.addEventListener("keydown", (event) => event.key === "Enter" && readPlayed());
  for (const { input } of [boxes, tiles, turn]) input.addEventListener("change", normaliseFields);
  const variant = h(
    "select",
    { id: "variant", onchange: () => ((state.variant = variant.value), onChanged()) },
    ...VARIANTS.map((name) => h("option", { value: name }, t(`variant.${name}`))),
  );
  const panel = h("section", { class: "card hints", "aria-label": t("hints.title") });
  const advice = makeAdvice(panel, {
    show: (shown) => {
      state.shown = shown;
      draw();
    },
    play: (ranked) => startNextTurn(ranked.position),
    start: (cell) => {
      const column = COLUMNS.indexOf(cell[0]);
      change({ entry: writeCell(state.sheet.entry, column, 0, "1") });
      rollField.input.focus();
    },
  });

  function draw() {
    const { sheet, faultyCells, shown } = state;
    grid.draw(sheet.entry, { faulty: faultyCells, turn: shown });
    boxes.draw(sheet.boxes);
    tiles.draw(sheet.tiles);
    turn.draw(sheet.turn);
    rollField.draw(state.roll);
    variant.value = state.variant;
    boxButtons.draw();
    tileButtons.draw();
    announcement.textContent = shown ? t("analysis.shown") : "";
  }

  const press = (/** @type {string} */ key) => {
    const entry = pressKey(state.sheet.entry, key);
    if (entry) change({ entry });
  };
  const clear = () => replace(formatSheet(parseSheet()), { roll: "" });
  root.replaceChildren(
    ...layout({
      sheet: [grid.element, keyPad(press)],
      tools: [
        combo.button,
        button("analysis.undo", () => undo(true)),
        button("analysis.clear", clear),
      ],
      combo: combo.status,
      fields: [boxes.element, boxButtons.element, tiles.element, tileButtons.element],
      question: [turn.element, rollField.element],
      variant,
      problems,
      ends: [button("analysis.playon", playOn, "is-main"), button("analysis.share", share)],
      played: [playedField.element, status, announcement],
      hints: panel,
    }),
  );
  const paste = onPaste({
    route,
    replace,
    setRoll: (text) => ((state.roll = text), onChanged(), draw()),
    setPosition: startNextTurn,
    context,
    showStatus: (text) => (status.textContent = text),
  });
  draw();
  checkNow();
  grid.focus();
  return () => {
    clearTimeout(timer);
    paste.abort();
    advice.stop();
  };
}
