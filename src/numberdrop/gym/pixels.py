"""Frames for videos and windows: a sheet as an array of pixels, in the colours of the SVG pictures.

A frame needs no font and no library but NumPy, and is the same on every machine.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np

from ..position import Position
from ..rules import CELLS, COLUMN_COUNT, LAST_NOTCH, ROW_COUNT
from ..stages import StagedGame
from ..view.rows import LINE, USED_DIGIT, symbols_by_row
from ..view.svg import FAINT, GOLD, GROUND, INK, PICTURES, RED, TINTS
from .glyphs import HEIGHT, WIDTH, glyph

#: The shape of a frame: height, width, and red, green and blue. Encoders of videos need even sizes.
SHAPE: Final = (392, 424, 3)
_CELL: Final = 24
_LEFT, _TOP, _LINE_GAP = 20, 18, 8
_PANEL: Final = _LEFT + COLUMN_COUNT * _CELL + 24
_WHITE, _EMPTY, _PAST, _EDGE, _SHAPE = "#ffffff", "#f1ebe0", "#f7ddd6", "#cfc5b2", "#3b4757"
_BOXES: Final = (("34567", 0), ("34567", 5), ("8", 10))


def frame(staged: StagedGame, seat: int) -> Any:
    """Draw the sheet of `seat`, its boxes and tiles, and the dice not written yet, with frames
    around the cells of the choice being made. Returns an array of uint8 of the shape SHAPE."""
    position, part = staged.position(seat), staged.part(seat)
    pixels = np.full(SHAPE, _colour(GROUND), np.uint8)
    _draw_cells(pixels, position)
    if part and part.stage in ("digits", "claim"):
        for cell in part.cells:
            x, y = _corner(CELLS.index(cell))
            _outline(pixels, x, y, _CELL - 2, GOLD, 3)
    _draw_numbers(pixels, staged, position, seat)
    _draw_boxes(pixels, position)
    _draw_tiles(pixels, position)
    if part:
        faces = [face for face, count in sorted(part.dice.items()) for _ in range(count)]
        for place, face in enumerate([*faces, part.roll.shape]):
            colour = _WHITE if place < len(faces) else GOLD
            _fill(pixels, _PANEL + 32 * place, 44, 28, 28, colour)
            _outline(pixels, _PANEL + 32 * place, 44, 28, _EDGE)
            _write(pixels, _PANEL + 32 * place + 7, 47, face, 3, INK)
    return pixels


def _draw_cells(pixels: Any, position: Position) -> None:
    for row, symbols in enumerate(symbols_by_row(position)):
        for column, symbol in enumerate(symbols):
            x, y = _corner(row * COLUMN_COUNT + column)
            empty = _EMPTY if row < LINE else _PAST
            if symbol in USED_DIGIT:
                digit = USED_DIGIT[symbol]
                _fill(pixels, x, y, _CELL - 2, _CELL - 2, TINTS[int(digit)])
                _write(pixels, x + 6, y + 4, digit, 2, _WHITE)
            elif symbol.isdigit():
                _fill(pixels, x, y, _CELL - 2, _CELL - 2, _WHITE)
                _outline(pixels, x, y, _CELL - 2, _EDGE)
                _write(pixels, x + 6, y + 4, symbol, 2, TINTS[int(symbol)])
            else:
                _fill(pixels, x, y, _CELL - 2, _CELL - 2, _SHAPE if symbol == "X" else empty)
    y = _corner(LINE * COLUMN_COUNT)[1] + _CELL + 2
    _fill(pixels, _LEFT, y, COLUMN_COUNT * _CELL - 2, 2, RED)


def _draw_numbers(pixels: Any, staged: StagedGame, position: Position, seat: int) -> None:
    """Draw the score and the turn."""
    _write(pixels, _PANEL, 14, str(staged.score(seat)), 3, RED if staged.is_over() else INK)
    _write(pixels, _PANEL + 84, 18, f"TURN {position.turn}", 2, FAINT)


def _draw_boxes(pixels: Any, position: Position) -> None:
    filled = position.core.boxes
    for line, (sizes, first) in enumerate(_BOXES):
        for place, size in enumerate(sizes):
            x, y, is_filled = _PANEL + 32 * place, 92 + 32 * line, filled >> (first + place) & 1
            _fill(pixels, x, y, 28, 28, GOLD if is_filled else _WHITE)
            _outline(pixels, x, y, 28, _EDGE)
            _write(pixels, x + 9, y + 7, size, 2, _WHITE if is_filled else FAINT)


def _draw_tiles(pixels: Any, position: Position) -> None:
    for place, (letter, (shape, notch, mark)) in enumerate(
        zip("ABCDE", position.tiles, strict=False)
    ):
        y = 202 + 36 * place
        _write(pixels, _PANEL + 6, y + 7, letter, 2, FAINT if mark == "x" else INK)
        if mark == "o":
            _outline(pixels, _PANEL, y, 28, GOLD, 3)
        for column, row in PICTURES[shape]:
            colour = FAINT if mark == "x" else _SHAPE
            _fill(pixels, _PANEL + 40 + 9 * column, y + 1 + 9 * row, 8, 8, colour)
        for spot in range(LAST_NOTCH + 1 if notch is not None else 0):
            _fill(pixels, _PANEL + 88 + 22 * spot, y + 5, 16, 16, INK if spot == notch else _EDGE)


def _corner(cell: int) -> tuple[int, int]:
    """Return the left and the top pixel of a cell."""
    row, column = divmod(cell, COLUMN_COUNT)
    gap = _LINE_GAP if row < LINE else 0
    return _LEFT + column * _CELL, _TOP + (ROW_COUNT - 1 - row) * _CELL + gap


@cache
def _colour(name: str) -> tuple[int, ...]:
    """Return red, green and blue of a colour written as `#rrggbb`."""
    return tuple(bytes.fromhex(name[1:]))


def _fill(pixels: Any, x: int, y: int, width: int, height: int, colour: str) -> None:
    pixels[y : y + height, x : x + width] = _colour(colour)


def _outline(pixels: Any, x: int, y: int, side: int, colour: str, thick: int = 1) -> None:
    for dx, dy, width, height in (
        (0, 0, side, thick),
        (0, side - thick, side, thick),
        (0, 0, thick, side),
        (side - thick, 0, thick, side),
    ):
        _fill(pixels, x + dx, y + dy, width, height, colour)


def _write(pixels: Any, x: int, y: int, text: str, scale: int, colour: str) -> None:
    for sign in text:
        area = pixels[y : y + HEIGHT * scale, x : x + WIDTH * scale]
        area[glyph(sign, scale)] = _colour(colour)
        x += (WIDTH + 1) * scale
