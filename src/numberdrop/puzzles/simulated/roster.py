"""The three simulated players (docs/daily.md, People)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ...bots.personas import Persona
from ...rules import COLUMNS

#: The version of the roster. It must change whenever a player plays differently.
ROSTER_VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class SimulatedPlayer:
    """A simulated player of human strength, who chooses turns by a `persona`.

    `mean` is the player's mean score over many plain deals, in 1/100 points. The player plays
    `of_seven` of every seven games requested. `starts` holds the columns of the first cell, used in
    rotation.
    """

    name: str
    mean: int
    of_seven: int
    starts: str
    persona: Persona

    def games(self, requested: int) -> int:
        """Return how many games the player plays if `requested` are requested, at least 1."""
        return (requested * self.of_seven + 6) // 7


NEWCOMER: Final = SimulatedPlayer(
    "newcomer", 3500, 7, COLUMNS, Persona((6, 3, 2, 1, 1), 40, 20, 24, 300, 0)
)
REGULAR: Final = SimulatedPlayer(
    "regular", 4550, 7, COLUMNS, Persona((12, 5, 2, 1, 1), 24, 3, 4, 80, 0)
)
ADEPT: Final = SimulatedPlayer("adept", 5100, 3, "cde", Persona((20, 6, 3, 2, 1), 24, 0, 0, 300, 2))
#: The three players, weakest first.
ROSTER: Final = (NEWCOMER, REGULAR, ADEPT)
NAMES: Final = tuple(player.name for player in ROSTER)
