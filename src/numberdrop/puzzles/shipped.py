"""The lines that the program comes with, or has worked out before, or works out now."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .archive import check_digest, daily_line, parse_line
from .blind import player
from .lines import line_texts
from .results import Results
from .targets import GAMES

#: Where the archive lies: beside this file in an installed package, else in the repository.
_PLACES = (Path(__file__).parent / "shipped", Path(__file__).parents[3] / "puzzles")


def shipped_line(puzzle: str) -> dict[str, Any] | None:
    """The archive's line of a puzzle, by its id; None where it has none."""
    named = f'"id": {json.dumps(puzzle)},'  # as it stands in the canonical text
    for place in _PLACES:
        for path in sorted(place.glob("*.jsonl")):
            for where, text in line_texts(str(path)):
                if named in text and (line := parse_line(text, where))["id"] == puzzle:
                    check_digest(line, where)
                    return line
    return None


def known_line(puzzle: str, results: Results) -> dict[str, Any] | None:
    """The archive's line, or one that was worked out before; None where there is neither."""
    return shipped_line(puzzle) or results.line(puzzle, _player())


def line_of(
    date: datetime.date, results: Results, tell: Callable[[], None] | None = None
) -> dict[str, Any]:
    """The line of a day: known, or worked out now, which takes some seconds and is kept; `tell` is
    called before."""
    puzzle = date.isoformat()
    found = known_line(puzzle, results)
    if found is None:
        if tell:
            tell()
        found = daily_line(date, games=GAMES)
        results.keep_line(puzzle, _player(), found)
    return found


def _player() -> str:
    return json.dumps(player())
