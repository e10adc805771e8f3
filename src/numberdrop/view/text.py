"""Drawings of a sheet for a terminal. Every function returns text without a final newline.

A Look describes the abilities of the terminal; the plain one needs neither Unicode nor colour.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final, TextIO

from ..combo import box_name
from ..position import Position
from ..rules import COLUMN_COUNT, COLUMNS, LAST_NOTCH, LETTERS, ROW_COUNT, SIZES, Variant
from ..transitions import play
from ..turn import Turn
from .rows import LINE, ROWS_OF_CELLS, USED_DIGIT, points_by_row, symbols_by_row, why_over

_PICTURES: Final = {
    "I": "▄▄▄▄",
    "O": "██",
    "T": "▄█▄",
    "L": "▄▄█",
    "S": "▄█▀",
    "V3": "█▄",
    "I3": "▄▄▄",
    "U5": "█▄█",
    "X5": "╋",
    "T5": "┳",
}
_ANSI: Final = {
    "dim": "2",
    "used": "32",
    "block": "90",
    "written": "1;33",
    "claimed": "1;32",
    "fallen": "1;35",
    "line": "31",
    "strong": "1",
}


@dataclass(frozen=True, slots=True)
class Look:
    """The abilities of a terminal: `unicode` block symbols and frames, `colour` by ANSI codes."""

    unicode: bool = True
    colour: bool = False

    @classmethod
    def of(cls, stream: TextIO) -> Look:
        """Return the look for a stream: colour only for a terminal, and if NO_COLOR is unset."""
        try:
            "█▄▀▒╭╞●○■□━╋┳·".encode(stream.encoding or "ascii")
        except (UnicodeEncodeError, LookupError):
            unicode = False
        else:
            unicode = True
        willing = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        return cls(unicode, willing and stream.isatty())

    def ink(self, name: str, text: str) -> str:
        """Return the text in a colour of the palette, if there is colour."""
        return f"\x1b[{_ANSI[name]}m{text}\x1b[0m" if self.colour and name else text


PLAIN: Final = Look(unicode=False)


@dataclass(frozen=True, slots=True)
class _Marks:
    """The cells that a turn has changed."""

    written: Collection[str] = ()
    claimed: Collection[str] = ()
    fallen: Collection[str] = ()


def draw_position(
    position: Position | str, variant: str | Variant = "rulebook", look: Look = PLAIN
) -> str:
    """Draw the sheet with its Game Over line, and next to it boxes, score and tiles.

    Free digits are plain, used ones in brackets, X cells are blocks; a scoring row has its points
    next to it. At most 19 lines of 80 columns.
    """
    return _draw(Position.of(position), Variant.of(variant), look, _Marks())


def draw_turn(
    position: Position | str,
    turn: Turn | str,
    variant: str | Variant = "rulebook",
    look: Look = PLAIN,
) -> str:
    """Draw the sheet after a turn, with marks on the cells that it changed. Raises IllegalTurn if
    it breaks a rule."""
    turn = Turn.of(turn, Variant.of(variant).dice)
    return draw_played(play(position, turn, variant), turn, variant, look)


def draw_played(
    after: Position, turn: Turn, variant: str | Variant = "rulebook", look: Look = PLAIN
) -> str:
    """Draw the same from the position after the turn."""
    return _draw(after, variant, look, _marks(turn))


def draw_shape(shape: str, look: Look = PLAIN) -> str:
    """Return the name of a shape, and its picture if the terminal can show one, padded to equal
    width."""
    return f"{shape:<2} {_PICTURES[shape]:<4}" if look.unicode else f"{shape:<2}"


# The sheet and its panel.


def _draw(position: Position, variant: str | Variant, look: Look, marks: _Marks) -> str:
    sheet = _sheet_lines(position, variant, look, marks)
    panel = _panel_lines(position, variant, look, marks)
    return "\n".join(
        f"{left}  {right}".rstrip() for left, right in zip_longest(sheet, panel, fillvalue="")
    )


def _marks(turn: Turn) -> _Marks:
    return _Marks(
        [cell for cell, _ in turn.place or ()],
        turn.claim or (),
        [cell for drop in turn.drops for cell in drop.cells],
    )


def _sheet_lines(
    position: Position, variant: str | Variant, look: Look, marks: _Marks
) -> list[str]:
    width = 3 * COLUMN_COUNT
    left, right, flat = ("│", "│", "─") if look.unicode else ("|", "|", "-")
    corners = "╭╮╰╯╞╡═" if look.unicode else "++++++="
    rows, points = symbols_by_row(position), points_by_row(position, variant)
    lines = [f"    {corners[0]}{flat * width}{corners[1]}   "]
    for row in reversed(range(ROW_COUNT)):
        if row == LINE - 1:
            band = " GAME OVER ".center(width, corners[6])
            lines.append("    " + look.ink("line", f"{corners[4]}{band}{corners[5]}") + "   ")
        cells = "".join(
            _cell(symbol, name, look, marks)
            for symbol, name in zip(rows[row], ROWS_OF_CELLS[row], strict=True)
        )
        worth = f" {points[row]:+d}" if points[row] else "   "
        lines.append(f" {row + 1:>2} {left}{cells}{right}{worth}")
    lines.append(f"    {corners[2]}{flat * width}{corners[3]}   ")
    return [*lines, "     " + "".join(f" {column} " for column in COLUMNS) + "    "]


def _cell(symbol: str, name: str, look: Look, marks: _Marks) -> str:
    if symbol == ".":
        return look.ink("dim", " · ") if look.unicode else " . "
    if symbol == "X":
        is_new = name in marks.fallen
        block = "▒▒▒" if is_new else "███"
        ascii_block = "%%%" if is_new else "###"
        return look.ink("fallen" if is_new else "block", block if look.unicode else ascii_block)
    digit = USED_DIGIT.get(symbol)
    if name in marks.claimed:
        return look.ink("claimed", f"{{{digit}}}")
    if name in marks.written:
        return look.ink("written", f">{symbol}<")
    return f" {symbol} " if digit is None else look.ink("used", f"[{digit}]")


def _panel_lines(
    position: Position, variant: str | Variant, look: Look, marks: _Marks
) -> list[str]:
    over = why_over(position)
    head = f"{variant}, turn {position.turn}"
    lines = ["", look.ink("strong", over or head), head if over else "", ""]
    lines += [*score_lines(position, variant, look), ""]
    lines += tile_lines(position, look)
    return [*lines, "", *_legend(position, look, marks)]


def score_lines(position: Position, variant: str | Variant, look: Look = PLAIN) -> list[str]:
    """Return the boxes and the rows with their points, and the total: five lines."""
    score, still_open = position.score(variant), set(position.open_boxes())
    full, empty = ("■", "□") if look.unicode else ("#", "_")

    def boxes(kind: str, sizes: Iterable[int]) -> str:
        return " ".join(
            f"{empty if box_name(kind, size) in still_open else full}{size}" for size in sizes
        )

    rows = [
        ("identical", boxes("identical", SIZES), score.identical),
        ("consecutive", boxes("consecutive", SIZES), score.consecutive),
        ("bonus", boxes("identical", [SIZES[-1] + 1]), score.bonus),
        ("rows", "", score.rows),
    ]
    lines = [f"{name:<12} {shown:<14} {points:>4}" for name, shown, points in rows]
    return [*lines, look.ink("strong", f"{'total':<12} {'':<14} {score.total:>4}")]


def tile_lines(position: Position, look: Look = PLAIN) -> list[str]:
    """Return the tiles with their notches, one a line."""
    lines = []
    for letter, (shape, notch, mark) in zip(LETTERS, position.tiles, strict=False):
        on, off, link = ("●", "○", "─") if look.unicode else ("@", "o", "-")
        track = ""
        if notch is not None:
            spots = [on if spot == notch else off for spot in range(LAST_NOTCH + 1)]
            track = f"{link.join(spots)} GO!  "
        said = {"x": "crossed off", "o": "circled", "": ""}[mark]
        lines.append(f"{letter}  {draw_shape(shape, look)}  {track}{said}".rstrip())
    return lines


def _legend(position: Position, look: Look, marks: _Marks) -> list[str]:
    shown = "".join(symbols_by_row(position))
    claimed = len(marks.claimed)
    blocks, fallen = ("███", "▒▒▒") if look.unicode else ("###", "%%%")
    new = [
        (">5<", "written now", bool(set(marks.written) - set(marks.claimed))),
        ("{5}", "claimed now", bool(claimed)),
        (fallen, "fallen now", bool(marks.fallen)),
    ]
    old = [
        ("[5]", "used in a combo", sum(map(shown.count, USED_DIGIT)) > claimed),
        (blocks, "X", shown.count("X") > len(marks.fallen)),
    ]
    return [
        "  ".join(f"{sign} {meaning}" for sign, meaning, is_there in part if is_there)
        for part in (old, new)
    ]
