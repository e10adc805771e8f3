"""Bounds: scores that no play of given rolls can exceed, and why."""

from __future__ import annotations

from .. import _core
from ..dice import Deal
from ..notches import longest_game
from ..rules import SIZES

#: Cells of a solo tile's X shape, and of the player's own.
_SHAPE_CELLS = 4
_TILES = 5


def counting_bound(deal: Deal) -> int:
    """The highest score that counting alone allows in a solo game on this deal, in points.

    The argument: the game has at most T turns (an exact program over the notches). So there are at
    most T claims, one a turn; at most 4 T + 1 digits, each of which serves once; and at most
    4 T + 1 + 20 cells are filled, so a seventh of that many rows is complete, at most 11.
    """
    turns = longest_game(deal.tiles, deal.rolls)
    digits = _SHAPE_CELLS * turns + 1
    rows = min(_core.LINE, (digits + _SHAPE_CELLS * _TILES) // _core.COLUMNS)
    return rows * _core.ROW_POINTS + max(
        points for count, size, points in _box_sets() if count <= turns and size <= digits
    )


def _box_sets() -> list[tuple[int, int, int]]:
    """For every set of filled boxes: how many they are, their digits, their points."""
    columns = []
    for mask in range(1 << len(SIZES)):
        sizes = [size for bit, size in enumerate(SIZES) if mask >> bit & 1]
        full = _core.COLUMN_POINTS if len(sizes) == len(SIZES) else 0
        columns.append((len(sizes), sum(sizes), sum(sizes) + full))
    bonus = [(0, 0, 0), (1, _core.SIZE_BONUS, _core.SIZE_BONUS)]
    return [
        (a[0] + b[0] + c[0], a[1] + b[1] + c[1], a[2] + b[2] + c[2])
        for a in columns
        for b in columns
        for c in bonus
    ]
