"""Poses: the landings of a shape by orientation and column.

The position determines where a shape can land. Poses let a player find a landing by turning,
flipping and moving the shape left or right.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from ..notation import parse_cell
from ..position import Position
from ..rules import CELLS, COLUMN_COUNT, COLUMNS, Variant

#: Cells of a shape as (column, row), both from 0.
Form = frozenset[tuple[int, int]]

_EMPTY = Position.from_text("- -:-:- - 1")
_STRAIGHT = Variant()


@dataclass(frozen=True, slots=True)
class Pose:
    """A landing of `shape`.

    It has an `orientation`, numbered from 0, a leftmost `column`, and `cells` in reading order,
    from the top row down and from left to right. The next orientation is a quarter turn clockwise;
    after these come the orientations of the flipped shape, if it differs. `slid` is True if the
    shape gets there only by moving sideways under an overhang (rules.md, Variants).
    """

    shape: str
    orientation: int
    column: str
    cells: tuple[str, ...]
    slid: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the object of documents (formats.md, Moment)."""
        return {
            "shape": self.shape,
            "orientation": self.orientation,
            "column": self.column,
            "cells": list(self.cells),
            "slid": self.slid,
        }


def poses(position: Position, shape: str, variant: str | Variant = "rulebook") -> tuple[Pose, ...]:
    """Return all landings of a shape, by orientation and then by column, straight before slid ones.

    Raises NotationError for an unknown shape or variant.
    """
    chosen = Variant.of(variant)
    found = [_pose(shape, cells) for cells in position.landings(shape, chosen)]
    if chosen.slide:
        straight = {reading_order(cells) for cells in position.landings(shape, _STRAIGHT)}
        found = [replace(pose, slid=pose.cells not in straight) for pose in found]
    found.sort(key=lambda pose: (pose.orientation, pose.column, pose.slid, pose.cells))
    return tuple(found)


@cache
def _pose(shape: str, cells: frozenset[str]) -> Pose:
    """Return the pose of a straight landing. The cache holds at most some thousands of them."""
    form, column = _form_of(cells)
    number = orientations(shape).index(form)
    return Pose(shape, number, COLUMNS[column], reading_order(cells))


def reading_order(cells: Iterable[str]) -> tuple[str, ...]:
    """Return cells from the top row down, and in a row from the left."""
    indices = map(parse_cell, cells)
    down = sorted(indices, key=lambda index: (-(index // COLUMN_COUNT), index % COLUMN_COUNT))
    return tuple(CELLS[index] for index in down)


@cache
def orientations(shape: str) -> tuple[Form, ...]:
    """Return the forms of a shape, in the order of Pose; the first is the lowest one."""
    forms = {_form_of(cells)[0] for cells in _EMPTY.landings(shape)}
    first = min(forms, key=lambda form: (max(y for _, y in form), sorted(form)))
    turned = _turns(first)
    flipped = _turns(_at_origin((-x, y) for x, y in first))
    return tuple(dict.fromkeys((*turned, *flipped)))


def _turns(form: Form) -> list[Form]:
    """Return a form and its quarter turns clockwise."""
    turns = [form]
    for _ in range(3):
        turns.append(_at_origin((y, -x) for x, y in turns[-1]))
    return turns


def _form_of(cells: Iterable[str]) -> tuple[Form, int]:
    """Return the form of some cells, and their leftmost column, from 0."""
    where = [(index % COLUMN_COUNT, index // COLUMN_COUNT) for index in map(parse_cell, cells)]
    return _at_origin(where), min(x for x, _ in where)


def _at_origin(cells: Iterable[tuple[int, int]]) -> Form:
    where = list(cells)
    left, low = min(x for x, _ in where), min(y for _, y in where)
    return frozenset((x - left, y - low) for x, y in where)
