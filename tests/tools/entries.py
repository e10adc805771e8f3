"""Writes data/entries.jsonl: `python tests/tools entries`, to be run when the version or the
planner signature has changed.

They are the first two days, the first with a best score, with few games behind them, and the first
drop problem of seed 10 with one roll.
"""

from __future__ import annotations

import datetime
import sys
from itertools import count

from numberdrop.puzzles.archive.lines import ArchivePuzzle, line_text
from numberdrop.puzzles.archive.making import daily_entry, problem_entry
from numberdrop.puzzles.drops import candidate
from samples import ENTRIES


def entries() -> list[ArchivePuzzle]:
    """What is kept in the file, worked out."""
    days = [
        daily_entry(datetime.date(2026, 11, day), games=3, nodes=nodes)
        for day, nodes in ((20, 20_000), (21, None))
    ]
    names = (f"drop#10.{number}" for number in count())
    short = (name for name in names if candidate(name)[2] == 1)
    return [*days, next(entry for entry in map(problem_entry, short) if entry is not None)]


if __name__ == "__main__":
    ENTRIES.write_text("".join(f"{line_text(entry)}\n" for entry in entries()), "utf-8")
    sys.exit()
