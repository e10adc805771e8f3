// The home page: today's puzzle, saved games, a new game, the drop problem of the day.

import { MAY_RETURN } from "./answers.js";
import { OfflineError, messageOf, orOffline, request } from "./api.js";
import { beginGame } from "./begin.js";
import { h } from "./dom.js";
import { number, t, tn } from "./i18n.js";
import { nextPuzzleInWords } from "./next-puzzle.js";
import { whenBack } from "./return.js";
import { againButton } from "./router.js";
import { tableCard } from "./table-card.js";
import { todayCard } from "./today-card.js";

/**
 * @param {HTMLElement} root
 * @param {import("./router.js").Route} route
 * @returns {Promise<() => void>}
 */
export async function show(root, route) {
  let shown = utcDay();
  let stopWaiting = () => {};
  const fault = h("p", { role: "alert", class: "fault" });
  const faultCard = h("section", { class: "card" }, fault, h("p", {}, againButton()));
  /** Draws the page. If the program ends meanwhile, the rest comes when it is back. */
  const drawAll = async () => {
    try {
      await draw(root, route);
    } catch (error) {
      if (!root.hasChildNodes()) throw error;
      root.append(faultCard);
      fault.textContent = messageOf(error);
      if (error instanceof OfflineError && MAY_RETURN && !route.isLeft())
        stopWaiting = whenBack(drawAll);
    }
  };
  await drawAll();
  // A page that is left open counts down, and shows the puzzle of the day once it is seen again.
  const look = () => {
    if (document.hidden) return;
    root.querySelector("[data-next]")?.replaceChildren(nextPuzzleInWords());
    if (utcDay() === shown) return;
    shown = utcDay();
    draw(root, route).catch(() => (shown = ""));
  };
  const timer = setInterval(look, 30_000);
  document.addEventListener("visibilitychange", look);
  return () => {
    stopWaiting();
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}

/** Returns the day in UTC, by which puzzles change. */
const utcDay = () => new Date().toISOString().slice(0, 10);

/**
 * @param {HTMLElement} root
 * @param {import("./router.js").Route} route
 * @param {import("./backup.js").Note} [note] what has been done with the games
 */
async function draw(root, route, note) {
  const { go } = route;
  const first = Promise.all([request("GET", ""), request("GET", "puzzles/today")]);
  const later = Promise.all([
    orOffline(import("./games.js")),
    request("GET", "days"),
    request("GET", "games"),
    request("GET", "drops/today"),
  ]);
  later.catch(() => {}); // awaited below
  const [{ bots, addresses }, puzzle] = await first;
  // What doesn't depend on the user's games is shown first: the rest may have to wait for a program
  // that is still being loaded.
  const card = todayCard(puzzle, null);
  const drop = h("section", { class: "card", "aria-hidden": "true" });
  root.replaceChildren(
    h("h1", { class: "hidden" }, "numberdrop"),
    h("div", { class: "cards home" }, card, newGame(go), tableCard(bots, go, addresses.length > 0), drop, analysisCard()),
  );
  const [{ gamesCard }, month, { games }, problem] = await later;
  const entry = month.days.find((/** @type {any} */ one) => one.day === puzzle.puzzle);
  card.replaceWith(todayCard(puzzle, entry));
  drop.replaceWith(dropCard(problem));
  root.append(gamesCard(games, (done) => draw(root, route, done), note));
  if (note && root.isConnected) document.getElementById("take-in")?.focus();
}

/**
 * Describes a result: the score, and the medal if there is one.
 * @param {{score: number, medal: string | null}} result
 */
export function resultInWords({ score, medal }) {
  const points = tn("points", score);
  return medal ? t("home.result.medal", { points, medal: t(`medal.${medal}`) }) : points;
}

/** @param {import("./router.js").Go} go */
function newGame(go) {
  const fault = h("p", { role: "alert", class: "fault" });
  const seed = h("input", {
    id: "seed",
    inputmode: "numeric",
    autocomplete: "off",
    placeholder: t("home.seed.any"),
  });
  const variant = h(
    "select",
    { id: "variant" },
    ...["rulebook", "bga", "rulebook+slide", "bga+slide"].map((name) =>
      h("option", { value: name }, t(`variant.${name}`)),
    ),
  );
  const begin = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const typed = seed.value.trim();
      const asked = typed
        ? { seed: Number.isSafeInteger(Number(typed)) ? Number(typed) : typed }
        : {};
      const game = await beginGame({ kind: "solo", variant: variant.value, ...asked });
      go(`#/game/${game.id}`);
    } catch (error) {
      fault.textContent = messageOf(error);
    }
  };
  return h(
    "section",
    { class: "card" },
    h("h2", {}, t("home.new")),
    h(
      "form",
      { class: "stack", onsubmit: begin },
      h("p", {}, t("home.new.what")),
      h(
        "button",
        { type: "submit", class: "is-main", "aria-label": t("home.begin.solo") },
        t("home.begin"),
      ),
      h(
        "details",
        {},
        h("summary", {}, t("home.new.more")),
        h("label", { for: "seed" }, t("home.seed")),
        seed,
        h("label", { for: "variant" }, t("variant")),
        variant,
      ),
      fault,
    ),
  );
}

/**
 * Creates the card of the day's drop problem.
 * @param {{name: string, goal: number, rolls: number}} drop
 */
function dropCard(drop) {
  const name = encodeURIComponent(drop.name);
  return h(
    "section",
    { class: "card" },
    h("h2", {}, t("home.drop")),
    h(
      "p",
      {},
      t("home.drop.what", {
        goal: t("drops.goal", { goal: number(drop.goal) }),
        rolls: tn("drops.rolls", drop.rolls),
      }),
    ),
    h(
      "div",
      { class: "buttons" },
      h("a", { class: "button is-main", href: `#/drop/${name}` }, t("home.drop.play")),
      h("a", { class: "button", href: "#/drops" }, t("home.drop.all")),
      h("a", { class: "button", href: `#/print?drop=${name}` }, t("nav.print")),
    ),
  );
}

function analysisCard() {
  return h(
    "section",
    { class: "card is-wide" },
    h("h2", {}, t("nav.analysis")),
    h("p", {}, t("home.analysis")),
    h(
      "div",
      { class: "buttons" },
      h("a", { class: "button is-main", href: "#/analysis" }, t("home.enter")),
      h("a", { class: "button", href: "#/review" }, t("home.review")),
    ),
  );
}
