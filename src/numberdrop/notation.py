"""Cell names and the one-line text of a position (formats.md, Position).

Parsing is strict and raises NotationError with the field and the place. Formatting is canonical,
and each reverses the other. Neither checks whether the position can arise in a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from .errors import NotationError, WrongType, as_text, coded_message, expected_got, shown
from .rules import (
    CELLS,
    COLUMN_COUNT,
    COLUMNS,
    LAST_NOTCH,
    LETTERS,
    ROW_COUNT,
    SHAPES,
    SIZES,
    SOLO_SHAPES,
)
from .validate import expect_kind

#: Grid characters and the core's cell codes: empty 0, free digit d is 1 + d, used 17 + d, X 32.
SYMBOLS: Final = ".0123456789abcdefghijX"
CODES: Final = bytes([0, *range(1, 11), *range(17, 27), 32])

#: The symbol of each cell code.
SYMBOL_OF: Final = dict(zip(CODES, SYMBOLS, strict=True))

#: The bit of the bonus box in PositionParts.boxes. Identical 3..7 are bits 0..4, consecutive 5..9.
BONUS_BIT: Final = 10

#: The highest turn number that a position can have.
MOST_TURN: Final = 99
_LONGEST_POSITION = 148
_CELL_INDEX: Final = {name: index for index, name in enumerate(CELLS)}
_CELL = re.compile("[a-g](?:1[0-4]|[1-9])")
_TO_CODE = bytes.maketrans(SYMBOLS.encode(), CODES)
_TO_SYMBOL = bytes.maketrans(CODES, SYMBOLS.encode())
_SOLO_TILES = frozenset(f"{shape}{n}" for shape in SOLO_SHAPES for n in range(LAST_NOTCH + 1))
_COLUMN_A = sum(1 << COLUMN_COUNT * row for row in range(ROW_COUNT))
_ROW_1 = (1 << COLUMN_COUNT) - 1

Tile = tuple[str, int | None, str]


@dataclass(frozen=True, slots=True)
class PositionParts:
    """The fields of a position's text.

    `grid` holds the core's code of each of the 98 cells, in index order. `boxes` is the bit mask of
    filled boxes. `tiles` is empty, or has (shape, notch, mark) for each of A..E: the notch is 0..4
    in a solo game and None in a game of several players; the mark is "x" if the letter is crossed
    off, "o" if it is circled, and otherwise "". `turn` is the number of the turn to come, 1..99.
    str() gives the canonical text.
    """

    grid: bytes
    boxes: int
    tiles: tuple[Tile, ...]
    turn: int

    def __str__(self) -> str:
        return format_position(self)


def cell_name(index: int) -> str:
    """Return the name of the cell at `index`, 0..97. Raises NotationError for any other index."""
    if not 0 <= index < len(CELLS):
        raise NotationError(f"cell: expected an index 0..97, got {shown(index)}")
    return CELLS[index]


def parse_cell(name: object, where: str = "cell") -> int:
    """Return the index of the cell `name`, `a1` to `g14`.

    Raises NotationError if `name` is not a cell name, and WrongType if it is not text.
    """
    index = _CELL_INDEX.get(name) if isinstance(name, str) else None
    if index is None:
        fault = NotationError if isinstance(name, str) else WrongType
        raise fault(
            coded_message(
                "cell.expected",
                "{where}: expected a cell a1..g14, got {got}",
                where=where,
                got=shown(name),
            )
        )
    return index


def parse_cells(text: str, where: str = "cells") -> list[str]:
    """Split a text of cell names without separators, such as `a1b1a10`. The order is kept.

    Raises NotationError if `text` is not of this form.
    """
    names = _CELL.findall(text)
    if not names or "".join(names) != text:
        raise NotationError.coded(
            "cells.expected",
            "{where}: expected cells like a1b1a10, got {got}",
            where=where,
            got=shown(text),
        )
    return names


def coerce_cells(cells: Iterable[str] | str, where: str = "cells") -> tuple[str, ...]:
    """Return cell names as a tuple. `cells` is an iterable of names, or one text of names without
    separators.

    Raises NotationError for text that is not a cell name, and WrongType for anything that is not
    text.
    """
    if isinstance(cells, str):
        return tuple(parse_cells(cells, where))
    found = tuple(expect_kind(cells, Iterable, where))
    for name in found:
        parse_cell(name, where)
    return found


def coerce_tiles(tiles: Sequence[str] | str, known: Sequence[str]) -> tuple[str, ...]:
    """Return the shapes on A..E: five different ones of the shapes in `known`.

    `tiles` is an iterable of shapes, or one text, such as `IOTLS` or `V3,I3,U5,X5,T5`. Raises
    NotationError and WrongType like coerce_cells().
    """
    if isinstance(tiles, str):
        names: Iterable[str] = tiles.split(",") if "," in tiles else tiles
    else:
        names = expect_kind(tiles, Iterable, "tiles")
    found = tuple(as_text(name, "tiles") for name in names)
    if not len(found) == len(set(found)) == len(LETTERS) or not set(found) <= set(known):
        expected = coded_message(
            "tiles.different", "expected five different shapes out of {known}", known=list(known)
        )
        raise NotationError(expected_got("tiles", expected, list(found)))
    return found


def parse_position(text: str) -> PositionParts:
    """Parse `GRID BOXES TILES TURN`. Raises NotationError, naming field and place, for any other
    text."""
    if len(as_text(text, "position")) > _LONGEST_POSITION:
        raise NotationError.coded(
            "position.longest",
            "position: expected at most {most} characters, got {count}: {got}",
            most=_LONGEST_POSITION,
            count=len(text),
            got=shown(text),
        )
    fields = text.split(" ")
    if len(fields) != 4:
        raise NotationError.coded(
            "position.four",
            "position: expected 4 fields GRID BOXES TILES TURN separated by single spaces, "
            "got {count}: {text}",
            count=len(fields),
            text=repr(text),
        )
    grid, boxes, tiles, turn = fields
    return PositionParts(
        _parse_grid(grid), _parse_boxes(boxes), _parse_tiles(tiles), _parse_turn_number(turn)
    )


def format_position(parts: PositionParts) -> str:
    """Return the canonical text of a position. parse_position() parses it back."""
    symbols = parts.grid.translate(_TO_SYMBOL).decode("ascii")
    rows = [symbols[i : i + COLUMN_COUNT] for i in range(0, len(symbols), COLUMN_COUNT)]
    while rows and rows[-1] == "." * COLUMN_COUNT:
        rows.pop()
    tiles = (f"{shape}{'' if notch is None else notch}{mark}" for shape, notch, mark in parts.tiles)
    return " ".join(
        [
            "/".join(reversed(rows)) or "-",
            _format_boxes(parts.boxes),
            ",".join(tiles) or "-",
            str(parts.turn),
        ]
    )


def _parse_grid(text: str) -> bytes:
    rows = [] if text == "-" else text.split("/")[::-1]
    if len(rows) > ROW_COUNT:
        raise NotationError.coded(
            "grid.rows",
            "grid: expected at most {most} rows, got {count}: {got}",
            most=ROW_COUNT,
            count=len(rows),
            got=repr(text),
        )
    for number, row in enumerate(rows, 1):
        if len(row) != COLUMN_COUNT:
            raise NotationError.coded(
                "grid.row",
                "grid row {number}: expected {expected} characters, got {count}: {got}",
                number=number,
                expected=COLUMN_COUNT,
                count=len(row),
                got=repr(row),
            )
        for column, symbol in zip(COLUMNS, row, strict=True):
            if symbol not in SYMBOLS:
                raise NotationError.coded(
                    "grid.sign",
                    "grid row {number}: expected one of {signs} in {cell}, got {got}: {row}",
                    number=number,
                    signs=SYMBOLS,
                    cell=f"{column}{number}",
                    got=repr(symbol),
                    row=repr(row),
                )
    if rows and rows[-1] == "." * COLUMN_COUNT:
        raise NotationError.coded(
            "grid.empty_row",
            "grid row {number}: expected no empty row at the top, got {got}",
            number=len(rows),
            got=repr(rows[-1]),
        )
    grid = "".join(rows).encode().ljust(len(CELLS), b".").translate(_TO_CODE)
    _expect_no_floating_cell(grid)
    return grid


def _expect_no_floating_cell(grid: bytes) -> None:
    """Raise NotationError unless every occupied cell is connected to row 1.

    Shapes rest on the bottom or on other cells, so no cell of a game ever floats.
    """
    occupied = sum(1 << index for index, code in enumerate(grid) if code)
    connected, before = occupied & _ROW_1, 0
    while connected != before:
        before = connected
        right = (connected << 1) & ~_COLUMN_A
        left = (connected & ~_COLUMN_A) >> 1
        above, below = connected << COLUMN_COUNT, connected >> COLUMN_COUNT
        connected |= (above | below | right | left) & occupied
    floating = occupied & ~connected
    if floating:
        name = CELLS[(floating & -floating).bit_length() - 1]
        raise NotationError.coded(
            "grid.floating",
            "grid: floating cell {cell}: no chain of occupied cells joins it to row 1",
            cell=name,
        )


def _parse_boxes(text: str) -> int:
    kinds = text.split(":")
    if len(kinds) != 3:
        raise NotationError.coded(
            "boxes.parts",
            "boxes: expected IDENTICAL:CONSECUTIVE:BONUS, got {count} parts: {got}",
            count=len(kinds),
            got=repr(text),
        )
    sizes = "".join(map(str, SIZES))
    mask = 0
    for kind, part, allowed, shift in zip(
        ("identical", "consecutive", "bonus"), kinds, (sizes, sizes, "8"), (0, 5, 10), strict=True
    ):
        if part == "-":
            continue
        found = "".join(size for size in allowed if size in part)
        if not part or part != found:
            raise NotationError.coded(
                "boxes.rising",
                "boxes, {kind}: expected - or sizes from {allowed} in ascending order, got {got}",
                kind=kind,
                allowed=allowed,
                got=repr(part),
            )
        mask |= sum(1 << shift + allowed.index(size) for size in part)
    return mask


def _format_boxes(mask: int) -> str:
    kinds = (
        "".join(str(size) for bit, size in enumerate(SIZES, shift) if mask >> bit & 1)
        for shift in (0, 5)
    )
    return ":".join([*(kind or "-" for kind in kinds), "8" if mask >> BONUS_BIT & 1 else "-"])


def _parse_tiles(text: str) -> tuple[Tile, ...]:
    if text == "-":
        return ()
    names = text.split(",")
    if len(names) != len(LETTERS):
        raise NotationError.coded(
            "tiles.count",
            "tiles: expected - or 5 tiles, got {count}: {got}",
            count=len(names),
            got=repr(text),
        )
    bodies = [name[:-1] if name.endswith(("x", "o")) else name for name in names]
    # `I3` is a block, or the solo shape I on notch 3, depending on the other four tiles.
    is_solo = any(body in _SOLO_TILES and body not in SHAPES for body in bodies)
    known, expected = (
        (_SOLO_TILES, coded_message("tile.with_notch", "a shape of IOTLS with a notch 0..4"))
        if is_solo
        else (SHAPES, coded_message("tile.one_of", "one of {shapes}", shapes=SHAPES))
    )
    tiles: list[Tile] = []
    for letter, name, body in zip(LETTERS, names, bodies, strict=True):
        if body not in known:
            raise NotationError.coded(
                "tile.expected",
                "tiles, letter {letter}: expected {expected}, then x or o if marked, got {got}",
                letter=letter,
                expected=expected,
                got=repr(name),
            )
        shape, notch = (body[0], int(body[1])) if is_solo else (body, None)
        if any(shape == other for other, _, _ in tiles):
            raise NotationError.coded(
                "tile.again",
                "tiles, letter {letter}: expected five different shapes, got {shape} again: {got}",
                letter=letter,
                shape=shape,
                got=repr(text),
            )
        tiles.append((shape, notch, name[len(body) :]))
    return tuple(tiles)


def _parse_turn_number(text: str) -> int:
    if not re.fullmatch("[1-9][0-9]?", text):
        raise NotationError.coded(
            "turn.range",
            "turn: expected a number 1..{most}, got {got}",
            most=MOST_TURN,
            got=repr(text),
        )
    return int(text)
