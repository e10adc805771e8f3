// Moving between the stages of the turn.

/** @typedef {import("./turn-editor.js").TurnEditor} TurnEditor */
/** @typedef {import("./game-client.js").PartialTurn} PartialTurn */
/** @typedef {PartialTurn["drops"][number]} Drop */

/** The change that unpins the roll's shape, which falls after the X shapes. */
const UNPINNED = { cells: [], digits: [], claim: null };

/** Accepts the current stage and goes to the next. @param {TurnEditor} editor */
export async function acceptStage(editor) {
  if (editor.stage === "start") return editor.begin(editor.start);
  if (editor.stage === "place") return editor.pin();
  if (editor.stage === "digits") {
    const isWhole = editor.moment.needs === "nothing";
    if (isWhole) editor.setStage("claim");
    return editor.redraw(isWhole ? "claim" : "digits");
  }
  return editor.stage === "claim" ? editor.end() : undefined;
}

/** Goes back one stage. @param {TurnEditor} editor */
export async function goBack(editor) {
  if (editor.stage === "claim" && editor.isPinned) {
    editor.setStage("digits");
    if (editor.turn.claim) await editor.set({ claim: null });
    editor.claimCells = [];
    return editor.redraw();
  }
  if (editor.stage === "digits") return editor.unpin();
  if (!editor.moment) return undefined;
  const { turn, choices } = editor.moment;
  const { slides, drops } = turn;
  const lastLaid = drops.findLastIndex((/** @type {Drop} */ { cells }) => cells.length > 0);
  const fallSlide = lastLaid < 0 ? -1 : slides.lastIndexOf(drops[lastLaid].tile);
  const free = choices.findLastIndex(
    (/** @type {string[]} */ some, /** @type {number} */ at) =>
      some.length > 1 && at < slides.length,
  );
  if (free > fallSlide) return editor.set(slidTo(slides.slice(0, free), turn));
  return lastLaid < 0 ? undefined : editor.set({ drops: drops.slice(0, lastLaid), ...UNPINNED });
}

/**
 * Returns the slides after a letter is chosen. It is added; or removed, if it was chosen before; or
 * it replaces the last slide that has a choice. Null if the letter can't be chosen.
 * @param {string} letter
 * @param {{choices: string[][], turn: {slides: string[]}}} moment
 * @returns {string[] | null}
 */
export function slidesWith(letter, { choices, turn: { slides } }) {
  const at = slides.indexOf(letter);
  if (slides.length < choices.length && choices[slides.length].includes(letter))
    return [...slides, letter];
  if (at >= 0 && choices[at].length > 1) return slides.slice(0, at);
  const free = choices.findLastIndex((some) => some.length > 1 && some.includes(letter));
  return free < 0 ? null : [...slides.slice(0, free), letter];
}

/**
 * Returns the changes to a turn with other slides. An X shape keeps its landing if the slides that
 * make its tile fall are kept.
 * @param {string[]} next
 * @param {PartialTurn} turn
 * @returns {Partial<PartialTurn>}
 */
export function slidTo(next, { slides, drops }) {
  const changed = slides.findIndex((letter, at) => letter !== next[at]);
  const stay = changed < 0 ? slides.length : changed;
  const kept = drops.filter(({ tile }) => slides.lastIndexOf(tile) < stay);
  if (kept.length === drops.length) return { slides: next };
  return { slides: next, drops: kept, ...UNPINNED };
}
