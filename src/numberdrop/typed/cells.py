"""The cells of a row as people write them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..errors import NotationError, shown
from ..notation import SYMBOLS
from ..rules import COLUMN_COUNT, COLUMNS

_IN_BRACKETS = r"[\[{(] ?\S ?[\]})]|> ?\S ?<"
_CELL = re.compile(rf"{_IN_BRACKETS}|###|███|▒▒▒|%%%|\S")
_EMPTY, _BLOCK = {*".·•∙⋅_-", ""}, {*"X#█▒%✕✖✗✘☒", "###", "███", "▒▒▒", "%%%"}
#: Rows in which empty cells may be blank: length, start of the first cell, width of a cell.
_IN_PLACE = ((21, 0, 3), (13, 0, 2), (14, 0, 2), (14, 1, 2), (15, 1, 2), (7, 0, 1), (9, 1, 1))
_USED = "abcdefghij"


def used(digit: str) -> str:
    """The symbol of a digit that a combo has used: `a` for 0."""
    return SYMBOLS[SYMBOLS.index("a") + int(digit)]


def read_row(text: str, *, is_closed: bool = False) -> str:
    """The seven symbols of a row: a sign for each cell, with any blanks between, or commas, tabs
    or semicolons, between which an empty cell may be left blank.

    A used digit is in brackets, or a letter. An X may be three signs wide. In a row that is closed
    by a bar, empty cells may be blank where all are as wide. NotationError, without naming the row,
    if these are no seven cells.
    """
    for between in ",;\t":
        if text.count(between) == COLUMN_COUNT - 1:
            return read_cells(text.split(between))
    cells = _cells(text)
    narrow = [sign for cell in cells for sign in (cell if cell in _BLOCK else [cell])]
    for found in (cells, narrow):
        if len(found) == COLUMN_COUNT:
            return read_cells(found)
    in_place = _in_place(text) if is_closed else None
    if in_place is None:
        raise NotationError.coded(
            "row.count",
            "expected {expected} cells, got {count}: {got}",
            expected=COLUMN_COUNT,
            count=len(cells),
            got=shown(text.strip()),
        )
    return in_place


def read_cells(cells: Sequence[str]) -> str:
    """The symbols of seven cells; NotationError, naming the column, for what is no cell."""
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
    """How many cells a text has that may be a row; 0 if anything in it is none."""
    cells = _cells(re.sub("[,;]", " ", text))
    return 0 if any(_symbol(cell) is None for cell in cells) else len(cells)


def is_like_a_row(text: str) -> bool:
    """True for what is most likely a row of cells, if maybe not a well-formed one."""
    cells = _cells(text)
    known = sum(_symbol(cell) is not None for cell in cells)
    return 3 < len(cells) < 2 * COLUMN_COUNT and 2 * known > len(cells)


def _cells(text: str) -> list[str]:
    return _CELL.findall(text)


def _in_place(text: str) -> str | None:
    """The symbols of cells that are all as wide, empty ones blank; None if they aren't."""
    for length, first, width in _IN_PLACE:
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
    """A cell, or nothing if it is blank."""
    return cell if cell.strip() else ""


def _symbol(cell: str) -> str | None:
    """The symbol that GRID has for a cell, None if it is none."""
    if cell in _EMPTY:
        return "."
    if cell.upper() in _BLOCK:
        return "X"
    if len(cell) == 1 and (cell.isdecimal() or cell.lower() in _USED):
        return cell.lower()
    if bare := re.fullmatch(r"([\[{(>]) ?(\d) ?([\]})<])", cell):
        return bare[2] if bare[1] == ">" else used(bare[2])
    return None
