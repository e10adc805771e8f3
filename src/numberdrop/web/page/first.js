// Today's card, drawn while the scripts of the rest of the first page are still being loaded.

import { peekAhead } from "./ahead.js";
import { h } from "./dom.js";
import { loadLanguage } from "./i18n.js";
import { applyTheme } from "./theme.js";
import { todayCard } from "./today-card.js";

async function drawFirst() {
  const response = peekAhead("puzzles/today");
  if (!response) return;
  const copy = (await response).clone();
  await loadLanguage();
  const puzzle = await copy.json();
  const main = document.getElementById("main");
  // The whole page may have been faster, or the program may have answered with an error.
  if (!main || main.hasChildNodes() || !copy.ok) return;
  applyTheme();
  const cards = h("div", { class: "cards home" }, todayCard(puzzle, null));
  main.append(h("div", { class: "view" }, cards));
}

drawFirst().catch(() => {}); // The page itself says what is wrong.
