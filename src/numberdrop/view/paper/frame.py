"""The frame of a printed page: its head, its foot, and the legend of its symbols."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from .fonts import LEAST, fitted, width
from .grid import ground, sign
from .page import Box, Disc, Mark, Page, Stroke, Words
from .parts import box, letter, shape_die, star
from .style import Style

#: The sizes of the symbols of a legend, of a numbered cell, and of their words, in millimetres.
_SIGN, _NUMBERED, _TEXT = 4.0, 6.2, 2.45


@dataclass(frozen=True, slots=True)
class Room:
    """A part of a page, from this corner, in millimetres."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h


@dataclass(frozen=True, slots=True)
class Part:
    """Pages, and for each thing of a list the page, from 0 on, that has it, or None."""

    pages: list[Page]
    places: Sequence[int | None]


def begun(
    style: Style,
    title: str,
    more: str = "",
    *,
    signs: Sequence[str] = (),
    credit: str = "",
    named: str = "",
) -> tuple[Page, Room]:
    """Return a page with head, foot and legend, and the room that they leave; `credit` names the
    source of its content, and `named` is its bookmark in a PDF."""
    page = style.page()
    page.title = named
    ink, k = style.colours, style.scale
    margin, small = 14 * k, max(LEAST, 3.2 * k)
    left, right = margin, page.width - margin
    brand = 7 * k
    after = width("NUMBER DROP", brand, bold=True) + 6 * k
    size = fitted(title, 5 * k, right - left - after, bold=True)
    page.add(
        Words(left, 16 * k, "NUMBER DROP", brand, ink.ink, "l", True),
        Words(right, 14.5 * k, title, size, ink.ink, "r", True),
        Stroke(left, 24 * k, right, 24 * k, ink.ink, 0.4),
    )
    if more:
        size = fitted(more, small, right - left)
        page.add(Words(right, 20.5 * k, more, size, ink.faint, "r"))
    foot = page.height - 10
    lines = [*filter(None, [credit]), style.translate("help.unofficial")]
    for place, line in enumerate(reversed(lines)):
        size = fitted(line, 2.5, right - left - 14)
        page.add(Words(left, foot + 3.2 - 3.2 * place, line, size, ink.faint, "l"))
    bottom = foot - 3.2 * (len(lines) - 1) + 1
    rows = list(_legend_rows(signs, style, right - left))
    high = max([_side(name) + 0.8 for name in signs], default=0.0)
    bottom -= high * len(rows)
    for place, row in enumerate(rows):
        x = left
        for name in row:
            page.add(*_explained(x, bottom + high * (place + 0.5), name, style))
            x += _width(name, style)
    top = 28 * k
    return page, Room(left, top, right - left, bottom - top - 2)


def numbered(pages: Sequence[Page], style: Style) -> None:
    """Write on each page its number and their count."""
    for number, page in enumerate(pages, 1):
        x, y = page.width - 14 * style.scale, page.height - 6.8
        page.add(Words(x, y, f"{number} / {len(pages)}", 2.8, style.colours.ink, "r"))


# The legend.


def _sample_cell(
    x: float, y: float, style: Style, symbol: str, number: int | None = None
) -> Iterator[Mark]:
    side = _SIGN if number is None else _NUMBERED
    at = (x, y - side / 2, side)
    yield Box(*at, side, ground(symbol, style), style.colours.faint, 0.15)
    yield from sign(*at, symbol, style, number=number)


def _sample_combo(x: float, y: float, style: Style) -> Iterator[Mark]:
    top = y - _SIGN / 2
    yield Box(x + 0.3, top + 0.3, _SIGN - 0.6, _SIGN - 0.6, "", style.colours.combos[0], 0.45)


def _sample_notch(x: float, y: float, style: Style) -> Iterator[Mark]:
    yield Disc(x + _SIGN / 2, y, 1.0, style.colours.ink, style.colours.faint)


def _sample_star(x: float, y: float, style: Style) -> Iterator[Mark]:
    yield star(x + _SIGN / 2, y, 1.7, style)


_SAMPLES: Final[dict[str, Callable[[float, float, Style], Iterator[Mark]]]] = {
    "free": partial(_sample_cell, symbol="5"),
    "used": partial(_sample_cell, symbol="f"),
    "X": partial(_sample_cell, symbol="X"),
    "turn": partial(_sample_cell, symbol="5", number=8),
    "combo": _sample_combo,
    "notch": _sample_notch,
    "star": _sample_star,
    "die": lambda x, y, style: shape_die(x, y - _SIGN / 2, _SIGN, style, "T"),
    "filled": lambda x, y, style: box(x, y - _SIGN / 2, _SIGN / 0.9, 4, style, full=True),
    "circled": lambda x, y, style: letter(x + _SIGN / 2, y, 4.6, "B", "o", style),
    "crossed": lambda x, y, style: letter(x + _SIGN / 2, y, 4.6, "B", "x", style),
}


def _side(name: str) -> float:
    return _NUMBERED if name == "turn" else _SIGN


def _width(name: str, style: Style) -> float:
    """Return the width of a symbol in a legend, with its words and the gap after them."""
    return _side(name) + 1.2 + width(style.translate(f"paper.sign.{name}"), _TEXT) + 4


def _explained(x: float, y: float, name: str, style: Style) -> Iterator[Mark]:
    yield from _SAMPLES[name](x, y, style)
    said = style.translate(f"paper.sign.{name}")
    yield Words(x + _side(name) + 1.2, y, said, _TEXT, style.colours.ink, "l")


def _legend_rows(signs: Sequence[str], style: Style, room: float) -> Iterator[list[str]]:
    """Yield the symbols in rows no wider than the room."""
    row: list[str] = []
    taken = 0.0
    for name in signs:
        wide = _width(name, style)
        if row and taken + wide - 4 > room:
            yield row
            row, taken = [], 0.0
        row.append(name)
        taken += wide
    if row:
        yield row
