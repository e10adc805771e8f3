// The client of one game: its latest revision on the server, and the requests that change it.

import { ApiError, newKey, request } from "../api.js";

/** The milliseconds before a request without response is sent again. */
const RETRY_PAUSE = 700;

/**
 * @typedef {object} PartialTurn
 * @property {string[]} slides
 * @property {{tile: string, cells: string[]}[]} drops
 * @property {string[]} cells in reading order
 * @property {(number | null)[]} digits one for each cell
 * @property {string[] | null} claim
 */
/**
 * @typedef {object} Pose
 * @property {string} shape
 * @property {number} orientation
 * @property {string} column the leftmost one
 * @property {string[]} cells in reading order
 * @property {boolean} slid whether it is reached only by sliding under an overhang
 */
/**
 * @typedef {object} Claim
 * @property {string} kind "identical" or "consecutive"
 * @property {number} size
 * @property {string[]} cells
 * @property {number} points the total
 * @property {number} completes the part of them for the last box of a column
 * @property {string | null} circles the letter that it circles
 */
/** @typedef {any} Game the JSON document of a game, as formats.md defines it */

/**
 * Returns whether the current turn is the same, even if more of it has been chosen. The positions
 * of two seats always differ, since each sheet starts with the number of its seat.
 * @param {Game} now
 * @param {Game} before
 */
export function isSameTurn(now, before) {
  return ["position", "roll", "over"].every((name) => now[name] === before[name]);
}

/**
 * @typedef {object} GameListeners
 * @property {(game: Game, before: Game) => void} onChange called after each step here or in another
 *   window
 * @property {(isLost: boolean) => void} onOvertaken called when another window has changed the
 *   game; `isLost` if a step of this window was refused because of it
 * @property {() => void} onRemoved called when the game has been removed
 * @property {(isOffline: boolean) => void} onOffline called when the program stops or resumes
 *   responding
 */

/**
 * What answers the requests of a game: those for the game itself, with a path below its address,
 * and questions within a turn. At a table of several devices it is a seat.
 * @typedef {object} GameServer
 * @property {(method: string, path: string, body?: object) => Promise<any>} ask
 * @property {(path: string, body: object) => Promise<any>} question
 */

/** Returns the server of a stored game. @param {string} id @returns {GameServer} */
const storedGame = (id) => ({
  ask: (method, path, body) => request(method, `games/${id}${path}`, body),
  question: (path, body) => request("POST", path, body),
});

export class GameClient {
  /**
   * @param {Game} game
   * @param {GameListeners} listeners
   * @param {GameServer} [server]
   */
  constructor(game, listeners, server = storedGame(game.id)) {
    this.game = game;
    this.listeners = listeners;
    this.server = server;
    this.isOffline = false;
    this.isClosed = false;
    /** Notifies the other windows of this browser of each step. */
    this.channel = new BroadcastChannel("numberdrop.games");
    this.channel.onmessage = ({ data }) => {
      if (data.id === this.name && data.revision > this.game.revision) this._onBroadcast();
    };
  }

  /** What names the game to other windows: at a table, each seat has a game of its own. */
  get name() {
    return this.game.table ? `${this.game.id} ${this.game.seat}` : this.game.id;
  }

  /** Closes the client; a step that is being retried is abandoned. */
  close() {
    this.isClosed = true;
    this.channel.close();
  }

  /** Fetches the game, and returns whether it was changed elsewhere. */
  async refresh() {
    const ask = () => this.server.ask("GET", "");
    const game = await this._retry(ask).catch((error) => this._handleMissing(error));
    if (!game || game.revision <= this.game.revision) return false;
    const before = this.game;
    this.game = game;
    this.listeners.onChange(game, before);
    return true;
  }

  async _onBroadcast() {
    if (await this.refresh()) this.listeners.onOvertaken(false);
  }

  /**
   * Plays a step. The request is retried until there is a response; the step is never done twice.
   * @param {object} step
   * @returns {Promise<boolean>} false if the step isn't done because another window has changed or
   *   removed the game
   * @throws {ApiError} if the rules forbid the step
   */
  async do(step) {
    const body = { revision: this.game.revision, key: newKey(), step };
    try {
      const game = await this._retry(() => this.server.ask("POST", "/steps", body));
      if (!game) return false;
      this._accept(game);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) return this._handleMissing(error);
      const before = this.game;
      this.game = error.answer.game;
      this.listeners.onChange(this.game, before);
      this.listeners.onOvertaken(true);
      return false;
    }
    return true;
  }

  /**
   * Handles the removal of the game elsewhere, and rethrows any other error.
   * @param {unknown} error
   * @returns {false}
   */
  _handleMissing(error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    this.listeners.onRemoved();
    return false;
  }

  /** @param {Game} game */
  _accept(game) {
    const before = this.game;
    this.game = game;
    this.channel.postMessage({ id: this.name, revision: game.revision });
    this.listeners.onChange(game, before);
  }

  /**
   * Retries `ask` until there is a response; null once the client is closed.
   * @param {() => Promise<Game>} ask
   * @returns {Promise<Game | null>}
   */
  async _retry(ask) {
    while (!this.isClosed) {
      try {
        const answer = await ask();
        this._setOffline(false);
        return this.isClosed ? null : answer;
      } catch (error) {
        if (error instanceof ApiError) {
          this._setOffline(false);
          throw error;
        }
        this._setOffline(true);
        await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE));
      }
    }
    return null;
  }

  /** @param {boolean} isOffline */
  _setOffline(isOffline) {
    if (isOffline === this.isOffline) return;
    this.isOffline = isOffline;
    this.listeners.onOffline(isOffline);
  }
}
