"""What the sheets right after two turns show themselves: boxes, rows, circles, tiles, holes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ... import _core
from ...combo import box_name
from ...errors import Sentence, coded_message, join_and
from ...notation import cell_name, parse_cell
from ...position import Position
from ...rules import LETTERS
from ...turn import Part, Turn
from . import outlook


class Fact(NamedTuple):
    """What the two sheets show themselves in favour of the first turn: a sentence, and the part
    that it is about, "" for none."""

    said: Sentence
    part: str = ""


def seen(
    before: Position, one: Turn | Part, other: Turn | Part, after: Position, instead: Position
) -> Iterator[Fact]:
    """Yield what speaks for the first of two turns from a sheet, or of two parts of a turn, in the
    sheets `after` it and after the other one."""
    gained = _box(after.core.boxes & ~instead.core.boxes)
    lost = _box(instead.core.boxes & ~after.core.boxes)
    if gained:
        yield Fact(fills_now(box_in_words(gained)), gained)
    elif lost and _can_grow(other, after):
        yield Fact(
            coded_message(
                "why.keeps", "keeps the digits of {box} for a larger combo", box=box_in_words(lost)
            )
        )
    rows = sorted(_complete(after) - _complete(instead))
    if rows:
        n, names = len(rows), join_and(map(str, rows))
        yield Fact(
            coded_message(
                "why.completes", "completes row{s} {rows} now", n=n, s="s" * (n > 1), rows=names
            ),
            "rows",
        )
    for letter in circled_now(before, after, instead):
        yield Fact(coded_message("why.circles", "circles {letter} now", letter=letter))
    kept = {drop.tile for drop in other.drops or ()} - {drop.tile for drop in one.drops or ()}
    if kept:
        n, letters = len(kept), join_and(sorted(kept))
        yield Fact(
            coded_message(
                "why.tile",
                "tile{s} {letters} do{es}n't fall yet",
                n=n,
                s="s" * (n > 1),
                es="" if n > 1 else "es",
                letters=letters,
            )
        )
    holes, others = _holes(after), _holes(instead)
    if len(holes) < len(others):
        cells = join_and(sorted(others - holes, key=parse_cell))
        yield Fact(coded_message("why.hole", "leaves no hole at {cells}", cells=cells))


def circled_now(before: Position, after: Position, instead: Position) -> list[str]:
    """Return the letters that one turn circles and another doesn't."""
    new = after.core.circled & ~before.core.circled & ~instead.core.circled
    return [letter for n, letter in enumerate(LETTERS) if new >> n & 1]


def _box(boxes: int) -> str:
    """Name the first of a set of boxes, of which a turn fills one at most; "" for none."""
    return outlook.BOXES[(boxes & -boxes).bit_length() - 1] if boxes else ""


def fills_now(box: Sentence) -> Sentence:
    """Say that a turn fills a box, named in words."""
    return coded_message("why.claims", "fills {box} now", box=box)


def box_in_words(box: str) -> Sentence:
    """Return the name of one of outlook.BOXES in words."""
    kind, _, size = box.partition(" ")
    return box_name(kind, int(size)) if size else coded_message("why.bonus", "the bonus box")


def _can_grow(turn: Turn | Part, after: Position) -> bool:
    """Return True if the digits that `turn` claims are still free on the sheet `after`, with an
    empty cell next to one of them."""
    cells = [parse_cell(cell) for cell in turn.claim or ()]
    if not all(after.symbol(cell_name(cell)).isdigit() for cell in cells):
        return False
    return any(after.symbol(cell_name(near)) == "." for cell in cells for near in _neighbours(cell))


def _neighbours(cell: int) -> Iterator[int]:
    row, column = divmod(cell, _core.COLUMNS)
    for by_row, by_column in ((0, -1), (0, 1), (1, 0), (-1, 0)):
        y, x = row + by_row, column + by_column
        if 0 <= y < _core.ROWS and 0 <= x < _core.COLUMNS:
            yield y * _core.COLUMNS + x


def _complete(position: Position) -> set[int]:
    """Return the numbers of the complete rows under the line."""
    rows = range(_core.LINE)
    return {row + 1 for row in rows if "." not in map(position.symbol, _cells_of(row))}


def _cells_of(row: int) -> list[str]:
    first = row * _core.COLUMNS
    return [cell_name(cell) for cell in range(first, first + _core.COLUMNS)]


def _holes(position: Position) -> set[str]:
    """Return the empty cells below an occupied one."""
    cells = (
        cell_name(row * _core.COLUMNS + column)
        for column, height in enumerate(position.core.heights)
        for row in range(height)
    )
    return {cell for cell in cells if position.symbol(cell) == "."}
