// The parts of the view next to the board: hands, moves, chances, plies, and the result.

import { cube } from "./board.js";
import { h } from "./dom.js";
import { number, t } from "./i18n.js";
import { LETTERS, moveInWords, percent, plyInWords, shortName } from "./narration.js";

/** @typedef {import("./game-client.js").GameState} GameState */

/** Lists the players and their hands. @param {{game: {seats: string[]}, position: import("./game-client.js").Position}} state */
export function handNodes({ game, position }) {
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
 * Lists the moves as buttons. A click on a move chooses it, and a second click plays it.
 * @param {import("./game-client.js").MoveFeatures[]} moves
 * @param {string} side the player to move
 * @param {number} chosen
 * @param {any} advice the values of the moves, if known
 * @param {(at: number) => void} choose
 * @param {() => void} play
 */
export function moveNodes(moves, side, chosen, advice, choose, play) {
  if (!moves.length) return [];
  /** @type {Map<string, any>} */
  const values = new Map((advice?.moves ?? []).map((/** @type {any} */ one) => [one.move, one]));
  const items = moves.map((features, at) => {
    const found = values.get(features.move);
    const isChosen = at === chosen;
    return h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          "aria-pressed": String(isChosen),
          "data-move": features.move,
          onclick: () => (isChosen ? play() : choose(at)),
        },
        h("span", { class: "name" }, features.move),
        h("span", { class: "does" }, moveInWords(features, side)),
        found && h("span", { class: found.loss ? "worth" : "worth is-best" }, valueText(found)),
      ),
    );
  });
  return [h("h2", {}, t("omba.moves")), h("ul", { class: "moves" }, ...items)];
}

/** @param {{value: number, error: number, loss: number}} found */
function valueText({ value, error, loss }) {
  const share = percent(value, error);
  return loss ? t("omba.worth.less", { share, loss: number(100 * loss, 1) }) : t("omba.worth.best", { share });
}

/**
 * Shows the winning chance of the player to move.
 * @param {GameState} now
 * @param {any} advice null while it is being computed
 */
export function chanceNodes(now, advice) {
  if (now.needs === "over" || now.needs === "nothing") return [];
  const { side } = now.position;
  if (!advice) return [h("p", { class: "card", role: "status" }, t("omba.thinking"))];
  if (advice.fault) return [h("p", { class: "card fault" }, advice.fault)];
  const share = percent(advice.value, advice.error);
  const isThree = now.position.out.filter((isOut) => !isOut).length === 3;
  const exact = t(isThree ? "omba.exact.three" : "omba.exact");
  return [
    h(
      "div",
      { class: "card", "data-advice": advice.exact ? "exact" : "estimate" },
      h("p", {}, t("omba.chance", { side, share })),
      h("p", { class: "quiet" }, advice.exact ? exact : t("omba.estimate", { n: number(advice.games) })),
      advice.losing.length > 0 && h("p", {}, t("omba.losing", { rolls: advice.losing.join(", ") })),
    ),
  ];
}

/**
 * Lists the plies so far. A click on a ply goes back to before it.
 * @param {GameState} now
 * @param {(ply: number) => void} back
 */
export function plyNodes(now, back) {
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
 * Shows the winner and the next actions.
 * @param {GameState} now
 * @param {() => void} again
 */
export function endNodes(now, again) {
  const winner = now.position.winner ?? "";
  const name = now.game.seats[LETTERS.indexOf(winner)];
  const isSolo = now.game.seats.filter((seat) => seat === "you").length === 1;
  const key = !isSolo ? "omba.ended" : name === "you" ? "omba.ended.won" : "omba.ended.lost";
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
