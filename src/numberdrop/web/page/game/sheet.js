// The grid of the sheet: 98 cells that are created once and repainted after each change.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { COLUMNS, ROWS, ROWS_UNDER_LINE, cellName, parseCell, rowsOf } from "../notation.js";

/**
 * @typedef {object} SheetState
 * @property {string} grid the GRID of the position
 * @property {Map<string, number | null>} held digits of the held shape by cell
 * @property {Map<string, number | null>} pinned digits of the pinned shape by cell
 * @property {Set<string>} fallen cells of this turn's X shapes, and of a held one
 * @property {Set<string>} path cells through which the held shape falls
 * @property {Set<string>} chosen cells chosen for a claim
 * @property {Set<string>} highlighted cells of the hovered claim
 * @property {Set<string> | null} selectable cells that a claim can still include; null for all
 * @property {Set<string>} hinted cells of a help or a hint
 * @property {Set<number>} rows that this turn completes
 * @property {string} cursor the cell under the keyboard cursor
 * @property {string} lifted the cell whose digit is selected for a swap
 */

export class Sheet {
  constructor() {
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map();
    this.cursor = "";
    /** The last state drawn in each cell. @type {Map<string, string>} */
    this.drawn = new Map();
    /** @type {HTMLElement[]} */
    this.rowLabels = [];
    const rows = [];
    for (let row = ROWS - 1; row >= 0; row -= 1) rows.push(this._row(row));
    const letters = [...COLUMNS].map((column) => h("span", { role: "columnheader" }, column));
    const foot = h(
      "div",
      { role: "row", class: "row foot" },
      h("span", { role: "gridcell" }),
      ...letters,
    );
    this.root = h("div", { role: "grid", class: "sheet" }, ...rows, foot);
  }

  /** @param {number} row from 0 */
  _row(row) {
    const cells = [...COLUMNS].map((_, column) => {
      const name = cellName(column, row);
      const cell = h("span", {
        role: "gridcell",
        class: "square",
        "data-cell": name,
        tabindex: -1,
      });
      this.cells.set(name, cell);
      return cell;
    });
    const isLast = row === ROWS_UNDER_LINE;
    this.rowLabels[row] = h("span", { role: "rowheader", class: "rank" }, row + 1);
    return h(
      "div",
      {
        role: "row",
        class: row >= ROWS_UNDER_LINE ? "row is-past" : "row",
      },
      this.rowLabels[row],
      ...cells,
      isLast && h("span", { class: "line-name", "aria-hidden": "true" }, t("game.line")),
    );
  }

  /** @param {SheetState} state */
  draw(state) {
    this.cursor = state.cursor;
    this.root.setAttribute("aria-label", t("game.sheet"));
    const rows = rowsOf(state.grid);
    for (let row = 0; row < ROWS; row += 1) {
      for (let column = 0; column < COLUMNS.length; column += 1) {
        this._paint(cellName(column, row), rows[row][column], row + 1, state);
      }
      const isFull = row < ROWS_UNDER_LINE && !rows[row].includes(".");
      const isLit = isFull || state.rows.has(row + 1);
      const number = String(row + 1);
      this.rowLabels[row].parentElement?.classList.toggle("is-lit", isLit);
      setAttribute(
        this.rowLabels[row],
        "aria-label",
        isLit ? t("game.row.complete", { row: number }) : number,
      );
    }
  }

  /** Moves the focus to the cell under the cursor. */
  focus() {
    this.cells.get(this.cursor)?.focus({ preventScroll: true });
  }

  /**
   * @param {string} name
   * @param {string} sign
   * @param {number} row
   * @param {SheetState} state
   */
  _paint(name, sign, row, state) {
    const cell = /** @type {HTMLElement} */ (this.cells.get(name));
    const { digit, used, block } = parseCell(sign);
    const isHeld = state.held.has(name);
    const isPinned = state.pinned.has(name);
    const isFallen = state.fallen.has(name);
    const own = isPinned ? state.pinned.get(name) : isHeld ? state.held.get(name) : digit;
    const isStar = (isPinned || isHeld) && own === null;
    const isBlock = !isHeld && !isPinned && (block || isFallen);
    const text = isStar ? "★" : isBlock ? "✕" : (own ?? "");
    const states = [
      [isHeld, "is-held"],
      [isPinned, "is-pinned"],
      [isFallen, "is-fallen"],
      [isStar, "is-star"],
      [text !== "" && !isHeld && !isBlock, "is-digit"],
      [used, "is-used"],
      [block && !isFallen, "is-block"],
      [state.chosen.has(name), "is-chosen"],
      [state.hinted.has(name), "is-hinted"],
      [state.rows.has(row), "is-complete"],
      [state.path.has(name), "is-path"],
      [state.highlighted.has(name), "is-highlighted"],
      [state.lifted === name, "is-lifted"],
      [state.cursor === name, "is-cursor"],
    ];
    const classes = states.filter(([is]) => is).map(([, name_]) => name_);
    const isDisabled = state.selectable !== null && !state.selectable.has(name);
    const drawn = `${text} ${isDisabled} ${classes.join(" ")}`;
    if (this.drawn.get(name) === drawn) return;
    this.drawn.set(name, drawn);
    const kind = isBlock ? "block" : text === "" ? "empty" : used ? "used" : "digit";
    const words = [
      t(`cell.${kind}`, { cell: name, digit: isStar ? t("game.star") : String(text) }),
    ];
    if (isHeld) words.push(t("game.cell.held"));
    if (isPinned) words.push(t("game.cell.pinned"));
    if (state.chosen.has(name)) words.push(t("game.cell.chosen"));
    setAttribute(cell, "class", ["square", ...classes].join(" "));
    setAttribute(cell, "aria-label", words.join(", "));
    setAttribute(cell, "tabindex", state.cursor === name ? "0" : "-1");
    setAttribute(cell, "aria-disabled", isDisabled ? "true" : null);
    setAttribute(cell, "aria-selected", state.chosen.has(name) ? "true" : null);
    if (cell.textContent !== String(text)) cell.textContent = String(text);
  }
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {string | null} value
 */
function setAttribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
