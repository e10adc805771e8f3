// The colour theme: light, dark, or the system's. The style sheets read it from an attribute of the
// root element.

import { save, saved } from "./saved.js";

/** @type {ReadonlyArray<string>} */
export const THEMES = ["system", "light", "dark"];
const STORAGE_KEY = "numberdrop.theme";

/** Returns the saved theme, one of THEMES. */
export function currentTheme() {
  const theme = saved(STORAGE_KEY) ?? "";
  return THEMES.includes(theme) ? theme : THEMES[0];
}

/** Applies the saved theme. */
export function applyTheme() {
  const theme = currentTheme();
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/**
 * Saves a theme and applies it.
 * @param {string} theme one of THEMES
 */
export function setTheme(theme) {
  save(STORAGE_KEY, theme);
  applyTheme();
}
