// Mouse and finger on the sheet: the shape follows the pointer; a click or a tap pins it; a pinned
// shape can be dragged.

/** How far a finger or the mouse moves before it drags, in CSS pixels. */
const SLACK = 8;

/**
 * @typedef {object} Reach
 * @property {(cell: string) => void} over the mouse is over a cell
 * @property {(cell: string) => void} tap
 * @property {(from: string, to: string) => void} drag from the cell where it began to where it is
 * @property {() => void} drop the drag has ended
 * @property {(by: number) => boolean} turn by the wheel or the other button; false: nothing to turn
 */

/**
 * @param {HTMLElement} grid
 * @param {Reach} reach
 */
export function listen(grid, reach) {
  /** @type {{cell: string, x: number, y: number, isDragged: boolean, last: string} | null} */
  let pressed = null;
  /** The cell that the mouse was over last. */
  let last = "";

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
      if (cell === last || event.pointerType !== "mouse") return;
      last = cell;
      if (cell) reach.over(cell);
      return;
    }
    const far = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > SLACK;
    pressed.isDragged ||= far;
    const cell = cellAt(event);
    if (!pressed.isDragged || !cell || cell === pressed.last) return;
    pressed.last = cell;
    reach.drag(pressed.cell, cell);
  });
  grid.addEventListener("pointerup", () => {
    const done = pressed;
    pressed = null;
    if (!done) return;
    if (!done.isDragged) reach.tap(done.cell);
    else if (done.last !== done.cell) reach.drop();
  });
  grid.addEventListener("pointercancel", () => {
    pressed = null;
  });
  grid.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && event.deltaY && reach.turn(Math.sign(event.deltaY)))
      event.preventDefault();
  });
  grid.addEventListener("contextmenu", (event) => {
    if (reach.turn(1)) event.preventDefault();
  });
}
