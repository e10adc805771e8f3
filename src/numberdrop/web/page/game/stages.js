// From one stage of the turn to the next, and back.

/** @typedef {import("./hand.js").Hand} Hand */

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
  const { slides, drops } = hand.moment?.turn ?? { slides: [], drops: [] };
  if (drops.length)
    return hand.set({ drops: drops.slice(0, -1), cells: [], digits: [], claim: null });
  const free = hand.moment?.choices.findLastIndex(
    (/** @type {string[]} */ some, /** @type {number} */ at) =>
      some.length > 1 && at < slides.length,
  );
  return free >= 0 ? hand.set({ slides: slides.slice(0, free), drops: [] }) : undefined;
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
