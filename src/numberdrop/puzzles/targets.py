"""The targets of a puzzle, and how hard it is, by rules that anyone can apply again.

formats.md, Archive; docs/daily.md says what they are for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..rules import LADDER

#: Games of the field behind the targets: twenty from each column.
GAMES: Final = 140
MEDALS: Final = ("bronze", "silver", "gold", "perfect")

#: The figure from which on a day is called so: the quarters that bench/year.py found.
WORDS: Final = ((0, "gentle"), (38, "fair"), (40, "hard"), (42, "fierce"))


def quantile(scores: Sequence[int], quarters: int) -> int:
    """The score that so many quarters (0..4) of the sorted scores lie at or below; of the scores
    themselves, the nearest rank."""
    ranked = sorted(scores)
    return ranked[(quarters * (len(ranked) - 1) + 2) // 4]


def targets_of(
    scores: Sequence[int], expert: int, best: Mapping[str, Any] | None
) -> dict[str, int]:
    """Points for each medal: bronze is the lower quartile of the blind player's games, silver their
    median, gold the upper quartile or the expert's score, the higher of the two, and perfect the
    best score, where that is proved.

    No medal asks for more than the next: all are at most the best score known.
    """
    found = {
        "bronze": quantile(scores, 1),
        "silver": quantile(scores, 2),
        "gold": max(quantile(scores, 3), expert),
    }
    if best is None:
        return found
    found = {medal: min(points, best["score"]) for medal, points in found.items()}
    if best["score"] == best["bound"]:
        found["perfect"] = best["score"]
    return found


def medal_of(score: int, targets: Mapping[str, int]) -> str | None:
    """The highest medal that a score earns; None below bronze, or without targets."""
    earned = [medal for medal in MEDALS if medal in targets and score >= targets[medal]]
    return earned[-1] if earned else None


def rung_of(score: int) -> int | None:
    """The highest line of the rulebook's ladder that a score reaches; None below the lowest."""
    return next((rung for rung in LADDER if score >= rung), None)


def difficulty_of(bound: int, scores: Sequence[int], forced: int) -> dict[str, Any]:
    """How hard a day is: `figure`, the points from the blind player's median up to the bound on
    every score, and one for each turn of the expert that admitted one good move alone; `word`."""
    figure = bound - quantile(scores, 2) + forced
    return {"figure": figure, "word": [word for least, word in WORDS if figure >= least][-1]}


def place_among(score: int, scores: Sequence[int]) -> int:
    """The per cent, 0..100, of these games that a score beats, ties counting half."""
    below = sum(other < score for other in scores)
    level = sum(other == score for other in scores)
    return (200 * below + 100 * level + len(scores)) // (2 * len(scores))
