"""Parsing of typed positions."""

from __future__ import annotations

import re

from ..errors import NotationError, shown
from ..position import Position
from ..rules import COLUMNS
from .cells import used_symbol
from .characters import normalise
from .fields import complete_position, split_fields

_EMPTY_ROW = "." * len(COLUMNS)
_MOST_CHARACTERS = 1000
#: Blanks around a separator within a field.
_BLANKS_WITHIN = re.compile(
    r"\s*,\s*|\s*/\s+(?=[^\s:]{7}[/\s]|[\da-jx._·]{7}$)|\s+/|(?<=[-\d])\s*:\s*(?=[-\d])",
    re.IGNORECASE,
)
#: Boxes without the bonus box.
_NO_BONUS = re.compile(r"(?<!\S)([-\d,]+:[-\d,]+)(?!\S)")
#: Characters of cells, and a row of seven of them.
_CELLS = frozenset("0123456789abcdefghijx._·")
_ROW = re.compile(r"(?:^|/)[\da-jx._·]{7}(?=/|$)", re.IGNORECASE)
_USED = str.maketrans("ABCDEFGHIJx_·", "abcdefghijX..")
_IN_BRACKETS = re.compile(r"[\[({] ?(\d) ?[\])}]")


def read_position(text: str) -> Position:
    """Parse a position: GRID BOXES TILES TURN, in capitals or not, with any blanks.

    The sizes of boxes may be in any order, and used digits in brackets. Empty upper rows and a word
    before the number of the turn are optional, and so are the fields that complete_position() can
    fill in. Raises NotationError, naming the field and the place, for anything else. A position
    that can't arise in play is accepted.
    """
    bare = normalise(text, "position")
    if len(bare) > _MOST_CHARACTERS:
        raise NotationError.coded(
            "position.long", "position: expected a shorter text, got {got}", got=shown(text)
        )
    bare = _IN_BRACKETS.sub(lambda digit: used_symbol(digit[1]), bare.strip(" \t\r\n/,;"))
    bare = _BLANKS_WITHIN.sub(lambda found: found[0].strip(), bare)
    grid, rest = [*bare.split(maxsplit=1), "", ""][:2]
    if not _is_grid(grid):
        raise NotationError.coded(
            "position.no_grid",
            "position: expected the grid first, its rows from the top down, such as "
            "612..../65335.1, got {got}",
            got=shown(text),
        )
    grid = _canonical_grid(grid)
    Position.from_text(f"{grid} -:-:- - 1")  # report faults of the grid first
    fields = split_fields(_NO_BONUS.sub(r"\1:-", rest))
    if not fields.tiles:
        raise NotationError.coded(
            "position.no_tiles",
            "position: expected the tiles on A to E after the grid, as in {example}, got {got}",
            example=repr(_with_tiles(grid, fields.boxes)),
            got=shown(text),
        )
    return complete_position(grid, fields)


def has_grid(text: str) -> bool:
    """Return True if `text` begins with a row of a grid, as a position does."""
    first = [*normalise(text, "position").split(maxsplit=1), ""][0]
    return _is_grid(first) and _ROW.search(first) is not None


def _is_grid(text: str) -> bool:
    """Return True if `text` is probably meant as a grid.

    A grid has rows of cells, more than letters alone, with few unknown characters.
    """
    characters = text.lower().replace("/", "")
    unknown = sum(c not in _CELLS for c in characters)
    longest = max(map(len, text.split("/")))
    return text == "-" or (
        longest > 4 and 6 * unknown < len(characters) and not characters.isalpha()
    )


def _with_tiles(grid: str, boxes: str | None) -> str:
    """Return an example with `grid`: tiles, and boxes if digits are used."""
    used = sum(map(grid.count, "abcdefghij"))
    is_begun = sum(map(str.isdigit, grid)) + used > 1
    named = boxes or ("34:3:-" if used else "")
    return " ".join(filter(None, [grid, named, "I1 O T4 L0 S2" if is_begun else "I O T L S"]))


def _canonical_grid(text: str) -> str:
    rows = text.translate(_USED).strip("/").split("/")
    while rows and rows[0] in (_EMPTY_ROW, "-"):
        rows.pop(0)
    return "/".join(rows) or "-"
