// The host's screen: the link for the others, the chairs, and what only the host decides.

import { messageOf } from "../api.js";
import { copyText } from "../clipboard.js";
import { h } from "../dom.js";
import { number, t, tn } from "../i18n.js";
import { announce } from "../live.js";
import { board } from "./board.js";
import { overCard } from "./over.js";
import { nameOf, players, stateInWords, takenChairs } from "./people.js";
import { qrPicture } from "./qr.js";
import { tableAddress } from "./tokens.js";

const DEFAULT_BOT = "medium";

export class HostScreen {
  /**
   * @param {HTMLElement} root
   * @param {import("./client.js").TableClient} client
   * @param {string[]} bots
   * @param {import("../router.js").Go} go
   */
  constructor(root, client, bots, go) {
    this.client = client;
    this.bots = bots;
    this.go = go;
    this.fault = h("p", { role: "alert", class: "fault" });
    /** The seat that is being handed on: its chair and its link. @type {any} */
    this.handed = null;
    /** The chair chosen for the first player; "" for the lot. */
    this.first = "";
    /** The bot chosen for empty chairs. */
    this.bot = DEFAULT_BOT;
    /** What was said aloud last about who is away. */
    this.said = "";
    /** The absent players for whom the host waits, by chair. @type {Set<number>} */
    this.waiting = new Set();
    this.isStale = false;
    this.body = h("div", { class: "host" });
    this.body.addEventListener("focusout", () => {
      if (this.isStale) setTimeout(() => this.update());
    });
    root.replaceChildren(
      h("h1", {}, t("table.title", { code: client.code })),
      this.fault,
      this.body,
    );
  }

  /** Does what only the host may do, and shows the table after it. @param {object} asked */
  async do(asked) {
    this.fault.textContent = "";
    try {
      const { table, ...more } = await this.client.ask("POST", "/host", asked);
      this.client.show(table);
      return more;
    } catch (error) {
      this.fault.textContent = messageOf(error);
      return null;
    }
  }

  update() {
    const { view } = this.client;
    const isFocused = this.body.contains(document.activeElement);
    const focused = isFocused ? /** @type {HTMLElement} */ (document.activeElement) : null;
    // A list that may be open isn't closed by somebody else's news.
    this.isStale = focused instanceof HTMLSelectElement;
    if (this.isStale) return;
    const name = focused?.dataset.own;
    const [lobby, over] = [view.phase === "lobby", view.phase === "over"];
    this.body.replaceChildren(
      ...this.absent(),
      over ? overCard(this.client, this.button("again", "table.again", "is-main")) : this.joining(),
      this.chairs(),
      lobby ? this.beginning() : board(view),
      this.closing(),
    );
    if (name) this.body.querySelector(`[data-own="${name}"]`)?.focus();
  }

  /** Asks what to do about each player who is away: wait, or let a bot play. */
  absent() {
    const { view } = this.client;
    if (view.phase !== "playing") return [];
    const away = players(view).filter((one) => one.away && !one.done);
    for (const chair of this.waiting)
      if (!away.some((one) => one.chair === chair)) this.waiting.delete(chair);
    return away
      .filter((one) => !this.waiting.has(one.chair))
      .map(({ chair, ...one }) => {
        const wait = () => {
          this.waiting.add(chair);
          this.update();
        };
        const replace = () => this.do({ do: "stand-in", chair, bot: this.bot });
        const name = nameOf({ chair, ...one });
        const button = (/** @type {string} */ key, /** @type {() => any} */ onclick) =>
          h("button", { type: "button", "data-own": `asked-${key}-${chair}`, onclick }, t(key));
        return h(
          "section",
          { class: "card asked", "data-asked": chair },
          h("p", {}, t("table.asked", { name, state: stateInWords({ chair, ...one }) })),
          h(
            "div",
            { class: "buttons" },
            button("table.wait", wait),
            button("table.replace", replace),
          ),
        );
      });
  }

  /** The link for everybody, or for the one who takes over a seat. */
  joining() {
    const { view } = this.client;
    const { links, qr } = this.handed ?? view;
    const title = this.handed
      ? t("table.hand.to", { name: nameOf(view.chairs[this.handed.chair - 1]) })
      : t("table.scan");
    const shown = h("p", { class: "quiet", role: "status" });
    const address = h("p", { class: "address" }, links?.[0] ?? "");
    const copy = async () => {
      const isCopied = await copyText(links[0]);
      if (!isCopied) getSelection()?.selectAllChildren(address);
      shown.textContent = t(isCopied ? "table.copied" : "table.copied.not");
    };
    const close = () => this.hand(null);
    const seat = `${tableAddress(view.code)}?sit`;
    const more = (links ?? []).slice(1);
    return h(
      "section",
      { class: "card joining" },
      h("h2", {}, title),
      qr ? qrPicture(qr, t("table.qr")) : null,
      h(
        "div",
        {},
        address,
        this.handed
          ? null
          : h("p", {}, t("table.code.is"), " ", h("strong", { class: "code" }, view.code)),
        h(
          "div",
          { class: "buttons" },
          h("button", { type: "button", onclick: copy, "data-own": "copy" }, t("table.copy")),
          this.handed
            ? h("button", { type: "button", "data-own": "handed", onclick: close }, t("game.close"))
            : h("a", { class: "button", href: seat }, t("table.sit.here")),
        ),
        shown,
        more.length
          ? h("p", { class: "quiet" }, t("table.other_addresses"), " ", more.join(", "))
          : null,
      ),
    );
  }

  chairs() {
    const { view } = this.client;
    const items = view.chairs.map((/** @type {any} */ one, /** @type {number} */ at) =>
      h(
        "li",
        { "data-chair": at + 1 },
        h("span", { class: "turn-number" }, at + 1),
        h("strong", {}, one ? nameOf(one) : t("seat.nobody")),
        h("span", { class: "quiet" }, one ? this.state(one) : ""),
        h("span", { class: "buttons" }, ...this.deeds(one, at + 1)),
      ),
    );
    return h(
      "section",
      { class: "card" },
      h("h2", {}, t("table.chairs")),
      view.phase === "lobby" ? this.botChoice() : null,
      h("ul", { class: "chairs" }, ...items),
    );
  }

  /** @param {import("./people.js").Chair} one */
  state(one) {
    if (one.seat && this.client.view.phase === "playing") return stateInWords(one);
    return one.away ? tn("table.away", one.away) : "";
  }

  /**
   * Creates the buttons of a chair.
   * @param {import("./people.js").Chair | null} one
   * @param {number} chair
   */
  deeds(one, chair) {
    const { phase } = this.client.view;
    const act = (/** @type {string} */ key, /** @type {() => any} */ onclick) =>
      h(
        "button",
        { type: "button", class: "small", "data-own": `${key}-${chair}`, onclick },
        t(key),
        h("span", { class: "hidden" }, ` ${one ? nameOf(one) : chair}`),
      );
    if (!one)
      return phase === "lobby"
        ? [act("table.bot", () => this.do({ do: "bot", chair, bot: this.bot }))]
        : [];
    const hand = one.bot ? [] : [act("table.hand", () => this.hand(chair))];
    if (phase !== "playing")
      return [...hand, act("table.free", () => this.do({ do: "free", chair }))];
    if (one.bot || !one.seat) return [];
    const bot = one.stand_in ? null : this.bot;
    const key = one.stand_in ? "table.wait_for" : "table.replace";
    return [act(key, () => this.do({ do: "stand-in", chair, bot })), ...hand];
  }

  /** Shows the link of a seat, whose earlier owner loses it. @param {number | null} chair */
  async hand(chair) {
    if (chair === null) this.handed = null;
    else {
      const name = nameOf(this.client.view.chairs[chair - 1]);
      if (!confirm(t("table.hand.sure", { name }))) return;
      const more = await this.do({ do: "hand", chair });
      if (more) this.handed = { ...more, chair };
    }
    this.update();
    this.body.scrollIntoView();
  }

  botChoice() {
    const options = this.bots.map((bot) => h("option", { value: bot }, t(`bot.${bot}`)));
    const select = h("select", { id: "table-bot", "data-own": "bot-choice" }, ...options);
    select.value = this.bot;
    select.addEventListener("change", () => (this.bot = select.value));
    return h("label", { class: "check" }, t("table.bots"), select);
  }

  beginning() {
    const { view } = this.client;
    const taken = takenChairs(view);
    const options = taken.map((one) => h("option", { value: one.chair }, nameOf(one)));
    const select = h(
      "select",
      { id: "table-first", "data-own": "first" },
      h("option", { value: "" }, t("table.lot")),
      ...options,
    );
    select.value = taken.some((one) => String(one.chair) === this.first) ? this.first : "";
    select.addEventListener("change", () => (this.first = select.value));
    const begin = () => this.do({ do: "begin", first: select.value ? Number(select.value) : null });
    const isReady = taken.length >= 2 && taken.some((one) => !one.bot);
    return h(
      "section",
      { class: "card stack" },
      h("label", { for: select.id }, t("table.first.choose")),
      select,
      h(
        "button",
        {
          type: "button",
          class: "is-main",
          "data-own": "begin",
          disabled: !isReady,
          onclick: begin,
        },
        t("table.begin"),
      ),
      isReady ? null : h("p", { class: "quiet" }, t("table.begin.when")),
    );
  }

  closing() {
    const close = async () => {
      if (!confirm(t("table.close.sure"))) return;
      await this.client.ask("DELETE", "").catch(() => {});
      this.go("#/");
    };
    const attributes = { type: "button", class: "small", "data-own": "close", onclick: close };
    return h("p", {}, h("button", attributes, t("table.close")));
  }

  /** @param {string} action @param {string} key @param {string} [name] class name */
  button(action, key, name = "") {
    const onclick = () => this.do({ do: action });
    return h("button", { type: "button", class: name, "data-own": action, onclick }, t(key));
  }

  /** Says aloud who has come, and who is away. @param {any} before */
  announce(before) {
    const known = new Set(before?.chairs.map((/** @type {any} */ one) => one?.name));
    const came = takenChairs(this.client.view)
      .filter((one) => before && one.name && !known.has(one.name))
      .map((one) => t("table.came", { name: nameOf(one) }));
    if (came.length) announce(came.join(" "));
    const asked = [...this.body.querySelectorAll(".asked p")].map((one) => one.textContent);
    if (asked.length && asked.join(" ") !== this.said) announce(asked.join(" "));
    this.said = asked.join(" ");
  }
}
