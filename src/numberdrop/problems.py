"""Why a well-formed position can't arise in play.

Reading a position asks only for its form. What is said here is certain: a position with a problem
never arises. A position without one may still be out of reach.
"""

from __future__ import annotations

from collections.abc import Iterator

from . import _core
from .position import Position
from .rules import BLOCK_SHAPES, LAST_NOTCH, LETTERS, SIZES, SOLO_SHAPES

#: Cells of an X shape: three for V3 and I3, five for U5, X5 and T5, four for the solo shapes.
_CELLS_OF = dict.fromkeys(SOLO_SHAPES, 4) | {shape: int(shape[1]) for shape in BLOCK_SHAPES}


def problems(position: Position) -> list[str]:
    """Sentences that each say why this position can't arise in play; none if nothing is wrong."""
    return [*_in_combos(position), *_in_letters(position), *_in_cells(position)]


def _in_combos(position: Position) -> Iterator[str]:
    boxes = position.core.boxes
    filled = sum(
        size
        for shift in (0, len(SIZES))
        for bit, size in enumerate(SIZES, shift)
        if boxes >> bit & 1
    )
    filled += _core.SIZE_BONUS if boxes >> 2 * len(SIZES) & 1 else 0
    used = sum(_core.USED < code < _core.BLOCK for code in position.core.grid)
    if used != filled:
        yield f"the filled boxes took {filled} digits, and {used} on the grid are marked as used"


def _in_letters(position: Position) -> Iterator[str]:
    boxes = position.core.boxes
    for i, (letter, (_, notch, mark)) in enumerate(zip(LETTERS, position.tiles, strict=False)):
        both = bool(boxes >> i & boxes >> len(SIZES) + i & 1)
        if mark == "o" and not both:
            yield f"letter {letter} is circled, and not both boxes of size {SIZES[i]} are filled"
        if not mark and both:
            yield f"both boxes of size {SIZES[i]} are filled, and letter {letter} is not marked"
        if notch == LAST_NOTCH and mark != "x":
            yield f"tile {letter} stands on notch {LAST_NOTCH}, and its letter is not crossed off"
        if notch is not None and notch != LAST_NOTCH and mark == "x":
            yield f"letter {letter} is crossed off, and its tile stands on notch {notch}"


def _in_cells(position: Position) -> Iterator[str]:
    grid = position.core.grid
    blocks = grid.count(_core.BLOCK)
    digits = sum(code != 0 for code in grid) - blocks
    turns = position.turn - 1
    most = 1 + 4 * turns
    fewer = position.is_solo and digits < most and not position.is_past_line()
    if digits > most or digits % 4 != 1 or fewer:
        yield f"before turn {position.turn} there are {most} digits, and the grid has {digits}"
    room = sum(_CELLS_OF[shape] for shape, _, mark in position.tiles if mark == "x")
    if position.tiles and blocks > room:
        yield f"the letters crossed off have dropped at most {room} X, and the grid has {blocks}"
    if position.is_solo:
        slides = sum(notch or 0 for _, notch, _ in position.tiles)
        if not turns <= slides <= 2 * turns:
            yield f"{turns} turns slide {turns} to {2 * turns} notches, and the tiles show {slides}"
    if not any(grid[: _core.COLUMNS]):
        yield "row 1 is empty, and the game starts with a digit in it"
