"""Quantiles of scores, and words for figures: one rule for all that puzzles tell."""

from __future__ import annotations

from collections.abc import Sequence


def quantile(scores: Sequence[int], quarters: int) -> int:
    """The score that so many quarters (0..4) of the sorted scores lie at or below; of the scores
    themselves, the nearest rank."""
    ranked = sorted(scores)
    return ranked[(quarters * (len(ranked) - 1) + 2) // 4]


def word_for(figure: int, words: Sequence[tuple[int, str]]) -> str:
    """The last of these words, in order, whose figure is reached; the first has to be."""
    return [word for least, word in words if figure >= least][-1]
