"""Positions as people write them."""

from __future__ import annotations

import re

from ..errors import NotationError, shown
from ..position import Position
from ..rules import COLUMNS
from .rolls import FLIPPED
from .signs import plain

_EMPTY_ROW = "." * len(COLUMNS)
_MOST_SIGNS = 1000
#: Blanks around a sign that joins what belongs together.
_BLANKS_WITHIN = re.compile(r"\s*,\s*|\s+/|/\s+(?=[^\s:]{7}[/\s])|(?<=[-\d])\s*:\s*(?=[-\d])")
_BEFORE_TURN = re.compile(r"(?:\b(?:turn:?|t|no\.?)|#)\s*(?=\d+$)", re.IGNORECASE)
_USED = str.maketrans("ABCDEFGHIJx_·", "abcdefghijX..")
_TILE = re.compile(r"([a-z])(\d?)([xo]?)", re.IGNORECASE)


def read_position(text: str) -> Position:
    """A position: GRID BOXES TILES TURN with any blanks, in capitals or not, the sizes of boxes in
    any order, empty rows written out or not, and a word before the number of the turn.

    NotationError, naming field and place, where that is no position; whether it can arise in play
    isn't asked.
    """
    bare = plain(text, "position")
    if len(bare) > _MOST_SIGNS:
        raise NotationError(f"position: expected a shorter text, got {shown(text)}")
    bare = _BLANKS_WITHIN.sub(lambda found: found[0].strip(), bare.strip(" \t\r\n/,;"))
    bare = _BEFORE_TURN.sub("", bare)
    words = bare.split()
    if len(words) == 8:  # the tiles with blanks between
        words[2:7] = [",".join(words[2:7])]
    if len(words) != 4:
        raise NotationError(
            "position: expected 4 fields GRID BOXES TILES TURN, in quotes where a command line has "
            f"them, got {len(words)}: {shown(text)}"
        )
    grid, boxes, tiles, turn = words
    return Position.from_text(" ".join([_grid(grid), _boxes(boxes), _tiles(tiles), _turn(turn)]))


def _grid(text: str) -> str:
    rows = text.translate(_USED).strip("/").split("/")
    while rows and rows[0] in (_EMPTY_ROW, "-"):
        rows.pop(0)
    return "/".join(rows) or "-"


def _boxes(text: str) -> str:
    parts = ["".join(sorted(part.replace(",", ""))) or "-" for part in text.split(":")]
    return ":".join(parts)


def _tiles(text: str) -> str:
    return ",".join(map(_tile, text.split(",")))


def _tile(text: str) -> str:
    """A tile with its shape in capitals, and its mark small; other texts as they are."""
    found = _TILE.fullmatch(text)
    if found is None:
        return text
    shape, notch, mark = found[1].upper(), found[2], found[3].lower()
    return f"{FLIPPED.get(shape, shape)}{notch}{mark}"


def _turn(text: str) -> str:
    return text.lstrip("0") or text
