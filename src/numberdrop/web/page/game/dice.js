// The arrangement of a roll's digits in the cells of the shape. A star without a digit is null.

/** @typedef {number | null} Digit */

/**
 * Returns the digits in the order of the dice.
 * @param {string[]} numbers the number dice, "1" to "7" or "*"
 * @returns {Digit[]}
 */
export const initialDigits = (numbers) =>
  numbers.map((face) => (face === "*" ? null : Number(face)));

/**
 * Returns which cells are written by a star: those whose digit no remaining plain die shows.
 * @param {string[]} numbers
 * @param {Digit[]} digits
 * @returns {boolean[]}
 */
export function starFlags(numbers, digits) {
  const plain = numbers.filter((face) => face !== "*").map(Number);
  return digits.map((digit) => {
    const at = digit === null ? -1 : plain.indexOf(digit);
    if (at >= 0) plain.splice(at, 1);
    return at < 0;
  });
}

/**
 * Returns the digits with `digit` in the cell `at`. It is taken from a plain die in or after that
 * cell if possible, else from a star in or after it, else from any die before it.
 * @param {string[]} numbers
 * @param {Digit[]} digits
 * @param {number} at
 * @param {number} digit
 * @returns {Digit[] | null} null if no die can show `digit`
 */
export function withDigit(numbers, digits, at, digit) {
  const stars = starFlags(numbers, digits);
  const cells = [...digits.keys()].filter((cell) => stars[cell] || digits[cell] === digit);
  const cost = (/** @type {number} */ cell) => (cell < at ? 4 : 0) + (stars[cell] ? 2 : 0);
  cells.sort((one, other) => cost(one) - cost(other) || Number(other === at) - Number(one === at));
  if (!cells.length) return null;
  const next = swapDigits(digits, at, cells[0]);
  next[at] = digit;
  return next;
}

/**
 * Returns the digits with two of them swapped.
 * @param {Digit[]} digits
 * @param {number} one
 * @param {number} other
 */
export function swapDigits(digits, one, other) {
  const next = [...digits];
  [next[one], next[other]] = [digits[other], digits[one]];
  return next;
}

/**
 * Returns the next of the distinct arrangements, in order of the digits; stars come last.
 * @param {Digit[]} digits
 * @param {number} by 1 or -1
 */
export function nextArrangement(digits, by) {
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
