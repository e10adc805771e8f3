"""Making an archive: the entries that are wanted, in order, by any number of processes.

What an entry holds follows from its name and the budget alone, and entries are kept in order, so a
run that was killed and started again ends with the same file as one that was left alone.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import count

from ...errors import NumberdropError
from ...jobs import in_order
from ..drops import candidate_name
from ..targets import GAMES
from . import MOST_DAYS, MOST_DROPS
from .files import ArchiveFile
from .making import daily_entry, improved, problem_entry, wants_search
from .puzzles import DailyPuzzle


def generate_days(
    file: ArchiveFile,
    first: datetime.date,
    days: int,
    *,
    games: int = GAMES,
    nodes: int | None = None,
    workers: int = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> int:
    """Bring the file to the puzzles of so many days, 1 .. MOST_DAYS; returns how many were made or
    searched on.

    Entries that are there stay, but for those whose best score a search of `nodes` may better.
    `progress` is told how many of the days are done. NumberdropError if the file holds other days.
    """
    if not 1 <= days <= MOST_DAYS:
        raise NumberdropError(f"days: expected 1 to {MOST_DAYS}, got {days}")
    if first.toordinal() + days - 1 > datetime.date.max.toordinal():
        raise NumberdropError(f"days: expected none after {datetime.date.max}, got {days}")
    wanted = [first + datetime.timedelta(n) for n in range(days)]
    known = _known_days(file, wanted)
    asked = {
        index: known[index] if index < len(known) else day
        for index, day in enumerate(wanted)
        if index >= len(known) or wants_search(known[index], nodes)
    }
    progress(days - len(asked))
    made = in_order(partial(_made, games=games, nodes=nodes), asked.values(), workers)
    with closing(made):
        for done, (index, entry) in enumerate(zip(asked, made, strict=True), 1):
            file.put(index, entry)
            progress(days - len(asked) + done)
    return len(asked)


def _known_days(file: ArchiveFile, wanted: list[datetime.date]) -> list[DailyPuzzle]:
    """The entries of the file that are wanted; NumberdropError where it holds others."""
    found: list[DailyPuzzle] = []
    for number, (entry, day) in enumerate(zip(file.entries, wanted, strict=False), 1):
        if not isinstance(entry, DailyPuzzle) or entry.puzzle.day != day:
            raise NumberdropError(
                f"{file.path}, line {number}: expected the puzzle of {day}, got {entry.id}: "
                "start with the day that the file starts with, or name another file"
            )
        found.append(entry)
    return found


def _made(asked: datetime.date | DailyPuzzle, games: int, nodes: int | None) -> DailyPuzzle:
    """The entry of a day; or one that is there, searched on."""
    if isinstance(asked, datetime.date):
        return daily_entry(asked, games=games, nodes=nodes)
    assert nodes is not None
    return improved(asked, nodes)


def generate_drops(
    file: ArchiveFile,
    seed: int,
    wanted: int,
    *,
    workers: int = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> int:
    """Bring the file to so many (1 .. MOST_DROPS) drop problems of a seed, the first there are;
    returns how many were made. `progress` is told how many there are. NumberdropError if the file
    holds others."""
    if not 1 <= wanted <= MOST_DROPS:
        raise NumberdropError(f"count: expected 1 to {MOST_DROPS}, got {wanted}")
    had, first = len(file.entries), 0
    for number, entry in enumerate(file.entries, 1):
        head, _, last = entry.id.rpartition(".")
        if head != f"drop#{seed}" or int(last) < first:
            raise NumberdropError(
                f"{file.path}, line {number}: expected a drop problem of seed {seed}, in order, "
                f"got {entry.id}: name another file"
            )
        first = int(last) + 1
    progress(min(had, wanted))
    if had >= wanted:
        return 0
    names = (candidate_name(seed, number) for number in count(first))
    with closing(in_order(problem_entry, names, workers)) as made:
        for entry in filter(None, made):
            file.put(len(file.entries), entry)
            progress(len(file.entries))
            if len(file.entries) == wanted:
                break
    return wanted - had
