"""The file of a study: what is found out of each deal, kept as it comes, in the order of the deals.

A run that was killed and started again ends with the same file as one that was left alone, whoever
shared the work.
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
from .deals import Lines, Settings, StudiedDeal


class StudyFile(JournalledFile[StudiedDeal]):
    """The deals of a study, all looked at by these settings, locked against other writers while it
    is open, by `with`. Errors as of JournalledFile."""

    def __init__(self, path: str, settings: Settings) -> None:
        super().__init__(path, Lines(settings))
        self.settings = settings

    def __enter__(self) -> Self:
        super().__enter__()
        if self.is_direct:
            self.__exit__(None, None, None)
            raise NumberdropError(f"{self.path}: expected an ordinary file, to be read again")
        return self


def study(
    file: StudyFile,
    names: Sequence[str],
    *,
    workers: int | None = 1,
    executor: Executors = "processes",
    progress: Callable[[int], None] = lambda done: None,
) -> int:
    """Bring the file to the deals of these names; returns how many were studied now.

    `progress` is told how many there are. NumberdropError if the file holds others.
    """
    for number, (there, name) in enumerate(zip(file.ids, names, strict=False), 1):
        if there != name:
            raise NumberdropError(
                f"{file.path}, line {number}: expected {name}, got {there}: "
                "start with the deal that the file starts with, or name another file"
            )
    file.catch_up(names)
    known = {*file.ids, *file.pending}
    asked = [index for index, name in enumerate(names) if name not in known]
    progress(len(names) - len(asked))
    with closing(
        _found((names[index] for index in asked), file.settings, workers, executor)
    ) as made:
        for count, done in enumerate(made, 1):
            file.put_in_order(names, asked[done.number], done.result)
            progress(len(names) - len(asked) + count)
    return len(asked)


def studied(
    names: Sequence[str],
    settings: Settings,
    *,
    workers: int | None = 1,
    executor: Executors = "processes",
    progress: Callable[[int], None] = lambda done: None,
) -> list[StudiedDeal]:
    """What is found out of the deals of these names, in order, and kept nowhere."""
    deals: dict[int, StudiedDeal] = {}
    with closing(_found(names, settings, workers, executor)) as made:
        for done in made:
            deals[done.number] = done.result
            progress(len(deals))
    return [deals[number] for number in sorted(deals)]


def _found(
    names: Iterable[str], settings: Settings, workers: int | None, executor: Executors
) -> Generator[Done[str, StudiedDeal], None, None]:
    find = partial(StudiedDeal.of, settings=settings)
    return as_done(find, names, workers, executor, named=str)


def read_study(file: IO[bytes], path: str) -> Iterator[StudiedDeal]:
    """The deals of a file, one after the other, without their best games, which take much memory.
    NotationError, naming the line, if it is none."""
    form = Lines()
    for where, line in form.lines(file, path):
        deal = form.read(line, where)
        yield replace(deal, best=replace(deal.best, solution={}))
