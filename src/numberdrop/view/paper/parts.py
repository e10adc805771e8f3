"""The things that printed pages are made of: grids, boxes, tiles on their notches, dice."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ... import _core
from ...combo import KINDS, box_name
from ...dice import Roll
from ...position import Position
from ...rules import COLUMN_COUNT, COLUMNS, LAST_NOTCH, LETTERS, ROW_COUNT, SIZES
from ...words import words
from ..rows import LINE, USED_DIGIT, symbols_by_row
from ..svg import PICTURES
from .page import Area, Box, Disc, Mark, Stroke, Words

INK, FAINT, RED, SHADE, PALE, BLOCKED = (
    "#25303f",
    "#7b8594",
    "#b8392a",
    "#d9dee5",
    "#f8e9e5",
    "#4a5563",
)
#: Between the rows under the Game Over line and those past it, in cells.
LINE_GAP = 0.4
#: The height of a grid in cells, letters of the columns included.
GRID_HEIGHT = ROW_COUNT + LINE_GAP + 0.7
#: The width of a grid in cells, with the numbers of the rows and what a row is worth.
GRID_WIDTH = COLUMN_COUNT + 1.9
_LEFT = 0.9


def grid(x: float, y: float, cell: float, position: Position | None = None) -> Iterator[Mark]:
    """The sheet's grid, empty or of a position, from this corner; `cell` is the width of a cell."""
    left, right = x + _LEFT * cell, x + (_LEFT + COLUMN_COUNT) * cell
    rows = symbols_by_row(position) if position else ["." * COLUMN_COUNT] * ROW_COUNT
    for row, symbols in enumerate(rows, 1):
        top = y + cell * (ROW_COUNT - row + (LINE_GAP if row <= LINE else 0))
        past = row > LINE
        worth = -_core.LINE_PENALTY if past else _core.ROW_POINTS
        yield Words(left - 0.2 * cell, top + cell / 2, str(row), 0.32 * cell, FAINT, "r")
        for column, symbol in enumerate(symbols):
            yield from _cell(left + cell * column, top, cell, symbol, past)
        sign = f"{worth:+d}".replace("-", "\N{EN DASH}")
        colour = RED if past else FAINT
        yield Words(right + 0.2 * cell, top + cell / 2, sign, 0.32 * cell, colour, "l")
    middle = y + cell * (ROW_COUNT - LINE + LINE_GAP / 2)
    yield Stroke(left, middle, right, middle, RED, 0.06 * cell, 0.14 * cell)
    centre = (left + right) / 2
    yield Box(centre - 1.3 * cell, middle - 0.2 * cell, 2.6 * cell, 0.4 * cell, "#ffffff")
    yield Words(centre, middle, "GAME OVER", 0.34 * cell, RED, bold=True)
    bottom = y + cell * (ROW_COUNT + LINE_GAP)
    for column, letter in enumerate(COLUMNS):
        yield Words(left + cell * (column + 0.5), bottom + 0.4 * cell, letter, 0.36 * cell, FAINT)


def _cell(x: float, y: float, cell: float, symbol: str, past: bool) -> Iterator[Mark]:
    fill = PALE if past else "#ffffff"
    if symbol == "X":
        fill = BLOCKED
    elif symbol in USED_DIGIT:
        fill = SHADE
    yield Box(x, y, cell, cell, fill, FAINT, 0.02 * cell)
    if symbol == "X":
        for across in (1, -1):
            inner, outer = 0.5 - 0.22 * across, 0.5 + 0.22 * across
            yield Stroke(
                *(x + inner * cell, y + 0.28 * cell, x + outer * cell, y + 0.72 * cell),
                "#ffffff",
                0.05 * cell,
            )
    elif symbol != ".":
        digit, is_free = USED_DIGIT.get(symbol, symbol), symbol not in USED_DIGIT
        colour = INK if is_free else FAINT
        yield Words(x + cell / 2, y + cell / 2, digit, 0.62 * cell, colour, bold=is_free)


def boxes(
    x: float, y: float, pitch: float, language: str, position: Position | None = None
) -> Iterator[Mark]:
    """The boxes with their letters, in five columns of this pitch and one for the ten points more;
    four pitches high."""
    still_open = None if position is None else set(position.open_boxes())
    for place, letter in enumerate(LETTERS):
        yield Words(x + pitch * (place + 0.45), y + 0.2 * pitch, letter, 0.4 * pitch, FAINT)
    for line, kind in enumerate(KINDS):
        top = y + pitch * (0.5 + 1.45 * line)
        more = f"+{_core.COLUMN_POINTS}"
        for place, size in enumerate(SIZES):
            full = still_open is not None and box_name(kind, size) not in still_open
            yield from _box(x + pitch * place, top, pitch, size, full)
        yield Words(x + pitch * 5.1, top + 0.45 * pitch, more, 0.38 * pitch, FAINT, "l")
        yield Words(x, top + 1.15 * pitch, words(language, f"box.{kind}"), 0.34 * pitch, FAINT, "l")
    full = still_open is not None and "bonus" not in still_open
    top = y + 3.4 * pitch
    yield from _box(x, top, pitch, _core.SIZE_BONUS, full)
    label = words(language, "box.bonus")
    yield Words(x + 1.1 * pitch, top + 0.45 * pitch, label, 0.34 * pitch, FAINT, "l")


def _box(x: float, y: float, pitch: float, size: int, full: bool) -> Iterator[Mark]:
    side = 0.9 * pitch
    fill = BLOCKED if full else "#ffffff"
    yield Box(x, y, side, side, fill, INK, 0.04 * pitch, 0.12 * pitch)
    colour = "#ffffff" if full else FAINT
    yield Words(x + side / 2, y + side / 2, str(size), 0.46 * pitch, colour, bold=full)


def tile_rows(
    x: float, y: float, pitch: float, tiles: tuple[tuple[str, int | None, str], ...] | None
) -> Iterator[Mark]:
    """The letters A to E with their tiles and notches, a row each, 0.95 of the pitch apart; the
    shapes are left open where there are no tiles yet."""
    for place, letter in enumerate(LETTERS):
        middle = y + pitch * (0.5 + 0.95 * place)
        shape, notch, mark = tiles[place] if tiles else ("", 0, "")
        done = mark == "x"
        yield Disc(x + 0.35 * pitch, middle, 0.3 * pitch, "#ffffff", INK if not done else FAINT)
        yield Words(x + 0.35 * pitch, middle, letter, 0.36 * pitch, FAINT if done else INK)
        if mark == "o":
            yield Disc(x + 0.35 * pitch, middle, 0.4 * pitch, "", INK, 0.06 * pitch)
        if done:
            yield Stroke(
                *(x, middle + 0.3 * pitch, x + 0.7 * pitch, middle - 0.3 * pitch), RED, 0.4
            )
        if shape:
            yield from picture(x + 1.45 * pitch, middle, 0.21 * pitch, shape)
        else:
            yield Box(x + 0.95 * pitch, middle - 0.33 * pitch, pitch, 0.66 * pitch, "", FAINT, 0.2)
        first = x + 2.45 * pitch
        step = 0.66 * pitch
        yield Stroke(first, middle, first + LAST_NOTCH * step, middle, FAINT, 0.3)
        for spot in range(LAST_NOTCH + 1):
            fill = INK if notch == spot and tiles else "#ffffff"
            yield Disc(first + spot * step, middle, 0.17 * pitch, fill, FAINT)
        end = first + LAST_NOTCH * step + 0.3 * pitch
        yield Words(end, middle, "GO!", 0.34 * pitch, RED, "l", True)


def picture(x: float, y: float, side: float, shape: str) -> Iterator[Mark]:
    """A shape, centred, its cells of this side."""
    cells = PICTURES[shape]
    wide = max(column for column, _ in cells) + 1
    high = max(row for _, row in cells) + 1
    for column, row in cells:
        left, top = x + side * (column - wide / 2), y + side * (row - high / 2)
        yield Box(left, top, side, side, BLOCKED, "#ffffff", 0.08 * side)


def dice(x: float, y: float, side: float, roll: Roll) -> Iterator[Mark]:
    """A roll as its five dice in a line, from this corner; 5.9 sides wide."""
    for place, face in enumerate(roll.numbers):
        left = x + 1.15 * side * place
        yield Box(left, y, side, side, "#ffffff", INK, 0.04 * side, 0.18 * side)
        if face == "*":
            yield star(left + side / 2, y + side / 2, 0.36 * side)
        else:
            yield Words(left + side / 2, y + side / 2, face, 0.66 * side, INK, bold=True)
    left = x + 1.15 * side * 4 + 0.25 * side
    yield Box(left, y, side, side, SHADE, INK, 0.04 * side, 0.18 * side)
    if roll.shape == "*":
        yield star(left + side / 2, y + side / 2, 0.36 * side)
    else:
        yield from picture(left + side / 2, y + side / 2, 0.21 * side, roll.shape)


def star(x: float, y: float, radius: float) -> Area:
    """A star of five points, centred."""
    points = []
    for corner in range(10):
        far = radius if corner % 2 == 0 else 0.42 * radius
        turn = math.pi * (corner / 5 - 0.5)
        points.append((x + far * math.cos(turn), y + far * math.sin(turn)))
    return Area(tuple(points), INK)
