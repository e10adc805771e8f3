// The digits of a roll in the cells of the shape: which die stands where. A star that has no digit
// yet is null.

/** @typedef {number | null} Digit */

/**
 * The digits in the order of the dice.
 * @param {string[]} numbers the number dice, "1" to "7" or "*"
 * @returns {Digit[]}
 */
export const inOrder = (numbers) => numbers.map((face) => (face === "*" ? null : Number(face)));

/**
 * Which cells are written by a star: those whose digit is on no plain die that is left.
 * @param {string[]} numbers
 * @param {Digit[]} digits
 * @returns {boolean[]}
 */
export function starred(numbers, digits) {
  const plain = numbers.filter((face) => face !== "*").map(Number);
  return digits.map((digit) => {
    const at = digit === null ? -1 : plain.indexOf(digit);
    if (at >= 0) plain.splice(at, 1);
    return at < 0;
  });
}

/**
 * The digits with `digit` in the cell `at`: from a plain die that doesn't stand before it, else by
 * a star that doesn't, else from any.
 * @param {string[]} numbers
 * @param {Digit[]} digits
 * @param {number} at
 * @param {number} digit
 * @returns {Digit[] | null} null where no die gives it
 */
export function written(numbers, digits, at, digit) {
  const stars = starred(numbers, digits);
  const cells = [...digits.keys()].filter((cell) => stars[cell] || digits[cell] === digit);
  const worth = (/** @type {number} */ cell) => (cell < at ? 4 : 0) + (stars[cell] ? 2 : 0);
  cells.sort(
    (one, other) => worth(one) - worth(other) || Number(other === at) - Number(one === at),
  );
  if (!cells.length) return null;
  const next = swapped(digits, at, cells[0]);
  next[at] = digit;
  return next;
}

/**
 * @param {Digit[]} digits
 * @param {number} one
 * @param {number} other
 */
export function swapped(digits, one, other) {
  const next = [...digits];
  [next[one], next[other]] = [digits[other], digits[one]];
  return next;
}

/**
 * The next of the distinct arrangements, in the order of the digits; stars come last.
 * @param {Digit[]} digits
 * @param {number} by 1 or -1
 */
export function rearranged(digits, by) {
  const key = (/** @type {Digit[]} */ some) => some.map((digit) => digit ?? "~").join();
  const all = [...new Map(permutations(digits).map((one) => [key(one), one])).values()];
  all.sort((one, other) => (key(one) < key(other) ? -1 : 1));
  const at = all.findIndex((one) => key(one) === key(digits));
  return all[(at + by + all.length) % all.length];
}

/**
 * @param {Digit[]} some
 * @returns {Digit[][]}
 */
function permutations(some) {
  if (some.length < 2) return [some];
  return some.flatMap((one, at) =>
    permutations([...some.slice(0, at), ...some.slice(at + 1)]).map((rest) => [one, ...rest]),
  );
}
