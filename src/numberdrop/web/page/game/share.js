// The text to share after a game.

import { h } from "../dom.js";
import { translateSentence } from "../i18n.js";

/** Names of machines that others can't reach: of this one, without a dot, or of a local network. */
const PRIVATE_NAME = /^[^.:]*$|\.(localhost|local|lan|internal|home\.arpa)$/;
/** Addresses of this machine and of local networks. */
const PRIVATE_ADDRESS =
  /^(0\.0\.0\.0|127\..*|10\..*|192\.168\..*|169\.254\..*|172\.(1[6-9]|2\d|3[01])\..*|\[(::1?|f[cde].*)\])$/;

/**
 * Returns the lines of a result in the language of the page; the first says what it is.
 * @param {{said: import("../i18n.js").Sentence[]}} result
 */
export const shareLines = ({ said }) => said.map(translateSentence);

/**
 * Returns the text to share: the lines of the result and, on a page that others can reach, the
 * address of the puzzle.
 * @param {any} game finished, with a text to share
 */
export function shareText(game) {
  const link = publicLink(game, location);
  return [...shareLines(game.result), ...(link ? [link] : [])].join("\n");
}

/** The class of each sign in the text. @type {Record<string, string>} */
const SIGNS = { "🟦": "is-identical", "🟩": "is-consecutive", "⬜": "is-open", "⭐": "is-bonus" };

/**
 * Creates the text to share. Its signs are drawn by CSS, since not every system has such letters;
 * what is copied has them.
 * @param {any} game finished, with a text to share
 */
export function shareBox(game) {
  const parts = shareText(game).split(/([🟦🟩⬜⭐])/u);
  return h(
    "p",
    { class: "share", "data-share": true },
    ...parts.map((part) => (SIGNS[part] ? h("span", { class: `sign ${SIGNS[part]}` }, part) : part)),
  );
}

/**
 * Returns the address at which others find the puzzle of a game, or the page if the game has random
 * dice; "" if nobody else can reach the page.
 * @param {{kind: string, puzzle: string | null}} game
 * @param {{hostname: string, origin: string, pathname: string}} page
 */
export function publicLink({ kind, puzzle }, { hostname, origin, pathname }) {
  if (PRIVATE_NAME.test(hostname) || PRIVATE_ADDRESS.test(hostname)) return "";
  const isDay = /^\d{4}-\d\d-\d\d$/.test(puzzle ?? "");
  if (isDay) return `${origin}${pathname}#/day/${puzzle}`;
  if (kind === "drop") return `${origin}${pathname}#/drop/${encodeURIComponent(puzzle ?? "")}`;
  return `${origin}${pathname}`;
}
