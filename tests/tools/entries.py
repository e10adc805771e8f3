"""Write data/entries.jsonl: run `python tests/tools entries`.

Run it after a change of the version or the planner signature.

The entries are the first two days, the first with a best score, based on few games; the first drop
problem of seed 10 with one roll; and the first pocket problem of that seed with two.
"""

from __future__ import annotations

import datetime
import sys
from collections.abc import Iterable
from itertools import count

from numberdrop.puzzles.archive.entries import DropProblem
from numberdrop.puzzles.archive.entry_text import ArchivePuzzle, line_text
from numberdrop.puzzles.archive.make_entries import daily_entry, problem_entry
from numberdrop.puzzles.drops import candidate
from numberdrop.puzzles.pockets import generate
from samples import ENTRIES


def entries() -> list[ArchivePuzzle]:
    """Compute the entries of the file."""
    days = [
        daily_entry(datetime.date(2026, 11, day), games=3, nodes=nodes)
        for day, nodes in ((20, 20_000), (21, None))
    ]
    drops = (f"drop#10.{number}" for number in count())
    pockets = (f"pocket#10.{number}" for number in count())
    return [
        *days,
        _first(name for name in drops if candidate(name)[2] == 1),
        _first(name for name in pockets if generate.candidate(name)[1] == 2),
    ]


def _first(names: Iterable[str]) -> DropProblem:
    return next(entry for entry in map(problem_entry, names) if entry is not None)


if __name__ == "__main__":
    ENTRIES.write_text("".join(f"{line_text(entry)}\n" for entry in entries()), "utf-8")
    sys.exit()
