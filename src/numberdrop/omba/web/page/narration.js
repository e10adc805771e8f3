// Descriptions of moves, plies and squares, and names of players.

import { number, t } from "./i18n.js";

export const LETTERS = "ABCD";

/**
 * Describes a move: `enters on a2, walks on to b1, covers B`.
 * @param {import("./game-client.js").MoveFeatures} features
 * @param {string} side the player who moves
 */
export function moveInWords({ move, way, covers, uncovers }, side) {
  const ownerName = (/** @type {string} */ owner) => (owner === side ? t("omba.own") : owner);
  const [first, ...rest] = way;
  const to = { from: first, to: way[way.length - 1], over: rest.slice(0, -1).join(", ") };
  const over = rest.length > 1 ? "over" : "plain";
  const parts = [];
  if (!move.startsWith("+")) parts.push(t(`omba.goes.${over}`, to));
  else if (rest.length) parts.push(t(`omba.walks.${over}`, to));
  else parts.push(t("omba.enters", to));
  if (covers) parts.push(t("omba.covers", { who: ownerName(covers) }));
  if (uncovers) parts.push(t("omba.frees", { who: ownerName(uncovers) }));
  return parts.join(", ");
}

/** Describes a ply. @param {import("./game-client.js").Ply} ply */
export function plyInWords(ply) {
  const { side, roll, way, move } = ply;
  if (!way) return t("omba.ply.out", { side, roll });
  const features = /** @type {import("./game-client.js").MoveFeatures} */ (ply);
  return t("omba.ply", { side, roll, deed: `${move} ${moveInWords(features, side)}` });
}

/**
 * Describes a square and its stack, the top cube first.
 * @param {string} square
 * @param {string} stack
 * @param {boolean} isEntry
 */
export function squareInWords(square, stack, isEntry) {
  const name = isEntry ? t("omba.square.entry", { square }) : square;
  if (!stack) return t("omba.square.empty", { square: name });
  return t("omba.square", { square: name, stack: [...stack].reverse().join(` ${t("omba.over")} `) });
}

/** Formats a chance as a percentage. @param {number} value @param {number} [error] */
export function percent(value, error = 0) {
  const share = number(100 * value, 1);
  return error ? t("omba.percent.about", { share, error: number(100 * error, 1) }) : t("omba.percent", { share });
}

/** Returns the short name of a player. @param {string} name */
export function shortName(name) {
  return t(`omba.name.${name}`);
}

/** Returns the name of a player with its description. @param {string} name */
export function seatName(name) {
  return t(`omba.player.${name}`);
}
