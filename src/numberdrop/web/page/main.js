// The page of Number Drop: the links in its header, and its views.

import { startPage } from "./start.js";
import { VIEWS } from "./views.js";

/** The links in the header: translation key and address. @type {import("./start.js").Pages} */
const PAGES = [
  ["nav.home", "#/"],
  ["nav.days", "#/days"],
  ["nav.drops", "#/drops"],
  ["nav.analysis", "#/analysis"],
  ["nav.review", "#/review"],
  ["nav.scores", "#/scores"],
  ["nav.print", "#/print"],
  ["nav.help", "#/help"],
];

await startPage("numberdrop", PAGES, VIEWS);
