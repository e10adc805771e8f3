// How one of the moves is chosen: by a square, or by a key.

/** @typedef {import("./table.js").Deed} Deed */

/**
 * The next move that ends on a square; where none does, that begins there; -1 for none.
 * @param {Deed[]} moves
 * @param {number} chosen
 * @param {string} square
 */
export function bySquare(moves, chosen, square) {
  const that = (/** @type {(move: string) => string} */ part) =>
    moves.flatMap(({ move }, at) => (part(move) === square ? [at] : []));
  const ends = that((move) => move.slice(-2));
  const found = ends.length ? ends : that((move) => move.slice(0, 2));
  return found.find((at) => at > chosen) ?? found[0] ?? -1;
}

/**
 * The move that a key chooses, -1 for none; undefined for a key that chooses nothing.
 * @param {Deed[]} moves
 * @param {number} chosen
 * @param {string} key
 */
export function byKey(moves, chosen, key) {
  const [digit, n] = [Number(key), moves.length];
  if (!n) return undefined;
  if (digit >= 1 && digit <= n) return digit - 1;
  if (key === "ArrowDown") return (chosen + 1) % n;
  if (key === "ArrowUp") return (Math.max(chosen, 0) + n - 1) % n;
  return key === "Escape" ? -1 : undefined;
}

/**
 * Whether Enter plays the move where the focus is: not where it presses something else.
 * @param {Deed} deed
 * @param {HTMLElement} target
 */
export function isPlayedFrom(deed, target) {
  const { square } = target.dataset;
  return square ? deed.move.endsWith(square) : !target.closest("button, a, summary");
}

/** Whether a key is meant for something that is written into. @param {KeyboardEvent} event */
export function isTyped(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  return Boolean(target.closest("input, select, textarea")) || event.altKey || event.metaKey;
}
