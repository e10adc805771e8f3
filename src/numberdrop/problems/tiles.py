"""Tiles: how far they have slid, their letters, and the X that they leave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from .. import _core
from ..combo import KINDS, box_name
from ..rules import BLOCK_SHAPES, LAST_NOTCH, LETTERS, MOST_TURNS, SIZES, SOLO_SHAPES
from .counted import SHAPE_CELLS, Counted, are, letters, listed, many, number
from .digits import most_blocks
from .resting import are_shapes

#: Cells of an X shape: three for V3 and I3, five for U5, X5 and T5, four for the solo shapes.
_CELLS_OF = dict.fromkeys(SOLO_SHAPES, SHAPE_CELLS) | {s: int(s[1]) for s in BLOCK_SHAPES}


def in_notches(sheet: Counted) -> Iterator[str]:
    """One or two slides a turn."""
    if not sheet.position.is_solo:
        return
    slides, turns = sum(sheet.position.core.notches), sheet.turn - 1
    most = min(2 * turns, LAST_NOTCH * len(LETTERS))
    if turns > MOST_TURNS:
        yield f"turn {sheet.turn}, but no game has more than {MOST_TURNS} turns"
    elif slides < turns:
        few = turns - slides
        yield (
            f"{_slid(slides)}, but {_slides(turns, most)} before turn {sheet.turn}: "
            f"{are(few)} {number(few)} or more missing?"
        )
    elif slides > most:
        before = _slides(turns, most) if turns else "none"
        # The fewest turns that slide so far.
        later = f"is this turn {-(-slides // 2) + 1} or later?" if not turns else ""
        over = slides - most
        slip = later or f"{are(over)} {number(over)} or more too many?"
        yield f"{_slid(slides)}, but {before} before turn {sheet.turn}: {slip}"


def _slides(least: int, most: int) -> str:
    between = "or" if most == least + 1 else "to"
    return f"{number(least)} {between} {number(most)}"


def _slid(slides: int) -> str:
    return (
        f"the tiles have slid {many(slides, 'notch', 'notches')}" if slides else "no tile has slid"
    )


def in_letters(sheet: Counted) -> Iterator[str]:
    """A letter is circled once both boxes are filled, and crossed off on notch 4."""
    boxes = sheet.position.core.boxes
    for i, (letter, (shape, notch, mark)) in enumerate(
        zip(LETTERS, sheet.position.tiles, strict=False)
    ):
        size, is_last = SIZES[i], notch == LAST_NOTCH
        tile = f"{shape}{'' if notch is None else notch}"
        missing = [kind for kind in KINDS if (kind, size) not in sheet.filled]
        if mark == "o" and missing and not is_last:
            names = listed(box_name(kind, size) for kind in missing)
            slip = f"{are(len(missing))} {names} filled?"
            yield f"letter {letter} is circled, but not both boxes of size {size} filled: {slip}"
        if not mark and boxes >> i & boxes >> len(SIZES) + i & 1 and not is_last:
            slip = f"is the tile {tile}o?"
            yield f"both boxes of size {size} are filled, but letter {letter} isn't circled: {slip}"
        if is_last and mark != "x":
            slip = f"is the tile {tile}x?"
            yield f"tile {letter} is on notch 4, but its letter isn't crossed off: {slip}"
        if notch is not None and not is_last and mark == "x":
            slip = f"is the tile {shape}{LAST_NOTCH}x?"
            yield f"letter {letter} is crossed off, but its tile is on notch {notch}: {slip}"


def in_blocks(sheet: Counted) -> Iterator[str]:
    """A tile that falls leaves its shape in X."""
    if not sheet.position.tiles:
        if not sheet.odd and sheet.crosses > most_blocks(sheet):
            yield f"{sheet.crosses} X on the sheet, but not the turns in which they fell"
        return
    most, fewest = _cells(sheet, sheet.down), _cells(sheet, sheet.fallen)
    if sheet.crosses and not sheet.down:
        where = f"is one on notch {LAST_NOTCH}" if sheet.position.is_solo else "is one crossed off"
        yield f"{sheet.crosses} X on the sheet, but no tile has fallen: {where}?"
    elif sheet.crosses > most:
        slip = "has another one fallen" if len(sheet.down) < len(LETTERS) else "is an X misread"
        yield f"{sheet.crosses} X on the sheet, but {_leaves(sheet.down, most)}: {slip}?"
    elif not any(_are_left_by(sheet, fallen) for fallen in _falls(sheet)):
        few = fewest - sheet.crosses
        if few > 0:
            left = f"{number(fewest)}: {are(few)} {number(few)} missing?"
            yield f"{number(sheet.crosses)} X on the sheet, but {_leave(sheet.fallen)} {left}"
        else:
            shapes = listed(sheet.position.tiles[i][0] for i in sheet.down)
            yield (
                f"the {sheet.crosses} X on the sheet aren't what {_leave(sheet.down)} "
                f"({shapes}): is an X in the wrong place?"
            )


def _cells(sheet: Counted, chosen: Sequence[int]) -> int:
    return sum(_CELLS_OF[sheet.position.tiles[i][0]] for i in chosen)


def _leave(chosen: Sequence[int]) -> str:
    return f"{letters(chosen)} leave{'s' if len(chosen) == 1 else ''}"


def _leaves(chosen: Sequence[int], most: int) -> str:
    return f"{_leave(chosen)} at most {number(most)}"


def _falls(sheet: Counted) -> Iterator[tuple[int, ...]]:
    """The letters whose X may be on the sheet: all that weren't protected, and maybe others that
    became so later. After an X past the line the next one may have found no room."""
    lost = 1 if sheet.position.is_solo and sheet.crosses_past else 0
    for count in range(len(sheet.down) + 1):
        for chosen in combinations(sheet.down, count):
            if len({*sheet.fallen} - {*chosen}) <= lost:
                yield chosen


def _are_left_by(sheet: Counted, fallen: Sequence[int]) -> bool:
    cells = [i for i, code in enumerate(sheet.grid) if code == _core.BLOCK]
    return len(cells) == _cells(sheet, fallen) and are_shapes(
        cells, [sheet.position.tiles[i][0] for i in fallen]
    )
