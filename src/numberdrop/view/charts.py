"""The course of a game as an SVG picture: the expected score or win share after each turn.

It contains only numbers and fixed words, so nothing is escaped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Final

from ..initials import seat_label

if TYPE_CHECKING:
    from ..multiplayer.review import SharedReview
    from ..plan.hints.review import Review

_WIDTH, _HEIGHT, _LEFT, _TOP, _RIGHT, _BOTTOM = 760, 360, 56, 34, 120, 44
_INK, _FAINT = "#25303f", "#c3cad4"
#: A colour and a pattern for each seat; either is enough to distinguish them.
_LINES: Final = (
    ("#1d78b5", ""),
    ("#c2413b", "8 4"),
    ("#4d8b2c", "2 3"),
    ("#8245b8", "10 3 2 3"),
    ("#a67c00", "5 5"),
    ("#25303f", "1 4"),
)
_SIGNS: Final = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
_STYLE: Final = (
    "text{font-family:'Segoe UI','Helvetica Neue',Helvetica,Arial,sans-serif;font-size:13px;"
    f"fill:{_INK}}}.m{{text-anchor:middle}}.r{{text-anchor:end}}.b{{font-weight:700}}"
)


@dataclass(frozen=True, slots=True)
class _Curve:
    """A line through `values`, the first before turn 1; `words` describe each turn."""

    name: str
    values: Sequence[float]
    words: Sequence[str]


def review_svg(found: Review) -> str:
    """Draw the expected final score after each turn of a solo game."""
    turns = found.turns
    values = [turns[0].best_ev - turns[0].luck, *(turn.ev for turn in turns)]
    curve = _Curve("score", values, [turn.word for turn in turns])
    low = 10 * (min(values) // 10)
    high = max(low + 10, -10 * (-max(values) // 10))
    return _drawn("Expected final score, in points", [curve], low, high, 10)


def shared_review_svg(found: SharedReview) -> str:
    """Draw the win shares of all seats, in per cent, after each turn of a game of several
    players."""
    curves = []
    for seat in range(len(found.scores)):
        parts = [parts[seat] for parts in found.turns]
        values = [100 * parts[0].before, *(100 * part.after for part in parts)]
        curves.append(
            _Curve(seat_label(found.names, seat + 1), values, [part.word for part in parts])
        )
    return _drawn("Win share after each turn, in per cent", curves, 0, 100, 25)


def _drawn(title: str, curves: Sequence[_Curve], low: float, high: float, step: int) -> str:
    turns = len(curves[0].values) - 1
    wide, tall = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM

    def place(turn: int, value: float) -> tuple[float, float]:
        return _LEFT + wide * turn / turns, _TOP + tall * (high - value) / (high - low)

    def axes() -> Iterator[str]:
        value = low
        while value <= high:
            _, y = place(0, value)
            yield f'<path d="M{_LEFT} {y:.1f}h{wide}" stroke="{_FAINT}"/>'
            yield f'<text class="r" x="{_LEFT - 8}" y="{y + 4:.1f}">{value:.0f}</text>'
            value += step
        for turn in range(turns + 1):
            x, y = place(turn, low)
            yield f'<text class="m" x="{x:.1f}" y="{y + 20:.1f}">{turn}</text>'
        yield f'<text class="m" x="{_LEFT + wide / 2:.1f}" y="{_HEIGHT - 6}">turn</text>'

    def line(curve: _Curve, number: int) -> Iterator[str]:
        colour, dashes = _LINES[number]
        points = [place(turn, value) for turn, value in enumerate(curve.values)]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        yield (
            f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2.5" '
            f'stroke-dasharray="{dashes or "none"}"/>'
        )
        for (x, y), word in zip(points[1:], curve.words, strict=True):
            if word in _SIGNS:
                yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>'
                yield f'<text class="m b" x="{x:.1f}" y="{y - 8:.1f}">{_SIGNS[word]}</text>'
        x, y = _WIDTH - _RIGHT + 14, _TOP + 12 + 22 * number
        yield (
            f'<path d="M{x} {y - 4}h28" stroke="{colour}" stroke-width="2.5" '
            f'stroke-dasharray="{dashes or "none"}"/>'
        )
        yield f'<text x="{x + 36}" y="{y}">{curve.name}</text>'

    parts = chain(axes(), *(line(curve, number) for number, curve in enumerate(curves)))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" '
            f'viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img">',
            f"<title>{title}</title>",
            f"<style>{_STYLE}</style>",
            f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fffdf8"/>',
            f'<text class="b" x="{_LEFT}" y="20">{title}</text>',
            *parts,
            "</svg>\n",
        ]
    )
