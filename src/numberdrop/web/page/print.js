// The print view: an empty sheet, puzzles, or drop problems as a PDF made by the server.

import { ApiError, orOffline, messageOf, send } from "./api.js";
import { h } from "./dom.js";
import { LANGUAGES, currentLanguage, languageName, t } from "./i18n.js";

const KINDS = ["blank", "puzzle", "drops"];
const PAPERS = ["a4", "letter", "a5"];
const INKS = ["colour", "black"];

/**
 * @param {HTMLElement} root
 * @param {{query: URLSearchParams}} route query: the name of a `puzzle` or `drop` to start with
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
  const language = select("print-language", [...LANGUAGES], currentLanguage(), languageName);
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
  /** Counts requests, so that a PDF is dropped if the choices have changed since its request. */
  let requests = 0;
  const onChange = () => {
    requests += 1;
    status.replaceChildren();
    draw();
  };
  const draw = () => {
    field.hidden = kind() === "blank";
    label.textContent = t(kind() === "drops" ? "print.problems" : "print.puzzles");
  };
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const requestNumber = ++requests;
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
      const pages = await printPages({ ...what, ...how });
      if (requestNumber !== requests) return;
      status.replaceChildren(...pages);
      status.className = "";
    } catch (error) {
      if (requestNumber !== requests) return;
      status.textContent = messageOf(error);
      status.className = "fault";
    }
  };
  root.replaceChildren(
    h("h1", {}, t("print.title")),
    h(
      "form",
      { class: "card stack", onsubmit: submit, oninput: onChange },
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
 * @param {(option: string) => string} nameOption
 */
function select(id, options, chosen, nameOption) {
  const element = h(
    "select",
    { id },
    ...options.map((option) => h("option", { value: option }, nameOption(option))),
  );
  element.value = chosen;
  return element;
}

/**
 * Requests a PDF, and returns a link to open it and one to download it.
 * @param {object} body
 * @returns {Promise<(Node | string)[]>}
 * @throws {Error} if there is no PDF
 */
async function printPages(body) {
  const answer = await send("POST", "prints", body);
  if (!answer.ok) throw new ApiError(answer.status, await orOffline(answer.json()));
  const address = URL.createObjectURL(await orOffline(answer.blob()));
  return [
    h("a", { href: address, target: "_blank", rel: "noopener" }, t("print.open")),
    " · ",
    h("a", { href: address, download: "numberdrop.pdf" }, t("print.keep")),
  ];
}
