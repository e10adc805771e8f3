// Medals: their signs, which differ in more than colour, and their words.

import { h } from "./dom.js";
import { t } from "./i18n.js";

/** @type {Record<string, string>} */
const SIGNS = {
  bronze: "③",
  silver: "②",
  gold: "①",
  expert: "◆",
  master: "♛",
  perfect: "★",
};

/** The sign of a medal; "" where there is none. @param {string | null} name */
export function medalSign(name) {
  return name ? SIGNS[name] : "";
}

/**
 * A medal, its word beside its sign where there is room; null where there is none.
 * @param {string | null} name
 */
export function medal(name) {
  if (!name) return null;
  const word = h("span", { class: "medal-word" }, t(`medal.${name}`));
  return h("span", { class: `medal is-${name}` }, `${medalSign(name)} `, word);
}
