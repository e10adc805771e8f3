"""Candidates: the turns that a search compares, and the results of their playouts."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from ... import _core
from ...position import Position
from ...turn import Turn
from .playouts import BATCH, Values

#: The one-ply value counts as this many playouts.
PRIOR = 6
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

    `prior` is the one-ply value of the turn, which is exact if the game `is_over` after it. `edge`
    is how much more than the value expects the level scores in the rest of the game (levels.py).
    Both are in points. `values` has the results of the playouts numbered 0, 1, .. in this order.
    """

    turn: TurnT
    position: PositionT
    prior: float
    edge: float = 0.0
    is_over: bool = False
    values: Values = field(default_factory=lambda: array("f"))

    def add(self, values: Values) -> None:
        """Append the results of the next playouts."""
        self.values.extend(values)

    @property
    def is_settled(self) -> bool:
        """Whether dice can't change the result."""
        return self.is_over

    def estimate(self, scale: Scale) -> float:
        """Return the mean of the playouts and the prior, on a scale that all candidates have in
        common, plus the edge.

        The prior counts as PRIOR playouts. It is exact if the game is over.
        """
        if self.is_settled:
            return self.prior + self.edge
        count, prior = len(self.values), self.prior + scale.offset
        if not count:
            return prior + self.edge
        total = _core.total(self.values) - count * scale.lucks[count] + PRIOR * prior
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


@dataclass(frozen=True, slots=True)
class Scale:
    """What makes the estimates of candidates comparable that met more dice and fewer, in points.

    `lucks` says by how much the first dice, by their number, are luckier than all dice, measured by
    the candidates that met them all. `offset` is by how much playouts on all dice exceed the
    one-ply values on average. Without `lucks`, a candidate dropped after a lucky first batch would
    keep that luck, while those that went on lost it.
    """

    offset: float
    lucks: Mapping[int, float]


def scale_of(played: Iterable[tuple[Values, float]]) -> Scale:
    """Return the scale of candidates that have been played on the same dice, given the results of
    the playouts and the one-ply value of each."""
    known = list(played)
    if not known:
        return Scale(0.0, {})
    most = max(len(values) for values, _ in known)
    longest = [(values, _core.mean(values)) for values, _ in known if len(values) == most]
    lucks = {
        count: sum(_core.mean(values[:count]) - mean for values, mean in longest) / len(longest)
        for count in {BATCH, *(len(values) for values, _ in known)}
    }
    ahead = sum(_core.mean(values[:BATCH]) - prior for values, prior in known) / len(known)
    return Scale(ahead - lucks[BATCH], lucks)


def scale_of_all(candidates: Iterable[Candidate[TurnT, PositionT]]) -> Scale:
    """Return the scale of candidates by their `values`. Dice don't matter to settled ones."""
    return scale_of((c.values, c.prior) for c in candidates if c.values and not c.is_settled)


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
