// The page's words, in English and French, and figures and days as the language writes them.

/** The languages that the program has, by their tags, English first. @type {string[]} */
export let LANGUAGES = ["en"];
const KEPT = "numberdrop.language";

/** @type {Record<string, string>} */
let words = {};
let language = LANGUAGES[0];
/** @type {Set<() => void>} */
const listeners = new Set();

/** The language chosen on this page before, or else the first of the browser's that is known. */
function preferred() {
  const kept = localStorage.getItem(KEPT);
  const asked = [kept, ...navigator.languages].map((tag) => (tag ?? "").slice(0, 2).toLowerCase());
  return asked.find((tag) => LANGUAGES.includes(tag)) ?? LANGUAGES[0];
}

/** @param {string} path */
async function fetched(path) {
  return (await fetch(new URL(path, import.meta.url))).json();
}

/** @param {string} tag */
async function load(tag) {
  words = await fetched(`./words/${tag}.json`);
  language = tag;
  document.documentElement.lang = tag;
}

/** Loads the words; to be awaited once before anything is drawn. */
export async function loadLanguage() {
  LANGUAGES = (await fetched("./api/v1")).languages;
  await load(preferred());
}

/**
 * The name of a language, in itself.
 * @param {string} tag
 * @returns {string}
 */
export function nameOf(tag) {
  const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

/**
 * Changes the language, keeps the choice, and tells all listeners.
 * @param {string} tag one of LANGUAGES
 */
export async function setLanguage(tag) {
  await load(tag);
  localStorage.setItem(KEPT, tag);
  for (const listener of listeners) listener();
}

/** The language shown, one of LANGUAGES. */
export function currentLanguage() {
  return language;
}

/**
 * Calls `listener` after each change of the language; the function returned ends that.
 * @param {() => void} listener
 * @returns {() => void}
 */
export function onLanguage(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The words of a key, with `{name}` filled in; the key itself where there are none.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  return filledIn(words[key] ?? key, values);
}

/**
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
function filledIn(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * The words for a count `n`, of `key.one` or `key.other`, with `{n}` filled in as number() has it.
 * @param {string} key
 * @param {number} n
 * @param {Record<string, string | number>} [values]
 * @param {number} [digits]
 * @param {{signed?: boolean}} [options]
 * @returns {string}
 */
export function tn(key, n, values = {}, digits = 0, options = {}) {
  return t(`${key}.${formOf(n, digits)}`, { n: number(n, digits, options), ...values });
}

/**
 * @param {number} n
 * @param {number} [digits] decimals with which it is written: 1.0 isn't 1
 */
function formOf(n, digits = 0) {
  const rules = new Intl.PluralRules(language, { minimumFractionDigits: digits });
  return rules.select(n) === "one" ? "one" : "other";
}

/** @typedef {string | number | Sentence} Value */
/**
 * What the program says, and what it is made of.
 * @typedef {{text: string, code?: string, fields?: Record<string, Value | Value[]>}} Sentence
 */

/**
 * A sentence of the program's in the language of the page; as it came where there are no words.
 * @param {Sentence} said
 * @returns {string}
 */
export function sentence({ text, code = "", fields = {} }) {
  const form = typeof fields.n === "number" ? formOf(fields.n) : "";
  // The program says its sentences in English: there they have no words.
  const found = words[`said.${code}.${form}`] ?? words[`said.${code}`];
  if (!found) return text;
  const said = Object.entries(fields).map(([name, value]) => [name, valueInWords(value)]);
  return filledIn(found, Object.fromEntries(said));
}

/**
 * @param {Value | Value[]} value
 * @returns {string}
 */
function valueInWords(value) {
  if (Array.isArray(value)) return value.map(valueInWords).join(", ");
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value : sentence(value);
}

/**
 * A figure as the language writes it, with exactly `digits` decimals.
 * @param {number} value
 * @param {number} [digits]
 * @param {{signed?: boolean}} [options] signed: a plus before what is above 0
 * @returns {string}
 */
export function number(value, digits = 0, { signed = false } = {}) {
  return new Intl.NumberFormat(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: signed ? "exceptZero" : "negative",
  })
    .format(value)
    .replace("-", "−");
}

/**
 * A share of the whole, which is 1, in per cent as the language writes it.
 * @param {number} value
 * @param {number} [digits]
 * @returns {string}
 */
export function percent(value, digits = 1) {
  return new Intl.NumberFormat(language, {
    style: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}

/**
 * A day as the language writes it.
 * @param {string} iso as 2026-11-25, or 2026-11 for a month
 * @param {Intl.DateTimeFormatOptions} [options]
 * @returns {string}
 */
export function day(iso, options = { dateStyle: "long" }) {
  const date = new Date(`${iso.length === 7 ? `${iso}-01` : iso}T00:00:00Z`);
  // As they write days where the reader lives, if that is in this language.
  const local = navigator.languages.find((tag) => tag.startsWith(language)) ?? language;
  return new Intl.DateTimeFormat(local, { timeZone: "UTC", ...options }).format(date);
}

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/**
 * How long ago a time was.
 * @param {string} time in ISO form
 * @returns {string}
 */
export function ago(time) {
  const seconds = (Date.now() - Date.parse(time)) / 1000;
  const [unit, length] = UNITS.find((one) => seconds >= one[1]) ?? ["minute", 60];
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  return format.format(-Math.floor(seconds / length), unit);
}

/** Attributes that name a key, and what is set by it. */
const ATTRIBUTES = [
  ["data-t-label", "aria-label"],
  ["data-t-title", "title"],
];

/**
 * Fills in the words of elements within `root` that name their key: `data-t` for the text,
 * `data-t-label` for the label, `data-t-title` for the title.
 * @param {ParentNode} root
 */
export function translate(root) {
  for (const element of root.querySelectorAll("[data-t]")) {
    element.textContent = t(/** @type {string} */ (element.getAttribute("data-t")));
  }
  for (const [named, set] of ATTRIBUTES) {
    for (const element of root.querySelectorAll(`[${named}]`)) {
      element.setAttribute(set, t(/** @type {string} */ (element.getAttribute(named))));
    }
  }
}
