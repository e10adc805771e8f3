// Roving tabindex: a group of buttons is one Tab stop, and arrow keys move between its buttons.

/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/**
 * Makes the buttons within `group` one Tab stop. Must be called again after they are replaced.
 * @param {HTMLElement} group
 */
export function roving(group) {
  const buttons = () => [...group.querySelectorAll("button")];
  buttons().forEach((button, at) => (button.tabIndex = at ? -1 : 0));
  if (group.dataset.roving) return;
  group.dataset.roving = "on";
  group.addEventListener("focusin", ({ target }) => {
    for (const button of buttons()) button.tabIndex = button === target ? 0 : -1;
  });
  group.addEventListener("keydown", (event) => {
    const at = buttons().findIndex((button) => button === document.activeElement);
    if (!(event.key in STEPS) || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    buttons()[(at + STEPS[event.key] + buttons().length) % buttons().length].focus();
  });
}
