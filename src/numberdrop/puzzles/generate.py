"""Making an archive: the lines that are wanted, in order, by any number of processes.

What a line holds follows from its name and the budget alone, and lines are kept in order, so a run
that was killed and started again ends with the same file as one that was left alone.
"""

from __future__ import annotations

import datetime
import itertools
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from typing import Any, TypeVar

from ..errors import NumberdropError
from .archive import daily_line, improved, wants_search
from .dropline import drop_line
from .drops import drop_id
from .form import MOST_DAYS, MOST_DROPS
from .lines import LinesFile
from .targets import GAMES

T = TypeVar("T")
R = TypeVar("R")


def generate_days(
    file: LinesFile,
    first: datetime.date,
    days: int,
    *,
    games: int = GAMES,
    nodes: int | None = None,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
) -> int:
    """Bring the file to the lines of so many days, 1 .. MOST_DAYS; returns how many were made or
    searched on.

    Lines that are there stay, but for those whose best score a search of `nodes` may still better.
    `progress` is told how many of the days are done. NumberdropError if the file holds other days.
    """
    if not 1 <= days <= MOST_DAYS:
        raise NumberdropError(f"days: expected 1 to {MOST_DAYS}, got {days}")
    if first.toordinal() + days - 1 > datetime.date.max.toordinal():
        raise NumberdropError(f"days: expected none after {datetime.date.max}, got {days}")
    wanted = [first + datetime.timedelta(n) for n in range(days)]
    for number, (line, day) in enumerate(zip(file.lines, wanted, strict=False), 1):
        if line["id"] != day.isoformat():
            raise NumberdropError(
                f"{file.path}, line {number}: expected the puzzle of {day}, got {line['id']}: "
                "start with the day that the file starts with, or name another file"
            )
    jobs: list[tuple[int, Any]] = []
    for index, day in enumerate(wanted):
        if index >= len(file.lines):
            jobs.append((index, day))
        elif wants_search(file.lines[index], nodes):
            jobs.append((index, file.lines[index]))
    tell = progress or (lambda done: None)
    tell(days - len(jobs))
    asked = [(job, games, nodes) for _, job in jobs]
    for done, made in enumerate(in_order(_day, asked, workers)):
        file.put(jobs[done][0], made)
        tell(days - len(jobs) + done + 1)
    return len(jobs)


def _day(asked: tuple[Any, int, int | None]) -> dict[str, Any]:
    job, games, nodes = asked
    if isinstance(job, dict):
        assert nodes is not None
        return improved(job, nodes)
    return daily_line(job, games=games, nodes=nodes)


def generate_drops(
    file: LinesFile,
    seed: int,
    count: int,
    *,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
) -> int:
    """Bring the file to `count` (1 .. MOST_DROPS) drop problems of a seed, the first there are;
    returns how many were made. `progress` is told how many there are. NumberdropError if the file
    holds others."""
    if not 1 <= count <= MOST_DROPS:
        raise NumberdropError(f"count: expected 1 to {MOST_DROPS}, got {count}")
    had, first = len(file.lines), 0
    for number, line in enumerate(file.lines, 1):
        head, _, last = str(line["id"]).rpartition(".")
        if head != f"drop#{seed}" or int(last) < first:
            raise NumberdropError(
                f"{file.path}, line {number}: expected a drop problem of seed {seed}, in order, "
                f"got {line['id']}: name another file"
            )
        first = int(last) + 1
    tell = progress or (lambda done: None)
    tell(min(had, count))
    if had >= count:
        return 0
    found = in_order(
        drop_line, (drop_id(seed, number) for number in itertools.count(first)), workers
    )
    for line in filter(None, found):
        file.put(len(file.lines), line)
        tell(len(file.lines))
        if len(file.lines) == count:
            break
    found.close()
    return count - had


def in_order(work: Callable[[T], R], asked: Iterable[T], workers: int) -> Generator[R, None, None]:
    """What `work` makes of each, in order, by so many processes; one works right here."""
    if not 1 <= workers <= 64:
        raise NumberdropError(f"workers: expected 1 to 64, got {workers}")
    if workers == 1:
        yield from map(work, asked)
        return
    waiting: deque[Future[R]] = deque()
    left = iter(asked)
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _follow, (os.getpid(),))
    try:
        while True:
            for one in islice(left, 2 * workers - len(waiting)):
                waiting.append(pool.submit(work, one))
            if not waiting:
                break
            yield waiting.popleft().result()
    finally:
        # Whoever interrupts a run doesn't wait for its jobs, which may take minutes.
        for process in list(pool._processes.values()) if waiting else ():
            process.terminate()
        pool.shutdown(cancel_futures=True)


def _follow(parent: int) -> None:
    """In a process of the pool: leave interrupts to the parent, and end when it has been killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
