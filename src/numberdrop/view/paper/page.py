"""A printed page: its marks, in millimetres from the top left, and its SVG.

A page is a list of marks; pdf.py makes a PDF of the same marks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from html import escape
from typing import Final

from . import fonts

#: Paper sizes in millimetres, upright.
PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a5": (148.0, 210.0)}
#: The height of the middle of capitals and digits above the baseline, as a share of the font size.
MIDDLE: Final = 0.36

#: The font of the PDF, which few have, and substitutes of similar widths.
_FONTS = "'DejaVu Sans Condensed',Arial,Helvetica,'Liberation Sans',sans-serif"

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Area:
    """A closed outline: filled, drawn, or both. Colours are `#rrggbb`, or empty for none."""

    points: tuple[Point, ...]
    fill: str = ""
    stroke: str = ""
    width: float = 0.3


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with corners of this radius."""

    x: float
    y: float
    w: float
    h: float
    fill: str = ""
    stroke: str = ""
    width: float = 0.3
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle."""

    x: float
    y: float
    r: float
    fill: str = ""
    stroke: str = ""
    width: float = 0.3


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line; `dash` is the length of its dashes, 0 for none."""

    x1: float
    y1: float
    x2: float
    y2: float
    stroke: str
    width: float = 0.3
    dash: float = 0.0


@dataclass(frozen=True, slots=True)
class Words:
    """Text of Latin letters. `y` is the middle of its capitals; `side` is l, m or r, the part of it
    that is at `x`. `size` is the height of the font in millimetres."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    side: str = "m"
    bold: bool = False


Mark = Area | Box | Disc | Stroke | Words


def moved(mark: Mark, right: float, down: float) -> Mark:
    """Return the mark moved to the right and down, in millimetres."""
    if isinstance(mark, Area):
        return replace(mark, points=tuple((x + right, y + down) for x, y in mark.points))
    if isinstance(mark, Stroke):
        x1, x2, y1, y2 = mark.x1 + right, mark.x2 + right, mark.y1 + down, mark.y2 + down
        return replace(mark, x1=x1, y1=y1, x2=x2, y2=y2)
    return replace(mark, x=mark.x + right, y=mark.y + down)


@dataclass(slots=True)
class Page:
    """A page of `width` by `height` millimetres with its marks, in drawing order; `title` is its
    bookmark in a PDF, if any."""

    width: float
    height: float
    marks: list[Mark] = field(default_factory=list)
    title: str = ""

    def add(self, *marks: Mark) -> None:
        """Add marks, which are drawn in order."""
        self.marks += marks


def page_svg(page: Page, title: str) -> str:
    """Return the page as one SVG document, ending in a newline, the same on every platform."""
    width, height = _n(page.width), _n(page.height)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
            f'viewBox="0 0 {width} {height}">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            f'<g font-family="{_FONTS}">',
            *map(_mark_svg, page.marks),
            "</g>",
            "</svg>\n",
        ]
    )


def _mark_svg(mark: Mark) -> str:
    if isinstance(mark, Words):
        anchor = {"l": "start", "m": "middle", "r": "end"}[mark.side]
        weight = ' font-weight="700"' if mark.bold else ""
        y = mark.y + MIDDLE * mark.size
        extent = ""
        if len(mark.text) > 1:  # the font of the reader may be wider than the one measured here
            width = fonts.width(mark.text, mark.size, bold=mark.bold)
            extent = f' textLength="{_n(width)}" lengthAdjust="spacingAndGlyphs"'
            extent += ' xml:space="preserve"'
        return (
            f'<text x="{_n(mark.x)}" y="{_n(y)}" font-size="{_n(mark.size)}" fill="{mark.fill}" '
            f'text-anchor="{anchor}"{weight}{extent}>{escape(mark.text)}</text>'
        )
    if isinstance(mark, Stroke):
        dash = f' stroke-dasharray="{_n(mark.dash)}"' if mark.dash else ""
        return (
            f'<path d="M{_n(mark.x1)} {_n(mark.y1)}L{_n(mark.x2)} {_n(mark.y2)}" '
            f'stroke="{mark.stroke}" stroke-width="{_n(mark.width)}"{dash}/>'
        )
    look = f'fill="{mark.fill or "none"}"'
    if mark.stroke:
        look += f' stroke="{mark.stroke}" stroke-width="{_n(mark.width)}"'
    if isinstance(mark, Disc):
        return f'<circle cx="{_n(mark.x)}" cy="{_n(mark.y)}" r="{_n(mark.r)}" {look}/>'
    if isinstance(mark, Box):
        round_ = f' rx="{_n(mark.radius)}"' if mark.radius else ""
        return (
            f'<rect x="{_n(mark.x)}" y="{_n(mark.y)}" width="{_n(mark.w)}" height="{_n(mark.h)}"'
            f"{round_} {look}/>"
        )
    return f'<path d="M{_path(mark.points)}Z" {look}/>'


def _path(points: Sequence[Point]) -> str:
    return "L".join(f"{_n(x)} {_n(y)}" for x, y in points)


def _n(value: float) -> str:
    """Format a length identically on every platform."""
    return f"{value:.2f}".rstrip("0").removesuffix(".")
