// What is done and what stands, in words.

import { number, t } from "./i18n.js";

export const LETTERS = "ABCD";

/**
 * What a move does: `enters on a2, walks on to b1, covers B`.
 * @param {import("./table.js").Deed} deed
 * @param {string} side who moves
 */
export function deedInWords({ move, way, covers, uncovers }, side) {
  const whose = (/** @type {string} */ owner) => (owner === side ? t("omba.own") : owner);
  const [first, ...rest] = way;
  const to = { from: first, to: way[way.length - 1], over: rest.slice(0, -1).join(", ") };
  const over = rest.length > 1 ? "over" : "plain";
  const parts = [];
  if (!move.startsWith("+")) parts.push(t(`omba.goes.${over}`, to));
  else if (rest.length) parts.push(t(`omba.walks.${over}`, to));
  else parts.push(t("omba.enters", to));
  if (covers) parts.push(t("omba.covers", { who: whose(covers) }));
  if (uncovers) parts.push(t("omba.frees", { who: whose(uncovers) }));
  return parts.join(", ");
}

/** @param {import("./table.js").Ply} ply */
export function plyInWords(ply) {
  const { side, roll, way, move } = ply;
  if (!way) return t("omba.ply.out", { side, roll });
  const deed = /** @type {import("./table.js").Deed} */ (ply);
  return t("omba.ply", { side, roll, deed: `${move} ${deedInWords(deed, side)}` });
}

/**
 * A square with its stack, the top cube first.
 * @param {string} square
 * @param {string} stack
 * @param {boolean} isEntry
 */
export function squareInWords(square, stack, isEntry) {
  const name = isEntry ? t("omba.square.entry", { square }) : square;
  if (!stack) return t("omba.square.empty", { square: name });
  return t("omba.square", { square: name, stack: [...stack].reverse().join(` ${t("omba.over")} `) });
}

/** A chance as a share of a hundred. @param {number} value @param {number} [error] */
export function percent(value, error = 0) {
  const share = number(100 * value, 1);
  return error ? t("omba.percent.about", { share, error: number(100 * error, 1) }) : t("omba.percent", { share });
}

/** Who sits on a seat, in short. @param {string} name */
export function shortName(name) {
  return t(`omba.name.${name}`);
}

/** Who may sit on a seat. @param {string} name */
export function seatName(name) {
  return t(`omba.player.${name}`);
}
