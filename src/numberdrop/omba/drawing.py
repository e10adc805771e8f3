"""Drawings of a position, as text and as SVG."""

from __future__ import annotations

import math
from collections.abc import Iterable
from html import escape
from typing import Final

from .position import Position
from .rules import ENTRIES, PLAYERS, SQUARES

_ANSI: Final = {"A": "31", "B": "34", "C": "32", "D": "33"}
_CELL_WIDTH = 7


def draw_position(position: Position, *, colour: bool = False) -> str:
    """Draw the board as text. A stack is written from bottom to top, left to right, so that the
    last cube is the one that can move. Entry squares have a `+`. There is no final newline."""
    lines = []
    bar = "  +" + f"{'-' * _CELL_WIDTH}+" * 3
    highest = max(map(len, position.stacks))
    width = max(_CELL_WIDTH, highest + 2)
    bar = "  +" + f"{'-' * width}+" * 3
    for rank in (6, 3, 0):
        lines.append(bar)
        for is_top in (True, False):
            row = "".join(
                f"{_cell(position, rank + file, width, is_top, colour)}|" for file in range(3)
            )
            lines.append(f"{rank // 3 + 1 if not is_top else ' '} |{row}")
    lines += [bar, "   " + " ".join(file.center(width) for file in "abc").rstrip()]
    return "\n".join([*lines, "", *map(str.rstrip, _hands(position, colour))])


def _cell(position: Position, square: int, width: int, is_top: bool, colour: bool) -> str:
    if is_top:
        return ("+" if SQUARES[square] in ENTRIES else "").ljust(width)
    stack = position.stacks[square] or "."
    shown = "".join(_coloured(owner, colour) for owner in stack)
    left = (width - len(stack)) // 2
    return " " * left + shown + " " * (width - left - len(stack))


def _coloured(owner: str, colour: bool) -> str:
    return f"\x1b[1;{_ANSI[owner]}m{owner}\x1b[0m" if colour and owner in _ANSI else owner


def _hands(position: Position, colour: bool) -> Iterable[str]:
    for name, hand, is_out in zip(PLAYERS, position.hands, position.out, strict=False):
        words = "out" if is_out else f"{hand} in hand"
        yield f"  {_coloured(name, colour)}  {words}{', to move' if name == position.side else ''}"


_PITCH, _CUBE, _LEFT, _TOP = 104, 18, 34, 16
_TINTS: Final = {
    "A": ("#c8402f", "#8f2a1e"),
    "B": ("#2f6fb5", "#1f4d80"),
    "C": ("#3f8f4f", "#2a6236"),
    "D": ("#e0a100", "#a67700"),
}
_STYLE: Final = (
    "text{font-family:'Segoe UI','Helvetica Neue',Helvetica,Arial,sans-serif;"
    "text-anchor:middle;font-size:14px;fill:#25303f}.w{fill:#fff;font-weight:700;font-size:12px}"
)


def position_svg(position: Position, move: str = "") -> str:
    """Draw the position as an SVG document, with stacks seen from the side. `move` is drawn as a
    ring around its end, with a line from its start unless a cube enters."""
    board = 3 * _PITCH
    width, height = _LEFT + board + 16, _TOP + board + 30 + 24 * position.players
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img">',
        f"<title>Omba: {escape(str(position))}{escape(' ' + move if move else '')}</title>",
        f"<style>{_STYLE}</style>",
        f'<rect width="{width}" height="{height}" rx="14" fill="#f6f2ea"/>',
    ]
    for square, stack in enumerate(position.stacks):
        parts += _square(square, stack)
    for n in range(3):
        parts.append(
            f'<text x="{_LEFT + n * _PITCH + _PITCH // 2}" y="{_TOP + board + 18}">'
            f"{'abc'[n]}</text>"
        )
        parts.append(f'<text x="18" y="{_TOP + (2 - n) * _PITCH + _PITCH // 2 + 5}">{n + 1}</text>')
    if move:
        parts += _move(position, move)
    for n, name in enumerate(PLAYERS[: position.players]):
        x, y = _LEFT + 8, _TOP + board + 44 + 24 * n
        words = "out" if position.out[n] else f"{position.hands[n]} in hand"
        parts.append(
            f'<rect x="{x}" y="{y - 13}" width="{_CUBE}" height="{_CUBE - 2}" rx="3" '
            f'fill="{_TINTS[name][0]}"/>'
        )
        label = f"{name}: {words}{', to move' if name == position.side else ''}"
        parts.append(f'<text x="{x + 26}" y="{y}" style="text-anchor:start">{label}</text>')
    return "\n".join([*parts, "</svg>\n"])


def _corner(square: int) -> tuple[int, int]:
    return _LEFT + square % 3 * _PITCH, _TOP + (2 - square // 3) * _PITCH


def _square(square: int, stack: str) -> Iterable[str]:
    x, y = _corner(square)
    fill = "#e9dfc8" if SQUARES[square] in ENTRIES else "#fbf8f1"
    yield (
        f'<rect x="{x + 2}" y="{y + 2}" width="{_PITCH - 4}" height="{_PITCH - 4}" rx="8" '
        f'fill="{fill}" stroke="#b8ab90"/>'
    )
    step = min(_CUBE - 2, (_PITCH - 16 - _CUBE) // max(1, len(stack) - 1))
    for level, owner in enumerate(stack):
        light, dark = _TINTS[owner]
        top = y + _PITCH - 12 - _CUBE - level * step
        yield (
            f'<rect x="{x + 32}" y="{top}" width="40" height="{_CUBE}" rx="3" '
            f'fill="{light}" stroke="{dark}" stroke-width="1.5"/>'
        )
        if step >= 12 or level == len(stack) - 1:
            yield f'<text class="w" x="{x + 52}" y="{top + 13}">{owner}</text>'


def _move(position: Position, move: str) -> Iterable[str]:
    def middle(name: str) -> tuple[int, int]:
        x, y = _corner(SQUARES.index(name))
        return x + _PITCH // 2, y + _PITCH // 2

    x, y = middle(move[-2:])
    ring = f'<circle cx="{x}" cy="{y}" r="40" fill="none" stroke="#25303f" stroke-width="3"/>'
    if move.startswith("+"):
        yield ring
        return
    from_x, from_y = middle(move[:2])
    far = (
        math.hypot(x - from_x, y - from_y) or 1.0
    )  # a move of the variant R may end where it began
    to_x, to_y = (round(to - (to - start) * 40 / far) for start, to in ((from_x, x), (from_y, y)))
    yield (
        f'<line x1="{from_x}" y1="{from_y}" x2="{to_x}" y2="{to_y}" stroke="#25303f" '
        'stroke-width="3" stroke-dasharray="7 5"/>'
    )
    yield ring
