"""Where cells lie: whether shapes that come down one by one can have left them so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from .. import _core
from ..rules import CELLS, SHAPES, SOLO_SHAPES
from .counts import Counted

#: Sheets that are gone through; where it takes more, nothing is said.
_MOST_SHEETS = 400
#: Where a shape can lie, as cells, those above it, and those right under it.
_Place = tuple[int, int, int]
_ROW_1 = (1 << _core.COLUMNS) - 1


def can_come_to_rest(sheet: Counted) -> bool:
    """False if no order of shapes that come down leaves these digits and X; true where it takes too
    long to tell. With `slide` it isn't asked what lies above a shape.

    Shapes are lifted off again, the last one first, until the first digit is left.
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
    waiting = [(digits | crosses, tuple(blocks))]
    while waiting:
        occupied, falls = waiting.pop()
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
            waiting += [(rest, others) for rest in _lifted(occupied, of_block[shape])]
        waiting += [(rest, falls) for rest in _lifted(occupied, own)]
    return False


def are_shapes(cells: Sequence[int], shapes: Sequence[str]) -> bool:
    """Whether these cells can be cut into just these shapes, turned and flipped as they may be."""
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


def _lifted(occupied: int, places: Sequence[_Place]) -> Iterator[int]:
    """The sheet without each shape that can have come down last: nothing lies above it, and the
    bottom, or something else, right under it."""
    for cells, above, below in places:
        is_free = not cells & ~occupied and not above & occupied
        if is_free and (cells & _ROW_1 or below & occupied):
            yield occupied & ~cells


@cache
def _places(shape: str) -> tuple[_Place, ...]:
    """Everywhere on the sheet that a shape can lie."""
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
    """All cells above any of these."""
    found = 0
    for row in range(1, _core.ROWS):
        found |= cells << row * _core.COLUMNS
    return found & (1 << len(CELLS)) - 1
