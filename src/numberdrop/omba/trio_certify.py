"""The check of a table of three players: one pass over all positions, independent of the solver."""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from ..threads import thread_map
from . import _core
from .bounds import Bounds
from .certify import split_classes
from .rules import variant_number
from .solver import Progress
from .trio import ROW, Ending, Rows, Trio, after_move, ending_of
from .trio_solver import TrioTable


@dataclass(frozen=True)
class TrioCertificate:
    """The result of the check.

    `positions` and `faults` count the positions of three players and the endings, and those of them
    whose bounds don't follow from their successors, or whose move is not legal. `gap` is the widest
    gap between two bounds, `ending_gap` that of the endings. `gain` is the most that a single other
    move can add to the chance of the player who makes it. `choices` counts the rolls, of all
    positions, with several moves; `better` those in which another move gains more than 1e-9,
    and `ties` those in which an equal move gives the other players different chances.
    """

    positions: int
    faults: int
    gap: float
    ending_gap: float
    gain: float
    choices: int
    better: int
    ties: int

    @property
    def holds(self) -> bool:
        """Whether all bounds hold. Then games end with probability 1, since from every position
        they do with a probability of at least 1 - gap."""
        return self.faults == 0 and self.gap < 1


def certify_trio(
    table: TrioTable,
    *,
    workers: int = 1,
    progress: Progress = lambda share, words: None,
) -> TrioCertificate:
    """Check every position of a whole table. Endings must have bounds as `certify()` asks for. In a
    position of three, each move must be legal, and each player's bound must be 0, or less than the
    mean over the rolls of the bounds after the moves. Raises DamagedTable if a file's checksum is
    wrong."""
    family = table.family
    layers = [*family.layers()]
    total = sum(family.size(layer) // _width(layer) for layer in layers)
    positions = faults = gap = ending_gap = gain = choices = better = ties = 0
    with thread_map(workers) as shared_map:
        for layer in layers:
            judge = _Judge(table, layer)
            heights = family.heights(layer.cubes)
            for found in shared_map(judge, *split_classes(heights.classes, workers)):
                positions += found[0]
                faults += found[1]
                if isinstance(layer, Ending):
                    ending_gap = max(ending_gap, found[3])
                else:
                    gap = max(gap, found[3])
                gain = max(gain, found[4])
                choices += found[5]
                better += found[6]
                ties += found[7]
                progress(positions / total, f"{positions:,} of {total:,} positions")
    one = _core.UNITS
    return TrioCertificate(
        positions, faults, gap / one, ending_gap / one, gain / one, choices, better, ties
    )


def _width(layer: Trio) -> int:
    """Return the numbers of a position."""
    return 1 if isinstance(layer, Ending) else ROW


class _Judge:
    """The check of the classes from `first` to `last` - 1 of a layer."""

    def __init__(self, table: TrioTable, layer: Trio) -> None:
        self.family, self.layer = table.family, layer
        self.own = table[layer]
        self.moved = table[after_move(layer)]
        has_hand = layer.mine < table.family.cubes
        self.entered = table[after_move(layer, is_entry=True)] if has_hand else None
        self.ending = table[ending_of(layer)] if isinstance(layer, Rows) else None
        for bounds in (self.own, self.moved, self.entered, self.ending):
            if bounds is not None:
                bounds.check()

    def __call__(self, first: int, last: int) -> tuple[int, ...]:
        family, layer = self.family, self.layer
        return _core.trio_judge(
            family.heights(layer.cubes),
            family.heights(layer.cubes + 1) if self.entered else None,
            variant_number(family.variant),
            layer,
            isinstance(layer, Ending),
            self.own.numbers,
            self.moved.numbers,
            _numbers(self.entered),
            _numbers(self.ending),
            first,
            last,
        )


def _numbers(bounds: Bounds | None) -> array[int] | memoryview | None:
    return None if bounds is None else bounds.numbers
