"""Levels: how much a hint searches, and the settings of a search."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from ...errors import NumberdropError, as_text, shown
from ...position import Position
from ...rules import LAST_NOTCH, LETTERS
from ...validate import MOST_SEED, expect_kind, integer
from ..limits import Limit, expect_between
from ..weights import Weights, shipped

#: The slides in a solo game.
SLIDES = len(LETTERS) * LAST_NOTCH
#: With at most this many slides left before a turn, a level's late budget counts: there the value
#: errs most, and a turn that it ranks low is often the best (docs/results/strength.md).
LATE_SLIDES = 6
#: The budget in playouts if only the clock limits the search.
_NO_LIMIT = 2**62


@dataclass(frozen=True, slots=True)
class Level:
    """How much to search: the number of `candidates`, and the `playouts` for all of them together.

    `late` has these two numbers for the last turns of a solo game, if they differ there. `edge` is
    how many points more than the value expects the level scores, measured from the start of a game.
    The value was learned from games played with a narrower choice (bench/calibration.py).
    """

    name: str
    candidates: int = 1
    playouts: int = 0
    edge: float = 0.0
    late: tuple[int, int] | None = None

    def budget_at(self, position: Position) -> tuple[int, int]:
        """Return the number of candidates, and the playouts for all of them, before a turn."""
        is_late = position.is_solo and SLIDES - sum(position.core.notches) <= LATE_SLIDES
        return self.late if self.late and is_late else (self.candidates, self.playouts)

    def edge_at(self, position: Position) -> float:
        """Return the part of the edge that is left before a turn of a solo game.

        It falls with the square root of the slides left. On a sheet of several players it is 0.
        """
        if not position.is_solo:
            return 0.0
        return self.edge * math.sqrt(1 - sum(position.core.notches) / SLIDES)


LEVELS = {
    level.name: level
    for level in (
        Level("fast", edge=0.3),
        Level("strong", 12, 192, edge=1.6, late=(24, 600)),
        Level("deep", 40, 3800, edge=2.2),
    )
}


def level_of(name: str) -> Level:
    """Return the level with this name. Raises NumberdropError for any other name."""
    if as_text(name, "level") not in LEVELS:
        raise NumberdropError(f"level: expected one of {', '.join(LEVELS)}, got {shown(name)}")
    return LEVELS[name]


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """The settings of a search: level, weights, the `seed` of the sampled dice, and limit.

    The seed is 0 .. 2^64 - 1. The same settings give the same answer for any number of workers,
    unless the clock or a stop ends the search. Raises NumberdropError if the seed is out of range,
    or if a limit is set for a level that samples nothing.
    """

    level: Level
    weights: Weights = field(default_factory=shipped)
    seed: int = 1
    limit: Limit = field(default_factory=Limit)

    def __post_init__(self) -> None:
        expect_between("seed", self.seed, 0, MOST_SEED)
        object.__setattr__(self, "seed", integer(self.seed, "seed"))
        expect_kind(self.weights, Weights, "weights")
        is_limited = self.limit.playouts is not None or self.limit.seconds is not None
        if is_limited and self.level.playouts == 0:
            name = self.level.name
            raise NumberdropError(f"level: {name} samples nothing, expected another with a budget")

    @classmethod
    def of(
        cls, level: str, weights: Weights | None = None, seed: int = 1, limit: Limit | None = None
    ) -> SearchSettings:
        """Return settings with the named level; `weights` default to those of the package."""
        chosen = shipped() if weights is None else weights
        return cls(level_of(level), chosen, seed, limit or Limit())

    def playouts_at(self, position: Position) -> int:
        """Return the budget for all candidates: the limit's, else the level's.

        Practically unlimited if only the clock limits the search.
        """
        if self.limit.playouts is not None:
            return self.limit.playouts
        return self.level.budget_at(position)[1] if self.limit.seconds is None else _NO_LIMIT
