// Medals: their signs, which differ in more than colour, and their names.

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

/** Returns the sign of a medal; "" for no medal. @param {string | null} name */
export function medalSign(name) {
  return name ? SIGNS[name] : "";
}

/**
 * Creates a medal: its sign, and its name where there is room. Returns null for no medal.
 * @param {string | null} name
 */
export function medal(name) {
  if (!name) return null;
  const word = h("span", { class: "medal-word" }, t(`medal.${name}`));
  return h("span", { class: `medal is-${name}` }, `${medalSign(name)} `, word);
}
