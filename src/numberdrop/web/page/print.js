// The print view: an empty sheet, puzzles, or drop problems, printed by the browser from a preview,
// or as a PDF if the program can make one.

import { ApiError, orOffline, messageOf, request, send } from "./api.js";
import { h } from "./dom.js";
import { LANGUAGES, currentLanguage, languageName, t, tn } from "./i18n.js";

const KINDS = ["blank", "puzzle", "drops"];
const PAPERS = ["a4", "letter", "a5"];
const INKS = ["colour", "black"];

/**
 * @param {HTMLElement} root
 * @param {{query: URLSearchParams}} route query: the name of a `puzzle` or `drop` to start with
 * @returns {Promise<() => void>}
 */
export async function show(root, { query }) {
  const { extras } = await request("GET", "");
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
  const preview = h("div");
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
  const formats = extras.includes("pdf") ? ["pdf", "svg"] : ["svg"];
  const buttons = formats.map((format, at) =>
    h(
      "button",
      { type: "submit", value: format, class: at === 0 && "is-main" },
      t(format === "pdf" ? "print.make" : "print.preview"),
    ),
  );
  /** Counts requests, so that pages are dropped if the choices have changed since their request. */
  let requests = 0;
  const onChange = () => {
    requests += 1;
    status.replaceChildren();
    preview.replaceChildren();
    draw();
  };
  const draw = () => {
    field.hidden = kind() === "blank";
    label.textContent = t(kind() === "drops" ? "print.problems" : "print.puzzles");
  };
  const submit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const isPdf = /** @type {HTMLButtonElement} */ (event.submitter).value === "pdf";
    const requestNumber = ++requests;
    status.textContent = t(isPdf ? "print.making" : "print.preparing");
    status.className = "";
    preview.replaceChildren();
    const list = names.value.split(/[\s,;]+/).filter(Boolean);
    const what =
      kind() === "blank"
        ? { blank: true }
        : kind() === "drops"
          ? { drops: list }
          : { puzzles: list };
    try {
      const how = { paper: paper.value, language: language.value, ink: ink.value };
      const body = { ...what, ...how };
      const found = isPdf ? await printFile(body) : await printPages(body);
      if (requestNumber !== requests) return;
      status.replaceChildren(...found.actions);
      preview.replaceChildren(...found.pages);
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
      h("div", { class: "buttons" }, ...buttons),
      status,
    ),
    preview,
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
 * What a request for pages has led to: links or buttons, and the preview, if there is one.
 * @typedef {object} Printed
 * @property {(Node | string)[]} actions
 * @property {Node[]} pages
 */

/**
 * Requests pages, and returns a preview of them and the button that prints it.
 * @param {object} body
 * @returns {Promise<Printed>}
 * @throws {Error} if there are no pages
 */
async function printPages(body) {
  const { pages, paper } = await request("POST", "prints", { ...body, format: "svg" });
  const count = pages.length;
  const images = pages.map((/** @type {string} */ page, /** @type {number} */ at) =>
    h("img", {
      src: `data:image/svg+xml,${encodeURIComponent(page)}`,
      alt: t("print.page", { n: at + 1, count }),
    }),
  );
  return {
    actions: [
      h("button", { type: "button", class: "is-main", onclick: () => print() }, t("print.title")),
      " ",
      tn("print.pages", count),
    ],
    pages: [h("div", { class: `pages is-${paper}` }, ...images)],
  };
}

/**
 * Requests a PDF, and returns a link to open it and one to download it.
 * @param {object} body
 * @returns {Promise<Printed>}
 * @throws {Error} if there is no PDF
 */
async function printFile(body) {
  const answer = await send("POST", "prints", body);
  if (!answer.ok) throw new ApiError(answer.status, await orOffline(answer.json()));
  const address = URL.createObjectURL(await orOffline(answer.blob()));
  return {
    actions: [
      h("a", { href: address, target: "_blank", rel: "noopener" }, t("print.open")),
      " · ",
      h("a", { href: address, download: "numberdrop.pdf" }, t("print.keep")),
    ],
    pages: [],
  };
}
