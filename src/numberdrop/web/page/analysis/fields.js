// The fields of the editor: boxes and tiles as text and as buttons, and the touch keyboard.

import { h } from "../dom.js";
import { KINDS } from "../game/margin.js";
import { t } from "../i18n.js";
import { LETTERS } from "../notation.js";
import { roving } from "../roving.js";
import {
  LAST_NOTCH,
  MARKS,
  SIZES,
  parseBoxes,
  nextShape,
  parseTiles,
  formatTiles,
  toggleBox,
} from "./sheet.js";

/**
 * Creates a text field with its label; `change` is called with each typed text.
 * @param {string} id
 * @param {string} label
 * @param {(text: string) => void} change
 * @param {Record<string, any>} [given]
 */
export function textField(id, label, change, given = {}) {
  const input = h("input", {
    id,
    type: "text",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "aria-describedby": `${id}-fault`,
    ...given,
  });
  input.addEventListener("input", () => change(input.value));
  // Focusing a field selects its text, so that typing replaces it.
  input.addEventListener("focus", () => input.select());
  const fault = h("p", { id: `${id}-fault`, class: "fault" });
  const element = h("div", { class: "field" }, h("label", { for: id }, label), input, fault);
  /** @param {string} text */
  const draw = (text) => {
    if (input.value !== text) input.value = text;
  };
  /** @param {string} text */
  const showFault = (text) => {
    fault.textContent = text;
    if (text) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  };
  return { element, input, draw, showFault };
}

/**
 * Creates a toggle button for each box.
 * @param {() => string} boxes
 * @param {(boxes: string) => void} change
 */
export function boxToggles(boxes, change) {
  const kinds = /** @type {const} */ (["identical", "consecutive"]);
  /** @type {[HTMLButtonElement, string, string][]} */
  const all = [
    ...kinds.flatMap((kind) => [...SIZES].map((size) => one(kind, size))),
    one("bonus", "8"),
  ];
  /**
   * @param {string} kind
   * @param {string} size
   * @returns {[HTMLButtonElement, string, string]}
   */
  function one(kind, size) {
    const label = t("box.label", { kind: t(`box.${kind}`), size });
    const press = () => change(toggleBox(boxes(), kind, size));
    return [
      h("button", { type: "button", class: "tick", "aria-label": label, onclick: press }, size),
      kind,
      size,
    ];
  }
  const line = (/** @type {string} */ kind) => {
    const buttons = all.filter((box) => box[1] === kind).map(([button]) => button);
    const name = h("span", { "aria-hidden": "true" }, `${KINDS[kind] ?? ""} ${t(`box.${kind}`)}`);
    return h("div", { class: "tick-line" }, name, h("span", {}, ...buttons));
  };
  const element = h(
    "div",
    { role: "group", "aria-label": t("analysis.boxes.taps"), class: "ticks" },
    line("identical"),
    line("consecutive"),
    line("bonus"),
  );
  roving(element);
  const draw = () => {
    const filled = parseBoxes(boxes());
    for (const [button, kind, size] of all) {
      const on =
        kind === "bonus" ? filled.bonus : filled[/** @type {"identical"} */ (kind)].includes(size);
      button.setAttribute("aria-pressed", String(on));
    }
  };
  return { element, draw };
}

/**
 * Creates the buttons of each tile: one that cycles through shapes, five notches, and one that
 * cycles through marks.
 * @param {() => string} tiles
 * @param {(tiles: string) => void} change
 */
export function tileControls(tiles, change) {
  const now = () => parseTiles(tiles());
  const set = (/** @type {number} */ at, /** @type {object} */ changes) =>
    change(formatTiles(now().with(at, { ...now()[at], ...changes })));
  const tracks = [...LETTERS].map((letter, at) => {
    const shape = h("button", {
      type: "button",
      class: "tap",
      onclick: () => change(formatTiles(nextShape(now(), at))),
    });
    const notches = Array.from({ length: LAST_NOTCH + 1 }, (_, notch) =>
      h(
        "button",
        {
          type: "button",
          class: "tap notch",
          "aria-label": t("tile.notch", { letter, notch }),
          onclick: () => set(at, { notch }),
        },
        notch === LAST_NOTCH ? t("tile.go") : notch,
      ),
    );
    const mark = h("button", {
      type: "button",
      class: "tap",
      onclick: () => set(at, { mark: MARKS[(MARKS.indexOf(now()[at].mark) + 1) % MARKS.length] }),
    });
    return { letter, shape, notches, mark };
  });
  const element = h(
    "div",
    { role: "group", "aria-label": t("analysis.tiles.taps"), class: "tracks" },
    ...tracks.map(({ letter, shape, notches, mark }) =>
      h(
        "div",
        { class: "track" },
        h("span", { "aria-hidden": "true" }, letter),
        shape,
        ...notches,
        mark,
      ),
    ),
  );
  roving(element);
  const draw = () =>
    now().forEach((tile, at) => {
      const { letter, shape, notches, mark } = tracks[at];
      shape.textContent = tile.shape;
      const named = t("tile.shape", { letter, shape: tile.shape });
      shape.setAttribute("aria-label", named);
      shape.title = named;
      notches.forEach((button, notch) =>
        button.setAttribute("aria-pressed", String(notch === tile.notch)),
      );
      mark.textContent = tile.mark === "x" ? "✕" : tile.mark === "o" ? "◯" : "–";
      const words = t("tile.mark", { letter, mark: t(`tile.mark.${tile.mark || "none"}`) });
      mark.setAttribute("aria-label", words);
      mark.title = words;
    });
  return { element, draw };
}

/**
 * Creates the touch keyboard: digits, with a toggle for used ones.
 * @param {(key: string) => void} press
 */
export function keyPad(press) {
  let isUsed = false;
  const digits = [..."1234567890"].map((digit) =>
    h(
      "button",
      {
        type: "button",
        class: "pad-key",
        onclick: () => press(isUsed ? "abcdefghij"[Number(digit)] : digit),
      },
      digit,
    ),
  );
  const used = h(
    "button",
    { type: "button", class: "pad-key", "aria-pressed": "false" },
    t("pad.used"),
  );
  used.addEventListener("click", () => {
    isUsed = !isUsed;
    used.setAttribute("aria-pressed", String(isUsed));
  });
  const key = (
    /** @type {string} */ text,
    /** @type {string} */ label,
    /** @type {string} */ name,
  ) =>
    h(
      "button",
      { type: "button", class: "pad-key", "aria-label": label, onclick: () => press(name) },
      text,
    );
  const rest = [
    used,
    key("✕", t("pad.block"), "x"),
    key("·", t("pad.empty"), "."),
    key("⌫", t("pad.back"), "Backspace"),
    key("⏎", t("pad.row"), "Enter"),
  ];
  const element = h(
    "div",
    { role: "group", class: "pad", "aria-label": t("pad") },
    ...digits,
    ...rest,
  );
  roving(element);
  return element;
}
