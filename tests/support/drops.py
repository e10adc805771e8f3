"""Drop plans by the oracle, a slow and simple reference implementation for the core."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import oracle
from numberdrop import _core

Board = frozenset[str]
Plan = tuple[Board, ...]
Drops = tuple[tuple[int, int, int, int], ...]

SHAPES = "IOTLS*"
FLAT = (0,) * 7
#: Wide enough for every step.
ANY_STEP = 14

OUTLINES = [FLAT, (1, 0, 0, 0, 0, 0, 0), (2, 2, 1, 0, 0, 1, 3), (5, 4, 4, 4, 5, 6, 8)]


def numbers_of(shapes: str) -> list[int]:
    return [_core.WILD if shape == "*" else "IOTLS".index(shape) for shape in shapes]


def is_solid(board: Board) -> bool:
    """Return whether a board has no hole."""
    return all(cell[1:] == "1" or f"{cell[0]}{int(cell[1:]) - 1}" in board for cell in board)


def board_of(heights: Sequence[int]) -> Board:
    return frozenset(
        cell for cell in oracle.CELLS if int(cell[1:]) <= heights["abcdefg".index(cell[0])]
    )


def heights_of(board: Board) -> tuple[int, ...]:
    return tuple(
        max((int(cell[1:]) for cell in board if cell[0] == column), default=0)
        for column in oracle.COLUMNS
    )


@cache
def landings(board: Board, shape: str) -> list[Board]:
    """Return the landings of a shape under the Game Over line that leave no hole."""
    sheet = oracle.Sheet(dict.fromkeys(board, "X"))
    shapes = oracle.SOLO_SHAPES if shape == "*" else [shape]
    return [
        cells
        for each in shapes
        for cells in oracle.landings(sheet, each)
        if is_solid(board | cells) and all(int(cell[1:]) <= 11 for cell in cells)
    ]


def plans(board: Board, shapes: str, rows: int, steep: int) -> Iterator[Plan]:
    """Yield every drop plan. Only steps at columns that a piece touches are limited by `steep`."""
    if not shapes:
        if min(heights_of(board)) >= rows:
            yield ()
        return
    for cells in landings(board, shapes[0]):
        after = heights_of(board | cells)
        touched = {oracle.COLUMNS.index(cell[0]) for cell in cells}
        if all(abs(after[i] - after[i + 1]) <= steep for i in range(6) if {i, i + 1} & touched):
            for rest in plans(board | cells, shapes[1:], rows, steep):
                yield (cells, *rest)


def cells_of(drops: Drops) -> Plan:
    return tuple(frozenset(oracle.CELLS[i] for i in _core.piece_cells(*drop)) for drop in drops)


def judge_drops(drops: Drops, shapes: str, heights: Sequence[int], rows: int = 0) -> Board:
    """Check that each piece has its shape and lands under the Game Over line without a hole.

    Returns the final board.
    """
    board = board_of(heights)
    for cells, (shape, *_), wanted in zip(cells_of(drops), drops, shapes, strict=True):
        assert wanted in ("*", "IOTLS"[shape])
        assert cells in landings(board, "IOTLS"[shape])
        board |= cells
    assert min(heights_of(board)) >= rows
    return board
