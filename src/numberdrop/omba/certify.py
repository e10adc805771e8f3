"""The check of a finished table: one pass over all positions, independent of the solver."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..threads import thread_map
from . import _core
from .bounds import Bounds
from .family import Layer
from .rules import variant_number
from .solver import Progress, Table

PARTS_PER_WORKER = 8


@dataclass(frozen=True)
class Certificate:
    """The result of the check: the number of positions, the number of them whose bounds don't
    follow from those of their successors (`faults`), and the widest gap between two bounds."""

    positions: int
    faults: int
    gap: float

    @property
    def holds(self) -> bool:
        return self.faults == 0


def certify(
    table: Table,
    *,
    workers: int = 1,
    progress: Progress = lambda share, words: None,
) -> Certificate:
    """Check every position of a whole table. With T(x) the mean over the rolls of the best move's
    1 - x, 0 for a roll without a move, each position must have

        lower = 0, or lower < T(upper)        upper >= T(lower)

    If all do, the true chance of every position lies between its bounds, whatever the result of an
    endless game (docs/omba/solving.md has the proof). Raises DamagedTable if a file's checksum is
    wrong.
    """
    family = table.family
    total = family.positions()
    positions = faults = widest = 0
    with thread_map(workers) as shared_map:
        for pair in family.layers():
            for layer in dict.fromkeys(pair):
                for found in shared_map(
                    _make_judge(table, layer),
                    *split_classes(family.heights(layer.cubes).classes, workers),
                ):
                    positions += found[0]
                    faults += found[1]
                    widest = max(widest, found[3])
                    progress(positions / total, f"{positions:,} of {total:,} positions")
    return Certificate(positions, faults, widest / _core.UNITS)


def split_classes(classes: int, workers: int) -> tuple[list[int], list[int]]:
    """Divide classes into parts for threads: return the first class of each, and
    the one after its last."""
    parts = workers * PARTS_PER_WORKER
    edges = [classes * part // parts for part in range(parts + 1)]
    return edges[:-1], edges[1:]


def _make_judge(table: Table, layer: Layer) -> Callable[[int, int], tuple[int, int, int, int]]:
    family = table.family
    own, opposite = table.layers[layer], table.layers[family.after_move(layer)]
    entered = family.after_entry(layer)
    more: Bounds | None = None if entered is None else table.layers[entered]
    for bounds in (own, opposite, more):
        if bounds is not None:
            bounds.check()

    def judge(first: int, last: int) -> tuple[int, int, int, int]:
        return family.heights(layer.cubes).judge(
            None if more is None else family.heights(layer.cubes + 1),
            variant_number(family.variant),
            layer.mine,
            own.numbers,
            opposite.numbers,
            None if more is None else more.numbers,
            first,
            last,
        )

    return judge
