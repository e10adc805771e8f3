"""Boxes: what is filled, against the digits that combos have used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .. import _core
from ..combo import KINDS, box_name
from .counted import BOXES, Box, Counted, are, listed, many, number

#: Steps spent on sharing out the used digits; a sheet that takes more of them is let pass.
_MOST_STEPS = 1_000


def in_boxes(sheet: Counted) -> Iterator[str]:
    """A filled box has used as many digits as its size, on cells that make its combo."""
    took, marked = sum(size for _, size in sheet.filled), len(sheet.used)
    if took != marked:
        said = f"{_marked(marked)}, but the filled boxes took {number(took) if took else 'none'}"
        yield f"{said}: {_slip(sheet, took)}"
    elif not _are_shared(sheet, sheet.filled):
        yield f"the used digits don't make the filled boxes: {_other(sheet)}"


def _marked(count: int) -> str:
    return f"{many(count, 'digit')} {are(count)} marked as used"


def _slip(sheet: Counted, took: int) -> str:
    """What the likeliest slip is where the digits used aren't as many as the boxes `took`."""
    missing = took - len(sheet.used)
    if not sheet.used:
        return f"{_are_they(len(sheet.filled))} written as free ones (a used 6 is g)?"
    if missing > 0:
        likely, otherwise = [box for box in sheet.filled if box[1] == missing], "more used"
    else:
        likely = [box for box in BOXES if box not in sheet.filled and box[1] == -missing]
        otherwise = "free"
    if likely:
        return f"is {_names(likely)} {'open' if missing > 0 else 'filled'}?"
    return f"{are(abs(missing))} {number(abs(missing))} {otherwise}?"


def _are_they(combos: int) -> str:
    return "are those of the combo" if combos == 1 else "are those of the combos"


def _names(boxes: Iterable[Box]) -> str:
    return listed([box_name(kind, size) if kind else "bonus" for kind, size in boxes], "or")


def _other(sheet: Counted) -> str:
    """A box of the other kind that the digits would make instead of one that is filled."""
    for box in sheet.filled:
        kind, size = box
        if kind:
            other = (KINDS[1 - KINDS.index(kind)], size)
            boxes = [other if one == box else one for one in sheet.filled]
            if other not in sheet.filled and _are_shared(sheet, boxes):
                return f"is {_names([other])} filled, and not {_names([box])}?"
    return "is a digit or a box another one?"


def _are_shared(sheet: Counted, boxes: Sequence[Box]) -> bool:
    """Whether the used digits are combos for these boxes; true where it takes too long to tell."""
    grid = bytearray(_core.BLOCK if code else 0 for code in sheet.grid)
    for cell in sheet.used:
        grid[cell] = sheet.grid[cell] - _core.USED
    closed = sum(1 << bit for bit, box in enumerate(BOXES) if box not in boxes)
    sets: dict[Box, list[int]] = {box: [] for box in boxes}
    for kind, size, cells in _core.Sheet(bytes(grid), closed).claims():
        box = ("", size) if size == _core.SIZE_BONUS else (KINDS[kind], size)
        sets[box].append(sum(1 << cell for cell in cells))
    steps = 0

    def is_covered(left: int, boxes: list[list[int]]) -> bool:
        """Whether `left` is the union of disjoint sets, one of each box."""
        nonlocal steps
        if not boxes:
            return not left
        steps += 1
        if steps > _MOST_STEPS:
            return True
        fitting = sorted(([cells for cells in box if not cells & ~left] for box in boxes), key=len)
        first, *others = fitting
        return any(is_covered(left & ~cells, others) for cells in first)

    return is_covered(sum(1 << cell for cell in sheet.used), list(sets.values()))
