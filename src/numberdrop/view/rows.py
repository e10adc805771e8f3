"""The contents of every drawing of a sheet: its symbols row by row, and the points of each row."""

from __future__ import annotations

from typing import Final

from .. import _core
from ..notation import PositionParts
from ..position import Position
from ..rules import CELLS, COLUMN_COUNT, ROW_COUNT, Variant

#: The names of the cells, row by row from the bottom, from the left.
ROWS_OF_CELLS: Final = tuple(
    CELLS[COLUMN_COUNT * row : COLUMN_COUNT * (row + 1)] for row in range(ROW_COUNT)
)
#: The last row under the Game Over line (rules.md, Sheet).
LINE: Final = _core.LINE
#: The used digits of a grid by their symbol: `a` is 0, `j` is 9.
USED_DIGIT: Final = {symbol: str(digit) for digit, symbol in enumerate("abcdefghij")}


def symbols_by_row(position: Position) -> list[str]:
    """Return the fourteen rows from the bottom, seven symbols of GRID each (formats.md,
    Position)."""
    return ["".join(map(position.symbol, cells)) for cells in ROWS_OF_CELLS]


def points_by_row(position: Position, variant: str | Variant = "rulebook") -> list[int]:
    """Return what each of the fourteen rows adds to score().rows, from the bottom."""
    grid = position.parts.grid
    width = COLUMN_COUNT
    alone = (bytes(width * row) + grid[width * row : width * (row + 1)] for row in range(ROW_COUNT))
    return [
        Position.from_parts(PositionParts(row.ljust(len(grid), b"\0"), 0, (), 1))
        .score(variant)
        .rows
        for row in alone
    ]


def why_over(position: Position) -> str:
    """Return why the game ends with this position; an empty text if it isn't over."""
    if not position.is_over():
        return ""
    if not position.is_past_line():
        return "game over: all tiles on GO!"
    return "game over: past the line"
