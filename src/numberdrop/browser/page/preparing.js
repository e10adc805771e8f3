// The bar that shows how much of the program has been loaded, and what went wrong.

/** @type {HTMLElement | null} */
let bar = null;

/** @param {number} share of the work that is done, 0 to 1 */
export function showProgress(share) {
  if (share >= 1) {
    bar?.remove();
    bar = null;
    return;
  }
  if (!bar) {
    bar = document.createElement("progress");
    bar.className = "preparing";
    bar.setAttribute("aria-label", "preparing");
    document.body.append(bar);
  }
  /** @type {HTMLProgressElement} */ (bar).value = share;
}

/** @param {string} message */
export function showFault(message) {
  showProgress(1);
  const fault = document.createElement("p");
  fault.className = "preparing fault";
  fault.setAttribute("role", "alert");
  fault.textContent = message;
  document.body.append(fault);
}
