// How the sheet looks: the game with the shape that is held, what is chosen, what is pointed at.

import { COLUMNS, ROWS } from "../notation.js";

/** @typedef {import("./hand.js").Hand} Hand */

/**
 * @param {any} game
 * @param {Hand} hand
 * @param {Set<string>} told cells that a help speaks of
 * @param {import("./table.js").Claim | null} looked the claim that is pointed at
 * @returns {import("./sheet.js").Look}
 */
export function lookOf(game, hand, told, looked) {
  const { moment } = game;
  const { pose } = hand;
  const isHeld = ["place", "slide"].includes(hand.stage) && !hand.isPinned && pose && moment;
  const drops = (moment?.turn.drops ?? []).flatMap((/** @type {any} */ drop) => drop.cells);
  const falling = isHeld && moment.drop ? pose.cells : [];
  const held = isHeld && !moment.drop ? digitsOn(pose.cells, hand.digits) : new Map();
  const turn = moment?.turn;
  return {
    grid: moment?.grid ?? game.position?.split(" ")[0] ?? "-",
    held: hand.stage === "start" ? new Map([[hand.start, game.seat ?? 1]]) : held,
    pinned: turn ? digitsOn(turn.cells, turn.digits) : new Map(),
    fallen: new Set([...drops, ...falling]),
    way: isHeld && !pose.slid ? wayOf(pose.cells) : new Set(),
    chosen: new Set(hand.chosen.length ? hand.chosen : (turn?.claim ?? [])),
    looked: new Set(looked?.cells),
    open: hand.stage === "claim" ? openCells(hand) : null,
    told,
    rows: new Set((hand.foreseen ?? moment)?.preview.rows),
    cursor: cursorOf(hand),
    lifted: hand.lifted === null ? "" : (turn?.cells[hand.lifted] ?? ""),
  };
}

/** @param {string[]} cells @param {(number | null)[]} digits */
const digitsOn = (cells, digits) => new Map(cells.map((cell, at) => [cell, digits[at] ?? null]));

/** The cells over a shape, through which it comes down. @param {string[]} cells */
function wayOf(cells) {
  const way = new Set();
  for (const column of COLUMNS) {
    const rows = cells.filter((cell) => cell[0] === column).map((cell) => Number(cell.slice(1)));
    for (let row = Math.max(...rows) + 1; rows.length && row <= ROWS; row += 1)
      way.add(`${column}${row}`);
  }
  return way;
}

/** The cells that lead to a claim from what is chosen, and those chosen. @param {Hand} hand */
function openCells(hand) {
  return new Set([...hand.possible.flatMap((claim) => claim.cells), ...hand.chosen]);
}

/** The cell of the keys. @param {Hand} hand */
function cursorOf(hand) {
  if (hand.stage === "start") return hand.start;
  if (hand.stage === "digits") return hand.turn.cells[hand.at] ?? "d1";
  if (hand.stage === "claim") return hand.cell;
  return hand.pose?.cells[0] ?? "d1";
}
