"""The file of a study, with one studied deal a line.

Deals are saved as they are finished, and the final file has them in order. A run that was killed
and restarted gives the same file as an uninterrupted one, whatever the number of workers.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import IO, Self

from ..errors import NumberdropError
from ..jobs import Done, Executors, as_done
from ..journal import JournalledFile
from .deals import Settings, StudiedDeal, StudyFormat


class StudyFile(JournalledFile[StudiedDeal]):
    """The deals of a study with the same settings, a context manager that locks the file against
    other writers. Raises as JournalledFile."""

    def __init__(self, path: str, settings: Settings) -> None:
        super().__init__(path, StudyFormat(settings))
        self.settings = settings

    def __enter__(self) -> Self:
        super().__enter__()
        if self.is_direct:
            self.__exit__(None, None, None)
            raise NumberdropError(f"{self.path}: expected a regular file, which can be read back")
        return self


def study(
    file: StudyFile,
    names: Sequence[str],
    *,
    workers: int | None = 1,
    executor: Executors = "processes",
    progress: Callable[[int], None] = lambda done: None,
) -> int:
    """Extend the file to the deals named `names`. Returns how many were studied in this run.

    `progress` is called with the number of deals done. Raises NumberdropError if the file contains
    other deals.
    """
    for number, (found, name) in enumerate(zip(file.ids, names, strict=False), 1):
        if found != name:
            raise NumberdropError(
                f"{file.path}, line {number}: expected {name}, got {found}: "
                "start with the deal that the file starts with, or name another file"
            )
    file.catch_up(names)
    known = {*file.ids, *file.pending}
    missing = [index for index, name in enumerate(names) if name not in known]
    progress(len(names) - len(missing))
    with closing(
        _analyse((names[index] for index in missing), file.settings, workers, executor)
    ) as jobs:
        for count, done in enumerate(jobs, 1):
            file.put_in_order(names, missing[done.number], done.result)
            progress(len(names) - len(missing) + count)
    return len(missing)


def study_in_memory(
    names: Sequence[str],
    settings: Settings,
    *,
    workers: int | None = 1,
    executor: Executors = "processes",
    progress: Callable[[int], None] = lambda done: None,
) -> list[StudiedDeal]:
    """Study the deals named `names` without saving them, and return them in order."""
    deals: dict[int, StudiedDeal] = {}
    with closing(_analyse(names, settings, workers, executor)) as jobs:
        for done in jobs:
            deals[done.number] = done.result
            progress(len(deals))
    return [deals[number] for number in sorted(deals)]


def _analyse(
    names: Iterable[str], settings: Settings, workers: int | None, executor: Executors
) -> Generator[Done[str, StudiedDeal], None, None]:
    analyse = partial(StudiedDeal.of, settings=settings)
    return as_done(analyse, names, workers, executor, named=str)


def read_study(file: IO[bytes], path: str) -> Iterator[StudiedDeal]:
    """Yield the deals of a file, without their best games, to save memory.

    Raises NotationError, naming the line, if a line is invalid.
    """
    line_format = StudyFormat()
    for where, line in line_format.lines(file, path):
        deal = line_format.read(line, where)
        yield replace(deal, best=replace(deal.best, solution={}))
