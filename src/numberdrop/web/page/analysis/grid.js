// The grid of the sheet editor: labelled cells, and one cursor for keyboard, mouse and touch.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { announce } from "../live.js";
import { COLUMNS, ROWS, ROWS_UNDER_LINE, cellName, parseCell } from "../notation.js";
import { markCell, moveCursor, pressKey } from "./entry.js";

/** @typedef {import("./entry.js").Entry} Entry */
/** @typedef {import("../notation.js").Turn} Turn */

/**
 * Returns the label of a cell for screen readers, such as "c4, 5, used".
 * @param {string} name
 * @param {string} sign
 */
function cellLabel(name, sign) {
  const { digit, used, block } = parseCell(sign);
  if (block) return t("cell.block", { cell: name });
  if (digit === null) return t("cell.empty", { cell: name });
  return t(used ? "cell.used" : "cell.digit", { cell: name, digit });
}

/**
 * Announces the cell that a key has written, since the cursor has moved on from it.
 * @param {Entry} before
 * @param {Entry} after
 */
function announceWritten(before, after) {
  const row = after.rows.findIndex((signs, at) => signs !== before.rows[at]);
  if (row < 0) return;
  const column = [...after.rows[row]].findIndex((sign, at) => sign !== before.rows[row][at]);
  announce(cellLabel(cellName(column, row), after.rows[row][column]));
}

/**
 * @typedef {object} Grid
 * @property {HTMLElement} element
 * @property {(entry: Entry, seen: {faulty: Set<string>, turn: Turn | null}) => void} draw
 * @property {() => void} focus
 */

/**
 * @param {object} options
 * @param {() => Entry} options.entry the current state
 * @param {(entry: Entry) => void} options.change called with the state after a key or a click
 * @param {() => boolean} options.isPainting whether clicks choose the cells of a combo
 * @param {() => void} options.confirm called for Enter while cells are chosen
 * @param {(back: boolean) => void} options.undo
 * @returns {Grid}
 */
export function makeGrid({ entry, change, isPainting, confirm, undo }) {
  /** @type {HTMLElement[][]} by row, row 1 first, then by column */
  const cells = Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: COLUMNS.length }, (_, column) =>
      h("div", {
        role: "gridcell",
        class: "square",
        "data-cell": cellName(column, row),
        "data-column": column,
        "data-row": row,
      }),
    ),
  );
  const rows = cells.map((line, row) =>
    h(
      "div",
      {
        role: "row",
        class: row >= ROWS_UNDER_LINE ? "row is-past" : "row",
      },
      h("div", { role: "rowheader", class: "rank" }, row + 1),
      ...line,
      row === ROWS_UNDER_LINE &&
        h("span", { class: "line-name", "aria-hidden": "true" }, t("game.line")),
    ),
  );
  const heads = h(
    "div",
    { role: "row", class: "row foot" },
    h("span", { role: "columnheader" }, h("span", { class: "hidden" }, t("grid.row"))),
    ...[...COLUMNS].map((name) => h("span", { role: "columnheader" }, name)),
  );
  const element = h(
    "div",
    { role: "grid", class: "sheet", "aria-label": t("analysis.sheet") },
    ...rows.toReversed(),
    heads,
  );
  let painting = false;

  /** @param {EventTarget | null} target */
  const cellAt = (target) => {
    const cell = target instanceof Element ? target.closest("[data-row]") : null;
    return cell instanceof HTMLElement
      ? { column: Number(cell.dataset.column), row: Number(cell.dataset.row) }
      : null;
  };

  element.addEventListener("keydown", (event) => {
    if (event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key === "z" || event.key === "y") {
        event.preventDefault();
        undo(event.key === "z");
      }
      return;
    }
    const now = entry();
    const after = handleKey(now, event);
    if (!after) return;
    event.preventDefault();
    change(after);
    announceWritten(now, after);
  });

  /**
   * @param {Entry} now
   * @param {KeyboardEvent} event
   */
  function handleKey(now, event) {
    if (now.marked.length && event.key === "Enter") {
      confirm();
      return entry();
    }
    if (now.marked.length && event.key === "Escape") return { ...now, marked: [] };
    if (event.shiftKey && event.key.startsWith("Arrow")) {
      const from = markCell(now, cellName(now.column, now.row), true);
      const to = pressKey(from, event.key) ?? from;
      return markCell({ ...to, marked: from.marked }, cellName(to.column, to.row), true);
    }
    return event.shiftKey && event.key === " " ? null : pressKey(now, event.key);
  }

  element.addEventListener("pointerdown", (event) => {
    const at = cellAt(event.target);
    if (!at) return;
    const here = moveCursor(entry(), at.column, at.row);
    if (isPainting()) {
      painting = true;
      element.setPointerCapture(event.pointerId);
      change(markCell(here, cellName(at.column, at.row)));
    } else change({ ...here, marked: [] });
    event.preventDefault();
    focus();
  });
  element.addEventListener("pointermove", (event) => {
    const at = painting && cellAt(document.elementFromPoint(event.clientX, event.clientY));
    if (at)
      change(markCell(moveCursor(entry(), at.column, at.row), cellName(at.column, at.row), true));
  });
  for (const end of ["pointerup", "pointercancel"]) {
    element.addEventListener(end, () => (painting = false));
  }

  function focus() {
    const { column, row } = entry();
    cells[row][column].focus({ preventScroll: false });
  }

  /** @type {Grid["draw"]} */
  function draw(now, { faulty, turn }) {
    const fallen = new Set((turn?.drops ?? []).flatMap((drop) => drop.cells));
    cells.forEach((line, row) =>
      line.forEach((cell, column) => {
        const name = cellName(column, row);
        const sign = now.rows[row][column];
        const { digit, used, block } = parseCell(sign);
        const placed = turn?.place?.[name];
        const falls = fallen.has(name);
        cell.textContent =
          placed !== undefined
            ? String(placed)
            : falls || block
              ? "✕"
              : digit === null
                ? ""
                : String(digit);
        const classes = {
          "is-digit": placed !== undefined || digit !== null,
          "is-used": used,
          "is-block": block,
          "is-pinned": placed !== undefined,
          "is-fallen": falls,
          "is-chosen": turn?.claim?.includes(name) ?? false,
          "is-highlighted": now.marked.includes(name),
          "is-faulty": faulty.has(name),
          "is-cursor": column === now.column && row === now.row,
          "is-next": now.full && column === now.column && row === now.row,
        };
        for (const [word, on] of Object.entries(classes)) cell.classList.toggle(word, on);
        cell.setAttribute(
          "aria-label",
          cellLabel(name, sign) +
            (placed !== undefined
              ? `, ${t("cell.shown", { digit: placed })}`
              : falls
                ? `, ${t("cell.falls")}`
                : ""),
        );
        cell.setAttribute("aria-selected", String(now.marked.includes(name)));
        cell.tabIndex = column === now.column && row === now.row ? 0 : -1;
      }),
    );
    if (element.contains(document.activeElement)) focus();
  }

  return { element, draw, focus };
}
