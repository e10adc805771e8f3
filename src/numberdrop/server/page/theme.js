// Light, dark, or as the system has it: an attribute of the root that the style sheets look at.

/** @type {ReadonlyArray<string>} */
export const THEMES = ["system", "light", "dark"];
const KEPT = "numberdrop.theme";

/** The theme chosen, one of THEMES. */
export function currentTheme() {
  const kept = localStorage.getItem(KEPT) ?? "";
  return THEMES.includes(kept) ? kept : THEMES[0];
}

/** Shows the theme that was chosen on this page before. */
export function applyTheme() {
  const theme = currentTheme();
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/**
 * Shows a theme and keeps the choice.
 * @param {string} theme one of THEMES
 */
export function setTheme(theme) {
  localStorage.setItem(KEPT, theme);
  applyTheme();
}
