"""The three people, as far as their games depend on it (docs/daily.md, People)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ...bots.habits import Habits
from ...rules import COLUMNS

#: The version of these players: whoever plays otherwise is another version.
PEOPLE_VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Person:
    """A player of human strength, who looks at a turn by their `habits`.

    `mean` is what they score on average over many plain deals, in 1/100 points. Of seven games that
    are asked for they play `of_seven`. `starts` are the columns of their first cell, in turn.
    """

    name: str
    mean: int
    of_seven: int
    starts: str
    habits: Habits

    def games(self, asked: int) -> int:
        """How many games they play where so many are asked for, 1 at least."""
        return (asked * self.of_seven + 6) // 7


NEWCOMER: Final = Person("newcomer", 3500, 7, COLUMNS, Habits((6, 3, 2, 1, 1), 40, 20, 24, 300, 0))
REGULAR: Final = Person("regular", 4550, 7, COLUMNS, Habits((12, 5, 2, 1, 1), 24, 3, 4, 80, 0))
ADEPT: Final = Person("adept", 5100, 3, "cde", Habits((20, 6, 3, 2, 1), 24, 0, 0, 300, 2))
#: The three, the weakest first.
PEOPLE: Final = (NEWCOMER, REGULAR, ADEPT)
NAMES: Final = tuple(person.name for person in PEOPLE)
