"""The generator of archives, with any number of workers.

An entry depends only on its name and the budget. Entries are saved as they are finished, and the
final file has them in order, so a run that was killed and restarted gives the same file as an
uninterrupted one.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from itertools import count

from ...errors import NumberdropError
from ...jobs import Executors, as_done
from ..daily import day_text
from ..drops import candidate_name
from ..targets import GAMES
from . import MOST_DAYS, MOST_DROPS
from .archive_file import ArchiveFile
from .entries import DailyPuzzle
from .make_entries import (
    daily_entry,
    improved,
    problem_entry,
    refreshed,
    wants_refresh,
    wants_search,
)


def generate_days(
    file: ArchiveFile,
    first: datetime.date,
    days: int,
    *,
    games: int = GAMES,
    nodes: int | None = None,
    refresh: bool = False,
    workers: int | None = 1,
    executor: Executors = "processes",
    progress: Callable[[int], None] = lambda done: None,
) -> int:
    """Extend the file to the puzzles of `days` days, 1 .. MOST_DAYS, starting with `first`.

    Existing entries are searched again if `nodes` may improve their best scores. With `refresh`,
    they also get new targets if this program would set others. Their best scores are kept, and so
    are games that this program's players would repeat. Returns how many entries were created,
    searched or refreshed. `progress` is called with the number of days done. Raises NumberdropError
    if the file contains other days.
    """
    if not 1 <= days <= MOST_DAYS:
        raise NumberdropError(f"days: expected 1 to {MOST_DAYS}, got {days}")
    if first.toordinal() + days - 1 > datetime.date.max.toordinal():
        raise NumberdropError(f"days: expected none after {datetime.date.max}, got {days}")
    wanted = [first + datetime.timedelta(n) for n in range(days)]
    names = [*map(day_text, wanted)]
    _expect_days(file, names)
    file.catch_up(names)
    known = min(len(file.ids), days)
    asked = [n for n in range(known) if _is_wanted(_day(file, n), games, nodes, refresh)]
    asked += [n for n in range(known, days) if names[n] not in file.pending]
    progress(days - len(asked))
    jobs = (_day(file, n) if n < known else wanted[n] for n in asked)
    make = partial(_made, games=games, nodes=nodes, refresh=refresh)
    with closing(as_done(make, jobs, workers, executor, named=_named)) as made:
        for count, done in enumerate(made, 1):
            file.put_in_order(names, asked[done.number], done.result)
            progress(days - len(asked) + count)
    return len(asked)


def _named(asked: datetime.date | DailyPuzzle) -> str:
    return asked.id if isinstance(asked, DailyPuzzle) else day_text(asked)


def _expect_days(file: ArchiveFile, wanted: list[str]) -> None:
    """Raise NumberdropError if the file contains other days than the wanted ones."""
    for number, (name, day) in enumerate(zip(file.ids, wanted, strict=False), 1):
        if name != day:
            raise NumberdropError(
                f"{file.path}, line {number}: expected the puzzle of {day}, got {name}: "
                "start with the day that the file starts with, or name another file"
            )


def _day(file: ArchiveFile, index: int) -> DailyPuzzle:
    entry = file.entry(index)
    assert isinstance(entry, DailyPuzzle)  # as its id says
    return entry


def _is_wanted(entry: DailyPuzzle, games: int, nodes: int | None, refresh: bool) -> bool:
    return wants_search(entry, nodes) or (refresh and wants_refresh(entry, games))


def _made(
    asked: datetime.date | DailyPuzzle, games: int, nodes: int | None, refresh: bool
) -> DailyPuzzle:
    """Create the entry of a day, or search and refresh an existing one."""
    if isinstance(asked, datetime.date):
        return daily_entry(asked, games=games, nodes=nodes)
    entry = asked
    if nodes is not None and wants_search(entry, nodes):
        entry = improved(entry, nodes)
    return refreshed(entry, games) if refresh else entry


def generate_drops(
    file: ArchiveFile,
    seed: int,
    wanted: int,
    *,
    kind: str = "drop",
    workers: int | None = 1,
    executor: Executors = "processes",
    progress: Callable[[int], None] = lambda done: None,
) -> int:
    """Extend the file to the first `wanted` (1 .. MOST_DROPS) drop problems of a seed.

    `kind` is "drop" or "pocket". Returns how many were created. `progress` is called with the
    number of problems in the file. Raises NumberdropError if the file contains others.
    """
    if not 1 <= wanted <= MOST_DROPS:
        raise NumberdropError(f"count: expected 1 to {MOST_DROPS}, got {wanted}")
    had, first = len(file.ids), 0
    for number, name in enumerate(file.ids, 1):
        head, _, last = name.rpartition(".")
        if head != f"{kind}#{seed}" or int(last) < first:
            raise NumberdropError(
                f"{file.path}, line {number}: expected a problem {kind}#{seed}.N, in order, "
                f"got {name}: name another file"
            )
        first = int(last) + 1
    progress(min(had, wanted))
    if had >= wanted:
        return 0
    # Whether each known candidate from `first` on is accepted.
    good = {int(name.rpartition(".")[2]): True for name in file.pending}

    def settle() -> None:
        nonlocal first
        while first in good and len(file.ids) < wanted:
            if good.pop(first):
                file.place_pending(candidate_name(seed, first, kind))
            first += 1

    def names() -> Iterator[str]:
        for number in count(first):
            if len(file.ids) + sum(good.values()) >= wanted:
                return
            if number not in good:
                yield candidate_name(seed, number, kind)

    settle()
    with closing(as_done(problem_entry, names(), workers, executor, named=str)) as made:
        for done in made:
            number = int(done.item.rpartition(".")[2])
            if done.result is None:
                good[number] = False
            elif number == first:
                file.put(len(file.ids), done.result)
                first += 1
            else:
                file.put_pending(done.result)
                good[number] = True
            settle()
            progress(len(file.ids))
            if len(file.ids) == wanted:
                break
    return wanted - had
