// A die that is dragged onto another, or onto a cell of the shape, changes places with it.

/** How far a die is moved before it is dragged, in CSS pixels. */
const SLACK = 8;

/**
 * @param {HTMLElement} root that has the dice and the sheet in it
 * @param {(from: number, to: number) => void} swap
 */
export function listenToDice(root, swap) {
  /** @type {{die: HTMLElement, x: number, y: number, isDragged: boolean} | null} */
  let held = null;
  /** The click that ends a drag is none. */
  let isDone = false;

  const letGo = () => {
    if (!held) return;
    held.die.style.transform = "";
    held.die.classList.remove("is-dragged");
    held = null;
  };

  root.addEventListener("pointerdown", (event) => {
    const die = event.target instanceof Element ? event.target.closest("[data-die]") : null;
    isDone = false;
    if (!(die instanceof HTMLElement) || event.button !== 0) return;
    held = { die, x: event.clientX, y: event.clientY, isDragged: false };
    die.setPointerCapture(event.pointerId);
  });
  root.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (!held) return;
    const [x, y] = [clientX - held.x, clientY - held.y];
    held.isDragged ||= Math.hypot(x, y) > SLACK;
    if (!held.isDragged) return;
    held.die.classList.add("is-dragged");
    held.die.style.transform = `translate(${x}px, ${y}px)`;
  });
  root.addEventListener("pointerup", ({ clientX, clientY }) => {
    if (!held) return;
    const { die, isDragged } = held;
    letGo();
    if (!isDragged) return;
    isDone = true;
    const from = Number(die.dataset.die);
    const to = placeAt(root, die, clientX, clientY);
    if (to !== null && to !== from) swap(from, to);
  });
  root.addEventListener("pointercancel", letGo);
  root.addEventListener(
    "click",
    (event) => {
      if (isDone) event.stopPropagation();
      isDone = false;
    },
    { capture: true },
  );
}

/**
 * The place in the order of the dice that lies at a point: that of a die, or of the die on a cell.
 * @param {HTMLElement} root
 * @param {HTMLElement} dragged which lies over it
 * @param {number} x
 * @param {number} y
 * @returns {number | null}
 */
function placeAt(root, dragged, x, y) {
  for (const element of document.elementsFromPoint(x, y)) {
    const die = element.closest("[data-die]");
    if (die instanceof HTMLElement && die !== dragged) return Number(die.dataset.die);
    const cell = element.closest("[data-cell]")?.getAttribute("data-cell");
    const found = cell && root.querySelector(`[data-die][data-on="${cell}"]`);
    if (found instanceof HTMLElement) return Number(found.dataset.die);
  }
  return null;
}
