"""Objectives: the kinds of games that counting allows, with the scores they would make."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ... import _core
from ...combo import box_digits, box_points
from ...position import Position
from ...rules import Variant
from ..bounds.known import SHAPE_CELLS, rows_with_holes

#: Boxes as bits: identical 3..7, consecutive 3..7, bonus.
EVERY_BOX = (1 << 11) - 1
BONUS_BOX = 1 << 10
#: Cells under the Game Over line.
GROUND_CELLS = _core.LINE * _core.COLUMNS


@dataclass(frozen=True, slots=True)
class Objective:
    """A kind of game to build, and the final score, `points`, that it would have.

    It takes `turns` turns, and `falls` tiles fall into the rows. With `over`, one more tile may end
    the game by falling across the Game Over line in the last turn. `boxes` are those to fill, a bit
    each, and `rows` is the number of rows to fill from below, apart from existing holes.
    """

    points: int
    turns: int
    falls: int
    over: bool
    boxes: int
    rows: int


def objectives(
    starts: Sequence[Position],
    variant: Variant,
    lengths: Collection[int],
    full: Collection[int],
) -> list[Objective]:
    """Return every objective that counting allows, best first.

    The games start from positions that differ only in their cells. They take one of the numbers of
    turns in `lengths`, and have all eleven rows only with one of those in `full`.
    """
    first = starts[0]
    volume = max(sum(start.core.heights) for start in starts)
    digits = max(free_digits(start) for start in starts)
    waiting = sum(mark == "" for _, _, mark in first.tiles)
    holes = [rows_with_holes(start) for start in starts]
    filled = first.core.boxes
    found = []
    for turns in range(1, max(lengths, default=0) + 1):
        sets = _box_sets(EVERY_BOX & ~filled, turns, digits + SHAPE_CELLS * turns)
        for falls in range(waiting + 1):
            cells = volume + SHAPE_CELLS * (turns + falls)
            if cells > GROUND_CELLS:
                continue
            rows = cells // _core.COLUMNS
            lost = min(sum(row < rows for row in lost) for lost in holes)
            if rows - lost == _core.LINE and turns not in full:
                continue
            for boxes in sets:
                points = box_points(boxes | filled) + _core.ROW_POINTS * (rows - lost)
                if turns in lengths:
                    found.append(Objective(points, turns, falls, False, boxes, rows))
                if cells == GROUND_CELLS and waiting > falls and not variant.bga:
                    found.append(Objective(points, turns, falls, True, boxes, rows))
    return sorted(
        found,
        key=lambda objective: (
            -objective.points,
            -objective.turns,
            objective.over,
            -objective.boxes,
        ),
    )


def free_digits(position: Position) -> int:
    """Return the number of digits under the Game Over line that no combo has used."""
    return sum(1 <= symbol <= 10 for symbol in position.core.grid[:GROUND_CELLS])


def _box_sets(open_boxes: int, claims: int, digits: int) -> list[int]:
    """Return sets of open boxes that `claims` claims and `digits` digits can fill.

    They are all open boxes, and all but the bonus box. If all open boxes are too many, the three
    sets that are worth most are added.
    """
    affordable = [
        boxes
        for boxes in range(open_boxes + 1)
        if boxes & ~open_boxes == 0 and boxes.bit_count() <= claims and box_digits(boxes) <= digits
    ]
    whole = [boxes for boxes in (open_boxes, open_boxes & ~BONUS_BOX) if boxes in affordable]
    if whole and whole[0] == open_boxes:
        return list(dict.fromkeys(whole))
    best = sorted(affordable, key=lambda boxes: -box_points(boxes))[:3]
    return list(dict.fromkeys(whole + best))
