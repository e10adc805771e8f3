// The page of Omba: its navigation and its views.

import { startPage } from "./start.js";

/** @type {import("./start.js").Pages} */
const PAGES = [
  ["omba.nav.home", "#/"],
  ["omba.nav.puzzle", "#/puzzle"],
  ["omba.nav.review", "#/review"],
  ["omba.nav.help", "#/help"],
];

/** @type {import("./router.js").Views} */
const VIEWS = {
  home: () => import("./home.js"),
  game: () => import("./game.js"),
  puzzle: () => import("./puzzle.js"),
  review: () => import("./review.js"),
  help: () => import("./help.js"),
};

await startPage("Omba", PAGES, VIEWS);
