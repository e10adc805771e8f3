/* A checker of archives of puzzles that shares no line with numberdrop. It is written from docs/rules.md
   and docs/formats.md alone, has no dependencies, and runs under Node and in a browser:

       node puzzles/check.js puzzles/days.jsonl

   Each entry gets one of three answers: yes; no, with the reason; or "score yes, bound not checked".
   docs/checking.md says what is checked. */

"use strict";

/** @typedef {{shape: string, notch: number | null, crossed: boolean, circled: boolean}} Tile */
/** @typedef {{cells: string[], identical: Set<number>, consecutive: Set<number>, bonus: boolean,
 *    tiles: Tile[], turn: number}} Sheet  `cells` has a symbol of docs/formats.md for each cell, by row */
/** @typedef {{rows: number, identical: number, consecutive: number, bonus: number, total: number}} Score */
/** @typedef {{bga: boolean, slide: boolean, dice: string[]}} Variant */
/** @typedef {{answer: "yes" | "no" | "score", why: string, id: string | null}} Verdict */

const COLUMNS = "abcdefg", WIDTH = 7, HEIGHT = 14, LINE = 11, LETTERS = "ABCDE", GO = 4, BONUS = 8;
const SIZES = [3, 4, 5, 6, 7], SOLO = ["I", "O", "T", "L", "S"], BLOCKS = ["V3", "I3", "U5", "X5", "T5"];
const PICTURES = {
  I: ["####"], O: ["##", "##"], T: ["###", ".#."], L: ["#..", "###"], S: [".##", "##."],
  V3: ["#.", "##"], I3: ["###"], U5: ["#.#", "###"], X5: [".#.", "###", ".#."], T5: ["###", ".#.", ".#."],
};
const PUBLISHER = ["1*3457", "12*456", "234*67", "123567"];
const SHAPE_DIE = "IOTLS*";

/** A broken rule or a wrong entry. `turn` is the number of the turn, from 1, or 0 before it. */
class Fault extends Error {
  /** @param {string} why @param {number} turn */
  constructor(why, turn = 0) {
    super(why);
    this.turn = turn;
  }
}

/** Throw a Fault with this reason unless the condition holds.
 * @param {unknown} condition @param {string} why */
function need(condition, why) {
  if (!condition) throw new Fault(why);
}

// Text: canonical JSON, and SHA-256

/** Parse canonical JSON: one blank after `,` and `:`, no others, and no key twice.
 * @param {string} text @returns {any} */
function parseCanonical(text) {
  let at = 0;
  const fail = () => new Fault(`not canonical JSON at character ${at + 1}`);
  /** @param {string} word */
  const expect = (word) => {
    if (!text.startsWith(word, at)) throw fail();
    at += word.length;
  };
  /** @param {RegExp} pattern @returns {string} */
  const take = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (!found) throw fail();
    at += found[0].length;
    return found[0];
  };
  const readText = () => JSON.parse(take(/"(?:[^"\\\u0000-\u001f]|\\(?:["\\bfnrt]|u[0-9a-f]{4}))*"/y));
  /** @returns {any} */
  const readValue = () => {
    const first = text[at];
    if (first === "{") {
      const found = {};
      expect("{");
      while (text[at] !== "}") {
        if (Object.keys(found).length) expect(", ");
        const key = readText();
        if (Object.hasOwn(found, key)) throw new Fault(`the key ${key} occurs twice`);
        expect(": ");
        Object.defineProperty(found, key, { value: readValue(), enumerable: true });
      }
      expect("}");
      return found;
    }
    if (first === "[") {
      const found = [];
      expect("[");
      while (text[at] !== "]") {
        if (found.length) expect(", ");
        found.push(readValue());
      }
      expect("]");
      return found;
    }
    if (first === '"') return readText();
    for (const [word, value] of /** @type {[string, any][]} */ ([["null", null], ["true", true], ["false", false]]))
      if (text.startsWith(word, at)) {
        expect(word);
        return value;
      }
    return Number(take(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?/y));
  };
  const value = readValue();
  if (at !== text.length) throw fail();
  return value;
}

/** Return the SHA-256 of a text's UTF-8 bytes, as eight words of 32 bits (FIPS 180-4).
 * @param {string} text @returns {Uint32Array} */
function sha256(text) {
  const bytes = new TextEncoder().encode(text), primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
  /** @param {number} x the first 32 bits of its fractional part */
  const fraction = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32);
  const k = primes.map((p) => fraction(Math.cbrt(p)));
  const hash = Uint32Array.from(primes.slice(0, 8), (p) => fraction(Math.sqrt(p)));
  const padded = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64));
  bytes.forEach((byte, i) => padded.setUint8(i, byte));
  padded.setUint8(bytes.length, 0x80);
  padded.setBigUint64(padded.byteLength - 8, BigInt(bytes.length) * 8n);
  /** @param {number} x @param {number} n */
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  const w = new Uint32Array(64);
  for (let block = 0; block < padded.byteLength; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = padded.getUint32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15], y = w[i - 2];
      w[i] = w[i - 16] + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + w[i - 7] + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const s = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + k[i] + w[i]) | 0;
      const t = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + s) | 0, c, b, a, (s + t) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => (hash[i] += value));
  }
  return hash;
}

/** @param {string} text @returns {string} the first 16 hexadecimal digits of its SHA-256 */
function shortDigest(text) {
  return Array.from(sha256(text).slice(0, 2), (word) => word.toString(16).padStart(8, "0")).join("");
}

// Random numbers and deals (docs/formats.md, Recipes and random numbers)

/** Return the function below(n) of the stream with this key.
 * @param {string} key @returns {(n: number) => number} */
function stream(key) {
  const words = sha256(`numberdrop/1/${key}`), mask = (1n << 64n) - 1n;
  let state = (BigInt(words[0]) << 32n) | BigInt(words[1]);
  const next64 = () => {
    state = (state + 0x9e3779b97f4a7c15n) & mask;
    let z = state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
    return z ^ (z >> 31n);
  };
  return (n) => {
    const size = BigInt(n), least = (1n << 64n) % size;
    let x = next64();
    while (x < least) x = next64();
    return Number(x % size);
  };
}

/** @param {string} recipe @returns {{tiles: string[], rolls: string[]}} */
function dealOf(recipe) {
  const below = stream(recipe), tiles = [...SOLO], rolls = [];
  for (let i = tiles.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [tiles[i], tiles[j]] = [tiles[j], tiles[i]];
  }
  for (let n = 0; n < 20; n++) rolls.push([...PUBLISHER, SHAPE_DIE].map((die) => die[below(6)]).join(""));
  return { tiles, rolls };
}

/** Return the most turns of a game on these dice, by the notches alone.
 * @param {string[]} tiles @param {string[]} rolls @returns {number} */
function longestGame(tiles, rolls) {
  let states = new Set(["00000"]);
  for (const [played, roll] of rolls.entries()) {
    const after = new Set();
    for (const state of states)
      for (const slides of slideChoices([...state].map(Number), tiles, roll)) {
        const notches = [...state].map(Number);
        for (const slid of slides) notches[slid]++;
        if (notches.some((notch) => notch < GO)) after.add(notches.join(""));
      }
    if (!after.size) return played + 1;
    states = after;
  }
  return rolls.length;
}

/** Return every legal choice of slides, as places of letters (docs/rules.md, Each turn).
 * @param {number[]} notches @param {string[]} tiles @param {string} roll @returns {number[][]} */
function slideChoices(notches, tiles, roll) {
  const choices = [];
  for (let free = 0; free < 5; free++) {
    if (notches[free] === GO) continue;
    const slid = notches.map((notch, i) => notch + Number(i === free));
    const star = [0, 1, 2, 3, 4].filter((i) => slid[i] < GO && (roll[4] === "*" || tiles[i] === roll[4]));
    if (roll.includes("*") && star.length) choices.push(...star.map((i) => [free, i]));
    else choices.push([free]);
  }
  return choices;
}

// Notation

/** @param {number} cell @returns {string} */
const cellName = (cell) => COLUMNS[cell % WIDTH] + (Math.floor(cell / WIDTH) + 1);

/** @param {unknown} name @returns {number} */
function cellAt(name) {
  const found = typeof name === "string" && /^([a-g])([1-9]|1[0-4])$/.exec(name);
  if (!found) throw new Fault(`no cell: ${JSON.stringify(name)}`);
  return COLUMNS.indexOf(found[1]) + WIDTH * (Number(found[2]) - 1);
}

/** @param {any} names @returns {number[]} */
function cellsAt(names) {
  need(Array.isArray(names), "cells: not a list");
  const cells = names.map(cellAt);
  need(new Set(cells).size === cells.length, "a cell stands there twice");
  return cells;
}

/** @param {string} text @returns {Variant} */
function readVariant(text) {
  const found = /^(rulebook|bga)(\+slide)?(\+review-dice)?$/.exec(text);
  if (!found) throw new Fault(`no variant: ${text}`);
  const last = found[3] ? "12357*" : PUBLISHER[3];
  return { bga: found[1] === "bga", slide: Boolean(found[2]), dice: [...PUBLISHER.slice(0, 3), last] };
}

/** Throw a Fault unless the dice can show this roll.
 * @param {any} roll @param {string[]} dice */
function expectRoll(roll, dice) {
  need(typeof roll === "string" && /^[1-7*]{4}[IOTLS*]$/.test(roll), `no roll: ${JSON.stringify(roll)}`);
  /** @param {string} numbers @param {string[]} left @returns {boolean} */
  const fits = (numbers, left) =>
    !numbers || left.some((die, i) => die.includes(numbers[0]) && fits(numbers.slice(1), left.filter((_, j) => j !== i)));
  need(fits(roll.slice(0, 4), dice), `the dice can't show ${roll}`);
}

/** @param {string[]} tiles @param {number | null} notch @param {string} digit @param {string} start @returns {Sheet} */
function newSheet(tiles, notch, digit, start) {
  const cells = new Array(WIDTH * HEIGHT).fill("."), first = cellAt(start);
  need(first < WIDTH, `the first cell is not in row 1: ${start}`);
  cells[first] = digit;
  const dealt = tiles.map((shape) => ({ shape, notch, crossed: false, circled: false }));
  return { cells, identical: new Set(), consecutive: new Set(), bonus: false, tiles: dealt, turn: 1 };
}

/** Parse the position of a solo game (docs/formats.md, Position).
 * @param {any} text @returns {Sheet} */
function readPosition(text) {
  const found = /^(\S+) (\S+):(\S+):(\S+) (\S+) ([1-9]\d?)$/.exec(text);
  if (!found) throw new Fault(`no position: ${text}`);
  const rows = found[1] === "-" ? [] : found[1].split("/").reverse();
  need(rows.length <= HEIGHT && rows.every((row) => /^[.0-9a-jX]{7}$/.test(row)) && rows.at(-1) !== ".......", `no grid: ${found[1]}`);
  const cells = [...rows.join("").padEnd(WIDTH * HEIGHT, ".")];
  const joined = cells.flatMap((symbol, cell) => (cell < WIDTH && symbol !== "." ? [cell] : []));
  for (const cell of joined) for (const next of neighbours(cell)) if (cells[next] !== "." && !joined.includes(next)) joined.push(next);
  need(joined.length === cells.filter((symbol) => symbol !== ".").length, "the grid has a floating cell");
  /** @param {string} sizes */
  const boxes = (sizes) => {
    const read = sizes === "-" ? [] : [...sizes].map(Number);
    need(read.every((size, i) => SIZES.includes(size) && (!i || size > read[i - 1])), `no boxes: ${sizes}`);
    return new Set(read);
  };
  need(["-", "8"].includes(found[4]), `no bonus box: ${found[4]}`);
  const tiles = found[5].split(",").map((tile) => {
    const parts = /^([IOTLS])([0-4])([xo]?)$/.exec(tile);
    if (!parts) throw new Fault(`no tile: ${tile}`);
    return { shape: parts[1], notch: Number(parts[2]), crossed: parts[3] === "x", circled: parts[3] === "o" };
  });
  need(tiles.length === 5 && new Set(tiles.map((tile) => tile.shape)).size === 5, "tiles: not five different ones");
  return { cells, identical: boxes(found[2]), consecutive: boxes(found[3]), bonus: found[4] === "8", tiles, turn: Number(found[6]) };
}

/** @param {Sheet} sheet @returns {string} */
function positionText(sheet) {
  const rows = [];
  for (let row = 0; row < HEIGHT; row++) rows.unshift(sheet.cells.slice(row * WIDTH, (row + 1) * WIDTH).join(""));
  while (rows[0] === ".......") rows.shift();
  const boxes = [sheet.identical, sheet.consecutive].map((sizes) => [...sizes].sort().join("") || "-");
  const tiles = sheet.tiles.map((tile) => tile.shape + (tile.notch ?? "") + (tile.crossed ? "x" : tile.circled ? "o" : ""));
  return `${rows.join("/") || "-"} ${boxes.join(":")}:${sheet.bonus ? "8" : "-"} ${tiles.join(",")} ${sheet.turn}`;
}

// The rules of a sheet (docs/rules.md)

/** @param {number} cell @returns {number[]} the cells at its sides */
function neighbours(cell) {
  const found = [];
  if (cell % WIDTH > 0) found.push(cell - 1);
  if (cell % WIDTH < WIDTH - 1) found.push(cell + 1);
  if (cell >= WIDTH) found.push(cell - WIDTH);
  if (cell < WIDTH * (HEIGHT - 1)) found.push(cell + WIDTH);
  return found;
}

/** The ways to turn and flip each shape, as [column, row] from the lower left corner.
 * @type {Record<string, number[][][]>} */
const POSES = Object.fromEntries(
  Object.entries(PICTURES).map(([shape, picture]) => {
    let parts = picture.flatMap((line, y) => [...line].flatMap((sign, x) => (sign === "#" ? [[x, y]] : [])));
    const poses = new Map();
    for (let n = 0; n < 8; n++) {
      parts = parts.map(([x, y]) => (n === 4 ? [-x, y] : [y, -x]));
      const left = Math.min(...parts.map(([x]) => x)), low = Math.min(...parts.map(([, y]) => y));
      const pose = parts.map(([x, y]) => [x - left, y - low]).sort(([x, y], [u, v]) => y - v || x - u);
      poses.set(pose.join(), pose);
    }
    return [shape, [...poses.values()]];
  }),
);

/** Return the cells of each place where a shape may come to rest, each place in the order of the sheet.
 * @param {string[]} cells @param {string} shape @param {boolean} slide @returns {number[][]} */
function landings(cells, shape, slide) {
  const found = new Map();
  for (const pose of POSES[shape]) {
    /** @param {number} x @param {number} y */
    const isFree = (x, y) =>
      pose.every(([dx, dy]) => x + dx >= 0 && x + dx < WIDTH && y + dy >= 0 && (y + dy >= HEIGHT || cells[x + dx + WIDTH * (y + dy)] === "."));
    /** @param {number} x @param {number} y */
    const rest = (x, y) => {
      while (isFree(x, y - 1)) y--;
      if (pose.some(([, dy]) => y + dy >= HEIGHT)) return;
      const place = pose.map(([dx, dy]) => x + dx + WIDTH * (y + dy));
      if (found.has(place.join())) return;
      found.set(place.join(), place);
      if (slide) for (const aside of [x - 1, x + 1]) if (isFree(aside, y)) rest(aside, y);
    };
    for (let x = 0; x < WIDTH; x++) if (isFree(x, HEIGHT)) rest(x, HEIGHT);
  }
  return [...found.values()];
}

/** @param {number[]} cells @returns {string} a key for these cells in any order */
const keyOf = (cells) => [...cells].sort((a, b) => a - b).join();

/** @param {string} roll @returns {string[]} */
const shapesOf = (roll) => (roll[4] === "*" ? SOLO : [roll[4]]);

/** Return whether the digits can be written with this roll.
 * @param {number[]} digits @param {string} roll @returns {boolean} */
function canWrite(digits, roll) {
  const dice = [...roll.slice(0, 4)];
  for (const digit of digits) {
    const at = dice.includes(String(digit)) ? dice.indexOf(String(digit)) : dice.indexOf("*");
    if (at < 0) return false;
    dice.splice(at, 1);
  }
  return true;
}

/** Return the kind of the combo that these cells are, or throw a Fault.
 * @param {Sheet} sheet @param {number[]} cells @returns {"identical" | "consecutive"} */
function comboKind(sheet, cells) {
  need(cells.length >= 3 && cells.length <= BONUS, `a combo has 3 to 8 cells, not ${cells.length}`);
  for (const cell of cells) need(/^[0-9]$/.test(sheet.cells[cell]), `claim: no free digit in ${cellName(cell)}`);
  if (cells.every((cell) => sheet.cells[cell] === sheet.cells[cells[0]])) {
    const joined = [cells[0]];
    for (const cell of joined) joined.push(...neighbours(cell).filter((next) => cells.includes(next) && !joined.includes(next)));
    need(joined.length === cells.length, "claim: the cells aren't connected");
    return "identical";
  }
  const path = [...cells].sort((a, b) => Number(sheet.cells[a]) - Number(sheet.cells[b]));
  for (let i = 1; i < path.length; i++) {
    need(Number(sheet.cells[path[i]]) === Number(sheet.cells[path[i - 1]]) + 1, "claim: the digits make no combo");
    need(neighbours(path[i]).includes(path[i - 1]), "claim: the cells make no path");
  }
  return "consecutive";
}

/** @param {Sheet} sheet @param {number[]} cells */
function claim(sheet, cells) {
  const kind = comboKind(sheet, cells), size = cells.length;
  need(size === BONUS ? !sheet.bonus : !sheet[kind].has(size), `claim: the box ${size === BONUS ? "bonus" : kind} ${size} is filled`);
  for (const cell of cells) sheet.cells[cell] = "abcdefghij"[Number(sheet.cells[cell])];
  if (size === BONUS) sheet.bonus = true;
  else sheet[kind].add(size);
  const tile = sheet.tiles[SIZES.indexOf(size)];
  if (tile && sheet.identical.has(size) && sheet.consecutive.has(size) && !tile.crossed) tile.circled = true;
}

/** @param {Sheet} sheet @returns {boolean} */
const isPastLine = (sheet) => sheet.cells.slice(LINE * WIDTH).some((symbol) => symbol !== ".");

/** @param {Sheet} sheet @returns {boolean} */
const isSoloOver = (sheet) => isPastLine(sheet) || sheet.tiles.every((tile) => tile.notch === GO);

/** @param {string[]} cells @param {boolean} bga @returns {number} the points of the rows */
function rowPoints(cells, bga) {
  let points = 0;
  for (let row = 0; row < HEIGHT; row++) {
    const there = cells.slice(row * WIDTH, (row + 1) * WIDTH);
    if (row < LINE && !there.includes(".")) points += 2;
    if (row >= LINE && there.some((symbol) => symbol !== "." && (bga || symbol !== "X"))) points -= 5;
  }
  return points;
}

/** @param {Set<number>} sizes @returns {number} */
const boxPoints = (sizes) => [...sizes].reduce((sum, size) => sum + size, 0) + (sizes.size === SIZES.length ? 10 : 0);

/** @param {Sheet} sheet @param {boolean} bga @returns {Score} */
function scoreOf(sheet, bga) {
  const rows = rowPoints(sheet.cells, bga), bonus = sheet.bonus ? BONUS : 0;
  const identical = boxPoints(sheet.identical), consecutive = boxPoints(sheet.consecutive);
  return { rows, identical, consecutive, bonus, total: rows + identical + consecutive + bonus };
}

// Turns and games

/** @param {any} value @param {string[]} keys @param {string[]} others keys that may be left out */
function expectKeys(value, keys, others = []) {
  need(value !== null && typeof value === "object" && !Array.isArray(value), "not an object");
  for (const key of keys) need(Object.hasOwn(value, key), `the key ${key} is missing`);
  for (const key of Object.keys(value)) need(keys.includes(key) || others.includes(key), `a strange key: ${key}`);
}

/** Let the shape of a tile fall as the drop says.
 * @param {Sheet} sheet @param {any} drop @param {number} letter @param {Variant} variant */
function fall(sheet, drop, letter, variant) {
  expectKeys(drop, ["tile", "cells"]);
  need(drop.tile === LETTERS[letter], `the tile ${LETTERS[letter]} falls, not ${drop.tile}`);
  const cells = cellsAt(drop.cells), places = landings(sheet.cells, sheet.tiles[letter].shape, variant.slide);
  const fits = places.length ? places.some((place) => keyOf(place) === keyOf(cells)) : !cells.length;
  need(fits, `the X shape of ${drop.tile} can't come to rest there`);
  for (const cell of cells) sheet.cells[cell] = "X";
}

/** Drop a player's own shape and make his claim.
 * @param {Sheet} sheet @param {string} roll @param {any} part @param {Variant} variant */
function dropAndClaim(sheet, roll, part, variant) {
  const places = shapesOf(roll).flatMap((shape) => landings(sheet.cells, shape, variant.slide));
  if (part.place === null) need(!places.length, "a shape that fits must be placed");
  else {
    need(typeof part.place === "object" && !Array.isArray(part.place), "place: not an object");
    const cells = cellsAt(Object.keys(part.place)), digits = Object.values(part.place);
    need(places.some((place) => keyOf(place) === keyOf(cells)), "no shape of the roll can come to rest there");
    need(digits.every((digit) => Number.isInteger(digit) && digit >= 0 && digit <= 9), "place: not digits");
    need(canWrite(digits, roll), `${roll} doesn't give the digits ${digits.join(" ")}`);
    cells.forEach((cell, i) => (sheet.cells[cell] = String(digits[i])));
  }
  if (part.claim !== null && part.claim !== undefined) claim(sheet, cellsAt(part.claim));
}

/** @param {Sheet} sheet @param {any} turn @param {Variant} variant */
function playSolo(sheet, turn, variant) {
  need(!isSoloOver(sheet), "the game is over");
  expectKeys(turn, ["roll", "slides", "place"], ["drops", "claim"]);
  expectRoll(turn.roll, variant.dice);
  need(Array.isArray(turn.slides) && Array.isArray(turn.drops ?? []), "slides, drops: not a list");
  const slides = turn.slides.map((/** @type {string} */ letter) => LETTERS.indexOf(letter)), drops = [...(turn.drops ?? [])];
  const choices = slideChoices(sheet.tiles.map((tile) => Number(tile.notch)), sheet.tiles.map((tile) => tile.shape), turn.roll);
  need(choices.some((choice) => choice.join() === slides.join()), `${turn.slides.join()} can't slide with ${turn.roll}`);
  for (const letter of slides) {
    const tile = sheet.tiles[letter];
    tile.notch = Number(tile.notch) + 1;
    if (tile.notch < GO) continue;
    if (!tile.circled) fall(sheet, drops.shift() ?? {}, letter, variant);
    [tile.crossed, tile.circled] = [true, false];
  }
  need(!drops.length, "a drop of a tile that doesn't fall");
  dropAndClaim(sheet, turn.roll, turn, variant);
  sheet.turn++;
}

/** @param {Sheet[]} sheets @param {any} turn @param {Variant} variant */
function playTogether(sheets, turn, variant) {
  need(!sheets.some(isPastLine), "the game is over");
  expectKeys(turn, ["roll", "parts"]);
  expectRoll(turn.roll, variant.dice);
  need(Array.isArray(turn.parts) && turn.parts.length === sheets.length, "a turn has a part for each seat");
  const isDue = (/** @type {number} */ letter) => sheets.some(({ tiles }) => tiles[letter].circled && !tiles[letter].crossed);
  const falling = turn.roll.includes("*") ? [0, 1, 2, 3, 4].find(isDue) : undefined;
  for (const [seat, sheet] of sheets.entries()) {
    const part = turn.parts[seat];
    if (falling === undefined) {
      expectKeys(part, ["place"], ["claim", "drops"]);
      need(!part.drops?.length, "no tile falls in this turn");
      dropAndClaim(sheet, turn.roll, part, variant);
    } else {
      expectKeys(part, [], ["drops"]);
      const drops = part.drops ?? [], isSafe = sheet.tiles[falling].circled;
      need(drops.length === Number(!isSafe), `the block of ${LETTERS[falling]} falls on all who haven't circled it`);
      if (!isSafe) fall(sheet, drops[0], falling, variant);
    }
    sheet.turn++;
  }
  for (let letter = 0; letter < 5; letter++)
    if (letter === falling || sheets.every(({ tiles }) => tiles[letter].circled))
      for (const { tiles } of sheets) [tiles[letter].crossed, tiles[letter].circled] = [true, false];
}

/** Replay a game record by the rules (docs/formats.md, Game record). Throws a Fault for an illegal one.
 * @param {any} record @returns {{sheets: Sheet[], texts: string[][], result: any}} */
function replay(record) {
  let number = 0;
  try {
    need(record?.format === "numberdrop.game" && record.version === 1, "not a game record");
    const variant = readVariant(record.variant), { players, tiles } = record;
    need(Number.isInteger(players) && players >= 1 && players <= 6, "players: not 1 to 6");
    const allowed = players === 1 ? SOLO : variant.bga ? BLOCKS : [...SOLO, ...BLOCKS];
    need(Array.isArray(tiles) && tiles.length === 5 && new Set(tiles).size === 5 && tiles.every((tile) => allowed.includes(tile)), "no such tiles");
    const starts = players === 1 ? [record.start] : record.start;
    need(Array.isArray(starts) && starts.length === players, "start: not a cell for each player");
    const sheets = starts.map((cell, seat) => newSheet(tiles, players === 1 ? 0 : null, String(seat + 1), cell));
    need(Array.isArray(record.turns), "turns: not a list");
    /** @type {any[]} */
    const scores = [], texts = [sheets.map(positionText)];
    for (const turn of record.turns) {
      number++;
      if (players === 1) playSolo(sheets[0], turn, variant);
      else playTogether(sheets, turn, variant);
      const totals = sheets.map((sheet) => scoreOf(sheet, variant.bga).total);
      scores.push(players === 1 ? totals[0] : totals);
      texts.push(sheets.map(positionText));
    }
    const finals = sheets.map((sheet) => scoreOf(sheet, variant.bga)), ends = sheets.some(isPastLine) ? ["line"] : [];
    if (players === 1) {
      if (sheets[0].tiles.every((tile) => tile.notch === GO)) ends.push("tiles");
      return { sheets, texts, result: { scores, final: finals[0], end: ends.join("+") || "unfinished" } };
    }
    const most = Math.max(...finals.map(({ total }) => total));
    const winners = ends.length ? finals.flatMap(({ total }, seat) => (total === most ? [seat + 1] : [])) : [];
    return { sheets, texts, result: { scores, final: finals, end: ends[0] ?? "unfinished", winners } };
  } catch (error) {
    throw new Fault(error instanceof Fault ? error.message : `malformed: ${error}`, number);
  }
}

/** Replay the turns of a line (docs/formats.md, Line).
 * @param {any} line @param {string} position @param {string[]} rolls @returns {Sheet} */
function replayLine(line, position, rolls) {
  need(line?.format === "numberdrop.line" && line.version === 1 && line.variant === "rulebook", "not a line of the rulebook");
  need(line.position === position, "another position");
  const sheet = readPosition(position);
  for (const [i, turn] of line.turns.entries()) {
    try {
      need(turn.roll === rolls[i], `roll ${i + 1} is ${rolls[i]}, not ${turn.roll}`);
      expectCanonical(turn, sheet);
      playSolo(sheet, turn, readVariant(line.variant));
    } catch (error) {
      throw new Fault(`turn ${sheet.turn}: ${error instanceof Error ? error.message : error}`);
    }
  }
  need(line.turns.length === rolls.length || isSoloOver(sheet), "the line ends before its rolls");
  const { total } = scoreOf(sheet, false);
  need(line.score === total, `the line scores ${total}, not ${line.score}`);
  return sheet;
}

/** Throw a Fault unless a turn is written as a writer does (docs/formats.md, Turn).
 * @param {any} turn @param {Sheet} before */
function expectCanonical(turn, before) {
  need(Object.keys(turn).join() === "roll,slides,drops,place,claim", "the keys of the turn aren't in order");
  const lists = turn.drops.map((/** @type {any} */ drop) => drop.cells);
  if (turn.place) lists.push(Object.keys(turn.place));
  if (turn.claim) {
    const value = (/** @type {string} */ name) => turn.place?.[name] ?? Number(before.cells[cellAt(name)]);
    const digits = turn.claim.map(value), isRising = new Set(digits).size > 1;
    if (isRising) need(digits.every((/** @type {number} */ digit, /** @type {number} */ i) => !i || digit > digits[i - 1]), "claim: not in rising order");
    else lists.push(turn.claim);
  }
  for (const list of lists) {
    const cells = cellsAt(list);
    need(cells.every((cell, i) => !i || cell > cells[i - 1]), "cells aren't in the order of the sheet");
  }
}

// Bounds

/** Return the highest score that counting allows (docs/formats.md, Counting).
 * @param {number} turns the longest game @returns {number} */
function countingBound(turns) {
  let most = 0;
  for (let boxes = 0; boxes < 2 ** 11; boxes++) {
    const filled = [...SIZES, ...SIZES, BONUS].filter((_, i) => (boxes >> i) & 1);
    const needed = Math.max(filled.length, Math.ceil((filled.reduce((sum, size) => sum + size, 0) - 1) / 4));
    if (needed > turns) continue;
    const rows = Math.min(LINE, Math.floor((1 + 4 * turns + 4 * 5) / WIDTH));
    const sets = [boxes & 31, (boxes >> 5) & 31].map((bits) => new Set(SIZES.filter((_, i) => (bits >> i) & 1)));
    most = Math.max(most, 2 * rows + boxPoints(sets[0]) + boxPoints(sets[1]) + (boxes >> 10) * BONUS);
  }
  return most;
}

/** Return the sizes of combos that the digits of a roll on `fresh` cells allow, with free digits around them.
 * @param {string[]} cells @param {number[]} fresh @param {string} roll @returns {{identical: number, consecutive: number}} the longest */
function longestCombos(cells, fresh, roll) {
  const dice = new Map(), has = (/** @type {string} */ sign) => [...roll.slice(0, 4)].filter((die) => die === sign).length;
  for (let digit = 0; digit < 10; digit++) dice.set(digit, has(String(digit)));
  const stars = has("*");
  let identical = 0, consecutive = 0;
  /** @param {number} cell @param {number} digit @param {number[]} path @param {number} left stars that are left */
  const walk = (cell, digit, path, left) => {
    if (digit > 9 || path.includes(cell)) return;
    if (fresh.includes(cell)) {
      if (!dice.get(digit) && --left < 0) return;
    } else if (cells[cell] !== String(digit)) return;
    consecutive = Math.min(BONUS, Math.max(consecutive, path.length + 1));
    if (consecutive < BONUS) for (const next of neighbours(cell)) walk(next, digit + 1, [...path, cell], left);
  };
  const free = cells.flatMap((symbol, cell) => (/^[0-9]$/.test(symbol) || fresh.includes(cell) ? [cell] : []));
  for (const cell of free) {
    if (!fresh.includes(cell)) walk(cell, Number(cells[cell]), [], stars);
    else for (let digit = 0; digit < 10; digit++) walk(cell, digit, [], stars);
  }
  for (let digit = 0; digit < 10; digit++)
    for (let chosen = 0; chosen < 2 ** fresh.length; chosen++) {
      const written = fresh.filter((_, i) => (chosen >> i) & 1);
      if (written.length > dice.get(digit) + stars) continue;
      const left = new Set(free.filter((cell) => (fresh.includes(cell) ? written.includes(cell) : cells[cell] === String(digit))));
      for (const cell of left) {
        const joined = [cell];
        left.delete(cell);
        for (const other of joined) for (const next of neighbours(other)) if (left.delete(next)) joined.push(next);
        identical = Math.max(identical, Math.min(BONUS, joined.length));
      }
    }
  return { identical, consecutive };
}

/** Return the best score of one turn, and the ways to make it: the cells of the shapes and the box (docs/formats.md, Archive).
 * @param {Sheet} sheet @param {string} roll @returns {{score: number, ways: Set<string>}} */
function bestOfOneTurn(sheet, roll) {
  /** @type {Map<string, {cells: string[], xs: number[]}>} */
  const fallen = new Map();
  const notches = sheet.tiles.map((tile) => Number(tile.notch)), shapes = sheet.tiles.map((tile) => tile.shape);
  /** @param {string[]} cells @param {number[]} xs @param {number[]} falls */
  const letFall = (cells, xs, falls) => {
    if (!falls.length) return void fallen.set(keyOf(xs), { cells, xs });
    const places = landings(cells, shapes[falls[0]], false);
    for (const place of places.length ? places : [[]]) {
      const after = cells.map((symbol, cell) => (place.includes(cell) ? "X" : symbol));
      letFall(after, [...xs, ...place], falls.slice(1));
    }
  };
  const orders = new Map();
  for (const slides of slideChoices(notches, shapes, roll)) {
    const now = [...notches], falls = slides.filter((i) => ++now[i] === GO && !sheet.tiles[i].circled);
    orders.set(falls.join(), falls);
  }
  for (const falls of orders.values()) letFall(sheet.cells, [], falls);
  const { identical, consecutive, bonus } = scoreOf(sheet, false);
  let best = -Infinity, ways = new Set();
  for (const { cells, xs } of fallen.values()) {
    const places = new Map(shapesOf(roll).flatMap((shape) => landings(cells, shape, false)).map((place) => [keyOf(place), place]));
    for (const place of places.size ? places.values() : [[]]) {
      const written = cells.map((symbol, cell) => (place.includes(cell) ? "0" : symbol));
      const points = rowPoints(written, false) + identical + consecutive + bonus;
      const open = [{ box: "none", gain: 0 }], longest = longestCombos(cells, place, roll);
      for (const kind of /** @type {("identical" | "consecutive")[]} */ (["identical", "consecutive"]))
        for (const size of SIZES)
          if (size <= longest[kind] && !sheet[kind].has(size))
            open.push({ box: `${kind} ${size}`, gain: boxPoints(new Set([...sheet[kind], size])) - boxPoints(sheet[kind]) });
      if (!sheet.bonus && Math.max(longest.identical, longest.consecutive) === BONUS) open.push({ box: "bonus", gain: BONUS });
      for (const { box, gain } of open) {
        if (points + gain < best) continue;
        if (points + gain > best) [best, ways] = [points + gain, new Set()];
        ways.add(`${keyOf(xs)}/${keyOf(place)}/${box}`);
      }
    }
  }
  return { score: best, ways };
}

// Entries of an archive (docs/formats.md, Archive)

const HEAD = ["format", "version", "id", "kind", "variant", "generator"];
const DAY_KEYS = [...HEAD, "recipe", "longest_game", "tiles", "rolls", "targets", "best", "people", "blind", "difficulty", "made_by", "digest"];
const TAIL = ["chance", "needs", "themes", "difficulty", "made_by", "digest"];
const DROP_KEYS = [...HEAD, "position", "rolls", "targets", "best", "greedy", "player", ...TAIL];
const POCKET_KEYS = [...HEAD, "position", "rolls", "targets", "best", "tempting", ...TAIL];
const BEST_KEYS = ["score", "bound", "proof", "found_by", "nodes", "program", "solution"];
const WORDS = [[-Infinity, "gentle"], [59, "fair"], [61, "hard"], [63, "fierce"]];
const FIRST_WORDS = [[-Infinity, "gentle"], [38, "fair"], [40, "hard"], [42, "fierce"]];

/** @param {unknown} found @param {unknown} expected @param {string} what */
function expectSame(found, expected, what) {
  need(JSON.stringify(found) === JSON.stringify(expected), `${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(found)}`);
}

/** @param {any} value @param {string[]} keys @param {string} what */
const expectOrder = (value, keys, what) => expectSame(Object.keys(value), keys, `keys of ${what}`);

/** @param {string} line @returns {Verdict} the verdict on a line, without its line end */
function checkLine(line) {
  let id = null;
  try {
    const entry = parseCanonical(line);
    need(entry !== null && typeof entry === "object" && entry.format === "numberdrop.puzzle" && entry.version === 1, "no entry of an archive");
    id = String(entry.id);
    const digest = shortDigest(line.replace(/, "digest": "[0-9a-f]{16}"\}$/, "}"));
    expectSame(entry.digest, digest, "digest");
    expectSame(entry.variant, "rulebook", "variant");
    const isProved = entry.kind === "daily" ? checkDay(entry) : checkProblem(entry);
    return isProved ? { answer: "yes", why: "", id } : { answer: "score", why: "score yes, bound not checked", id };
  } catch (error) {
    return { answer: "no", why: error instanceof Fault ? error.message : `malformed: ${error}`, id };
  }
}

/** Check the entry of a day. Returns whether its bound is proved.
 * @param {any} entry @returns {boolean} */
function checkDay(entry) {
  const isFirst = entry.generator === 1, { best, people, blind } = entry;
  expectOrder(entry, DAY_KEYS.filter((key) => !isFirst || key !== "people"), "the entry");
  need(isFirst || entry.generator === 2, "generator: not 1 or 2");
  const date = /^\d{4}-\d\d-\d\d$/.test(entry.id) && new Date(`${entry.id}T00:00:00Z`);
  need(date && !Number.isNaN(Number(date)) && date.toISOString().startsWith(entry.id), "id: no day");
  let number = 0, deal = dealOf(`solo#${entry.id}.0`), longest = longestGame(deal.tiles, deal.rolls);
  while (longest < 17) {
    deal = dealOf(`solo#${entry.id}.${++number}`);
    longest = longestGame(deal.tiles, deal.rolls);
  }
  expectSame(entry.recipe, `solo#${entry.id}.${number}`, "recipe");
  expectSame(entry.longest_game, longest, "longest_game");
  expectSame(entry.tiles, deal.tiles, "tiles");
  deal.rolls.forEach((roll, i) => expectSame(entry.rolls[i], roll, `roll ${i + 1}`));
  expectSame(entry.rolls.length, 20, "number of rolls");
  if (!best) return false;
  expectOrder(best, BEST_KEYS, "best");
  const { solution } = best;
  expectSame(solution.tiles, deal.tiles, "tiles of the solution");
  expectSame(solution.variant, entry.variant, "variant of the solution");
  solution.turns.forEach((/** @type {any} */ turn, /** @type {number} */ i) => expectSame(turn.roll, deal.rolls[i], `roll of turn ${i + 1}`));
  let played;
  try {
    played = replay(solution);
  } catch (error) {
    throw error instanceof Fault && error.turn ? new Fault(`turn ${error.turn}: ${error.message}`) : error;
  }
  need(played.result.end !== "unfinished", "the solution isn't over");
  expectSame(solution.result, played.result, "result of the solution");
  const before = newSheet(deal.tiles, 0, "1", solution.start);
  for (const turn of solution.turns) {
    expectCanonical(turn, before);
    playSolo(before, turn, readVariant("rulebook"));
  }
  expectSame(best.score, played.result.final.total, "score");
  need(Number.isInteger(best.bound) && best.bound >= best.score, `bound: ${best.bound} is below the score ${best.score}`);
  checkTargets(entry, isFirst, people, blind, best);
  return best.bound >= countingBound(longest);
}

/** @param {any} entry @param {boolean} isFirst @param {any} people @param {any} blind @param {any} best */
function checkTargets(entry, isFirst, people, blind, best) {
  /** @param {number[]} scores @param {number} quarters */
  const quartile = (scores, quarters) => [...scores].sort((a, b) => a - b)[Math.floor((quarters * (scores.length - 1) + 2) / 4)];
  /** @param {number} figure @param {any[][]} words */
  const graded = (figure, words) => ({ figure, word: words.findLast(([least]) => figure >= least)?.[1] });
  const master = Math.max(quartile(blind.scores, 3), blind.expert), middle = quartile(blind.scores, 2);
  const perfect = best.score === best.bound ? { perfect: best.score } : {};
  if (isFirst) {
    const [bronze, silver, gold] = [quartile(blind.scores, 1), middle, master].map((points) => Math.min(points, best.score));
    expectSame(entry.targets, { bronze, silver, gold, ...perfect }, "targets");
    expectSame(entry.difficulty, graded(best.bound - middle + blind.forced, FIRST_WORDS), "difficulty");
    return;
  }
  const games = [people.newcomer, people.regular, people.adept];
  const points = [...games.map((scores) => quartile(scores, 2)), middle, master];
  for (let i = 1; i < 5; i++) points[i] = Math.max(points[i], points[i - 1] + (i < 3 ? 7 : 3));
  for (let i = 4, above = best.score; i >= 0; i--) above = points[i] = Math.min(points[i], above - 3);
  const [bronze, silver, gold, expert, top] = points;
  expectSame(entry.targets, { bronze, silver, gold, expert, master: top, ...perfect }, "targets");
  const { forced } = people, mean = Math.floor((2 * forced.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b, 0) + forced.length) / (2 * forced.length));
  expectSame(entry.difficulty, graded(best.bound - quartile(games.flat(), 2) + mean, WORDS), "difficulty");
}

/** Check a drop problem. Returns whether its goal is proved the best score, made in one way.
 * @param {any} entry @returns {boolean} */
function checkProblem(entry) {
  const named = /^(drop|pocket)#(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(entry.id);
  if (!named) throw new Fault("id: not drop#SEED.N or pocket#SEED.N");
  need([named[2], named[3]].every((number) => BigInt(number) < 1n << 64n), "id: a number of more than 64 bits");
  const isPocket = named[1] === "pocket", { best, position } = entry;
  expectOrder(entry, isPocket ? POCKET_KEYS : DROP_KEYS, "the entry");
  expectSame(entry.kind, "drop", "kind");
  expectSame(entry.generator, isPocket ? 2 : 1, "generator");
  const deal = dealOf(entry.id), below = stream(`drop/${entry.id}`), sheet = readPosition(position);
  expectSame(positionText(sheet), position, "position");
  need(!isSoloOver(sheet), "position: the game is over");
  const before = isPocket ? sheet.turn - 1 : 3 + below(8), sort = below(6);
  if (isPocket) need(before >= 5 && before <= 12, "position: not after 5 to 12 turns");
  else expectSame(sheet.turn, before + 1, "turn of the position");
  const count = (isPocket ? [1, 1, 1, 1, 2, 2] : [1, 2, 2, 2, 3, 3])[sort];
  expectSame(entry.rolls, deal.rolls.slice(before, before + count), "rolls");
  expectSame(sheet.tiles.map((tile) => tile.shape), deal.tiles, "tiles of the position");
  const words = isPocket ? [sort < 3 ? "easy" : "medium"] : ["easy", "medium", "hard", "fiendish"];
  need(words.includes(entry.difficulty.word), `difficulty: no such word: ${entry.difficulty.word}`);
  expectOrder(best, BEST_KEYS, "best");
  const end = replayLine(best.solution, position, entry.rolls), { total } = scoreOf(end, false);
  expectSame(best.score, total, "score");
  need(best.bound === total && best.proof === "exhaustive", `bound: expected ${total} by exhaustive, got ${best.bound} by ${best.proof}`);
  expectSame(entry.targets, { goal: total }, "targets");
  const other = isPocket ? scoreOf(replayLine(entry.tempting, position, entry.rolls), false).total : entry.greedy;
  need(other < total, `greed scores ${other}, no less than the goal`);
  if (entry.rolls.length > 1) return false;
  const found = bestOfOneTurn(sheet, entry.rolls[0]);
  expectSame(total, found.score, "goal");
  need(found.ways.size === 1, `the goal can be made in ${found.ways.size} ways`);
  return true;
}

/** Yield the verdict on each line of an archive, with its number from 1.
 * @param {string} text @param {Set<string>} seen ids of other archives
 * @returns {Generator<Verdict & {line: number}>} */
function* checkArchive(text, seen = new Set()) {
  const lines = text.split("\n"), last = lines.pop();
  if (!lines.length || last !== "") lines.push(last ?? "");
  for (const [i, line] of lines.entries()) {
    let verdict = checkLine(line);
    if (i === lines.length - 1 && last !== "") verdict = { ...verdict, answer: "no", why: "the last line has no end" };
    if (verdict.id !== null && seen.has(verdict.id)) verdict = { ...verdict, answer: "no", why: `the id ${verdict.id} occurs twice` };
    if (verdict.id !== null) seen.add(verdict.id);
    yield { ...verdict, line: i + 1 };
  }
}

/** Run the checker under Node and return its exit code.
 * @param {string[]} args @returns {number} */
function main(args) {
  const fs = require("node:fs");
  if (args[0] === "--games") {
    // Records, one a line, from standard input: the result of each, or why it is illegal.
    for (const line of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) {
      try {
        const { result, texts } = replay(JSON.parse(line));
        console.log(JSON.stringify({ result, texts }));
      } catch (error) {
        console.log(JSON.stringify({ turn: error instanceof Fault ? error.turn : 0, why: String(error) }));
      }
    }
    return 0;
  }
  const asJson = args[0] === "--json", paths = asJson ? args.slice(1) : args;
  if (!paths.length) {
    console.error("usage: node check.js [--json] ARCHIVE...\n       node check.js --games < RECORDS");
    return 2;
  }
  const seen = new Set();
  let faults = 0;
  for (const path of paths) {
    const counts = { yes: 0, no: 0, score: 0 };
    for (const verdict of checkArchive(fs.readFileSync(path, "utf8"), seen)) {
      const { line, id, answer, why } = verdict;
      counts[answer]++;
      if (asJson) console.log(JSON.stringify(verdict));
      else if (answer === "no") console.log(`${path}, line ${line}${id === null ? "" : ` (${id})`}: no: ${why}`);
    }
    if (!asJson) console.log(`${path}: ${counts.yes} yes, ${counts.no} no, ${counts.score} score yes, bound not checked`);
    faults += counts.no;
  }
  return faults ? 1 : 0;
}

if (typeof module !== "undefined") {
  module.exports = { checkArchive, checkLine, replay };
  if (require.main === module) process.exitCode = main(process.argv.slice(2));
} else Object.assign(globalThis, { checkArchive, checkLine });
