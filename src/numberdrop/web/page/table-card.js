// The card that begins a game of people and bots.

import { messageOf } from "./api.js";
import { beginGame } from "./begin.js";
import { h } from "./dom.js";
import { number, t } from "./i18n.js";
import { savedName } from "./saved-name.js";

const MOST_SEATS = 6;
const [NOBODY, PERSON] = ["", "person"];
/** The default bot in seat 2. */
const DEFAULT_SEAT = "medium";

/**
 * Creates the card on the home page.
 * @param {string[]} bots the names of the program's bots, the weakest first
 * @param {import("./router.js").Go} go
 * @param {boolean} isReached whether other devices reach this page
 */
export function tableCard(bots, go, isReached) {
  const fault = h("p", { role: "alert", class: "fault" });
  const own = nameInput(1, savedName());
  const others = Array.from({ length: MOST_SEATS - 1 }, (_, at) => seatChoice(at + 2, bots));
  const variant = h(
    "select",
    { id: "table-variant" },
    ...["rulebook", "bga", "rulebook+slide", "bga+slide"].map((name) =>
      h("option", { value: name }, t(`variant.${name}`)),
    ),
  );
  const seed = h("input", {
    id: "table-seed",
    inputmode: "numeric",
    autocomplete: "off",
    placeholder: t("home.seed.any"),
  });
  const begin = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const taken = others.filter(({ select }) => select.value !== NOBODY);
    const chosen = taken.map(({ select }) => select.value);
    const seats = [null, ...chosen.map((value) => (value === PERSON ? null : value))];
    const inputs = [own, ...taken.map(({ input }) => input)];
    const names = inputs.map((input) => (input.hidden ? "" : input.value.trim().toUpperCase()));
    const named = names.some((name) => name) ? { names: names.map((name) => name || null) } : {};
    const typed = seed.value.trim();
    const asked = typed
      ? { seed: Number.isSafeInteger(Number(typed)) ? Number(typed) : typed }
      : {};
    try {
      const head = { kind: "table", seats, variant: variant.value, ...asked, ...named };
      const game = await beginGame(head);
      go(`#/game/${game.id}`);
    } catch (error) {
      fault.textContent = messageOf(error);
    }
  };
  const [first, ...more] = others;
  return h(
    "section",
    { class: "card is-table" },
    h("h2", {}, t("home.table")),
    h(
      "form",
      { class: "stack", onsubmit: begin, "data-own": "table" },
      h("p", {}, t("home.table.what")),
      h("label", { class: "stack" }, t("home.table.name"), own),
      first.label,
      h(
        "button",
        { type: "submit", class: "is-main", "aria-label": t("home.begin.table") },
        t("home.begin"),
      ),
      isReached && h("a", { class: "button", href: "#/table/new" }, t("home.table.phones")),
      h(
        "details",
        {},
        h("summary", {}, t("home.table.more")),
        ...more.map(({ label }) => label),
        h("label", { for: seed.id }, t("home.seed")),
        seed,
        h("label", { for: variant.id }, t("variant")),
        variant,
      ),
      fault,
    ),
  );
}

/**
 * @param {number} seat
 * @param {string[]} bots
 */
function seatChoice(seat, bots) {
  const options = [
    seat > 2 && h("option", { value: NOBODY }, t("seat.nobody")),
    h("option", { value: PERSON }, t("seat.person")),
    ...bots.map((bot) => h("option", { value: bot }, t(`bot.${bot}`))),
  ];
  const select = h("select", { "data-seat": seat }, ...options.filter((one) => one !== false));
  select.value = seat > 2 ? NOBODY : DEFAULT_SEAT;
  const name = t("seat.number", { n: number(seat) });
  const input = nameInput(seat);
  input.setAttribute("aria-label", t("seat.initials", { seat: name }));
  const showInput = () => (input.hidden = select.value !== PERSON);
  select.addEventListener("change", showInput);
  showInput();
  const label = h("label", { class: "stack" }, name, select);
  return { select, input, label: h("div", { class: "stack" }, label, input) };
}

/**
 * Creates the field for the three letters of a person.
 * @param {number} seat
 * @param {string} [value]
 */
function nameInput(seat, value = "") {
  return h("input", { "data-name": seat, value, maxlength: 3, size: 4, autocomplete: "off" });
}
