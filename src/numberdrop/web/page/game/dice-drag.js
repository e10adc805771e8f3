// Dragging a die onto another, or onto a cell of the shape, swaps them.

/** The distance that a die is moved before it is dragged, in CSS pixels. */
const DRAG_THRESHOLD = 8;

/**
 * @param {HTMLElement} root contains the dice and the sheet
 * @param {(from: number, to: number) => void} swap
 */
export function listenForDiceDrags(root, swap) {
  /** @type {{die: HTMLElement, x: number, y: number, isDragged: boolean} | null} */
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
    const die = event.target instanceof Element ? event.target.closest("[data-die]") : null;
    justDragged = false;
    if (!(die instanceof HTMLElement) || event.button !== 0) return;
    held = { die, x: event.clientX, y: event.clientY, isDragged: false };
    die.setPointerCapture(event.pointerId);
  });
  root.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (!held) return;
    const [x, y] = [clientX - held.x, clientY - held.y];
    held.isDragged ||= Math.hypot(x, y) > DRAG_THRESHOLD;
    if (!held.isDragged) return;
    held.die.classList.add("is-dragged");
    held.die.style.transform = `translate(${x}px, ${y}px)`;
  });
  root.addEventListener("pointerup", ({ clientX, clientY }) => {
    if (!held) return;
    const { die, isDragged } = held;
    release();
    if (!isDragged) return;
    justDragged = true;
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

/**
 * Returns the index of the die at a point, or of the die on the cell there.
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
