"""The three people, as far as their games depend on it (docs/daily.md, People)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ...bots.personas import Persona
from ...rules import COLUMNS

#: The version of these players: whoever plays otherwise is another version.
PEOPLE_VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class SimulatedPlayer:
    """A player of human strength, who looks at a turn by their `habits`.

    `mean` is what they score on average over many plain deals, in 1/100 points. Of seven games that
    are asked for they play `of_seven`. `starts` are the columns of their first cell, in turn.
    """

    name: str
    mean: int
    of_seven: int
    starts: str
    habits: Persona

    def games(self, asked: int) -> int:
        """How many games they play where so many are asked for, 1 at least."""
        return (asked * self.of_seven + 6) // 7


NEWCOMER: Final = SimulatedPlayer(
    "newcomer", 3500, 7, COLUMNS, Persona((6, 3, 2, 1, 1), 40, 20, 24, 300, 0)
)
REGULAR: Final = SimulatedPlayer(
    "regular", 4550, 7, COLUMNS, Persona((12, 5, 2, 1, 1), 24, 3, 4, 80, 0)
)
ADEPT: Final = SimulatedPlayer("adept", 5100, 3, "cde", Persona((20, 6, 3, 2, 1), 24, 0, 0, 300, 2))
#: The three, the weakest first.
PEOPLE: Final = (NEWCOMER, REGULAR, ADEPT)
NAMES: Final = tuple(person.name for person in PEOPLE)
