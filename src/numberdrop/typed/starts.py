"""Parsing of the typed cell of the first digit."""

from __future__ import annotations

from ..errors import NotationError, shown
from ..rules import COLUMNS
from .characters import normalise


def read_start(text: str) -> str:
    """Parse a cell of row 1, given by its name or its column: `d1`, `D1`, `d`.

    Raises NotationError for anything else.
    """
    bare = normalise(text, "start").strip().lower()
    if bare.removesuffix("1") in tuple(COLUMNS):
        return f"{bare[0]}1"
    raise NotationError.coded(
        "start.expected",
        "start: expected a cell of row 1, a1 to g1, got {got}",
        got=shown(text.strip()),
    )
