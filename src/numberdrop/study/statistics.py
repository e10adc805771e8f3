"""Statistics over the deals of a study, with their uncertainty.

Means have a standard error. Shares have the 95 per cent confidence interval of E. B. Wilson (1927),
which also works for shares near 0 and 1. Both describe how much another sample of deals would
differ.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from .deals import StudiedDeal

#: The half-width of a 95 per cent interval, in standard errors.
Z_95 = 1.959964
#: The classes of deals, by the fewest and the most turns of their longest games.
CLASSES = ((0, 14), (15, 15), (16, 16), (17, 20))
HUNDRED = 100


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean and its standard error, which is None for a single number."""

    value: float
    se: float | None

    @classmethod
    def of(cls, numbers: Sequence[float]) -> Mean:
        """Compute the mean of one or more numbers."""
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
    """The share of deals with some property: `count` out of `of`."""

    count: int
    of: int

    @property
    def value(self) -> float:
        return self.count / self.of

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 per cent interval."""
        share, z = self.value, Z_95**2 / self.of
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
    """The statistics of the deals whose longest games have `least` to `most` turns.

    `share` is their share of all deals. `proved` is the share of deals whose best score is proved,
    `hundred` of those with a game of 100 points, `ruled_out` of those where 100 is proved
    impossible. `best`, `bound` and `blind` are the means of the best score, the upper bound and
    each level's score. `gaps` is how far each level is below the best score, on average.
    """

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
        """Compute the statistics of one or more deals, out of `total`."""
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
        """Return the JSON object in the document of `numberdrop lab study --json`."""
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
    """Return the statistics of each class that has deals, then of all deals, of which there must be
    at least one."""
    return [*_by(deals, CLASSES), Figures.of(deals, len(deals))]


def by_length(deals: Sequence[StudiedDeal]) -> list[Figures]:
    """Return the statistics of the deals for each length of the longest game."""
    lengths = sorted({deal.longest_game for deal in deals})
    return _by(deals, [(length, length) for length in lengths])


def _by(deals: Sequence[StudiedDeal], classes: Iterable[tuple[int, int]]) -> list[Figures]:
    groups = [
        [deal for deal in deals if least <= deal.longest_game <= most] for least, most in classes
    ]
    return [Figures.of(group, len(deals)) for group in groups if group]
