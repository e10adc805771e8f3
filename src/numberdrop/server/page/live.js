// The announcements for screen readers: one polite live region for the whole page.

/**
 * Announces a text. The same text twice is announced twice.
 * @param {string} text
 */
export function announce(text) {
  const region = document.getElementById("live");
  if (!region) return;
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
