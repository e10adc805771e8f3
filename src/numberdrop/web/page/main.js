// The page of Number Drop: what stands in its head, and its views.

import { startPage } from "./start.js";
import { VIEWS } from "./views.js";

/** Pages in the head, and their addresses. @type {import("./start.js").Pages} */
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
