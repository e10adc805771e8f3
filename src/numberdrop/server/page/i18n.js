// Translations of the page, and numbers and dates formatted for the language.

import { save, saved } from "./saved.js";

/** The tags of the available languages, English first. @type {string[]} */
export const LANGUAGES = (
  document.querySelector("meta[name=languages]")?.getAttribute("content") ?? "en"
).split(" ");
const STORAGE_KEY = "numberdrop.language";

/** @type {Record<string, string>} */
let translations = {};
let language = LANGUAGES[0];
/** @type {Set<() => void>} */
const listeners = new Set();

/** Returns the language saved earlier, or else the browser's first language that is available. */
function preferredLanguage() {
  const preferences = [saved(STORAGE_KEY), ...navigator.languages].map((tag) =>
    (tag ?? "").slice(0, 2).toLowerCase(),
  );
  return preferences.find((tag) => LANGUAGES.includes(tag)) ?? LANGUAGES[0];
}

/** @param {string} path */
async function fetchJson(path) {
  return (await fetch(new URL(path, import.meta.url))).json();
}

/** @param {string} tag */
async function load(tag) {
  translations = await fetchJson(`./words/${tag}.json`);
  language = tag;
  document.documentElement.lang = tag;
}

const loading = load(preferredLanguage());
loading.catch(() => {}); // loadLanguage() throws it

/** Loads the translations. Must be awaited once before anything is drawn. */
export async function loadLanguage() {
  await loading;
}

/**
 * Returns the name of a language, in that language.
 * @param {string} tag
 * @returns {string}
 */
export function languageName(tag) {
  const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

/**
 * Changes the language, saves the choice, and calls all listeners.
 * @param {string} tag one of LANGUAGES
 */
export async function setLanguage(tag) {
  await load(tag);
  save(STORAGE_KEY, tag);
  for (const listener of listeners) listener();
}

/** Returns the language shown, one of LANGUAGES. */
export function currentLanguage() {
  return language;
}

/**
 * Calls `listener` after each change of the language. Returns the function that removes it.
 * @param {() => void} listener
 * @returns {() => void}
 */
export function onLanguage(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Translates a key, and fills in each `{name}`. Returns the key itself if it has no translation.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  return fillIn(translations[key] ?? key, values);
}

/**
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
function fillIn(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * Translates the plural form for `n`, `key.one` or `key.other`, and fills in `{n}` as formatted by
 * `number()`.
 * @param {string} key
 * @param {number} n
 * @param {Record<string, string | number>} [values]
 * @param {number} [digits]
 * @param {{signed?: boolean}} [options]
 * @returns {string}
 */
export function tn(key, n, values = {}, digits = 0, options = {}) {
  return t(`${key}.${pluralForm(n, digits)}`, { n: number(n, digits, options), ...values });
}

/**
 * @param {number} n
 * @param {number} [digits] decimals shown, since the form of 1.0 may differ from that of 1
 */
function pluralForm(n, digits = 0) {
  const rules = new Intl.PluralRules(language, { minimumFractionDigits: digits });
  return rules.select(n) === "one" ? "one" : "other";
}

/** @typedef {string | number | Sentence} Value */
/**
 * A message of the program: its English text, and the code and fields that translate it.
 * @typedef {{text: string, code?: string, fields?: Record<string, Value | Value[]>}} Sentence
 */

/**
 * Translates a message of the program. Returns its English text if there is no translation.
 * @param {Sentence} said
 * @returns {string}
 */
export function translateSentence({ text, code = "", fields = {} }) {
  const form = typeof fields.n === "number" ? pluralForm(fields.n) : "";
  // The messages come in English, so en.json has no translations of them.
  const found = translations[`said.${code}.${form}`] ?? translations[`said.${code}`];
  if (!found) return text;
  const said = Object.entries(fields).map(([name, value]) => [name, formatValue(value)]);
  return fillIn(found, Object.fromEntries(said));
}

/**
 * @param {Value | Value[]} value
 * @returns {string}
 */
function formatValue(value) {
  if (Array.isArray(value)) return value.map(formatValue).join(", ");
  if (typeof value === "number") {
    const [whole, decimals] = String(value).split(".");
    return decimals ? number(value, decimals.length) : whole;
  }
  return typeof value === "string" ? value : translateSentence(value);
}

/**
 * Formats a number for the language, with exactly `digits` decimals.
 * @param {number} value
 * @param {number} [digits]
 * @param {{signed?: boolean}} [options] signed: a plus sign before a number above 0
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
 * Formats a share as a percentage; 1 is 100 %.
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
 * Formats a date for the language.
 * @param {string} iso a day as 2026-11-25, or a month as 2026-11
 * @param {Intl.DateTimeFormatOptions} [options]
 * @returns {string}
 */
export function day(iso, options = { dateStyle: "long" }) {
  const date = new Date(`${iso.length === 7 ? `${iso}-01` : iso}T00:00:00Z`);
  // Use the reader's own region if its language is the one shown.
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
 * Formats how long ago a time was.
 * @param {string} time in ISO form
 * @returns {string}
 */
export function ago(time) {
  const seconds = (Date.now() - Date.parse(time)) / 1000;
  const [unit, length] = UNITS.find((one) => seconds >= one[1]) ?? ["minute", 60];
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  return format.format(-Math.floor(seconds / length), unit);
}

/** Attributes that hold a key, and the attribute that gets its translation. */
const ATTRIBUTES = [
  ["data-t-label", "aria-label"],
  ["data-t-title", "title"],
];

/**
 * Translates the elements within `root` that have a key: `data-t` for the text, `data-t-label` for
 * the ARIA label, `data-t-title` for the title.
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
