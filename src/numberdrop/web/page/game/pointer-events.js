// Mouse and touch on the sheet, turned into events on cells: hover, tap, drag, wheel.

/** The distance that a pointer moves before it drags, in CSS pixels. */
const DRAG_THRESHOLD = 8;

/**
 * @typedef {object} PointerHandlers
 * @property {(cell: string) => void} over called when the mouse enters a cell
 * @property {(cell: string) => void} tap called for a click or a tap
 * @property {(from: string, to: string) => void} drag called with the first cell of a drag and each
 *   cell that it reaches
 * @property {() => void} drop called when a drag ends
 * @property {() => void} cancel called when a drag is broken off
 * @property {(by: number) => boolean} turn called for the wheel or the secondary button; returns
 *   false if there is nothing to turn
 */

/**
 * @param {HTMLElement} grid
 * @param {PointerHandlers} handlers
 */
export function listenToPointer(grid, handlers) {
  /** @type {{cell: string, x: number, y: number, isDragged: boolean, last: string} | null} */
  let pressed = null;
  /** The last cell under the mouse. */
  let hovered = "";

  /** @param {PointerEvent | MouseEvent} event */
  const cellAt = ({ clientX, clientY }) =>
    document
      .elementFromPoint(clientX, clientY)
      ?.closest("[data-cell]")
      ?.getAttribute("data-cell") ?? "";

  grid.addEventListener("pointerdown", (event) => {
    const cell = cellAt(event);
    if (event.button !== 0 || !cell) return;
    pressed = { cell, x: event.clientX, y: event.clientY, isDragged: false, last: cell };
    grid.setPointerCapture(event.pointerId);
  });
  grid.addEventListener("pointermove", (event) => {
    if (!pressed) {
      const cell = cellAt(event);
      if (cell === hovered || event.pointerType !== "mouse") return;
      hovered = cell;
      if (cell) handlers.over(cell);
      return;
    }
    const isFar = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > DRAG_THRESHOLD;
    pressed.isDragged ||= isFar;
    const cell = cellAt(event);
    if (!pressed.isDragged || !cell || cell === pressed.last) return;
    pressed.last = cell;
    handlers.drag(pressed.cell, cell);
  });
  grid.addEventListener("pointerup", () => {
    const done = pressed;
    pressed = null;
    if (!done) return;
    if (!done.isDragged) handlers.tap(done.cell);
    else if (done.last !== done.cell) handlers.drop();
    else handlers.cancel();
  });
  grid.addEventListener("pointercancel", () => {
    pressed = null;
    handlers.cancel();
  });
  grid.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && event.deltaY && handlers.turn(Math.sign(event.deltaY)))
      event.preventDefault();
  });
  grid.addEventListener("contextmenu", (event) => {
    if (handlers.turn(1)) event.preventDefault();
  });
}
