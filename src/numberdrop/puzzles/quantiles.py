"""Quantiles of scores, and words for figures, computed by the same rules for all puzzles."""

from __future__ import annotations

from collections.abc import Sequence


def quantile(scores: Sequence[int], quarters: int) -> int:
    """Return quartile number `quarters` (0..4) of `scores`, by the nearest rank."""
    ranked = sorted(scores)
    return ranked[(quarters * (len(ranked) - 1) + 2) // 4]


def word_for(figure: int, words: Sequence[tuple[int, str]]) -> str:
    """Return the word of the highest threshold that `figure` reaches.

    `words` holds pairs of a threshold and a word, in ascending order. `figure` must reach the first
    threshold.
    """
    return [word for least, word in words if figure >= least][-1]
