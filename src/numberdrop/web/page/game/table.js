// A game as the program keeps it: its latest revision, and the way to do another step.

import { Refusal, newKey, request } from "../api.js";

/** How long to wait before a step is sent again to a program that doesn't answer, in ms. */
const PAUSE = 700;

/**
 * @typedef {object} Tentative
 * @property {string[]} slides
 * @property {{tile: string, cells: string[]}[]} drops
 * @property {string[]} cells in reading order
 * @property {(number | null)[]} digits along them
 * @property {string[] | null} claim
 */
/**
 * @typedef {object} Pose
 * @property {string} shape
 * @property {number} orientation
 * @property {string} column the leftmost one
 * @property {string[]} cells in reading order
 * @property {boolean} slid reached only by sliding under an overhang
 */
/**
 * @typedef {object} Claim
 * @property {string} kind "identical" or "consecutive"
 * @property {number} size
 * @property {string[]} cells
 * @property {number} points all told
 * @property {number} completes those of them for the last box of a column
 * @property {string | null} circles the letter that it circles
 */
/** @typedef {any} Game the document of formats.md, Game on the table */

/**
 * Whether the same turn is to be played, however far it is chosen. At a table no two sheets are
 * alike: each begins with the number of its seat.
 * @param {Game} now
 * @param {Game} before
 */
export function isSameTurn(now, before) {
  return ["position", "roll", "over"].every((name) => now[name] === before[name]);
}

/**
 * @typedef {object} Ears
 * @property {(game: Game, before: Game) => void} changed after each step, and where another window
 *   has gone on with the game
 * @property {(isLost: boolean) => void} overtaken another window has changed the game; isLost: and
 *   the step that was asked for here isn't done
 * @property {() => void} removed the game isn't there any more
 * @property {(isAway: boolean) => void} away the program doesn't answer, or does so again
 */

export class Table {
  /**
   * @param {Game} game
   * @param {Ears} ears
   */
  constructor(game, ears) {
    this.game = game;
    this.ears = ears;
    this.isAway = false;
    this.isLeft = false;
    /** Windows of this browser tell each other what they have done. */
    this.channel = new BroadcastChannel("numberdrop.games");
    this.channel.onmessage = ({ data }) => {
      if (data.id === this.game.id && data.revision > this.game.revision) this._hear();
    };
  }

  /** Ends it; a step that is being sent again is given up. */
  leave() {
    this.isLeft = true;
    this.channel.close();
  }

  /** Takes over what has been done to the game elsewhere; true where there was something. */
  async refresh() {
    const ask = () => request("GET", `games/${this.game.id}`);
    const game = await this._insist(ask).catch((error) => this._gone(error));
    if (!game || game.revision <= this.game.revision) return false;
    const before = this.game;
    this.game = game;
    this.ears.changed(game, before);
    return true;
  }

  async _hear() {
    if (await this.refresh()) this.ears.overtaken(false);
  }

  /**
   * Does a step, however often it has to be sent; a step is never done twice.
   * @param {object} step
   * @returns {Promise<boolean>} false where another window was first, or has removed the game, and
   *   the step isn't done
   * @throws {Refusal} where the rules forbid it
   */
  async do(step) {
    const { id, revision } = this.game;
    const body = { revision, key: newKey(), step };
    try {
      const game = await this._insist(() => request("POST", `games/${id}/steps`, body));
      if (!game) return false;
      this._take(game);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 409) return this._gone(error);
      const before = this.game;
      this.game = error.answer.game;
      this.ears.changed(this.game, before);
      this.ears.overtaken(true);
      return false;
    }
    return true;
  }

  /**
   * Where the game was removed elsewhere, nothing more comes of it.
   * @param {unknown} error
   * @returns {false}
   */
  _gone(error) {
    if (!(error instanceof Refusal) || error.status !== 404) throw error;
    this.ears.removed();
    return false;
  }

  /** @param {Game} game */
  _take(game) {
    const before = this.game;
    this.game = game;
    this.channel.postMessage({ id: game.id, revision: game.revision });
    this.ears.changed(game, before);
  }

  /**
   * Asks until the program answers; null once the game has been left.
   * @param {() => Promise<Game>} ask
   * @returns {Promise<Game | null>}
   */
  async _insist(ask) {
    while (!this.isLeft) {
      try {
        const answer = await ask();
        this._setAway(false);
        return answer;
      } catch (error) {
        if (error instanceof Refusal) {
          this._setAway(false);
          throw error;
        }
        this._setAway(true);
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    }
    return null;
  }

  /** @param {boolean} isAway */
  _setAway(isAway) {
    if (isAway === this.isAway) return;
    this.isAway = isAway;
    this.ears.away(isAway);
  }
}
