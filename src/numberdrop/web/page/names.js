// The names of games, and of those on the rulebook's list of high scores.

import { day, number, t } from "./i18n.js";

/**
 * Returns the name of a game in lists and in its heading. A game with random dice has a number once
 * something has been done in it.
 * @param {{kind: string, puzzle: string | null, revision?: number, table?: {code: string}}} game
 */
export function gameName({ kind, puzzle, revision, table }) {
  if (table) return t("table.title", { code: table.code });
  if (revision === 0 && ["solo", "table"].includes(kind)) return t(`kind.${kind}`);
  if (kind === "table") return t("home.games.table", { seed: puzzle?.match(/#(\d+)/)?.[1] ?? "" });
  if (kind === "solo") return t("home.games.solo", { seed: puzzle?.match(/\d+/)?.[0] ?? "" });
  if (puzzle && /^\d{4}-\d\d-\d\d$/.test(puzzle)) return day(puzzle);
  return puzzle ?? t(`kind.${kind}`);
}

/** Returns the names on a line of the rulebook's high scores. @param {string[]} names */
export const namesInWords = (names) => names.join(" / ");

/** Returns a line of the rulebook's high scores. @param {{score: number, names: string[]}} line */
export function highScoreInWords({ score, names }) {
  return t("scores.line", { names: namesInWords(names), score: number(score) });
}
