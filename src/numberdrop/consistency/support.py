"""Support: whether shapes dropped one by one can have left the cells as they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from .. import _core
from ..rules import CELLS, SHAPES, SOLO_SHAPES
from .counts import Counted

#: The most sheets that the search visits. A sheet that needs more is accepted.
_MOST_SHEETS = 400
#: The cells of a shape somewhere on the sheet, those above it, and those directly below it.
_Place = tuple[int, int, int]
_ROW_1 = (1 << _core.COLUMNS) - 1


def can_come_to_rest(sheet: Counted) -> bool:
    """Return False if no sequence of dropped shapes leaves these digits and X.

    Returns True if the search takes too long. With the variant `slide` it ignores what is above a
    shape. The search removes shapes one by one, the last one first, until only the first digit is
    left.
    """
    if sheet.odd:
        return True
    digits = sum(1 << cell for cell in range(len(CELLS)) if sheet.digit(cell))
    crosses = sum(1 << cell for cell, code in enumerate(sheet.grid) if code == _core.BLOCK)
    first = "1" if sheet.position.is_solo else "123456"
    starts = {
        1 << cell
        for cell in range(_core.COLUMNS)
        if sheet.digit(cell) and sheet.digit(cell) in first
    }
    blocks = [sheet.position.tiles[i][0] for i in sheet.down] if sheet.position.tiles else []
    if crosses and not blocks:
        return True
    slide = sheet.variant.slide
    own = [place for shape in SOLO_SHAPES for place in _within(digits, shape, slide)]
    of_block = {shape: _within(crosses, shape, slide) for shape in blocks}
    left, seen = _MOST_SHEETS, set()
    stack = [(digits | crosses, tuple(blocks))]
    while stack:
        occupied, falls = stack.pop()
        if occupied in starts:
            return True
        if (occupied, falls) in seen:
            continue
        seen.add((occupied, falls))
        left -= 1
        if not left:
            return True
        for place, shape in enumerate(falls):
            others = (*falls[:place], *falls[place + 1 :])
            stack += [(rest, others) for rest in _without_last(occupied, of_block[shape])]
        stack += [(rest, falls) for rest in _without_last(occupied, own)]
    return False


def are_shapes(cells: Sequence[int], shapes: Sequence[str]) -> bool:
    """Return whether these cells can be cut into exactly these shapes, turned and flipped in any
    way."""
    left = sum(1 << cell for cell in cells)
    return _is_cut(left, tuple(sorted(shapes)))


@lru_cache(maxsize=4096)
def _is_cut(left: int, shapes: tuple[str, ...]) -> bool:
    if not left or not shapes:
        return not left and not shapes
    lowest = left & -left
    return any(
        _is_cut(left & ~cells, (*shapes[:place], *shapes[place + 1 :]))
        for place, shape in enumerate(shapes)
        for cells, _, _ in _places(shape)
        if cells & lowest and not cells & ~left
    )


def _within(cells: int, shape: str, slide: bool) -> list[_Place]:
    return [
        (own, 0 if slide else above, below)
        for own, above, below in _places(shape)
        if not own & ~cells
    ]


def _without_last(occupied: int, places: Sequence[_Place]) -> Iterator[int]:
    """Yield the sheet without each shape that may have been dropped last.

    Nothing is above such a shape, and the bottom or another cell is directly below it.
    """
    for cells, above, below in places:
        is_free = not cells & ~occupied and not above & occupied
        if is_free and (cells & _ROW_1 or below & occupied):
            yield occupied & ~cells


@cache
def _places(shape: str) -> tuple[_Place, ...]:
    """Return all places of a shape on an empty sheet."""
    empty = _core.Sheet(bytes(len(CELLS)))
    found = []
    for landing in empty.landings(SHAPES.index(shape)):
        lowest = sum(1 << cell for cell in landing)
        for row in range(_core.ROWS - max(landing) // _core.COLUMNS):
            cells = lowest << row * _core.COLUMNS
            above = _above(cells) & ~cells
            below = cells >> _core.COLUMNS & ~cells
            found.append((cells, above, below))
    return tuple(found)


def _above(cells: int) -> int:
    """Return all cells above any of these."""
    found = 0
    for row in range(1, _core.ROWS):
        found |= cells << row * _core.COLUMNS
    return found & (1 << len(CELLS)) - 1
