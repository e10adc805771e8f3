// The letters A to E: the two boxes of each, and its tile, which slides along the notches of a rail
// until it falls.

import { h, s } from "../dom.js";
import { t } from "../i18n.js";
import { LETTERS } from "../notation.js";
import { asking } from "./button.js";
import { squaresOf } from "./shapes.js";

const LAST = 4;
/** Where notch 0 is on the rail, how far the next one, and where the tiles stand. */
const [FIRST, STEP, FLOOR] = [19, 18, 32];
/** A tile with the peg that stands in the notch, the tip of the peg at 0,6. */
const BODY =
  "M-16-24h32a3 3 0 0 1 3 3v16a3 3 0 0 1-3 3h-11l-5 7-5-7h-11a3 3 0 0 1-3-3v-16a3 3 0 0 1 3-3z";

/** A tile in a position: on its notch, or at a table, where nothing slides. */
const ON_NOTCH = /^(?<shape>.)(?<notch>\d)(?<mark>[ox]?)$/;
const ON_TABLE = /^(?<shape>V3|I3|U5|X5|T5|[IOTLS])(?<mark>[ox]?)$/;

/**
 * @typedef {object} Lane
 * @property {string} letter
 * @property {string} shape
 * @property {number} notch where the tile stands now
 * @property {number} from where it stood before this turn
 * @property {string} mark "", "o" for circled, "x" for crossed off
 * @property {boolean} isRailed whether it slides at all
 * @property {boolean} isDue it may slide now
 * @property {boolean} isSlid it slides in this turn
 * @property {boolean} isOpen it may be pressed
 */

/**
 * The five tiles, as they stand with what has been chosen.
 * @param {any} game
 * @returns {Lane[]}
 */
export function lanesOf(game) {
  const { moment, position, tiles } = game;
  const marks = position
    ? position.split(" ")[2].split(",")
    : tiles.map((/** @type {string} */ shape) => (game.seats ? shape : `${shape}0`));
  const form = game.seats ? ON_TABLE : ON_NOTCH;
  const slides = moment?.turn.slides ?? [];
  const due = moment?.slides ?? [];
  const choices = (moment?.choices ?? []).filter((/** @type {any} */ some) => some.length > 1);
  const changeable = new Set(choices.flat());
  return [...LETTERS].map((letter, at) => {
    const { shape, notch, mark } = marks[at].match(form).groups;
    const slid = slides.filter((/** @type {string} */ one) => one === letter).length;
    const [from, isDue] = [Number(notch ?? 0), due.includes(letter)];
    return {
      letter,
      shape,
      notch: Math.min(LAST, from + slid),
      from,
      mark,
      isRailed: notch !== undefined,
      isDue,
      isSlid: slid > 0,
      isOpen: isDue || changeable.has(letter),
    };
  });
}

/**
 * The tile of a letter as a button that slides it.
 * @param {Lane} lane
 */
export function tile(lane) {
  const { letter, shape, notch, mark, isRailed, isDue, isSlid, isOpen } = lane;
  const said = [
    t("tile.shape", { letter, shape }),
    isRailed && (notch === LAST ? t("tile.go") : t("tile.notch", { letter, notch })),
    mark === "o" && t("tile.mark.o"),
    mark === "x" && t("tile.mark.x"),
    isSlid && t("game.tile.slides"),
  ];
  const states = [
    [mark === "o", "is-circled"],
    [mark === "x", "is-crossed"],
    [isDue, "is-due"],
  ];
  const classes = ["tile", ...states.filter(([is]) => is).map(([, name]) => name)];
  return asking(
    `slide ${letter}`,
    {
      "data-letter": letter,
      class: classes.join(" "),
      "aria-label": said.filter(Boolean).join(", "),
      "aria-pressed": String(isSlid),
      disabled: !isOpen,
    },
    h("span", { class: "letter" }, letter),
    rail(lane),
  );
}

/** @param {Lane} lane */
function rail({ shape, notch, from, isRailed, isDue, isSlid }) {
  const x = (/** @type {number} */ at) => FIRST + at * STEP;
  const cuts = Array.from({ length: LAST }, (_, at) => `H${x(at) - 5}l5 6 5-6`).join("");
  const token = s(
    "g",
    { class: `token is-at-${notch}` },
    s("path", { class: "token-body", d: BODY }),
    s(
      "g",
      { class: "token-shape", transform: "translate(0 -13)" },
      ...squaresOf(shape, 7.6).squares,
    ),
  );
  const [tip, middle] = [x(notch) + 22, FLOOR - 13];
  return s(
    "svg",
    { class: "rail", viewBox: "0 0 112 40", "aria-hidden": "true" },
    isRailed && s("path", { class: "rail-line", d: `M1 ${FLOOR}${cuts}H${x(LAST) - 9}` }),
    isRailed &&
      notch < LAST && s("text", { class: "go", x: x(LAST), y: FLOOR + 7 }, "GO!"),
    isSlid && s("circle", { class: "was", cx: x(from), cy: FLOOR + 1, r: 4 }),
    s("g", { transform: `translate(${FIRST} ${FLOOR})` }, token),
    isDue && notch < LAST && s("path", { class: "next", d: `M${tip} ${middle - 4}l4 4-4 4` }),
  );
}
