"""The other parts of a printed sheet: boxes, tiles on their notches, dice."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ... import _core
from ...combo import KINDS, box_name
from ...dice import Roll
from ...position import Position
from ...rules import LAST_NOTCH, LETTERS, SIZES
from ..svg import PICTURES
from .fonts import LEAST, fitted, width
from .page import Area, Box, Disc, Mark, Stroke, Words
from .style import Style

#: The width and height of the boxes and of the tiles, in pitches; the width of the dice, in sides
#: of a die.
BOXES_WIDTH, BOXES_HEIGHT = 8.9, 3.65
TILES_WIDTH, TILES_HEIGHT = 6.2, 0.95 * len(LETTERS)
DICE_WIDTH = 5.9
#: The position of the first box of a row, after the row's name.
_FIRST_BOX = 2.8


def boxes(
    x: float, y: float, pitch: float, style: Style, position: Position | None = None
) -> Iterator[Mark]:
    """Draw the boxes, a row of each kind between its name and the ten extra points, with the
    letters above them; BOXES_WIDTH by BOXES_HEIGHT pitches. The boxes of a position are filled."""
    ink = style.colours
    still_open = None if position is None else set(position.open_boxes())
    first, small = x + _FIRST_BOX * pitch, max(LEAST, 0.38 * pitch)
    for place, letter in enumerate(LETTERS):
        yield Words(first + pitch * (place + 0.45), y + 0.25 * pitch, letter, small, ink.faint)
    names = [(style.translate(f"box.{kind}"), kind) for kind in (*KINDS, "bonus")]
    room = (_FIRST_BOX - 0.2) * pitch
    size = min(fitted(name, small, room) for name, _ in names)
    for line, (name, kind) in enumerate(names):
        top = y + pitch * (0.55 + 1.05 * line)
        middle = top + 0.45 * pitch
        yield Words(x, middle, name, size, ink.ink, "l")
        sizes = SIZES if kind in KINDS else (_core.SIZE_BONUS,)
        for place, each in enumerate(sizes):
            full = still_open is not None and box_name(kind, each) not in still_open
            yield from box(first + pitch * place, top, pitch, each, style, full=full)
        if kind in KINDS:
            more = f"+{_core.COLUMN_POINTS}"
            yield Words(first + 5.1 * pitch, middle, more, small, ink.faint, "l")


def box(x: float, y: float, pitch: float, size: int, style: Style, *, full: bool) -> Iterator[Mark]:
    """Draw a box, filled or not, from this corner; 0.9 pitches wide."""
    ink, side = style.colours, 0.9 * pitch
    fill = ink.blocked if full else "#ffffff"
    yield Box(x, y, side, side, fill, ink.ink, 0.04 * pitch, 0.12 * pitch)
    colour, high = "#ffffff" if full else ink.faint, max(LEAST, 0.46 * pitch)
    yield Words(x + side / 2, y + side / 2, str(size), high, colour, bold=full)


def tile_rows(
    x: float,
    y: float,
    pitch: float,
    style: Style,
    tiles: tuple[tuple[str, int | None, str], ...] | None,
) -> Iterator[Mark]:
    """Draw the letters A to E with their tiles and notches, a row each, 0.95 of the pitch apart;
    without tiles the shapes are left open. TILES_WIDTH pitches wide."""
    ink = style.colours
    for place, name in enumerate(LETTERS):
        middle = y + pitch * (0.5 + 0.95 * place)
        shape, notch, mark = tiles[place] if tiles else ("", 0, "")
        yield from letter(x + 0.4 * pitch, middle, pitch, name, mark, style)
        if shape:
            yield from picture(x + 1.5 * pitch, middle, 0.21 * pitch, shape, style)
        else:
            corner = (x + 1.0 * pitch, middle - 0.33 * pitch)
            yield Box(*corner, pitch, 0.66 * pitch, "", ink.faint, 0.2)
        first, step = x + 2.5 * pitch, 0.6 * pitch
        yield Stroke(first, middle, first + LAST_NOTCH * step, middle, ink.faint, 0.3)
        for spot in range(LAST_NOTCH + 1):
            fill = ink.ink if notch == spot and tiles else "#ffffff"
            yield Disc(first + spot * step, middle, 0.17 * pitch, fill, ink.faint)
        end = first + LAST_NOTCH * step + 0.3 * pitch
        size = fitted("GO!", 0.34 * pitch, x + TILES_WIDTH * pitch - end, bold=True)
        yield Words(end, middle, "GO!", size, ink.red, "l", True)


def letter(x: float, y: float, pitch: float, name: str, mark: str, style: Style) -> Iterator[Mark]:
    """Draw a letter, centred; `mark` is o for circled, x for crossed off."""
    ink, done = style.colours, mark == "x"
    colour = ink.faint if done else ink.ink
    yield Disc(x, y, 0.3 * pitch, "#ffffff", colour)
    yield Words(x, y, name, max(LEAST, 0.36 * pitch), colour)
    if mark == "o":
        yield Disc(x, y, 0.42 * pitch, "", ink.ink, 0.08 * pitch)
    if done:
        reach = 0.35 * pitch
        yield Stroke(x - reach, y + reach, x + reach, y - reach, ink.red, 0.4)


def picture(x: float, y: float, side: float, shape: str, style: Style) -> Iterator[Mark]:
    """Draw a shape, centred, with cells of this side."""
    cells = PICTURES[shape]
    wide = max(column for column, _ in cells) + 1
    high = max(row for _, row in cells) + 1
    for column, row in cells:
        left, top = x + side * (column - wide / 2), y + side * (row - high / 2)
        yield Box(left, top, side, side, style.colours.blocked, "#ffffff", 0.08 * side)


def dice(x: float, y: float, side: float, style: Style, roll: Roll) -> Iterator[Mark]:
    """Draw a roll as its five dice in a line, from this corner; DICE_WIDTH sides wide."""
    ink = style.colours
    for place, face in enumerate(roll.numbers):
        left = x + 1.15 * side * place
        yield Box(left, y, side, side, "", ink.ink, 0.04 * side, _rounding(side))
        if face == "*":
            yield star(left + side / 2, y + side / 2, 0.36 * side, style)
        else:
            size = max(LEAST, 0.66 * side)
            yield Words(left + side / 2, y + side / 2, face, size, ink.ink, bold=True)
    yield from shape_die(x + 1.15 * side * 4 + 0.25 * side, y, side, style, roll.shape)


def shape_die(x: float, y: float, side: float, style: Style, face: str) -> Iterator[Mark]:
    """Draw the fifth die, which is shaded, or has a thick edge."""
    ink = style.colours
    edge = (0.12 if ink.is_black else 0.04) * side
    yield Box(x, y, side, side, ink.shade, ink.ink, edge, _rounding(side))
    if face == "*":
        yield star(x + side / 2, y + side / 2, 0.36 * side, style)
    else:
        yield from picture(x + side / 2, y + side / 2, 0.21 * side, face, style)


def _rounding(side: float) -> float:
    """Return the radius of the corners of a die; small ones, of which a page has many, have
    none."""
    return 0.18 * side if side >= 5 else 0.0


def star(x: float, y: float, radius: float, style: Style) -> Area:
    """Return a star of five points, centred."""
    points = []
    for corner in range(10):
        far = radius if corner % 2 == 0 else 0.42 * radius
        turn = math.pi * (corner / 5 - 0.5)
        points.append((x + far * math.cos(turn), y + far * math.sin(turn)))
    return Area(tuple(points), style.colours.ink)


def answer_line(x: float, y: float, w: float, label: str, style: Style) -> Iterator[Mark]:
    """Draw a line to write on, after a label, in the middle of this height."""
    ink = style.colours
    size = max(LEAST, 2.6)
    yield Words(x, y, label, size, ink.faint, "l")
    start = x + width(label, size) + 1.5
    if start < x + w - 5:
        yield Stroke(start, y + 1.2, x + w, y + 1.2, ink.faint, 0.2)
