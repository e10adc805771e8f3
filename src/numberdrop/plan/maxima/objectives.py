"""Aims: the kinds of games that counting allows, by what they would score."""

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
    """A kind of game: `turns` it takes, `falls` tiles that fall into the rows, whether one more
    (`over`) may end the game by falling across the Game Over line in the last turn, the `boxes` to
    fill, a bit each, and the `rows` to fill from below, but for holes there already. `points` is
    what the final score would be."""

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
    """Every aim that counting allows, best first, of games on from positions that differ in
    nothing but their cells. They take one of the numbers of turns `lengths`, and have all eleven
    rows only after those in `full`."""
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
    return sorted(found, key=lambda aim: (-aim.points, -aim.turns, aim.over, -aim.boxes))


def free_digits(position: Position) -> int:
    """The digits under the Game Over line that no combo has used."""
    return sum(1 <= symbol <= 10 for symbol in position.core.grid[:GROUND_CELLS])


def _box_sets(open_boxes: int, claims: int, digits: int) -> list[int]:
    """Sets of open boxes that so many claims and digits can fill: the whole, that without the
    bonus box, and the three that are worth most where these are too many."""
    for_sale = [
        boxes
        for boxes in range(open_boxes + 1)
        if boxes & ~open_boxes == 0 and boxes.bit_count() <= claims and box_digits(boxes) <= digits
    ]
    whole = [boxes for boxes in (open_boxes, open_boxes & ~BONUS_BOX) if boxes in for_sale]
    if whole and whole[0] == open_boxes:
        return list(dict.fromkeys(whole))
    best = sorted(for_sale, key=lambda boxes: -box_points(boxes))[:3]
    return list(dict.fromkeys(whole + best))
