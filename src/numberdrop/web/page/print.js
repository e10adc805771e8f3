// Pages to be printed: an empty sheet, a day's puzzle, drop problems, as a PDF of the server's.

import { Refusal, come, messageOf, send } from "./api.js";
import { h } from "./dom.js";
import { LANGUAGES, currentLanguage, nameOf, t } from "./i18n.js";

const KINDS = ["blank", "puzzle", "drops"];
const PAPERS = ["a4", "letter", "a5"];
const INKS = ["colour", "black"];

/**
 * @param {HTMLElement} root
 * @param {{query: URLSearchParams}} route query: `puzzle` or `drop`, a name to begin with
 * @returns {() => void}
 */
export function show(root, { query }) {
  const named = query.get("puzzle") ?? query.get("drop") ?? "";
  const first = query.has("drop") ? "drops" : query.has("puzzle") ? "puzzle" : "blank";
  const names = h("input", {
    id: "names",
    type: "text",
    value: named,
    autocomplete: "off",
    spellcheck: "false",
  });
  const label = h("label", { for: "names" });
  const field = h("div", { class: "stack" }, label, names);
  const status = h("p", { role: "status" });
  const paper = select("paper", PAPERS, PAPERS[0], (name) => t(`print.paper.${name}`));
  const language = select("print-language", [...LANGUAGES], currentLanguage(), nameOf);
  const ink = select("ink", INKS, INKS[0], (name) => t(`print.ink.${name}`));
  const kinds = KINDS.map((kind) =>
    h("input", {
      type: "radio",
      name: "kind",
      value: kind,
      id: `kind-${kind}`,
      checked: kind === first,
    }),
  );
  const kind = () => kinds.find((input) => input.checked)?.value ?? "blank";
  /** Counts what was asked for: pages made for choices that no longer stand there are dropped. */
  let asked = 0;
  const changed = () => {
    asked += 1;
    status.replaceChildren();
    draw();
  };
  const draw = () => {
    field.hidden = kind() === "blank";
    label.textContent = t(kind() === "drops" ? "print.problems" : "print.puzzles");
  };
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const mine = ++asked;
    status.textContent = t("print.making");
    const list = names.value.split(/[\s,;]+/).filter(Boolean);
    const what =
      kind() === "blank"
        ? { blank: true }
        : kind() === "drops"
          ? { drops: list }
          : { puzzles: list };
    try {
      const how = { paper: paper.value, language: language.value, ink: ink.value };
      const pages = await made({ ...what, ...how });
      if (mine !== asked) return;
      status.replaceChildren(...pages);
      status.className = "";
    } catch (error) {
      if (mine !== asked) return;
      status.textContent = messageOf(error);
      status.className = "fault";
    }
  };
  root.replaceChildren(
    h("h1", {}, t("print.title")),
    h(
      "form",
      { class: "card stack", onsubmit: submit, oninput: changed },
      h(
        "fieldset",
        {},
        h("legend", {}, t("print.what")),
        ...kinds.map((input) => h("label", { class: "check" }, input, t(`print.${input.value}`))),
      ),
      field,
      h("label", { for: "paper" }, t("print.paper")),
      paper,
      h("label", { for: "print-language" }, t("language")),
      language,
      h("label", { for: "ink" }, t("print.ink")),
      ink,
      h("button", { type: "submit", class: "is-main" }, t("print.make")),
      status,
    ),
  );
  draw();
  return () => {};
}

/**
 * @param {string} id
 * @param {string[]} options
 * @param {string} chosen
 * @param {(option: string) => string} named
 */
function select(id, options, chosen, named) {
  const made = h(
    "select",
    { id },
    ...options.map((option) => h("option", { value: option }, named(option))),
  );
  made.value = chosen;
  return made;
}

/**
 * The pages, as a link to open and one to keep.
 * @param {object} asked
 * @returns {Promise<(Node | string)[]>}
 * @throws {Error} where there are none
 */
async function made(asked) {
  const answer = await send("POST", "prints", asked);
  if (!answer.ok) throw new Refusal(answer.status, await come(answer.json()));
  const address = URL.createObjectURL(await come(answer.blob()));
  return [
    h("a", { href: address, target: "_blank", rel: "noopener" }, t("print.open")),
    " · ",
    h("a", { href: address, download: "numberdrop.pdf" }, t("print.keep")),
  ];
}
