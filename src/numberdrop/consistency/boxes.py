"""Filled boxes, compared with the digits that combos have used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .. import _core
from ..combo import KINDS, box_name
from ..errors import Sentence, coded_message
from .counts import BOXES, Box, Counted, are, many_digits, number, one_of

#: The most steps of the search for combos. A sheet that needs more is accepted.
_MOST_STEPS = 1_000


def box_problems(sheet: Counted) -> Iterator[str]:
    """Yield a problem unless each filled box has as many used digits as its size, on cells of its
    combo."""
    took, marked = sum(size for _, size in sheet.filled), len(sheet.used)
    if took != marked:
        yield coded_message(
            "used.count",
            "{digits} {are} marked as used, but the filled boxes took {took}: {slip}",
            digits=many_digits(marked),
            n=marked,
            are=are(marked),
            took=number(took) if took else coded_message("used.none", "none"),
            slip=_likely_slip(sheet, took),
        )
    elif not _are_combos_of(sheet, sheet.filled):
        yield coded_message(
            "used.wrong",
            "the used digits don't make the filled boxes: {slip}",
            slip=_likely_other_box(sheet),
        )


def _likely_slip(sheet: Counted, took: int) -> Sentence:
    """Return the likeliest mistake if the number of used digits isn't the `took` digits of the
    boxes."""
    missing = took - len(sheet.used)
    if not sheet.used:
        return coded_message(
            "used.all_free",
            "were the digits of the combo{s} written as free ones (a used 6 is g)?",
            n=len(sheet.filled),
            s="" if len(sheet.filled) == 1 else "s",
        )
    n = abs(missing)
    if missing > 0:
        if likely := [box for box in sheet.filled if box[1] == missing]:
            return coded_message("used.open", "is {boxes} open?", boxes=_names(likely))
        return coded_message(
            "used.more", "{are} {count} more used?", are=are(n), n=n, count=number(n)
        )
    if likely := [box for box in BOXES if box not in sheet.filled and box[1] == -missing]:
        return coded_message("used.filled", "is {boxes} filled?", boxes=_names(likely))
    return coded_message("used.free", "{are} {count} free?", are=are(n), n=n, count=number(n))


def _names(boxes: Iterable[Box]) -> str:
    return one_of(box_name(kind, size) for kind, size in boxes)


def _likely_other_box(sheet: Counted) -> Sentence:
    """Return the likeliest mistake if the used digits fit a box of the other kind."""
    for box in sheet.filled:
        kind, size = box
        if kind:
            other = (KINDS[1 - KINDS.index(kind)], size)
            boxes = [other if one == box else one for one in sheet.filled]
            if other not in sheet.filled and _are_combos_of(sheet, boxes):
                return coded_message(
                    "used.other_box",
                    "is {other} filled, and not {box}?",
                    other=box_name(*other),
                    box=box_name(*box),
                )
    return coded_message("used.misread", "is a digit or a box misread?")


def _are_combos_of(sheet: Counted, boxes: Sequence[Box]) -> bool:
    """Return whether the used digits are combos for these boxes, or True if the search takes too
    long."""
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
        """Return whether `left` is the union of disjoint sets, one from each box."""
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
