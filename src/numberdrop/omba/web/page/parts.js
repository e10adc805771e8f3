// What stands beside the board: hands, moves, chances, plies, and the end.

import { cube } from "./board.js";
import { h } from "./dom.js";
import { number, t } from "./i18n.js";
import { LETTERS, deedInWords, percent, plyInWords, shortName } from "./words.js";

/** @typedef {import("./table.js").Now} Now */

/** @param {{game: {seats: string[]}, position: import("./table.js").Position}} now */
export function handsOf({ game, position }) {
  return game.seats.map((name, at) => {
    const [letter, hand, isOut] = [LETTERS[at], position.hands[at], position.out[at]];
    const isMover = letter === position.side && !position.winner;
    const words = isOut ? t("omba.hand.out") : t("omba.hand", { n: hand });
    return h(
      "li",
      { class: `hand${isMover ? " is-mover" : ""}${isOut ? " is-out" : ""}` },
      h("span", { class: "who" }, name ? t("omba.seat", { letter, name: shortName(name) }) : letter),
      h("span", { class: "quiet" }, isMover ? t("omba.hand.mover", { hand: words }) : words),
      h("span", { class: "cubes", "aria-hidden": "true" }, ...Array.from({ length: isOut ? 0 : hand }, () => cube(letter))),
    );
  });
}

/**
 * The moves worth the roll as buttons; the one that is pressed is played by pressing it again.
 * @param {import("./table.js").Deed[]} moves
 * @param {string} side who chooses
 * @param {number} chosen
 * @param {any} advice has their values, where it is there
 * @param {(at: number) => void} choose
 * @param {() => void} play
 */
export function movesOf(moves, side, chosen, advice, choose, play) {
  if (!moves.length) return [];
  /** @type {Map<string, any>} */
  const worth = new Map((advice?.moves ?? []).map((/** @type {any} */ one) => [one.move, one]));
  const items = moves.map((deed, at) => {
    const found = worth.get(deed.move);
    const isChosen = at === chosen;
    return h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          "aria-pressed": String(isChosen),
          "data-move": deed.move,
          onclick: () => (isChosen ? play() : choose(at)),
        },
        h("span", { class: "name" }, deed.move),
        h("span", { class: "does" }, deedInWords(deed, side)),
        found && h("span", { class: found.loss ? "worth" : "worth is-best" }, worthOf(found)),
      ),
    );
  });
  return [h("h2", {}, t("omba.moves")), h("ul", { class: "moves" }, ...items)];
}

/** @param {{value: number, error: number, loss: number}} found */
function worthOf({ value, error, loss }) {
  const share = percent(value, error);
  return loss ? t("omba.worth.less", { share, loss: number(100 * loss, 1) }) : t("omba.worth.best", { share });
}

/**
 * The chance of the player to move.
 * @param {Now} now
 * @param {any} advice null while it is being found
 */
export function chancesOf(now, advice) {
  if (now.needs === "over" || now.needs === "nothing") return [];
  const { side } = now.position;
  if (!advice) return [h("p", { class: "card", role: "status" }, t("omba.thinking"))];
  if (advice.fault) return [h("p", { class: "card fault" }, advice.fault)];
  const share = percent(advice.value, advice.error);
  return [
    h(
      "div",
      { class: "card", "data-advice": advice.exact ? "exact" : "estimate" },
      h("p", {}, t("omba.chance", { side, share })),
      h("p", { class: "quiet" }, advice.exact ? t("omba.exact") : t("omba.estimate", { n: number(advice.games) })),
      advice.losing.length > 0 && h("p", {}, t("omba.losing", { rolls: advice.losing.join(", ") })),
    ),
  ];
}

/**
 * The plies so far; a click goes back to before one.
 * @param {Now} now
 * @param {(ply: number) => void} back
 */
export function pliesOf(now, back) {
  const items = now.plies.map((ply, at) =>
    h("li", {}, h("button", { type: "button", title: t("omba.back"), onclick: () => back(at) }, plyInWords(ply))),
  );
  return [
    h(
      "details",
      { class: "card" },
      h("summary", {}, t("omba.plies", { n: now.plies.length })),
      items.length > 0 && h("p", { class: "quiet" }, t("omba.plies.back")),
      h("ol", { class: "plies" }, ...items),
      h("p", { class: "record" }, now.game.record),
    ),
  ];
}

/**
 * Who has won, and what can be done then.
 * @param {Now} now
 * @param {() => void} again
 */
export function endOf(now, again) {
  const winner = now.position.winner ?? "";
  const name = now.game.seats[LETTERS.indexOf(winner)];
  const isAlone = now.game.seats.filter((seat) => seat === "you").length === 1;
  const key = !isAlone ? "omba.ended" : name === "you" ? "omba.ended.won" : "omba.ended.lost";
  const review = `#/review?${new URLSearchParams({ record: now.game.record })}`;
  return [
    h("p", { class: "ended" }, t(key, { side: winner })),
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "button", class: "is-main", onclick: again }, t("omba.again")),
      h("a", { class: "button", href: review }, t("omba.nav.review")),
      h("a", { class: "button", href: "#/" }, t("omba.other")),
    ),
  ];
}
