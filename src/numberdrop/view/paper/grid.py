"""The grid of a sheet on paper: empty, of a position, or at the end of a solution."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ... import _core
from ...position import Position
from ...rules import CELLS, COLUMN_COUNT, COLUMNS, ROW_COUNT
from ..rows import LINE, USED_DIGIT, symbols_by_row
from .fonts import LEAST, width
from .page import MIDDLE, Box, Mark, Stroke, Words
from .style import Style

#: The gap between the rows under the Game Over line and those past it, in cells.
LINE_GAP = 0.4
#: The width of a grid in cells, with the numbers of the rows and their points.
GRID_WIDTH = COLUMN_COUNT + 1.9
_LEFT = 0.9
#: The distance of a combo's outline from the edge of its cells, in cells.
_INSET = 0.09


@dataclass(frozen=True, slots=True)
class Played:
    """The additional contents of a solution's grid: the turn in which a cell was written, and the
    combos."""

    turns: Mapping[str, int] = field(default_factory=dict)
    combos: Sequence[Collection[str]] = ()


def grid_height(rows: int = ROW_COUNT) -> float:
    """Return the height of a grid of `rows` rows in cells, with the letters of the columns."""
    return rows + (LINE_GAP if rows >= LINE else 0) + 0.7


def grid(
    x: float,
    y: float,
    cell: float,
    style: Style,
    position: Position | None = None,
    *,
    played: Played | None = None,
    rows: int = ROW_COUNT,
) -> Iterator[Mark]:
    """Draw the sheet's grid, empty or of a position, from this corner; `cell` is the width of a
    cell, `rows` the number of rows from the bottom. With `played`, draw the end of a solution."""
    ink = style.colours
    left, right = x + _LEFT * cell, x + (_LEFT + COLUMN_COUNT) * cell
    shown = symbols_by_row(position) if position else ["." * COLUMN_COUNT] * ROW_COUNT
    small = max(0.32 * cell, LEAST)
    gap = LINE_GAP if rows >= LINE else 0
    tops = {n: y + cell * (rows - n + (gap if n <= LINE else 0)) for n in range(1, rows + 1)}
    combined = set().union(*(played.combos if played else ()))
    if rows > LINE:
        yield Box(left, y, right - left, cell * (rows - LINE), ink.pale)
    signs: list[Mark] = []
    for row, symbols in enumerate(shown[:rows], 1):
        top, past = tops[row], row > LINE
        worth = -_core.LINE_PENALTY if past else _core.ROW_POINTS
        yield Words(left - 0.2 * cell, top + cell / 2, str(row), small, ink.faint, "r")
        for column, symbol in enumerate(symbols):
            name = f"{COLUMNS[column]}{row}"
            at, is_new = (left + cell * column, top, cell), name in combined
            if fill := ground(symbol, style, is_new=is_new):
                yield Box(*at, cell, fill)
            number = played.turns.get(name) if played else None
            signs += sign(*at, symbol, style, is_new=is_new, number=number)
        said = f"{worth:+d}".replace("-", "\N{EN DASH}")
        colour = ink.red if past else ink.faint
        yield Words(right + 0.2 * cell, top + cell / 2, said, small, colour, "l")
    yield from _lines(left, tops, cell, style)
    yield from signs
    if rows >= LINE:
        yield from _game_over_line(left, right, tops[LINE] - cell * LINE_GAP / 2, cell, style)
    for column, letter in enumerate(COLUMNS):
        middle = tops[1] + 1.4 * cell
        yield Words(left + cell * (column + 0.5), middle, letter, small, ink.faint)
    for place, combo in enumerate(played.combos if played else ()):
        colour = ink.combos[place % len(ink.combos)]
        yield from _outline(combo, left, tops, cell, colour)


def _lines(left: float, tops: Mapping[int, float], cell: float, style: Style) -> Iterator[Mark]:
    """Draw the lines between the cells of the rows under the Game Over line and of those past
    it."""
    colour, wide, right = style.colours.faint, max(0.02 * cell, 0.15), left + COLUMN_COUNT * cell
    for part in ([n for n in tops if n <= LINE], [n for n in tops if n > LINE]):
        if part:
            bottom, top = tops[part[0]] + cell, tops[part[-1]]
            for y in (bottom, *(tops[n] for n in part)):
                yield Stroke(left, y, right, y, colour, wide)
            for column in range(COLUMN_COUNT + 1):
                x = left + cell * column
                yield Stroke(x, bottom, x, top, colour, wide)


def ground(symbol: str, style: Style, *, is_new: bool = False) -> str:
    """Return the colour of a cell with this symbol, empty for white; `is_new` if a solution has
    used its digit."""
    if symbol == "X":
        return "" if style.colours.is_black else style.colours.blocked
    is_used = symbol in USED_DIGIT and not is_new
    return style.colours.shade if is_used and not style.colours.is_black else ""


def sign(
    x: float,
    y: float,
    cell: float,
    symbol: str,
    style: Style,
    *,
    is_new: bool = False,
    number: int | None = None,
) -> Iterator[Mark]:
    """Draw the content of a cell, and in its corner the number of the turn that wrote it."""
    ink = style.colours
    on_dark = symbol == "X" and not ink.is_black
    aside = 0.0
    if number is not None:
        size, aside = max(LEAST, 0.26 * cell), 0.13 * cell
        corner = (x + 0.17 * cell, y + 0.15 * cell + MIDDLE * size)
        yield Words(*corner, str(number), size, "#ffffff" if on_dark else ink.faint, "l")
    centre_x, centre_y = x + cell / 2 + aside, y + cell / 2 + aside
    is_used = symbol in USED_DIGIT and not is_new
    if symbol == "X":
        reach = 0.22 * cell
        for up in (reach, -reach):
            ends = (centre_x - reach, centre_y - up, centre_x + reach, centre_y + up)
            yield Stroke(*ends, "#ffffff" if on_dark else ink.ink, 0.07 * cell)
    elif symbol != ".":
        size = max(LEAST, (0.5 if number else 0.62) * cell)
        colour = ink.faint if is_used else ink.ink
        digit = USED_DIGIT.get(symbol, symbol)
        yield Words(centre_x, centre_y, digit, size, colour, bold=not is_used)
    if is_used and ink.is_black:
        reach = 0.32 * cell
        ends = (centre_x - reach, centre_y + reach, centre_x + reach, centre_y - reach)
        yield Stroke(*ends, ink.ink, max(0.03 * cell, 0.15))


def _game_over_line(
    left: float, right: float, y: float, cell: float, style: Style
) -> Iterator[Mark]:
    red, text, size = style.colours.red, "GAME OVER", max(0.34 * cell, LEAST)
    half = width(text, size, bold=True) / 2 + 0.1 * cell
    centre = (left + right) / 2
    for one, other in ((left, centre - half), (centre + half, right)):
        yield Stroke(one, y, other, y, red, 0.06 * cell, 0.14 * cell)
    yield Words(centre, y, text, size, red, bold=True)


def _outline(
    combo: Collection[str], left: float, tops: Mapping[int, float], cell: float, colour: str
) -> Iterator[Mark]:
    """Draw a line around cells, within them. Where two of them meet, it continues; at an inward
    corner it reaches into the neighbour, up to the neighbour's own line."""
    cells = {(COLUMNS.index(name[0]), int(name[1:])) for name in combo}
    wide, inset = max(0.07 * cell, 0.35), _INSET * cell

    def reach(along: tuple[int, int], across: tuple[int, int]) -> float:
        if along not in cells:
            return wide / 2 - inset
        return inset + wide / 2 if across in cells else 0.0

    for column, row in sorted(cells):
        x, y = left + cell * column, tops[row]
        for aside in (-1, 1):
            if (column, row + aside) not in cells:
                back = reach((column - 1, row), (column - 1, row + aside))
                ahead = reach((column + 1, row), (column + 1, row + aside))
                at = y + inset if aside == 1 else y + cell - inset
                yield Stroke(x - back, at, x + cell + ahead, at, colour, wide)
            if (column + aside, row) not in cells:
                up = reach((column, row + 1), (column + aside, row + 1))
                down = reach((column, row - 1), (column + aside, row - 1))
                at = x + cell - inset if aside == 1 else x + inset
                yield Stroke(at, y - up, at, y + cell + down, colour, wide)


def rows_needed(position: Position, least: int = 4) -> int:
    """Return the number of rows that a picture of a position needs, at least `least`."""
    filled = (int(cell[1:]) for cell in CELLS if position.symbol(cell) != ".")
    return max(least, *filled, 1)
