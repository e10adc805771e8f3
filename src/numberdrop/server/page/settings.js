// The language and theme settings in the header of the page.

import { LANGUAGES, currentLanguage, languageName, onLanguage, setLanguage, t } from "./i18n.js";
import { THEMES, currentTheme, setTheme } from "./theme.js";

/**
 * Creates a labelled select element.
 * @param {string} label
 * @param {ReadonlyArray<string>} options
 * @param {string} chosen
 * @param {(option: string) => string} nameOption returns the text of an option
 * @param {(option: string) => void} onChange
 */
function selectBox(label, options, chosen, nameOption, onChange) {
  const select = document.createElement("select");
  select.setAttribute("aria-label", label);
  for (const option of options) {
    select.append(new Option(nameOption(option), option, false, option === chosen));
  }
  select.addEventListener("change", () => onChange(select.value));
  return select;
}

/**
 * Puts both settings into `root`, and redraws them when the language changes.
 * @param {HTMLElement} root
 */
export function mountSettings(root) {
  const draw = () =>
    root.replaceChildren(
      selectBox(t("language"), LANGUAGES, currentLanguage(), languageName, setLanguage),
      selectBox(t("theme"), THEMES, currentTheme(), (theme) => t(`theme.${theme}`), setTheme),
    );
  draw();
  onLanguage(draw);
}
