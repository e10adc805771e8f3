// Dragging dice: a number die onto another, or onto a cell of the shape, swaps them; the shape die
// carries its shape over the sheet.

/** The distance that a die is moved before it is dragged, in CSS pixels. */
const DRAG_THRESHOLD = 8;
/** How far above a finger the shape is held, so that the finger doesn't hide it. */
const FINGER = 40;

/**
 * @typedef {object} DiceHandlers
 * @property {(from: number, to: number) => void} swap called for two number dice
 * @property {(shape: string) => boolean} take chooses this shape; returns whether it can be placed now
 * @property {(cell: string) => void} carry called with each cell over which the shape is held
 * @property {() => void} drop called when the shape is released over the sheet
 */

/**
 * @param {HTMLElement} root contains the dice and the sheet
 * @param {DiceHandlers} handlers
 */
export function listenForDiceDrags(root, { swap, take, carry, drop }) {
  /** @type {{die: HTMLElement, x: number, y: number, isDragged: boolean, cell: string} | null} */
  let held = null;
  /** Whether the next click only ends a drag, and must be ignored. */
  let justDragged = false;

  const release = () => {
    if (!held) return;
    held.die.style.transform = "";
    held.die.classList.remove("is-dragged");
    held = null;
  };

  root.addEventListener("pointerdown", (event) => {
    const die = event.target instanceof Element ? event.target.closest(".tray .die") : null;
    justDragged = false;
    if (!(die instanceof HTMLElement) || event.button !== 0) return;
    if (!isNumber(die) && !take(die.dataset.shape ?? "")) return;
    held = { die, x: event.clientX, y: event.clientY, isDragged: false, cell: "" };
    die.setPointerCapture(event.pointerId);
  });
  root.addEventListener("pointermove", ({ clientX, clientY, pointerType }) => {
    if (!held) return;
    const [x, y] = [clientX - held.x, clientY - held.y];
    held.isDragged ||= Math.hypot(x, y) > DRAG_THRESHOLD;
    if (!held.isDragged) return;
    held.die.classList.add("is-dragged");
    held.die.style.transform = `translate(${x}px, ${y}px)`;
    if (isNumber(held.die)) return;
    const cell = cellAt(clientX, clientY - (pointerType === "touch" ? FINGER : 0));
    if (cell && cell !== held.cell) carry(cell);
    held.cell = cell;
  });
  root.addEventListener("pointerup", ({ clientX, clientY }) => {
    if (!held) return;
    const { die, isDragged, cell } = held;
    release();
    if (!isDragged) return;
    justDragged = true;
    if (!isNumber(die)) {
      if (cell) drop();
      return;
    }
    const from = Number(die.dataset.die);
    const to = dieAt(root, die, clientX, clientY);
    if (to !== null && to !== from) swap(from, to);
  });
  root.addEventListener("pointercancel", release);
  root.addEventListener(
    "click",
    (event) => {
      if (justDragged) event.stopPropagation();
      justDragged = false;
    },
    { capture: true },
  );
}

/** @param {HTMLElement} die */
const isNumber = (die) => die.dataset.die !== undefined;

/**
 * Returns the cell of the sheet at a point, or "".
 * @param {number} x
 * @param {number} y
 */
function cellAt(x, y) {
  const cells = document.elementsFromPoint(x, y).map((one) => one.closest("[data-cell]"));
  return cells.find(Boolean)?.getAttribute("data-cell") ?? "";
}

/**
 * Returns the index of the number die at a point, or of the die on the cell there.
 * @param {HTMLElement} root
 * @param {HTMLElement} dragged the die under the pointer, which is ignored
 * @param {number} x
 * @param {number} y
 * @returns {number | null}
 */
function dieAt(root, dragged, x, y) {
  for (const element of document.elementsFromPoint(x, y)) {
    const die = element.closest("[data-die]");
    if (die instanceof HTMLElement && die !== dragged) return Number(die.dataset.die);
    const cell = element.closest("[data-cell]")?.getAttribute("data-cell");
    const found = cell && root.querySelector(`[data-die][data-on="${cell}"]`);
    if (found instanceof HTMLElement) return Number(found.dataset.die);
  }
  return null;
}
