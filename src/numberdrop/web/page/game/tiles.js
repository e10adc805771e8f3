// The tiles of the letters A to E. Each slides along the notches of a rail until it falls.

import { h, s } from "../dom.js";
import { t } from "../i18n.js";
import { LETTERS } from "../notation.js";
import { actionButton } from "./button.js";
import { squaresOf } from "./shapes.js";

const LAST = 4;
/** The x of notch 0, the distance between notches, and the y of the rail. */
const [FIRST, STEP, FLOOR] = [19, 18, 32];
/** The outline of a tile with its peg, the tip of which is at 0,6. */
const BODY =
  "M-16-24h32a3 3 0 0 1 3 3v16a3 3 0 0 1-3 3h-11l-5 7-5-7h-11a3 3 0 0 1-3-3v-16a3 3 0 0 1 3-3z";

/** A tile in a position: on a notch in solo games; without one at a table, where nothing slides. */
const ON_NOTCH = /^(?<shape>.)(?<notch>\d)(?<mark>[ox]?)$/;
const ON_TABLE = /^(?<shape>V3|I3|U5|X5|T5|[IOTLS])(?<mark>[ox]?)$/;

/**
 * @typedef {object} Lane
 * @property {string} letter
 * @property {string} shape
 * @property {number} notch the tile's notch with this turn's slides
 * @property {number} from its notch before this turn
 * @property {string} mark "", "o" for circled, "x" for crossed off
 * @property {boolean} hasRail whether tiles slide in this game
 * @property {boolean} canSlide whether the tile may slide next
 * @property {boolean} slides whether it slides in this turn
 * @property {boolean} isEnabled whether its button can be pressed
 */

/**
 * Returns the five tiles, with the slides chosen so far.
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
    const [from, canSlide] = [Number(notch ?? 0), due.includes(letter)];
    return {
      letter,
      shape,
      notch: Math.min(LAST, from + slid),
      from,
      mark,
      hasRail: notch !== undefined,
      canSlide,
      slides: slid > 0,
      isEnabled: canSlide || changeable.has(letter),
    };
  });
}

/**
 * Creates the button that shows a tile and slides it.
 * @param {Lane} lane
 */
export function tile(lane) {
  const { letter, shape, notch, mark, hasRail, canSlide, slides, isEnabled } = lane;
  const said = [
    t("tile.shape", { letter, shape }),
    hasRail && (notch === LAST ? t("tile.go") : t("tile.notch", { letter, notch })),
    mark === "o" && t("tile.mark.o"),
    mark === "x" && t("tile.mark.x"),
    slides && t("game.tile.slides"),
  ];
  const states = [
    [mark === "o", "is-circled"],
    [mark === "x", "is-crossed"],
    [canSlide, "is-due"],
  ];
  const classes = ["tile", ...states.filter(([is]) => is).map(([, name]) => name)];
  return actionButton(
    `slide ${letter}`,
    {
      "data-letter": letter,
      class: classes.join(" "),
      "aria-label": said.filter(Boolean).join(", "),
      "aria-pressed": String(slides),
      disabled: !isEnabled,
    },
    h("span", { class: "letter" }, letter),
    rail(lane),
  );
}

/** @param {Lane} lane */
function rail({ shape, notch, from, hasRail, canSlide, slides }) {
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
    hasRail && s("path", { class: "rail-line", d: `M1 ${FLOOR}${cuts}H${x(LAST) - 9}` }),
    hasRail && notch < LAST && s("text", { class: "go", x: x(LAST), y: FLOOR + 7 }, "GO!"),
    slides && s("circle", { class: "was", cx: x(from), cy: FLOOR + 1, r: 4 }),
    s("g", { transform: `translate(${FIRST} ${FLOOR})` }, token),
    canSlide && notch < LAST && s("path", { class: "next", d: `M${tip} ${middle - 4}l4 4-4 4` }),
  );
}
