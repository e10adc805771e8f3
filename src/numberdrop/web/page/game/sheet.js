// The grid of the sheet: 98 cells made once, and painted anew after each change.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { COLUMNS, ROWS, ROWS_UNDER_LINE, cellName, meaningOf, rowsOf } from "../notation.js";

/**
 * @typedef {object} Look
 * @property {string} grid the sheet, as the program writes it
 * @property {Map<string, number | null>} held digits of the shape that isn't pinned yet
 * @property {Map<string, number | null>} pinned digits of the own shape
 * @property {Set<string>} fallen cells of X shapes of this turn, and of the one that is held
 * @property {Set<string>} way cells through which the shape comes down
 * @property {Set<string>} chosen for a claim
 * @property {Set<string>} looked cells of the claim that is looked at
 * @property {Set<string> | null} open cells that can still be chosen; null: all
 * @property {Set<string>} told cells that a help or a hint speaks of
 * @property {Set<number>} rows that this turn completes
 * @property {string} cursor the cell of the keys
 * @property {string} lifted the cell whose digit is to change places
 */

export class Sheet {
  constructor() {
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map();
    this.cursor = "";
    /** What was drawn last in each cell. @type {Map<string, string>} */
    this.drawn = new Map();
    /** @type {HTMLElement[]} */
    this.ranks = [];
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
    this.ranks[row] = h("span", { role: "rowheader", class: "rank" }, row + 1);
    return h(
      "div",
      {
        role: "row",
        class: `row${row >= ROWS_UNDER_LINE ? " is-past" : ""}${isLast ? " is-line" : ""}`,
      },
      this.ranks[row],
      ...cells,
      isLast && h("span", { class: "line-name", "aria-hidden": "true" }, t("game.line")),
    );
  }

  /** @param {Look} look */
  draw(look) {
    this.cursor = look.cursor;
    this.root.setAttribute("aria-label", t("game.sheet"));
    const rows = rowsOf(look.grid);
    for (let row = 0; row < ROWS; row += 1) {
      for (let column = 0; column < COLUMNS.length; column += 1) {
        this._paint(cellName(column, row), rows[row][column], row + 1, look);
      }
      const isFull = row < ROWS_UNDER_LINE && !rows[row].includes(".");
      const isLit = isFull || look.rows.has(row + 1);
      const number = String(row + 1);
      this.ranks[row].parentElement?.classList.toggle("is-lit", isLit);
      set(this.ranks[row], "aria-label", isLit ? t("game.row.complete", { row: number }) : number);
    }
  }

  /** The focus goes to the cell of the keys. */
  focus() {
    this.cells.get(this.cursor)?.focus({ preventScroll: true });
  }

  /**
   * @param {string} name
   * @param {string} sign
   * @param {number} row
   * @param {Look} look
   */
  _paint(name, sign, row, look) {
    const cell = /** @type {HTMLElement} */ (this.cells.get(name));
    const { digit, used, block } = meaningOf(sign);
    const isHeld = look.held.has(name);
    const isPinned = look.pinned.has(name);
    const isFallen = look.fallen.has(name);
    const own = isPinned ? look.pinned.get(name) : isHeld ? look.held.get(name) : digit;
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
      [look.chosen.has(name), "is-chosen"],
      [look.told.has(name), "is-told"],
      [look.rows.has(row), "is-complete"],
      [look.way.has(name), "is-way"],
      [look.looked.has(name), "is-looked"],
      [look.lifted === name, "is-lifted"],
      [look.cursor === name, "is-cursor"],
    ];
    const classes = states.filter(([is]) => is).map(([, name_]) => name_);
    const isShut = look.open !== null && !look.open.has(name);
    const drawn = `${text} ${isShut} ${classes.join(" ")}`;
    if (this.drawn.get(name) === drawn) return;
    this.drawn.set(name, drawn);
    const kind = isBlock ? "block" : text === "" ? "empty" : used ? "used" : "digit";
    const words = [
      t(`cell.${kind}`, { cell: name, digit: isStar ? t("game.star") : String(text) }),
    ];
    if (isHeld) words.push(t("game.cell.held"));
    if (isPinned) words.push(t("game.cell.pinned"));
    if (look.chosen.has(name)) words.push(t("game.cell.chosen"));
    set(cell, "class", ["square", ...classes].join(" "));
    set(cell, "aria-label", words.join(", "));
    set(cell, "tabindex", look.cursor === name ? "0" : "-1");
    set(cell, "aria-disabled", isShut ? "true" : null);
    set(cell, "aria-selected", look.chosen.has(name) ? "true" : null);
    if (cell.textContent !== String(text)) cell.textContent = String(text);
  }
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {string | null} value
 */
function set(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
