"""Statistics of a player's games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..rules import Variant
from .scores import Result
from .targets import MEDALS

#: The number of scores in each range of a histogram.
WIDTH: Final = 10


@dataclass(frozen=True, slots=True)
class Statistics:
    """The games of one name under the rulebook's rules, the first on each puzzle.

    `medals` counts the medals, from bronze up, without those never won. `histogram` maps the lowest
    score of each range of WIDTH scores to the number of games in it; the ranges are ascending and
    without a gap.
    """

    games: int
    average: float
    best: int
    medals: Mapping[str, int]
    histogram: Mapping[int, int]

    @classmethod
    def of(cls, results: Sequence[Result]) -> Statistics:
        """Return the statistics of one result or more."""
        scores = [result.score for result in results]
        medals = Counter(result.medal for result in results)
        ranges = Counter(score // WIDTH * WIDTH for score in scores)
        return cls(
            len(scores),
            sum(scores) / len(scores),
            max(scores),
            {medal: medals[medal] for medal in MEDALS if medals[medal]},
            {low: ranges[low] for low in range(min(ranges), max(ranges) + 1, WIDTH)},
        )

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object (cli.md, Scores). `average` is rounded to two decimals."""
        return {
            "games": self.games,
            "average": round(self.average, 2),
            "best": self.best,
            "medals": dict(self.medals),
            "histogram": [
                {"from": low, "to": low + WIDTH - 1, "games": games}
                for low, games in self.histogram.items()
            ],
        }


def statistics(results: Iterable[Result]) -> dict[str, Statistics]:
    """Return the statistics of each name that has a result under the rulebook's rules.

    Scores of other variants aren't comparable.
    """
    found: dict[str, list[Result]] = {}
    for result in results:
        if result.variant == str(Variant()):
            found.setdefault(result.name, []).append(result)
    return {name: Statistics.of(own) for name, own in found.items()}
