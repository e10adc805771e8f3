"""The weights of the value for several players: loading, validation and writing.

A file of them is like one of plan.weights, with a row for each trait of a solo sheet and then for
those of multiplayer/seat_value.pxd; its `about` also holds the spread.
"""

from __future__ import annotations

from array import array
from functools import cache
from pathlib import Path
from typing import Any

from .. import _core
from ..plan.weights import Weights, load_shipped
from ..validate import expect_kind
from . import _core as several

#: The weights in the package, and the text that says how they were made.
SHIPPED = Path(__file__).parent / "value.npz"
#: The standard deviation of final scores around their values, in points, by the turns left, before
#: any was measured: about that of good play.
FIRST_SPREAD = tuple(round(2.5 + 0.3 * left, 2) for left in range(several.TURNS_LEFT))


class SeatWeights(Weights):
    """The weight of every trait of a sheet in a game of several players."""

    __slots__ = ()

    @staticmethod
    def shape() -> tuple[int, int]:
        """Return the shape of a table: a row for each trait, with a weight for each stage and
        each unit."""
        return several.TRAITS, several.STAGES + several.UNITS

    @staticmethod
    def tables() -> list[Any]:
        """Return the tables of traits that the rows stand for."""
        return [_core.TABLES, several.TABLES]

    @property
    def spread(self) -> array[float]:
        """The standard deviation of final scores around their values, in points, without the luck
        that all seats share: for 0, 1, .. 20 turns left."""
        return array("f", self.about.get("spread", FIRST_SPREAD))


def weights_of(weights: SeatWeights | None) -> SeatWeights:
    """Return `weights`, or for None the package's own. Raises WrongType for anything else."""
    return shipped() if weights is None else expect_kind(weights, SeatWeights, "weights")


@cache
def shipped() -> SeatWeights:
    """Return the weights in the package, which are read once."""
    return load_shipped(SeatWeights.load, SHIPPED)
