"""The medals of stored results, by the targets known now.

A result is stored with the medal of its day. Targets may have changed since, so lists show what
follows from the score, and results of several versions agree.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace

from ..errors import NumberdropError
from ..json_reader import parse_json
from .archive.entries import DailyPuzzle
from .archive.shipped import known_entry, lines_with
from .results import Results
from .scores import Result
from .targets import Targets

_ID, _DAY = re.compile(rb'"id": "([^"]+)"'), re.compile(r"\d{4}-\d\d-\d\d")


def listed_results(results: Results) -> tuple[list[Result], list[str]]:
    """Return what Results.all() returns, with medals by the targets known now.

    Where the puzzle has none, the medal is the stored one.
    """
    found, problems = results.all()
    targets = _day_targets({result.puzzle for result in found}, results) if found else {}
    listed = [
        replace(result, medal=targets[result.puzzle].medal_of(result.score))
        if result.puzzle in targets
        else result
        for result in found
    ]
    return listed, problems


def _day_targets(puzzles: Collection[str], results: Results) -> dict[str, Targets]:
    """Return the targets of those of `puzzles` that are days with an entry, shipped or cached in
    `results`."""
    found = {}
    for where, text in lines_with('"kind": "daily",'):
        if (named := _ID.search(text)) and (name := named[1].decode()) in puzzles:
            found[name] = Targets.from_json(parse_json(text, where)["targets"])
    for day in puzzles:
        if day not in found and _DAY.fullmatch(day):
            with suppress(NumberdropError):  # an entry that can't be read is computed again
                entry = known_entry(day, results)
                if isinstance(entry, DailyPuzzle):
                    found[day] = entry.targets
    return found
