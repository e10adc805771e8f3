"""Candidates: the turns that a search compares, and what it has learned of each."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import numpy as np

from ...position import Position
from ...turn import Turn
from .playouts import BATCH, Values

#: The value of one ply counts as so many playouts.
PRIOR = 12
#: What is compared, and where it leads to: a turn and a position, or a part of a turn and tables.
Played = TypeVar("Played")
Reached = TypeVar("Reached")
#: Says of turns, best first, and their estimates in points, whether they are enough.
#: The third number is the most that a turn which isn't among them may be estimated at.
IsEnough = Callable[[Sequence[Turn], Sequence[float], float], bool]
#: By how much longer the list of turns is each time that it isn't enough.
LONGER = 4
#: Where it may become longer, so many times as many are ranked at once; it takes little more time.
ROOM = LONGER**2
#: Two turns are tied if one leads by no more than so many standard errors.
TIE = 2.0


@dataclass(slots=True, eq=False)
class Candidate(Generic[Played, Reached]):
    """A turn, the position after it, its value one ply deep (`prior`, in points), the `edge` of the
    level from there on, and what its playouts came to, of those with the numbers 0, 1, .. in this
    order."""

    turn: Played
    position: Reached
    prior: float
    edge: float = 0.0
    values: Values = field(default_factory=lambda: np.zeros(0, dtype=np.float32))

    def add(self, values: Values) -> None:
        """What its next playouts came to."""
        self.values = np.concatenate([self.values, values])

    def estimate(self, offset: float) -> float:
        """The mean of its playouts and of its prior, moved by `offset`, that counts as PRIOR, and
        the edge."""
        count, prior = len(self.values), self.prior + offset
        if not count:
            return prior + self.edge
        total = float(self.values.sum(dtype=np.float64)) + PRIOR * prior
        return total / (count + PRIOR) + self.edge

    def se(self) -> float | None:
        """The standard error of its estimate, in points; None before two playouts."""
        count = len(self.values)
        return _se(self.values) * count / (count + PRIOR) if count > 1 else None


#: A candidate of a solo game.
Tried = Candidate[Turn, Position]


@dataclass(frozen=True, slots=True)
class Ranking:
    """The candidates of a search, best first, each with its estimate in points; how many playouts
    it took, and whether the first is proved to be the best (`is_exact`)."""

    candidates: tuple[Tried, ...]
    estimates: tuple[float, ...]
    playouts: int
    is_exact: bool

    def loss(self, place: int) -> float:
        """How much less the candidate at a place, from 0, is expected to score than the best."""
        return self.estimates[0] - self.estimates[place]


@dataclass(frozen=True, slots=True)
class Leader(Generic[Played]):
    """The best turn so far: after how many playouts of all candidates, its estimate in points and
    the standard error of that (None before two playouts)."""

    playouts: int
    turn: Played
    ev: float
    se: float | None


def offset_of(candidates: Iterable[Candidate[Played, Reached]]) -> float:
    """By how much playouts come to more than the values of one ply, in points, on average."""
    ahead = [float(c.values[:BATCH].mean()) - c.prior for c in candidates if len(c.values)]
    return sum(ahead) / len(ahead) if ahead else 0.0


def lead(
    best: Candidate[Played, Reached], other: Candidate[Played, Reached]
) -> tuple[float, float]:
    """By how much one candidate's playouts beat another's on the same dice, in points on average,
    and the standard error of that, infinite before two playouts."""
    count = min(len(best.values), len(other.values))
    if count < 2:
        return 0.0, math.inf
    ahead = best.values[:count] - other.values[:count]
    return float(ahead.mean()), _se(ahead)


def _se(values: Values) -> float:
    return float(values.std(ddof=1)) / math.sqrt(len(values))
