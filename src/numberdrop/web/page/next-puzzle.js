// The time until the next daily puzzle.

import { number, t } from "./i18n.js";

/** Returns the time until the next puzzle in words: days change at 0:00 UTC. */
export function nextPuzzleInWords() {
  const now = new Date();
  const minutes = 1440 - now.getUTCHours() * 60 - now.getUTCMinutes();
  const values = { hours: number(Math.floor(minutes / 60)), minutes: number(minutes % 60) };
  return t("home.next", values);
}
