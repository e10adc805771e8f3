// The focus stays where it was when a part of the page is drawn anew.

/** What has the focus, by the names that it keeps when it is drawn anew. @param {HTMLElement} root */
export function focusOf(root) {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || !root.contains(element)) return "";
  const [name] = Object.keys(element.dataset);
  if (!name || name === "cell") return "";
  const attribute = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `[data-${attribute}="${element.dataset[name]}"]`;
}

/** @param {HTMLElement} root @param {string} named */
export function refocus(root, named) {
  if (!named) return;
  const element = root.querySelector(named);
  if (element instanceof HTMLButtonElement && !element.disabled) element.focus();
}
