// The view of a table: the form for its code, the form for a chair, the host's screen, a seat, or
// what a watcher sees.

import { ApiError, messageOf, request } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { board } from "./board.js";
import { TableClient } from "./client.js";
import { HostScreen } from "./host.js";
import { codeForm, joinForm } from "./join.js";
import { overBoard } from "./over.js";
import { takenChairs, nameOf } from "./people.js";
import { SeatScreen } from "./seat.js";
import { saveToken, savedToken, tableAddress } from "./tokens.js";

/** The third part of the address of a table at which somebody looks on. */
const NOBODY = "-";
/** The second part of the address that opens a table. */
const NEW = "new";
const STYLES = "table/table.css";

/** @typedef {import("../router.js").Route} Route */

/**
 * @param {HTMLElement} root
 * @param {Route} route parts: the code, the token, "review"
 * @returns {Promise<() => void>}
 */
export async function show(root, route) {
  const [typed = "", token, more] = route.parts;
  const code = typed === NEW ? typed : typed.toUpperCase();
  await loadStyles();
  if (!code) return showEntry(root, route);
  if (code === NEW) return openTable(route);
  if (more === "review") {
    const { showReview } = await import("./review.js");
    return showReview(root, route, code, token === NOBODY ? "" : token);
  }
  const own = savedToken(code, "seat");
  const isAsked = route.query.has("watch") || route.query.has("sit");
  if (!token && own && !isAsked) {
    route.go(tableAddress(code, own), true);
    return () => {};
  }
  return followTable(root, route, new TableClient(code, token === NOBODY ? "" : token));
}

/** Loads the style sheet of the view, which no other view needs. */
async function loadStyles() {
  if (document.querySelector(`link[href="${STYLES}"]`)) return;
  const link = h("link", { rel: "stylesheet", href: STYLES });
  const loaded = new Promise((resolve) => {
    link.onload = resolve;
    link.onerror = resolve;
  });
  document.head.append(link);
  await loaded;
}

/**
 * Asks for the code. On the server's own machine it lists the tables.
 * @param {HTMLElement} root
 * @param {Route} route
 */
async function showEntry(root, { go }) {
  const known = await request("GET", "tables").catch((error) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
  const tables = (known?.tables ?? []).map((/** @type {any} */ one) =>
    h(
      "li",
      {},
      h("a", { href: tableAddress(one.code, one.token) }, t("table.title", { code: one.code })),
    ),
  );
  const another = h("a", { class: "button", href: "#/table/new" }, t("table.open"));
  root.replaceChildren(
    h("h1", {}, t("table.enter")),
    codeForm(go),
    known ? h("ul", {}, ...tables) : "",
    known?.more ? h("p", {}, another) : "",
  );
  return () => {};
}

/** Opens a new table, and goes to the host's screen. @param {Route} route */
async function openTable({ go }) {
  try {
    const { code, token } = await request("POST", "tables", {});
    saveToken(code, "host", token);
    go(tableAddress(code, token), true);
  } catch (error) {
    // A server with one table lists it.
    if (!(error instanceof ApiError) || error.code !== "table.only") throw error;
    go("#/table", true);
  }
  return () => {};
}

/**
 * @param {HTMLElement} root
 * @param {Route} route
 * @param {TableClient} client
 * @returns {Promise<() => void>}
 */
async function followTable(root, route, client) {
  /** @type {any} */
  let view;
  try {
    view = await client.look();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return showGone(root, route, client, error);
  }
  const screen = await screenFor(root, route, client, view);
  const notice = h("p", { class: "part-notice", role: "alert" });
  root.append(notice);
  /** @type {any} */
  let last = null;
  client.follow({
    onView: (now) => {
      screen.update(now, last);
      last = now;
    },
    onGone: (error) => {
      screen.end();
      showGone(root, route, client, error);
    },
    onOffline: (isOffline) => {
      notice.textContent = isOffline ? t("game.away") : "";
      notice.classList.toggle("is-shown", isOffline);
    },
  });
  client.show(view);
  return () => {
    client.close();
    screen.end();
  };
}

/**
 * @typedef {object} Screen
 * @property {(view: any, before: any) => void} update
 * @property {() => void} end
 */

/**
 * @param {HTMLElement} root
 * @param {Route} route
 * @param {TableClient} client
 * @param {any} view
 * @returns {Promise<Screen>}
 */
async function screenFor(root, { go, query }, client, view) {
  const { role } = view.me;
  if (role === "host") {
    saveToken(client.code, "host", client.token);
    const bots = await request("GET", "")
      .then((about) => about.bots)
      .catch(() => ["medium"]);
    const host = new HostScreen(root, client, bots, go);
    return {
      update: (_, before) => {
        host.update();
        host.announce(before);
      },
      end: () => {},
    };
  }
  if (role === "seat") {
    saveToken(client.code, "seat", client.token);
    const { keys } = await request("GET", "keys");
    const seat = new SeatScreen(root, client, keys, go);
    return { update: () => void seat.update(), end: () => seat.destroy() };
  }
  const box = h("div", {});
  root.replaceChildren(h("h1", {}, t("table.title", { code: client.code })), box);
  const { form, update } = joinForm(client, view, go);
  let shown = "";
  return {
    update: (now) => {
      update(now);
      const isWatching = query.has("watch") || now.phase === "playing";
      // While nothing changes but who is away, nothing loses the focus.
      const isForm = !isWatching && now.phase === "lobby";
      const key = JSON.stringify([isWatching, now.phase, isForm ? null : now]);
      if (key === shown) return;
      shown = key;
      box.replaceChildren(...(isWatching ? watched(client, now) : [form, ...after(client, now)]));
    },
    end: () => {},
  };
}

/**
 * Creates what is below the form for a chair after a game.
 * @param {TableClient} client
 * @param {any} view
 */
const after = (client, view) => (view.phase === "over" ? overBoard(client) : []);

/** Creates what a watcher sees. @param {TableClient} client @param {any} view */
function watched(client, view) {
  if (view.phase === "over") return overBoard(client);
  if (view.phase === "playing")
    return [h("p", { class: "quiet" }, t("table.watching")), board(view)];
  const names = takenChairs(view).map((one) => h("li", {}, nameOf(one)));
  return [h("p", {}, t("table.not_begun")), h("ul", { class: "here" }, ...names)];
}

/**
 * Shows why there is nothing here for this client: no such table, or a seat that was handed on.
 * @param {HTMLElement} root
 * @param {Route} route
 * @param {TableClient} client
 * @param {ApiError} error
 */
function showGone(root, { go }, client, error) {
  if (savedToken(client.code, "seat") === client.token) saveToken(client.code, "seat", null);
  root.replaceChildren(h("h1", {}, t("table.enter")), codeForm(go, messageOf(error)));
  return () => {};
}
