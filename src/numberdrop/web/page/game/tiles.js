// The letters A to E with their tiles on the notches: what slides, what is circled, what has fallen.

import { h, s } from "../dom.js";
import { t } from "../i18n.js";
import { LETTERS } from "../notation.js";

/** The shapes as they are drawn, in columns and rows from the top. @type {Record<string, [number, number][]>} */
const FORMS = {
  I: [
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 0],
  ],
  O: [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ],
  T: [
    [0, 0],
    [1, 0],
    [2, 0],
    [1, 1],
  ],
  L: [
    [0, 0],
    [0, 1],
    [1, 1],
    [2, 1],
  ],
  S: [
    [1, 0],
    [2, 0],
    [0, 1],
    [1, 1],
  ],
};
const LAST = 4;
const SIDE = 9;

/** A shape as a picture. @param {string} shape */
export function shapePicture(shape) {
  const form = FORMS[shape] ?? [];
  const wide = Math.max(0, ...form.map(([x]) => x)) + 1;
  const high = Math.max(0, ...form.map(([, y]) => y)) + 1;
  const squares = form.map(([x, y]) =>
    s("rect", { x: x * SIDE + 0.5, y: y * SIDE + 0.5, width: SIDE - 1, height: SIDE - 1, rx: 2 }),
  );
  const size = { width: wide * SIDE, height: high * SIDE };
  return s(
    "svg",
    {
      class: `shape is-${shape}`,
      viewBox: `0 0 ${size.width} ${size.height}`,
      ...size,
      "aria-hidden": "true",
    },
    ...squares,
  );
}

/** @param {number} notch @param {number} next */
function notches(notch, next) {
  const dots = Array.from({ length: LAST }, (_, at) =>
    s("circle", {
      cx: 6 + at * 12,
      cy: 8,
      r: at === notch ? 5 : 3,
      class: at === notch ? "peg is-here" : at === next ? "peg is-next" : "peg",
    }),
  );
  const go = s(
    "text",
    { x: 6 + LAST * 12 - 4, y: 12, class: notch === LAST ? "go is-here" : "go" },
    "GO!",
  );
  return s(
    "svg",
    { class: "pegs", viewBox: "0 0 72 16", width: 72, height: 16, "aria-hidden": "true" },
    ...dots,
    go,
  );
}

/**
 * The five tiles; those that may slide now, or that have been chosen for it, can be pressed.
 * @param {any} game
 * @param {(letter: string) => void} slide
 */
export function tileList(game, slide) {
  const { moment, position, tiles } = game;
  const marks = position
    ? position.split(" ")[2].split(",")
    : tiles.map((/** @type {string} */ shape) => `${shape}0`);
  const chosen = moment?.turn.slides ?? [];
  const due = moment?.slides ?? [];
  const changeable = new Set(
    (moment?.choices ?? []).flatMap((/** @type {string[]} */ some) =>
      some.length > 1 ? some : [],
    ),
  );
  const items = [...LETTERS].map((letter, at) => {
    const [, shape, notch, mark] = marks[at].match(/^([A-Z]\d?)(\d)([ox]*)$/) ?? [
      "",
      tiles[at],
      "0",
      "",
    ];
    const slid = chosen.filter((/** @type {string} */ one) => one === letter).length;
    const now = Math.min(LAST, Number(notch) + slid);
    const said = [
      t("tile.shape", { letter, shape }),
      now === LAST ? t("tile.go") : t("tile.notch", { letter, notch: now }),
      mark.includes("o") && t("tile.mark.o"),
      mark.includes("x") && t("tile.mark.x"),
      slid > 0 && t("game.tile.slides"),
    ].filter(Boolean);
    return h(
      "button",
      {
        type: "button",
        class: `tile${mark.includes("o") ? " is-circled" : ""}${mark.includes("x") ? " is-crossed" : ""}${due.includes(letter) ? " is-due" : ""}`,
        "data-letter": letter,
        "aria-label": said.join(", "),
        "aria-pressed": String(slid > 0),
        disabled: !due.includes(letter) && !changeable.has(letter),
        onclick: () => slide(letter),
      },
      h("span", { class: "letter" }, letter),
      shapePicture(shape),
      notches(now, due.includes(letter) ? now + 1 : -1),
    );
  });
  return h("div", { class: "tiles", role: "group", "aria-label": t("game.tiles") }, ...items);
}
