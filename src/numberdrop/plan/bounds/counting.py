"""The highest score that counting allows, for turns, claims, digits and rows separately.

The game ends after some number of turns, which the notches allow. Until then there is at most one
claim a turn, for boxes whose digits can lie together by then. Digits lie free already or are
written, four a turn, and each serves once. Each turn adds four cells, and so does each tile that
can have fallen; they complete at most the rows that lack the fewest cells. If the player's own
shape finds no place under the line, that turn is the last one, and it costs points unless an X
shape has come before.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import accumulate, combinations

from ... import _core
from ...combo import BOX_SIZES, box_points
from ...position import core_roll, flags_of
from ...rules import SIZES
from ...tile_states import reachable_states, states_matching
from .known import SHAPE_CELLS, Known


@dataclass(frozen=True, slots=True)
class _Boxes:
    """A set of boxes to fill: the turns and digits that it takes, and the points of all filled
    boxes then."""

    turns: int
    digits: int
    points: int


def count(known: Known, full: Collection[int]) -> int:
    """Return the best score after any number of turns.

    All eleven rows are complete without a penalty only after one of the numbers of turns in `full`.
    """
    if not known.longest:
        return known.points
    sets = _box_sets(known)
    free = sum(known.digits)
    layers = reachable_states(known.tiles, known.rolls, known.notches)
    most = []
    for turns in range(1, known.longest + 1):
        falls = most_falls(known, layers[turns])
        rows = complete_rows(known, turns + falls)
        fines = known.crossing[1] if turns == known.crossing[0] and not falls else 0
        points = _row_points(rows, fines)
        if turns not in full:
            fewer = min(rows, _core.LINE - 1)
            points = max(_row_points(fewer, fines), _row_points(rows, max(1, fines)))
        digits = free + SHAPE_CELLS * turns
        boxes = max(s.points for s in sets if s.turns <= turns and s.digits <= digits)
        most.append(boxes + points)
    return max(most)


def _row_points(rows: int, fines: int) -> int:
    """Return the points of complete rows, less those lost by rows past the line."""
    return _core.ROW_POINTS * rows - _core.LINE_PENALTY * fines


def complete_rows(known: Known, shapes: int) -> int:
    """Return the number of rows that can be complete after `shapes` shapes."""
    cells = SHAPE_CELLS * shapes
    return sum(needed <= cells for needed in accumulate(known.lacking))


def most_falls(known: Known, states: int) -> int:
    """Return the most tiles that can have fallen if the notches are in one of these states."""
    tiles = known.may_fall
    return max(
        count
        for count in range(len(tiles) + 1)
        if any(states & states_matching(down, ()) for down in combinations(tiles, count))
    )


def first_turns(known: Known) -> list[int]:
    """Return the first turn, from 1, in which a combo can be claimed for each box.

    The boxes are 3..7 identical, 3..7 consecutive, bonus. It depends on which digits lie near each
    other on the sheet or are to come (_core.upper_bounds). For a box that cannot be claimed the
    number is above `longest`.
    """
    first = [known.longest + 1] * len(BOX_SIZES)
    for turn in range(known.longest, 0, -1):
        identical, consecutive = longest_combos(known, turn)
        for box, size in enumerate(BOX_SIZES):
            reach = (identical, consecutive, max(identical, consecutive))[box // len(SIZES)]
            if size <= reach:
                first[box] = turn
    return first


def longest_combos(known: Known, turns: int) -> tuple[int, int]:
    """Return the most cells of an identical and of a consecutive combo after `turns` turns."""
    rolls = [core_roll(roll) for roll in known.rolls[:turns]]
    found = [_core.upper_bounds(p.core, rolls, flags_of(known.variant)) for p in known.positions]
    return max(most[2] for most in found), max(most[3] for most in found)


def _box_sets(known: Known) -> list[_Boxes]:
    """Return every set of boxes that may still be filled."""
    first = first_turns(known)
    free = [
        box
        for box in range(len(BOX_SIZES))
        if not known.boxes >> box & 1 and first[box] <= known.longest
    ]
    sets = []
    for number in range(min(len(free), known.longest) + 1):
        for boxes in combinations(free, number):
            filled = known.boxes | sum(1 << box for box in boxes)
            latest = sorted((first[box] for box in boxes), reverse=True)
            turns = max((turn + later for later, turn in enumerate(latest)), default=0)
            digits = sum(BOX_SIZES[box] for box in boxes)
            sets.append(_Boxes(turns, digits, box_points(filled)))
    return sets
