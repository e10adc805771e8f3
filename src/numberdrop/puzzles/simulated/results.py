"""What an archive tells of the people's games on a day, and how kind its dice were to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from ...json_reader import Fields
from ...rules import MOST_TURNS, SCORES
from ..quantiles import quantile, word_for
from .roster import NAMES, PEOPLE

_MOST_VERSIONS = 2**31

#: The figure from which on the dice of a day are called so: the fifths that bench/year.py found.
LUCK: Final = ((-200, "harsh"), (-3, "poor"), (-1, "even"), (1, "kind"), (4, "generous"))


@dataclass(frozen=True, slots=True)
class SimulatedResults:
    """The games of the three people: the `version` of the players, their `scores` by name, game
    number 0 first, and in how many turns of each of the adept's games there was one good move
    alone, `forced`."""

    version: int
    scores: dict[str, tuple[int, ...]]
    forced: tuple[int, ...]

    @classmethod
    def from_json(cls, value: object, where: str = "people") -> SimulatedResults:
        """Reads what to_json() wrote; NotationError, naming the place, on anything else."""
        fields = Fields(value, where)
        fields.expect_only("version", *NAMES, "forced")
        return cls(
            fields.count("version", 1, _MOST_VERSIONS),
            {name: tuple(fields.counts(name, *SCORES)) for name in NAMES},
            tuple(fields.counts("forced", 0, MOST_TURNS)),
        )

    def to_json(self) -> dict[str, Any]:
        """The object in documents (formats.md, Archive)."""
        scores = {name: list(scores) for name, scores in self.scores.items()}
        return {"version": self.version, **scores, "forced": list(self.forced)}

    def medians(self) -> tuple[int, ...]:
        """The median of each one's scores, the weakest first."""
        return tuple(quantile(scores, 2) for scores in self.scores.values())

    def all_scores(self) -> list[int]:
        """The scores of all games."""
        return [score for scores in self.scores.values() for score in scores]

    def mean_forced(self) -> int:
        """In how many turns of the adept's games there was one good move alone, on average."""
        games = len(self.forced)
        return (2 * sum(self.forced) + games) // (2 * games)

    def luck(self) -> tuple[int, str]:
        """How kind the dice were, in a figure and a word: by how many points the medians lie above
        what these players score on average, from all three."""
        above = 100 * sum(self.medians()) - sum(person.mean for person in PEOPLE)
        figure = (above + 50 * len(PEOPLE)) // (100 * len(PEOPLE))
        return figure, word_for(figure, LUCK)
