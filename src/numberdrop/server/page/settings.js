// The switches of language and theme, in the head of the page.

import { LANGUAGES, currentLanguage, nameOf, onLanguage, setLanguage, t } from "./i18n.js";
import { THEMES, currentTheme, setTheme } from "./theme.js";

/**
 * A labelled choice.
 * @param {string} label
 * @param {ReadonlyArray<string>} options
 * @param {string} chosen
 * @param {(option: string) => string} named the words of an option
 * @param {(option: string) => void} choose
 */
function choice(label, options, chosen, named, choose) {
  const select = document.createElement("select");
  select.setAttribute("aria-label", label);
  for (const option of options) {
    select.append(new Option(named(option), option, false, option === chosen));
  }
  select.addEventListener("change", () => choose(select.value));
  return select;
}

/**
 * Puts the two switches into `root`, and draws them anew when the language changes.
 * @param {HTMLElement} root
 */
export function mountSettings(root) {
  const draw = () =>
    root.replaceChildren(
      choice(
        t("language"),
        LANGUAGES,
        currentLanguage(),
        nameOf,
        setLanguage,
      ),
      choice(t("theme"), THEMES, currentTheme(), (theme) => t(`theme.${theme}`), setTheme),
    );
  draw();
  onLanguage(draw);
}
