"""Positions as people write them."""

from __future__ import annotations

import re

from ..errors import NotationError, shown
from ..position import Position
from ..rules import COLUMNS
from .cells import used
from .fields import filled_in, sorted_out
from .signs import plain

_EMPTY_ROW = "." * len(COLUMNS)
_MOST_SIGNS = 1000
#: Blanks around a sign that joins what belongs together.
_BLANKS_WITHIN = re.compile(
    r"\s*,\s*|\s*/\s+(?=[^\s:]{7}[/\s]|[\da-jx._·]{7}$)|\s+/|(?<=[-\d])\s*:\s*(?=[-\d])",
    re.IGNORECASE,
)
#: Boxes without the bonus box.
_NO_BONUS = re.compile(r"(?<!\S)([-\d,]+:[-\d,]+)(?!\S)")
#: Signs of cells, and a row of them among others.
_SIGNS = frozenset("0123456789abcdefghijx._·")
_ROW = re.compile(r"(?:^|/)[\da-jx._·]{7}(?=/|$)", re.IGNORECASE)
_USED = str.maketrans("ABCDEFGHIJx_·", "abcdefghijX..")
_IN_BRACKETS = re.compile(r"[\[({] ?(\d) ?[\])}]")


def read_position(text: str) -> Position:
    """A position: GRID BOXES TILES TURN with any blanks, in capitals or not, the sizes of boxes in
    any order, empty rows written out or not, used digits in brackets, and a word before the number
    of the turn. What filled_in() can tell may be left out.

    NotationError, naming field and place, where that is no position; whether it can arise in play
    isn't asked.
    """
    bare = plain(text, "position")
    if len(bare) > _MOST_SIGNS:
        raise NotationError.coded(
            "position.long", "position: expected a shorter text, got {got}", got=shown(text)
        )
    bare = _IN_BRACKETS.sub(lambda digit: used(digit[1]), bare.strip(" \t\r\n/,;"))
    bare = _BLANKS_WITHIN.sub(lambda found: found[0].strip(), bare)
    grid, rest = [*bare.split(maxsplit=1), "", ""][:2]
    if not _is_grid(grid):
        raise NotationError.coded(
            "position.no_grid",
            "position: expected the grid first, its rows from the top down, such as "
            "612..../65335.1, got {got}",
            got=shown(text),
        )
    grid = _grid(grid)
    Position.from_text(f"{grid} -:-:- - 1")  # what is wrong with the grid is told first
    fields = sorted_out(_NO_BONUS.sub(r"\1:-", rest))
    if not fields.tiles:
        raise NotationError.coded(
            "position.no_tiles",
            "position: expected the tiles on A to E after the grid, as in {example}, got {got}",
            example=repr(_with_tiles(grid, fields.boxes)),
            got=shown(text),
        )
    return filled_in(grid, fields)


def has_grid(text: str) -> bool:
    """True for a text that begins as a position does, with a row of a grid; the rest may not be
    there, or be no position's."""
    first = [*plain(text, "position").split(maxsplit=1), ""][0]
    return _is_grid(first) and _ROW.search(first) is not None


def _is_grid(text: str) -> bool:
    """Whether this is meant as a grid: signs of cells in rows of some length, not letters alone,
    with a slip at most."""
    signs = text.lower().replace("/", "")
    slips = sum(sign not in _SIGNS for sign in signs)
    longest = max(map(len, text.split("/")))
    return text == "-" or (longest > 4 and 6 * slips < len(signs) and not signs.isalpha())


def _with_tiles(grid: str, boxes: str | None) -> str:
    """A grid with some tiles behind it, and boxes where it needs them."""
    used = sum(map(grid.count, "abcdefghij"))
    is_begun = sum(map(str.isdigit, grid)) + used > 1
    named = boxes or ("34:3:-" if used else "")
    return " ".join(filter(None, [grid, named, "I1 O T4 L0 S2" if is_begun else "I O T L S"]))


def _grid(text: str) -> str:
    rows = text.translate(_USED).strip("/").split("/")
    while rows and rows[0] in (_EMPTY_ROW, "-"):
        rows.pop(0)
    return "/".join(rows) or "-"
