// The home view: a new game, the last unfinished game, and the rules in short.

import { messageOf, request } from "./api.js";
import { h } from "./dom.js";
import { addressOf, beginGame, savedAddress } from "./game-client.js";
import { t } from "./i18n.js";
import { LETTERS, seatName } from "./narration.js";
import { save, saved } from "./saved.js";

const CHOSEN = "omba.seats";
const DEAL = "omba.dealt";

/** Returns the seats chosen last. @returns {string[]} */
function lastSeats() {
  return (saved(CHOSEN) ?? "you,thumb").split(",");
}

/**
 * @param {HTMLElement} root
 * @param {import("./router.js").Route} route
 * @returns {Promise<() => void>}
 */
export async function show(root, { go }) {
  const about = await request("GET", "");
  const last = savedAddress();
  root.replaceChildren(
    h("h1", {}, t("omba.title")),
    h(
      "div",
      { class: "columns" },
      newGame(about, go),
      h(
        "div",
        {},
        last &&
          h(
            "section",
            { class: "card" },
            h("h2", {}, t("omba.kept")),
            h("p", {}, h("a", { class: "button is-main", href: last }, t("omba.go_on"))),
          ),
        h(
          "section",
          { class: "card texts" },
          h("h2", {}, t("omba.rules")),
          ...["aim", "step", "enter", "cover", "out"].map((part) => h("p", {}, t(`omba.rules.${part}`))),
        ),
      ),
    ),
  );
  return () => {};
}

/**
 * @param {{players: string[], variants: string[], dice: string[], tables: string[], deals: string[], tables_of_three: string[]}} about
 * @param {import("./router.js").Go} go
 */
function newGame(about, go) {
  const chosen = lastSeats().filter((name) => about.players.includes(name));
  const seats = h("div", { class: "seats" });
  const fault = h("p", { class: "fault", role: "alert" });
  const note = h("p", { class: "quiet", hidden: true });
  const count = select("omba.count", ["2", "3", "4"], String(Math.max(chosen.length, 2)), (n) => n);
  const variant = select("omba.variant", about.variants, "S", (name) => t(`omba.variant.${name}`));
  const deal = select("omba.deal", about.deals, saved(DEAL) ?? "omba", (name) => t(`omba.deal.${name}`));
  const dice = select("omba.dice", about.dice, "program", (name) => t(`omba.dice.${name}`));

  function drawSeats() {
    const names = [...seats.querySelectorAll("select")].map(({ value }) => value);
    const n = Number(valueOf(count));
    deal.hidden = n !== 3;
    const fields = Array.from({ length: n }, (_, at) => {
      const name = names[at] ?? chosen[at] ?? (at ? "thumb" : "you");
      return select("omba.seat.of", about.players, name, seatName, { letter: LETTERS[at] });
    });
    seats.replaceChildren(...fields);
    check();
  }

  /** Returns the deal: only three players can choose it. */
  const dealt = () => (deal.hidden ? "omba" : valueOf(deal));

  /** Shows a note if the game needs a table that is missing. */
  function check() {
    const names = [...seats.querySelectorAll("select")].map(({ value }) => value);
    const isDocker = dealt() === "docker";
    const isThere = (isDocker ? about.tables_of_three : about.tables).includes(valueOf(variant));
    note.hidden = !((names.length === 2 || isDocker) && names.includes("exact") && !isThere);
    note.textContent = t(isDocker ? "omba.no_table.three" : "omba.no_table");
  }

  count.addEventListener("change", drawSeats);
  drawSeats();
  const form = h(
    "form",
    { class: "card stack" },
    h("h2", {}, t("omba.new")),
    h("div", { class: "choices" }, count, deal),
    seats,
    h("div", { class: "choices" }, variant, dice),
    note,
    fault,
    h("button", { class: "is-main" }, t("omba.begin")),
  );
  form.addEventListener("change", check);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const names = [...seats.querySelectorAll("select")].map(({ value }) => value);
    save(CHOSEN, names.join(","));
    if (!deal.hidden) save(DEAL, dealt());
    try {
      const rules = { variant: valueOf(variant), dice: valueOf(dice), deal: dealt() };
      const now = await beginGame({ seats: names, ...rules });
      go(addressOf(now.game));
    } catch (error) {
      fault.textContent = note.hidden ? messageOf(error) : "";
    }
  });
  return form;
}

/** @param {HTMLElement} label */
const valueOf = (label) => /** @type {HTMLSelectElement} */ (label.querySelector("select")).value;

/**
 * Returns a labelled select element.
 * @param {string} key
 * @param {string[]} options
 * @param {string} chosen
 * @param {(option: string) => string} named
 * @param {Record<string, string>} [values]
 */
function select(key, options, chosen, named, values = {}) {
  const items = options.map((option) =>
    h("option", { value: option, selected: option === chosen }, named(option)),
  );
  return h("label", {}, t(key, values), h("select", {}, ...items));
}
