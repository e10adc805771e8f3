"""What the deals of a study come to together, and how sure that is.

Means have a standard error; shares an interval that holds them with 95 per cent, E. B. Wilson's of
1927, which is right for shares near 0 and 1 too. Both tell how far other deals, drawn in the same
way, would differ.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from .deals import StudiedDeal

#: Standard errors to each side of what holds 95 per cent.
SURE = 1.959964
#: The classes of deals by the turns of their longest games, least and most.
CLASSES = ((0, 14), (15, 15), (16, 16), (17, 20))
HUNDRED = 100


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of some numbers, and its standard error: None of a single one."""

    value: float
    se: float | None

    @classmethod
    def of(cls, numbers: Sequence[float]) -> Mean:
        """Of one number or more."""
        count = len(numbers)
        mean = math.fsum(numbers) / count
        if count == 1:
            return cls(mean, None)
        spread = math.fsum((number - mean) ** 2 for number in numbers)
        return cls(mean, math.sqrt(spread / (count - 1) / count))

    def __str__(self) -> str:
        return f"{self.value:.2f}" + ("" if self.se is None else f" ± {self.se:.2f}")

    def to_json(self) -> dict[str, Any]:
        return {"mean": self.value, "se": self.se}


@dataclass(frozen=True, slots=True)
class Share:
    """How many of some deals are so."""

    count: int
    of: int

    @property
    def value(self) -> float:
        return self.count / self.of

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's."""
        share, z = self.value, SURE**2 / self.of
        middle = (share + z / 2) / (1 + z)
        half = math.sqrt(share * (1 - share) * z + z * z / 4) / (1 + z)
        return max(0.0, middle - half), min(1.0, middle + half)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.value:.1%} ({low:.1%} to {high:.1%})"

    def to_json(self) -> dict[str, Any]:
        return {"count": self.count, "of": self.of, "interval": list(self.interval)}


@dataclass(frozen=True, slots=True)
class Figures:
    """Of deals whose longest games have `least` to `most` turns: on how many the best score is
    `proved`, on how many a game of 100 was found (`hundred`) or is `ruled_out`; the means of the
    best score found, of the bound, and of each level's score; and by how much each stays below the
    best found on the same deal (`gaps`)."""

    least: int
    most: int
    share: Share
    proved: Share
    hundred: Share
    ruled_out: Share
    best: Mean
    bound: Mean
    blind: dict[str, Mean]
    gaps: dict[str, Mean]

    @classmethod
    def of(cls, deals: Sequence[StudiedDeal], total: int) -> Figures:
        """Of one deal or more, out of so many."""
        count = len(deals)
        best = [deal.best.score for deal in deals]
        blind = {
            level: [deal.blind[level].score for deal in deals] for level in deals[0].settings.levels
        }
        return cls(
            min(deal.longest_game for deal in deals),
            max(deal.longest_game for deal in deals),
            Share(count, total),
            Share(sum(deal.best.is_proved for deal in deals), count),
            Share(sum(score == HUNDRED for score in best), count),
            Share(sum(deal.best.bound < HUNDRED for deal in deals), count),
            Mean.of(best),
            Mean.of([deal.best.bound for deal in deals]),
            {level: Mean.of(scores) for level, scores in blind.items()},
            {
                level: Mean.of([most - score for most, score in zip(best, scores, strict=True)])
                for level, scores in blind.items()
            },
        )

    def to_json(self) -> dict[str, Any]:
        """The object in the document of `numberdrop lab study --json`."""
        return {
            "longest_game": [self.least, self.most],
            "deals": self.share.to_json(),
            "proved": self.proved.to_json(),
            "hundred": self.hundred.to_json(),
            "hundred_ruled_out": self.ruled_out.to_json(),
            "best": self.best.to_json(),
            "bound": self.bound.to_json(),
            "blind": {level: mean.to_json() for level, mean in self.blind.items()},
            "below_best": {level: mean.to_json() for level, mean in self.gaps.items()},
        }


def figures_of(deals: Sequence[StudiedDeal]) -> list[Figures]:
    """Of each class that has a deal, and last of all, one deal at least."""
    return [*_by(deals, CLASSES), Figures.of(deals, len(deals))]


def by_length(deals: Sequence[StudiedDeal]) -> list[Figures]:
    """Of the deals of each length of the longest game that there is."""
    lengths = sorted({deal.longest_game for deal in deals})
    return _by(deals, [(length, length) for length in lengths])


def _by(deals: Sequence[StudiedDeal], classes: Iterable[tuple[int, int]]) -> list[Figures]:
    groups = [
        [deal for deal in deals if least <= deal.longest_game <= most] for least, most in classes
    ]
    return [Figures.of(group, len(deals)) for group in groups if group]
