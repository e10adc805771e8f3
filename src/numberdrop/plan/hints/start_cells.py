"""The best cell for the first 1 of a solo game, before any roll is known.

Each first cell gets one-turn playouts on the same sampled dice, like the candidates of a hint, so
its figures are on the same scale. Shapes may be flipped, so a cell and its mirror image are worth
the same, and only one of the two is sampled.
"""

from __future__ import annotations

import math
import time
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from ... import _core
from ...dice import Stream
from ...errors import NumberdropError
from ...json_reader import seed_to_json
from ...position import Position
from ...rules import COLUMNS, Variant
from ...validate import integer
from ...version import identity
from ..limits import Limit, Stop
from .candidates import TIE
from .levels import SearchSettings
from .playouts import BATCH, Values, sampling

#: The level on whose scale the figures are, and the playouts of all cells together.
LEVEL = "strong"
PLAYOUTS = 1_200
#: The number of columns a to d; the others are their mirror images.
_HALF = (len(COLUMNS) + 1) // 2


@dataclass(frozen=True, slots=True)
class RankedStart:
    """A cell for the 1, and its figures in points.

    `ev` is the expected final score, `loss` the difference from the best cell, and `se` the
    standard error of `ev`. `is_tied` says that the sampled dice cannot distinguish it from the
    best.
    """

    cell: str
    ev: float
    loss: float
    se: float
    is_tied: bool

    def to_json(self) -> dict[str, Any]:
        return {
            "cell": self.cell,
            "ev": self.ev,
            "loss": self.loss,
            "se": self.se,
            "tied": self.is_tied,
        }


@dataclass(frozen=True, slots=True)
class Starts:
    """The seven cells of row 1, best first, for these tiles.

    `made_by` has all that is needed to rank them again, and `seconds` is the time it took.
    """

    tiles: tuple[str, ...]
    variant: Variant
    cells: tuple[RankedStart, ...]
    made_by: dict[str, Any] = field(hash=False)
    seconds: float = field(compare=False)

    def _repr_html_(self) -> str:
        from ...view.notebook import starts_html

        return starts_html(self)

    def to_json(self) -> dict[str, Any]:
        """Return the document of `numberdrop hint --json` for an empty sheet."""
        return {
            "tiles": list(self.tiles),
            "variant": str(self.variant),
            "starts": [start.to_json() for start in self.cells],
            "problems": [],
            "made_by": self.made_by,
            "seconds": round(self.seconds, 3),
        }


def rank_starts(
    tiles: Sequence[str],
    *,
    variant: str | Variant = "rulebook",
    playouts: int = PLAYOUTS,
    seed: int = 1,
    workers: int = 1,
    stop: Stop | None = None,
) -> Starts:
    """Rank the cells of row 1 for the 1 of a solo game with these `tiles` on A to E.

    `playouts` is the number for all cells together. It is rounded up to whole batches, at least two
    for each cell. The same seed and playouts give the same answer for any number of `workers`;
    `stop` ends the ranking early. Raises NumberdropError if the tiles cannot be dealt, a number is
    out of range, or the stop comes before there is a result.
    """
    chosen = Variant.of(variant)
    limit = Limit(playouts=integer(playouts, "playouts"), workers=workers, stop=Stop.of(stop))
    settings = SearchSettings.of(LEVEL, None, seed, limit)
    started = time.perf_counter()
    positions = Position.starts(tiles)[:_HALF]
    batches = max(2, math.ceil(playouts / BATCH / _HALF))
    asked = [(position, number * BATCH) for number in range(batches) for position in positions]
    dice = Stream.from_key(f"starts/{seed}/{''.join(tiles)}").next64()
    with sampling(settings.weights, chosen, dice, limit, limit.stop.is_set) as play:
        found = play(asked)
    full = len(found) // _HALF
    if not full:
        raise NumberdropError("stopped before anything was found")
    values = [
        array("f", chain.from_iterable(found[place : full * _HALF : _HALF]))
        for place in range(_HALF)
    ]
    edge = settings.level.edge_at(positions[0])
    made_by = {
        **identity(),
        "level": LEVEL,
        "playouts": full * BATCH * _HALF,
        "seed": seed_to_json(seed),
        "weights": settings.weights.name,
        "variant": str(chosen),
    }
    cells = _ranked(values, edge)
    return Starts(tuple(tiles), chosen, cells, made_by, time.perf_counter() - started)


def _ranked(values: Sequence[Values], edge: float) -> tuple[RankedStart, ...]:
    """Rank the cells, given the values of a1 to d1."""
    best = max(values, key=_core.mean)
    ranked = []
    for place, column in enumerate(COLUMNS):
        own = values[min(place, len(COLUMNS) - 1 - place)]
        loss, error = _core.lead(best, own)
        is_tied = own is not best and loss <= TIE * error
        ev = _core.mean(own) + edge
        se = _core.standard_error(own)
        ranked.append(RankedStart(f"{column}1", ev, loss, se, is_tied))
    return tuple(sorted(ranked, key=lambda start: (start.loss, start.cell)))
