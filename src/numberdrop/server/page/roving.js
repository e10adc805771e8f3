// A group of buttons that is one stop for Tab: arrows go from one to the next.

/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/**
 * Makes the buttons within `group` one stop; to be called again whenever they were made anew.
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
