// The page's words, in English and French, and figures and days as the language writes them.

/** @type {ReadonlyArray<string>} */
export const LANGUAGES = ["en", "fr"];
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

/** @param {string} tag */
async function load(tag) {
  const answer = await fetch(new URL(`./i18n/${tag}.json`, import.meta.url));
  words = await answer.json();
  language = tag;
  document.documentElement.lang = tag;
}

/** Loads the words; to be awaited once before anything is drawn. */
export async function loadLanguage() {
  await load(preferred());
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
  const text = words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * The words for a count `n`, of `key.one` or `key.other`, with `{n}` filled in.
 * @param {string} key
 * @param {number} n
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function tn(key, n, values = {}) {
  const form = new Intl.PluralRules(language).select(n) === "one" ? "one" : "other";
  return t(`${key}.${form}`, { n: number(n), ...values });
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
  return new Intl.DateTimeFormat(language, { timeZone: "UTC", ...options }).format(date);
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
