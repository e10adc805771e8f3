"""Levels: how hard a hint thinks, and what else its search goes by."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from ...errors import NumberdropError, as_text, shown
from ...position import Position
from ...rules import LAST_NOTCH, LETTERS
from ...validate import expect_kind, integer
from ..limits import Limit, expect_between
from ..weights import Weights, shipped

#: Slides of a solo game.
SLIDES = len(LETTERS) * LAST_NOTCH
#: The budget in playouts where the clock alone sets an end.
_NO_LIMIT = 2**62


@dataclass(frozen=True, slots=True)
class Level:
    """How hard to think: how many `candidates`, and how many `playouts` for all of them together.

    `edge`: by how many points the level does better, from the start of a game on, than the value
    expects, which was learned from games played with a narrower choice (bench/calibration.py).
    """

    name: str
    candidates: int = 1
    playouts: int = 0
    edge: float = 0.0

    def edge_at(self, position: Position) -> float:
        """The part of the edge that is left before a turn of a solo game: it falls as the root of
        the slides left does."""
        if not position.is_solo:
            return 0.0
        return self.edge * math.sqrt(1 - sum(position.core.notches) / SLIDES)


LEVELS = {
    level.name: level
    for level in (
        Level("fast", edge=0.3),
        Level("strong", 12, 192, edge=1.0),
        Level("deep", 40, 3800, edge=2.2),
    )
}


def level_of(name: str) -> Level:
    """The level of a name; NumberdropError if there is none."""
    if as_text(name, "level") not in LEVELS:
        raise NumberdropError(f"level: expected one of {', '.join(LEVELS)}, got {shown(name)}")
    return LEVELS[name]


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How turns are looked for: at which level, by which weights, on sampled dice of which `seed`
    (0 .. 2^64 - 1), and within which limit. The same gives the same answer, whatever the number of
    workers, unless the clock or a stop ends it.

    NumberdropError if the seed is out of range, or for a budget where nothing is sampled.
    """

    level: Level
    weights: Weights = field(default_factory=shipped)
    seed: int = 1
    limit: Limit = field(default_factory=Limit)

    def __post_init__(self) -> None:
        expect_between("seed", self.seed, 0, 2**64 - 1)
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
        """From the name of a level; the weights are the package's own unless others are given."""
        chosen = shipped() if weights is None else weights
        return cls(level_of(level), chosen, seed, limit or Limit())

    @property
    def playouts(self) -> int:
        """The budget for all candidates: the limit's or the level's; no end by the clock alone."""
        if self.limit.playouts is not None:
            return self.limit.playouts
        return self.level.playouts if self.limit.seconds is None else _NO_LIMIT
