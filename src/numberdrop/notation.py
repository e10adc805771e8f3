"""Cell names and the one-line text of a position (formats.md, Position).

Reading is strict and raises NotationError alone, with the field and the place; writing is
canonical, and the two are each other's inverse. Whether a position can arise is not asked here.
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

#: The symbol of each code.
SYMBOL_OF: Final = dict(zip(CODES, SYMBOLS, strict=True))

#: Bit of the bonus box in PositionParts.boxes; identical 3..7 are bits 0..4, consecutive 5..9.
BONUS_BIT: Final = 10

#: The highest number of a turn that a position can carry.
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
    """What the text of a position says, field by field.

    `grid` holds the core's code of each of the 98 cells in index order; `boxes` is the mask of
    filled boxes; `tiles` is empty or has for A..E (shape, notch or None, mark): the notch 0..4 in
    solo, None in a game for several, the mark "x" crossed off, "o" circled or "". `turn` is the
    turn about to be played, 1..99. str() gives the canonical text.
    """

    grid: bytes
    boxes: int
    tiles: tuple[Tile, ...]
    turn: int

    def __str__(self) -> str:
        return format_position(self)


def cell_name(index: int) -> str:
    """The name of a cell, by its index 0..97."""
    if not 0 <= index < len(CELLS):
        raise NotationError(f"cell: expected an index 0..97, got {shown(index)}")
    return CELLS[index]


def parse_cell(name: object, where: str = "cell") -> int:
    """The index of a cell by its name `a1`..`g14`; NotationError on any other text, WrongType on
    anything else."""
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
    """The names in a text of cells without separators, `a1b1a10`, as they come."""
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
    """Names of cells, each for itself or in one text without separators; NotationError for a name
    that is no cell's, WrongType for what is no name."""
    if isinstance(cells, str):
        return tuple(parse_cells(cells, where))
    found = tuple(expect_kind(cells, Iterable, where))
    for name in found:
        parse_cell(name, where)
    return found


def coerce_tiles(tiles: Sequence[str] | str, known: Sequence[str]) -> tuple[str, ...]:
    """The shapes on A..E, five different ones of those known, each for itself or in one text,
    `IOTLS` or `V3,I3,U5,X5,T5`; errors as take_cells()."""
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
    """Reads `GRID BOXES TILES TURN`; NotationError, naming field and place, on any other text."""
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
            "position: expected 4 fields GRID BOXES TILES TURN split by one blank, got "
            "{count}: "
            "{text}",
            count=len(fields),
            text=repr(text),
        )
    grid, boxes, tiles, turn = fields
    return PositionParts(
        _parse_grid(grid), _parse_boxes(boxes), _parse_tiles(tiles), _parse_turn_number(turn)
    )


def format_position(parts: PositionParts) -> str:
    """The canonical text of a position; parse_position reads it back."""
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
    _refuse_floating(grid)
    return grid


def _refuse_floating(grid: bytes) -> None:
    """Every shape comes to rest on something, so occupied cells hang together down to row 1."""
    occupied = sum(1 << index for index, code in enumerate(grid) if code)
    joined, before = occupied & _ROW_1, 0
    while joined != before:
        before = joined
        right = (joined << 1) & ~_COLUMN_A
        left = (joined & ~_COLUMN_A) >> 1
        joined |= (joined << COLUMN_COUNT | joined >> COLUMN_COUNT | right | left) & occupied
    floating = occupied & ~joined
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
                "boxes, {kind}: expected - or sizes out of {allowed}, rising, got {got}",
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
    # `I3` is a block, or the solo shape I on notch 3: the other four tiles tell which.
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
                "tiles, letter {letter}: expected {expected}, and x or o where marked, got {got}",
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
