// The choice of a move by its square or by a key.

/** @typedef {import("./game-client.js").MoveFeatures} MoveFeatures */

/**
 * Returns the index of the next move that ends on a square or, if no move ends there, of the next one
 * that starts there; -1 without such a move.
 * @param {MoveFeatures[]} moves
 * @param {number} chosen
 * @param {string} square
 */
export function bySquare(moves, chosen, square) {
  const matching = (/** @type {(move: string) => string} */ part) =>
    moves.flatMap(({ move }, at) => (part(move) === square ? [at] : []));
  const ends = matching((move) => move.slice(-2));
  const found = ends.length ? ends : matching((move) => move.slice(0, 2));
  return found.find((at) => at > chosen) ?? found[0] ?? -1;
}

/**
 * Returns the index of the move that a key chooses, -1 if it clears the choice, and undefined for
 * other keys.
 * @param {MoveFeatures[]} moves
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
 * Returns whether Enter plays the move, given the focused element: not if it activates that element.
 * @param {MoveFeatures} chosen
 * @param {HTMLElement} target
 */
export function isPlayedFrom(chosen, target) {
  const { square } = target.dataset;
  return square ? chosen.move.endsWith(square) : !target.closest("button, a, summary");
}

/** Returns whether a key goes to a form control, or has Alt or Meta. @param {KeyboardEvent} event */
export function isTyped(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  return Boolean(target.closest("input, select, textarea")) || event.altKey || event.metaKey;
}
