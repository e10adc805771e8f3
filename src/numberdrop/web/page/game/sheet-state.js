// The state of the sheet to draw: the game, the held shape, the chosen cells, the hovered claim.

import { COLUMNS, ROWS } from "../notation.js";

/** @typedef {import("./turn-editor.js").TurnEditor} TurnEditor */

/**
 * @param {any} game
 * @param {TurnEditor} editor
 * @param {Set<string>} hinted cells of a help or a hint
 * @param {import("./game-client.js").Claim | null} hoveredClaim the claim under the pointer
 * @returns {import("./sheet.js").SheetState}
 */
export function sheetStateOf(game, editor, hinted, hoveredClaim) {
  const { moment } = game;
  const { pose } = editor;
  const isLoose = ["place", "slide"].includes(editor.stage) && !editor.isPinned;
  const isHeld = (isLoose || editor.isDragged) && pose && moment;
  const drops = (moment?.turn.drops ?? []).flatMap((/** @type {any} */ drop) => drop.cells);
  const falling = isHeld && moment.drop ? pose.cells : [];
  const held = isHeld && !moment.drop ? digitsOn(pose.cells, editor.digits) : new Map();
  const turn = moment?.turn;
  return {
    grid: moment?.grid ?? game.position?.split(" ")[0] ?? "-",
    held: editor.stage === "start" ? new Map([[editor.start, game.seat ?? 1]]) : held,
    pinned: turn && !editor.isDragged ? digitsOn(turn.cells, turn.digits) : new Map(),
    fallen: new Set([...drops, ...falling]),
    path: isHeld && !pose.slid ? pathAbove(pose.cells) : new Set(),
    chosen: new Set(editor.claimCells.length ? editor.claimCells : (turn?.claim ?? [])),
    highlighted: new Set(hoveredClaim?.cells),
    selectable: editor.stage === "claim" ? selectableCells(editor) : null,
    hinted,
    rows: new Set((editor.previewed ?? moment)?.preview.rows),
    cursor: cursorOf(editor),
    lifted: editor.liftedDigit === null ? "" : (turn?.cells[editor.liftedDigit] ?? ""),
  };
}

/** @param {string[]} cells @param {(number | null)[]} digits */
const digitsOn = (cells, digits) => new Map(cells.map((cell, at) => [cell, digits[at] ?? null]));

/** Returns the cells above a shape, through which it falls. @param {string[]} cells */
function pathAbove(cells) {
  const path = new Set();
  for (const column of COLUMNS) {
    const rows = cells.filter((cell) => cell[0] === column).map((cell) => Number(cell.slice(1)));
    for (let row = Math.max(...rows) + 1; rows.length && row <= ROWS; row += 1)
      path.add(`${column}${row}`);
  }
  return path;
}

/** Returns the cells of all claims that contain the chosen cells. @param {TurnEditor} editor */
function selectableCells(editor) {
  return new Set([...editor.matchingClaims.flatMap((claim) => claim.cells), ...editor.claimCells]);
}

/** Returns the cell under the keyboard cursor. @param {TurnEditor} editor */
function cursorOf(editor) {
  if (editor.stage === "start") return editor.start;
  if (editor.stage === "digits") return editor.turn.cells[editor.digitIndex] ?? "d1";
  if (editor.stage === "claim") return editor.claimCursor;
  return editor.pose?.cells[0] ?? "d1";
}
