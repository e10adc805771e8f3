"""The results of the simulated players on a day, and how kind its dice were to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from ...json_reader import Fields
from ...rules import MOST_TURNS, SCORES
from ..quantiles import quantile, word_for
from .roster import NAMES, ROSTER

_MOST_VERSIONS = 2**31

#: The lowest figure for each word for the luck of a day, the quintiles measured by bench/year.py.
LUCK: Final = ((-200, "harsh"), (-3, "poor"), (-1, "even"), (1, "kind"), (4, "generous"))


@dataclass(frozen=True, slots=True)
class SimulatedResults:
    """The results of the three simulated players on a day.

    `version` is the version of the roster. `scores` maps each name to the player's scores, game
    number 0 first. `forced` counts, for each game of the adept, the turns with only one good move.
    """

    version: int
    scores: dict[str, tuple[int, ...]]
    forced: tuple[int, ...]

    @classmethod
    def from_json(cls, value: object, where: str = "people") -> SimulatedResults:
        """Parse the output of to_json(). Raises NotationError, naming the place, if invalid."""
        fields = Fields(value, where)
        fields.expect_only("version", *NAMES, "forced")
        return cls(
            fields.count("version", 1, _MOST_VERSIONS),
            {name: tuple(fields.counts(name, *SCORES)) for name in NAMES},
            tuple(fields.counts("forced", 0, MOST_TURNS)),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object (formats.md, Archive)."""
        scores = {name: list(scores) for name, scores in self.scores.items()}
        return {"version": self.version, **scores, "forced": list(self.forced)}

    def medians(self) -> tuple[int, ...]:
        """Return the median score of each player, weakest first."""
        return tuple(quantile(scores, 2) for scores in self.scores.values())

    def all_scores(self) -> list[int]:
        """Return the scores of all games."""
        return [score for scores in self.scores.values() for score in scores]

    def mean_forced(self) -> int:
        """Return the mean number of turns with only one good move in the adept's games."""
        games = len(self.forced)
        return (2 * sum(self.forced) + games) // (2 * games)

    def luck(self) -> tuple[int, str]:
        """Return how kind the dice were, as a figure and a word.

        The figure is how many points the medians are above the players' usual means, averaged over
        the three.
        """
        above = 100 * sum(self.medians()) - sum(player.mean for player in ROSTER)
        figure = (above + 50 * len(ROSTER)) // (100 * len(ROSTER))
        return figure, word_for(figure, LUCK)
