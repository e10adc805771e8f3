// From one stage of the turn to the next, and back.

/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {import("./table.js").Tentative} Tentative */
/** @typedef {Tentative["drops"][number]} Drop */

/** What comes to rest after an X shape, once that is taken up. */
const TAKEN_UP = { cells: [], digits: [], claim: null };

/** On to the next stage. @param {Hand} hand */
export async function accept(hand) {
  if (hand.stage === "start") return hand.begin(hand.start);
  if (hand.stage === "place") return hand.pin();
  if (hand.stage === "digits") {
    const isWhole = hand.moment.needs === "nothing";
    if (isWhole) hand.go("claim");
    return hand.redraw(isWhole ? "claim" : "digits");
  }
  return hand.stage === "claim" ? hand.end() : undefined;
}

/** One stage back. @param {Hand} hand */
export async function back(hand) {
  if (hand.stage === "claim" && hand.isPinned) {
    hand.go("digits");
    if (hand.turn.claim) await hand.set({ claim: null });
    hand.chosen = [];
    return hand.redraw();
  }
  if (hand.stage === "digits") return hand.unpin();
  if (!hand.moment) return undefined;
  const { turn, choices } = hand.moment;
  const { slides, drops } = turn;
  const laid = drops.findLastIndex((/** @type {Drop} */ { cells }) => cells.length > 0);
  const fallen = laid < 0 ? -1 : slides.lastIndexOf(drops[laid].tile);
  const free = choices.findLastIndex(
    (/** @type {string[]} */ some, /** @type {number} */ at) =>
      some.length > 1 && at < slides.length,
  );
  if (free > fallen) return hand.set(slidTo(slides.slice(0, free), turn));
  return laid < 0 ? undefined : hand.set({ drops: drops.slice(0, laid), ...TAKEN_UP });
}

/**
 * The slides when a letter is chosen: one more; or one less, where it was chosen before; or in
 * place of the last that may be another. Null where the letter can't be chosen.
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
 * What changes with other slides: an X shape stays where it was laid as long as its tile falls by
 * slides that stay.
 * @param {string[]} next
 * @param {Tentative} turn
 * @returns {Partial<Tentative>}
 */
export function slidTo(next, { slides, drops }) {
  const changed = slides.findIndex((letter, at) => letter !== next[at]);
  const stay = changed < 0 ? slides.length : changed;
  const kept = drops.filter(({ tile }) => slides.lastIndexOf(tile) < stay);
  if (kept.length === drops.length) return { slides: next };
  return { slides: next, drops: kept, ...TAKEN_UP };
}
