"""Parsing of the cells of a typed row."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..errors import NotationError, shown
from ..notation import SYMBOLS
from ..rules import COLUMN_COUNT, COLUMNS

_IN_BRACKETS = r"[\[{(] ?\S ?[\]})]|> ?\S ?<"
_CELL = re.compile(rf"{_IN_BRACKETS}|###|███|▒▒▒|%%%|\S")
_EMPTY, _BLOCK = {*".·•∙⋅_-", ""}, {*"X#█▒%✕✖✗✘☒", "###", "███", "▒▒▒", "%%%"}
#: Layouts in which empty cells may be blank: length, start of the first cell, width of a cell.
_FIXED_WIDTH = ((21, 0, 3), (13, 0, 2), (14, 0, 2), (14, 1, 2), (15, 1, 2), (7, 0, 1), (9, 1, 1))
_USED = "abcdefghij"


def used_symbol(digit: str) -> str:
    """Return the symbol of a digit used in a combo: `a` for 0."""
    return SYMBOLS[SYMBOLS.index("a") + int(digit)]


def read_row(text: str, *, is_closed: bool = False) -> str:
    """Parse a row into its seven symbols.

    Each cell is one character, with optional blanks between. Cells may also be separated by commas,
    tabs or semicolons; then an empty cell may be blank. A used digit is in brackets or a letter,
    and an X may be three characters wide. If a bar closes the row (`is_closed`) and all cells are
    equally wide, empty cells may be blank. Raises NotationError, which doesn't name the row, unless
    there are seven cells.
    """
    for between in ",;\t":
        if text.count(between) == COLUMN_COUNT - 1:
            return read_cells(text.split(between))
    cells = _split_cells(text)
    narrow = [character for cell in cells for character in (cell if cell in _BLOCK else [cell])]
    for found in (cells, narrow):
        if len(found) == COLUMN_COUNT:
            return read_cells(found)
    symbols = _read_fixed_width(text) if is_closed else None
    if symbols is None:
        raise NotationError.coded(
            "row.count",
            "expected {expected} cells, got {count}: {got}",
            expected=COLUMN_COUNT,
            count=len(cells),
            got=shown(text.strip()),
        )
    return symbols


def read_cells(cells: Sequence[str]) -> str:
    """Return the symbols of seven cells. Raises NotationError, naming the column, for any other."""
    symbols = ""
    for column, cell in zip(COLUMNS, cells, strict=True):
        symbol = _symbol(cell.strip())
        if symbol is None:
            raise NotationError.coded(
                "row.no_cell",
                "expected . for an empty cell, a digit, [5] or f for a used one, or X, "
                "got {got} in column {column}",
                got=shown(cell.strip()),
                column=column,
            )
        symbols += symbol
    return symbols


def count_cells(text: str) -> int:
    """Return the number of cells in `text`, 0 if part of it isn't a cell."""
    cells = _split_cells(re.sub("[,;]", " ", text))
    return 0 if any(_symbol(cell) is None for cell in cells) else len(cells)


def looks_like_row(text: str) -> bool:
    """Return True if `text` is probably a row of cells, well formed or not."""
    cells = _split_cells(text)
    known = sum(_symbol(cell) is not None for cell in cells)
    return 3 < len(cells) < 2 * COLUMN_COUNT and 2 * known > len(cells)


def _split_cells(text: str) -> list[str]:
    return _CELL.findall(text)


def _read_fixed_width(text: str) -> str | None:
    """Return the symbols of equally wide cells, empty ones blank; None if the layout is unknown."""
    for length, first, width in _FIXED_WIDTH:
        end = first + width * COLUMN_COUNT
        around = text[:first] + text[end:]
        cells = [text[place : place + width] for place in range(first, end, width)]
        if width == 3:
            cells = [cell.strip() if cell[:1] + cell[-1:] == "  " else cell for cell in cells]
        elif width == 2:
            cells = [cell.rstrip() for cell in cells]
        if len(text) == length and not around.strip() and all(map(_symbol, map(_bare, cells))):
            return read_cells(cells)
    return None


def _bare(cell: str) -> str:
    """Return a cell, or an empty string if it is blank."""
    return cell if cell.strip() else ""


def _symbol(cell: str) -> str | None:
    """Return the GRID symbol of a cell, None if `cell` isn't one."""
    if cell in _EMPTY:
        return "."
    if cell.upper() in _BLOCK:
        return "X"
    if len(cell) == 1 and (cell.isdecimal() or cell.lower() in _USED):
        return cell.lower()
    if bare := re.fullmatch(r"([\[{(>]) ?(\d) ?([\]})<])", cell):
        return bare[2] if bare[1] == ">" else used_symbol(bare[2])
    return None
