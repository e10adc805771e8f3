"""The cell of the first digit as people write it."""

from __future__ import annotations

from ..errors import NotationError, shown
from ..rules import COLUMNS
from .signs import plain


def read_start(text: str) -> str:
    """A cell of row 1, as its name or its column, in capitals or not: `d1`, `D1`, `d`.

    NotationError where that is none.
    """
    bare = plain(text, "start").strip().lower()
    if bare.removesuffix("1") in tuple(COLUMNS):
        return f"{bare[0]}1"
    raise NotationError.coded(
        "start.expected",
        "start: expected a cell of row 1, a1 to g1, got {got}",
        got=shown(text.strip()),
    )
