"""Drawings of a sheet, as view/text.py makes them, read back (formats.md, Drawing)."""

from __future__ import annotations

import re

from ..errors import NotationError, as_text, shown
from ..position import Position
from ..rules import COLUMN_COUNT, COLUMNS, LAST_NOTCH, LETTERS, ROW_COUNT, SHAPES, SIZES, Variant
from .rows import USED_DIGIT

_ROW_CHARACTERS = 3 * COLUMN_COUNT
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_ROW = re.compile(rf"\s*(\d+) [│|](.{{{_ROW_CHARACTERS}}})[│|]")
_FRAME = re.compile(rf"\s*[╭╰╞+][─═=\- A-Z]{{{_ROW_CHARACTERS}}}[╮╯╡+]")
_HEAD = re.compile(r"(\S+), turn (\d+)$")
_BOX = re.compile(r"([■□#_])(\d)")
_TILE = re.compile(r"([A-E])  (\S+)(.*)")
_NOTCHES = re.compile(rf"[●○@o](?:[─-][●○@o]){{{LAST_NOTCH}}}")
_SYMBOL_OF_USED = {digit: symbol for symbol, digit in USED_DIGIT.items()}
_MARKS = {"crossed off": "x", "circled": "o", "": ""}


def is_drawing(text: str) -> bool:
    """True if a text looks like a drawing of a sheet, well formed or not."""
    return any(_ROW.match(line) for line in _COLOUR.sub("", text).splitlines())


def parse_drawing(text: str) -> tuple[Position, Variant]:
    """The position, and the variant, of a drawing in any look, as `numberdrop show` prints it.

    Points and the legend are passed over. Cells marked as written, claimed or fallen now are read
    as what they have become. NotationError, naming the place, if the sheet or what stands beside it
    can't be read.
    """
    rows: list[str] = []
    beside: list[str] = []
    for line in _COLOUR.sub("", as_text(text, "drawing")).splitlines():
        if row := _ROW.match(line):
            if int(row[1]) != ROW_COUNT - len(rows):
                raise NotationError(
                    f"drawing: expected row {ROW_COUNT - len(rows)}, got row {row[1]}"
                )
            rows.append(_symbols(row[2], row[1]))
            beside.append(line[row.end() :][3:].strip())
        elif frame := _FRAME.match(line):
            beside.append(line[frame.end() :].strip())
        else:
            beside.append(line.strip().removeprefix("  ".join(COLUMNS)).strip())
    if len(rows) != ROW_COUNT:
        raise NotationError(f"drawing: expected {ROW_COUNT} rows, got {len(rows)}")
    heads = [head for head in map(_HEAD.match, beside) if head]
    if len(heads) != 1:
        raise NotationError("drawing: expected one line like 'rulebook, turn 3' beside the sheet")
    while rows and rows[0] == "." * COLUMN_COUNT:
        rows.pop(0)
    fields = ["/".join(rows) or "-", _boxes(beside), _tiles(beside), heads[0][2]]
    return Position.from_text(" ".join(fields)), Variant.from_text(heads[0][1])


def _symbols(cells: str, row: str) -> str:
    """The symbols of GRID that a row of cells shows, three characters each."""
    found = ""
    for place, column in enumerate(COLUMNS):
        cell = cells[3 * place : 3 * place + 3]
        if cell in (" . ", " · "):
            found += "."
        elif cell in ("███", "###", "▒▒▒", "%%%"):
            found += "X"
        elif cell[1].isdigit() and cell[0] + cell[2] in ("  ", "><"):
            found += cell[1]
        elif cell[1].isdigit() and cell[0] + cell[2] in ("[]", "{}"):
            found += _SYMBOL_OF_USED[cell[1]]
        else:
            raise NotationError(f"drawing, {column}{row}: expected a cell, got {shown(cell)}")
    return found


def _boxes(beside: list[str]) -> str:
    """The field BOXES."""
    parts = []
    for kind, sizes in (("identical", SIZES), ("consecutive", SIZES), ("bonus", (8,))):
        lines = [line for line in beside if line.startswith(kind + " ")]
        boxes = _BOX.findall(lines[0]) if len(lines) == 1 else []
        if [int(size) for _, size in boxes] != list(sizes):
            raise NotationError(f"drawing: expected one line with the boxes {kind}")
        filled = "".join(size for sign, size in boxes if sign in "■#")
        parts.append(filled or "-")
    return ":".join(parts)


def _tiles(beside: list[str]) -> str:
    """The field TILES."""
    found: list[str] = []
    for line in beside:
        tile = _TILE.match(line)
        if tile is None:
            continue
        notches = _NOTCHES.search(tile[3])
        notch = ""
        if notches:
            spots = [place for place, sign in enumerate(notches[0][::2]) if sign in "●@"]
            if len(spots) != 1:
                raise NotationError(f"drawing: expected letter {tile[1]} on one notch")
            notch = str(spots[0])
        said = re.search("crossed off|circled|$", tile[3])
        mark = _MARKS[said[0] if said else ""]
        if tile[1] != LETTERS[len(found) % len(LETTERS)] or tile[2] not in SHAPES:
            raise NotationError(f"drawing: expected the tiles A to E, got {shown(line)}")
        found.append(f"{tile[2]}{notch}{mark}")
    return ",".join(found) or "-"
