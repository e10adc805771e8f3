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
_BLANKS_WITHIN = re.compile(r"\s*,\s*|\s+/|/\s+(?=[^\s:]{7}[/\s])|(?<=[-\d])\s*:\s*(?=[-\d])")
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
        raise NotationError.saying(
            "position.long", "position: expected a shorter text, got {got}", got=shown(text)
        )
    bare = _IN_BRACKETS.sub(lambda digit: used(digit[1]), bare.strip(" \t\r\n/,;"))
    bare = _BLANKS_WITHIN.sub(lambda found: found[0].strip(), bare)
    grid, rest = [*bare.split(maxsplit=1), "", ""][:2]
    fields = sorted_out(rest)
    if not fields.tiles or ":" in grid:
        raise NotationError.saying(
            "position.fields",
            "position: expected 4 fields GRID BOXES TILES TURN, in quotes where a command line "
            "has them, got {count}: {got}",
            count=len(bare.split()),
            got=shown(text),
        )
    return filled_in(_grid(grid), fields)


def _grid(text: str) -> str:
    rows = text.translate(_USED).strip("/").split("/")
    while rows and rows[0] in (_EMPTY_ROW, "-"):
        rows.pop(0)
    return "/".join(rows) or "-"
