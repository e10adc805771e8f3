"""Candidates: the turns that a search compares, and the results of their playouts."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from ... import _core
from ...position import Position
from ...turn import Turn
from .playouts import BATCH, Values

#: The one-ply value counts as this many playouts.
PRIOR = 12
#: What is compared and where it leads: a turn and a position, or a part of a turn and tables.
TurnT = TypeVar("TurnT")
PositionT = TypeVar("PositionT")
#: Decides whether turns, best first, with their estimates in points, are enough. The third argument
#: is an upper limit on the estimate of any turn that isn't among them.
IsEnough = Callable[[Sequence[Turn], Sequence[float], float], bool]
#: The factor by which the list of turns grows each time it isn't enough.
GROWTH = 4
#: If the list may grow, this many times as many turns are ranked at once, which takes little more
#: time.
CAPACITY_FACTOR = GROWTH**2
#: Two turns are tied if one leads by at most this many standard errors.
TIE = 2.0


@dataclass(slots=True, eq=False)
class Candidate(Generic[TurnT, PositionT]):
    """A turn, the position after it, and the results of its playouts.

    `prior` is the one-ply value of the turn. `edge` is how much more than the value expects the
    level scores in the rest of the game (levels.py). Both are in points. `values` has the results
    of the playouts numbered 0, 1, .. in this order.
    """

    turn: TurnT
    position: PositionT
    prior: float
    edge: float = 0.0
    values: Values = field(default_factory=lambda: array("f"))

    def add(self, values: Values) -> None:
        """Append the results of the next playouts."""
        self.values.extend(values)

    def estimate(self, offset: float) -> float:
        """Return the mean of the playouts and the prior, plus the edge.

        The prior is shifted by `offset` and counts as PRIOR playouts.
        """
        count, prior = len(self.values), self.prior + offset
        if not count:
            return prior + self.edge
        total = _core.total(self.values) + PRIOR * prior
        return total / (count + PRIOR) + self.edge

    def se(self) -> float | None:
        """Return the standard error of the estimate, in points; None before two playouts."""
        count = len(self.values)
        if count < 2:
            return None
        return _core.standard_error(self.values) * count / (count + PRIOR)


#: A candidate of a solo game.
SoloCandidate = Candidate[Turn, Position]


@dataclass(frozen=True, slots=True)
class Ranking:
    """The candidates of a search, best first, with their estimates in points.

    `playouts` is the number of playouts used, and `is_exact` says that the first candidate is
    proved to be the best.
    """

    candidates: tuple[SoloCandidate, ...]
    estimates: tuple[float, ...]
    playouts: int
    is_exact: bool

    def loss(self, place: int) -> float:
        """Return how much less the candidate at `place`, from 0, is expected to score than the
        best."""
        return self.estimates[0] - self.estimates[place]


@dataclass(frozen=True, slots=True)
class Leader(Generic[TurnT]):
    """The best turn so far, after `playouts` playouts of all candidates.

    `ev` is its estimate in points and `se` the standard error of that (None before two playouts).
    """

    playouts: int
    turn: TurnT
    ev: float
    se: float | None


def offset_of(candidates: Iterable[Candidate[TurnT, PositionT]]) -> float:
    """Return by how many points playouts exceed the one-ply values on average."""
    ahead = [_core.mean(c.values[:BATCH]) - c.prior for c in candidates if c.values]
    return sum(ahead) / len(ahead) if ahead else 0.0


def lead(
    best: Candidate[TurnT, PositionT], other: Candidate[TurnT, PositionT]
) -> tuple[float, float]:
    """Return by how many points `best` beats `other` on the same dice on average, and the standard
    error.

    The error is infinite before two playouts.
    """
    if min(len(best.values), len(other.values)) < 2:
        return 0.0, math.inf
    return _core.lead(best.values, other.values)
