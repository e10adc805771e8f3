// A seat: the lobby, the game that is played by the modules of any game, and its end.

import { messageOf } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { announce } from "../live.js";
import { GameView } from "../game/view.js";
import { board } from "./board.js";
import { startChoice } from "./join.js";
import { overCard } from "./over.js";
import { nameOf, peopleBar, stateInWords, takenChairs } from "./people.js";
import { saveToken, savedToken, tableAddress } from "./tokens.js";

export class SeatScreen {
  /**
   * @param {HTMLElement} root
   * @param {import("./client.js").TableClient} client
   * @param {import("../game/keys.js").Action[]} keys
   * @param {import("../router.js").Go} go
   */
  constructor(root, client, keys, go) {
    this.client = client;
    this.keys = keys;
    this.go = go;
    this.bar = h("div", { class: "table-bar" });
    this.body = h("div", {});
    /** The game that is shown. @type {GameView | null} */
    this.game = null;
    /** What was said aloud last about the bot that plays here. */
    this.said = "";
    /** Whether the game is being fetched. */
    this.isLoading = false;
    root.replaceChildren(h("div", { class: "at-table" }, this.bar, this.body));
    this.root = /** @type {HTMLElement} */ (root.firstElementChild);
  }

  destroy() {
    this.game?.destroy();
  }

  async update() {
    const { view } = this.client;
    const isPlaying = view.phase === "playing" && view.me.seat !== null;
    this.root.classList.toggle("is-playing", isPlaying);
    if (!isPlaying) this.leaveGame();
    const bar = isPlaying ? [peopleBar(view), ...this.standIn()] : [];
    const key = JSON.stringify([isPlaying, view.chairs, view.game?.first]);
    if (this.bar.dataset.shown !== key) this.bar.replaceChildren(...bar);
    this.bar.dataset.shown = key;
    const replaced = bar[1]?.textContent ?? "";
    if (replaced && replaced !== this.said) announce(replaced);
    this.said = replaced;
    if (isPlaying) await this.follow();
    else if (view.phase === "lobby") this.showLobby();
    else if (view.phase === "over") this.showEnd();
    else {
      delete this.body.dataset.shown;
      this.body.replaceChildren(h("p", { class: "card" }, t("table.next_game")), board(view));
    }
  }

  leaveGame() {
    this.game?.destroy();
    this.game = null;
  }

  /** Shows the game, or what has changed in it. */
  async follow() {
    const { view } = this.client;
    if (this.game) {
      if (view.me.revision > this.game.client.game.revision) await this.game.client.refresh();
      return;
    }
    if (this.isLoading) return;
    this.isLoading = true;
    delete this.body.dataset.shown;
    try {
      const game = await this.client.ask("GET", "/seat");
      const server = {
        ask: (/** @type {string} */ method, /** @type {string} */ path, /** @type {any} */ body) =>
          this.client.ask(method, `/seat${path}`, body),
        question: (/** @type {string} */ path, /** @type {object} */ body) =>
          this.client.ask("POST", `/${path}`, body),
      };
      if (!this.client.isClosed) this.game = new GameView(this.body, game, this.keys, {}, server);
    } catch (error) {
      this.body.replaceChildren(h("p", { role: "alert", class: "card fault" }, messageOf(error)));
    } finally {
      this.isLoading = false;
    }
  }

  /**
   * Returns whether this is on the page already; it isn't drawn again then, so that nothing loses
   * the focus.
   * @param {...any} what
   */
  isShown(...what) {
    const key = JSON.stringify(what);
    const is = this.body.dataset.shown === key;
    this.body.dataset.shown = key;
    return is;
  }

  /** The button of somebody for whom a bot plays. */
  standIn() {
    const { view } = this.client;
    const me = view.chairs[view.me.chair - 1];
    if (!me?.stand_in) return [];
    const back = async () => {
      const { table } = await this.client.ask("POST", "/chair", { do: "return" });
      this.client.show(table);
    };
    const button = h(
      "button",
      { type: "button", class: "small is-main", "data-own": "return", onclick: back },
      t("table.return"),
    );
    return [h("p", { class: "stand-in" }, stateInWords(me), " ", button)];
  }

  showLobby() {
    const { view, code, token } = this.client;
    saveToken(code, "seat", token);
    const fault = h("p", { role: "alert", class: "fault" });
    const ask = async (/** @type {object} */ asked) => {
      try {
        const { table } = await this.client.ask("POST", "/chair", asked);
        this.client.show(table);
      } catch (error) {
        fault.textContent = messageOf(error);
      }
    };
    const leave = async () => {
      await ask({ do: "leave" });
      saveToken(code, "seat", null);
      this.go(tableAddress(code));
    };
    if (this.isShown("lobby", takenChairs(view).map(nameOf), view.me)) return;
    const start = startChoice(view.me.start[0], (cell) => ask({ do: "start", cell }));
    const people = takenChairs(view).map((one) =>
      h("li", { class: one.chair === view.me.chair ? "is-me" : "" }, nameOf(one)),
    );
    this.body.replaceChildren(
      h("h1", {}, t("table.title", { code })),
      h(
        "section",
        { class: "card stack narrow" },
        h("p", {}, t("table.seated", { name: nameOf(view.chairs[view.me.chair - 1]) })),
        h("ul", { class: "here", "aria-label": t("table.people") }, ...people),
        start.element,
        h("p", { class: "quiet" }, t("table.link.keep")),
        h(
          "div",
          { class: "buttons" },
          ...this.hostLink(),
          h("button", { type: "button", onclick: leave }, t("table.leave")),
        ),
        fault,
      ),
    );
  }

  showEnd() {
    if (this.isShown("over", this.client.view.game.puzzle)) return;
    this.body.replaceChildren(
      h("h1", {}, t("table.title", { code: this.client.code })),
      overCard(this.client, ...this.hostLink()),
      board(this.client.view),
    );
  }

  /** The link to the host's screen, on the host's own device. */
  hostLink() {
    const token = savedToken(this.client.code, "host");
    if (!token) return [];
    const href = tableAddress(this.client.code, token);
    return [h("a", { class: "button", href }, t("table.host"))];
  }
}
