// Coming to a table: the form for its code, and the one for a chair.

import { newKey, messageOf } from "../api.js";
import { h } from "../dom.js";
import { number, t } from "../i18n.js";
import { saveName, savedName } from "../saved-name.js";
import { nameOf } from "./people.js";
import { saveToken, tableAddress } from "./tokens.js";

const COLUMNS = "abcdefg";

/**
 * Creates the form that asks for the code of a table.
 * @param {import("../router.js").Go} go
 * @param {string} [fault]
 */
export function codeForm(go, fault = "") {
  const input = h("input", {
    id: "table-code",
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    size: 8,
    maxlength: 9,
    required: true,
  });
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    const code = input.value.replace(/[\s-]/g, "").toUpperCase();
    if (code) go(tableAddress(encodeURIComponent(code)));
  };
  return h(
    "form",
    { class: "card stack narrow", onsubmit: send, "data-own": "code" },
    h("label", { for: input.id }, t("table.code.ask")),
    h("div", { class: "buttons" }, input, h("button", { class: "is-main" }, t("table.code.go"))),
    h("p", { role: "alert", class: "fault" }, fault),
  );
}

/**
 * Creates the form that takes a chair.
 * @param {import("./client.js").TableClient} client that looks on
 * @param {any} view
 * @param {import("../router.js").Go} go
 */
export function joinForm(client, view, go) {
  const key = newKey();
  const fault = h("p", { role: "alert", class: "fault" });
  const name = h("input", {
    id: "table-name",
    value: savedName(),
    maxlength: 3,
    size: 4,
    required: true,
    autocomplete: "off",
    autocapitalize: "characters",
  });
  const chairs = h("select", { id: "table-chair" });
  /** Offers the chairs that are free now. @param {any} now */
  const update = (now) => {
    const chosen = chairs.value;
    const options = now.chairs.map((/** @type {any} */ one, /** @type {number} */ at) => {
      const label = t("table.chair", { n: number(at + 1) });
      const text = one ? t("table.chair.of", { chair: label, name: nameOf(one) }) : label;
      return h("option", { value: at + 1, disabled: Boolean(one) }, text);
    });
    chairs.replaceChildren(...options);
    const free = now.chairs.findIndex((/** @type {any} */ one) => !one) + 1;
    const stays = chosen && !now.chairs[Number(chosen) - 1];
    chairs.value = stays ? chosen : String(free || "");
  };
  update(view);
  const start = startChoice("d");
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const asked = {
      name: name.value.trim().toUpperCase(),
      chair: Number(chairs.value),
      start: start.value(),
      key,
    };
    try {
      const { token } = await client.ask("POST", "/chairs", asked);
      saveName(asked.name);
      saveToken(client.code, "seat", token);
      go(tableAddress(client.code, token), true);
    } catch (error) {
      fault.textContent = messageOf(error);
    }
  };
  const form = h(
    "form",
    { class: "card stack narrow", onsubmit: send, "data-own": "join" },
    h("h2", {}, t("table.join")),
    h("label", { for: name.id }, t("table.name")),
    name,
    h("label", { for: chairs.id }, t("table.chair.choose")),
    chairs,
    start.element,
    h("button", { class: "is-main" }, t("table.sit")),
    fault,
    h(
      "p",
      { class: "quiet" },
      h("a", { href: `${tableAddress(client.code)}?watch` }, t("table.watch")),
    ),
  );
  return { form, update };
}

/**
 * Creates the choice of the column of the first digit.
 * @param {string} chosen
 * @param {(cell: string) => void} [changed]
 */
export function startChoice(chosen, changed) {
  const boxes = [...COLUMNS].map((column) => {
    const input = h("input", {
      type: "radio",
      name: "table-start",
      value: `${column}1`,
      checked: column === chosen,
      onchange: () => changed?.(`${column}1`),
    });
    return h("label", {}, input, h("span", {}, column));
  });
  const element = h(
    "fieldset",
    { class: "columns-choice" },
    h("legend", {}, t("table.start")),
    h("div", {}, ...boxes),
  );
  const value = () => {
    const found = element.querySelector("input:checked");
    return found instanceof HTMLInputElement ? found.value : "d1";
  };
  return { element, value };
}
