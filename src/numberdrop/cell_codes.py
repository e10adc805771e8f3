"""Cells and letters as small numbers, for arrays that agents and functions see."""

from __future__ import annotations

from typing import Final

from . import _core

#: The code of a cell with an X.
X: Final = 21
#: The code of a cell by its byte in the core: 0 empty, 1..10 a free digit 0..9, 11..20 a digit used
#: in a combo, X. For bytes.translate().
CELL_CODES: Final = bytes(
    X if byte == _core.BLOCK else byte - 6 if byte > _core.USED else byte for byte in range(256)
)
#: The marks of a letter in a position, by their codes: 0 open, 1 circled, 2 crossed off.
MARKS: Final = ("", "o", "x")
