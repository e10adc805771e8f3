// What a screen reader is told of each change: one polite region for the whole page.

/**
 * Tells a text; the same text twice is told twice.
 * @param {string} text
 */
export function say(text) {
  const region = document.getElementById("live");
  if (!region) return;
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
