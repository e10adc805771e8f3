"""The choice of the drop problems of an archive, one for each day, from archives with more."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ...errors import NumberdropError
from ...plan.limits import Stop
from ...plurals import count_noun
from ..archive import MOST_DAYS
from ..archive.archive_file import ArchiveFile
from ..archive.entries import DropProblem
from ..archive.entry_text import ArchivePuzzle
from . import APART, EFFORT
from .costs import WEEK, Sort, Wishes, themes_of, usual_week
from .search import Schedule, find_schedule


@dataclass(frozen=True, slots=True)
class Choice:
    """The problems of an archive, one for each day: the last `made` were chosen now."""

    wishes: Wishes
    problems: tuple[DropProblem, ...]
    schedule: Schedule
    made: int

    def mean_figures(self) -> tuple[float | None, ...]:
        """Return the mean figure of difficulty of Monday to Sunday, None without such a day."""
        each: list[list[int]] = [[] for _ in range(WEEK)]
        for day, sort in enumerate(self.schedule.sorts):
            each[self.wishes.weekday(day)].append(sort.figure)
        return tuple(sum(figures) / len(figures) if figures else None for figures in each)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object (docs/cli.md, puzzles choose)."""
        return {
            "made": self.made,
            "cost": self.schedule.cost.to_json(),
            "bound": self.schedule.bound,
            "status": str(self.schedule.status),
            "week": list(self.wishes.week),
            "chosen": list(self.mean_figures()),
            "apart": self.wishes.apart,
            "problems": [problem.id for problem in self.problems],
        }


def choose(
    file: ArchiveFile,
    candidates: Iterable[tuple[str, ArchivePuzzle]],
    days: int,
    first: int,
    *,
    week: Sequence[int] | None = None,
    apart: int = APART,
    effort: float = EFFORT,
    stop: Stop | None = None,
    progress: Callable[[float, Schedule], None] = lambda spent, found: None,
) -> Choice:
    """Extend the file to drop problems for `days` days, 1 .. MOST_DAYS, chosen from candidates.

    `candidates` are problems with their places, `first` is the weekday of the first day, 0 for
    Monday, and the other arguments are those of Wishes and find_schedule(); without `week`, the
    figures wanted are those of usual_week(). Problems that the file has stay, and none comes twice.
    Raises NumberdropError if there are too few candidates, or if not all are drop problems, or all
    pocket problems, or if the file has others or more.
    """
    if not 1 <= days <= MOST_DAYS:
        raise NumberdropError(f"days: expected 1 to {MOST_DAYS}, got {days}")
    fixed = list(_problems(_entries(file)))
    if len(fixed) > days:
        raise NumberdropError(
            f"{file.path}: expected {count_noun(days, 'puzzle')} at most, got {len(fixed):,}: "
            "name more days, or another file"
        )
    has = {problem.id for problem in fixed}
    known = list(_problems(candidates, fixed[0] if fixed else None))
    new = [problem for problem in known if problem.id not in has]
    if len(new) < days - len(fixed):
        raise NumberdropError(
            f"candidates: expected {count_noun(days - len(fixed), 'problem')} at least"
            f"{f' that {file.path} does not have' if fixed else ''}, got {len(new):,}"
        )
    sorts = [Sort.of(problem) for problem in (*fixed, *new)]
    wishes = Wishes(days, first, tuple(week or usual_week(sorts)), apart, themes_of(sorts))
    kept, supply = sorts[: len(fixed)], Counter(sorts[len(fixed) :])
    found = find_schedule(wishes, supply, kept, effort=effort, stop=stop, progress=progress)
    stock: dict[Sort, deque[DropProblem]] = {}
    for problem in new:
        stock.setdefault(Sort.of(problem), deque()).append(problem)
    chosen = [stock[sort].popleft() for sort in found.sorts[len(fixed) :]]
    for problem in chosen:
        file.put(len(file.ids), problem)
    return Choice(wishes, (*fixed, *chosen), found, len(chosen))


def _entries(file: ArchiveFile) -> Iterator[tuple[str, ArchivePuzzle]]:
    for index in range(len(file.ids)):
        yield f"{file.path}, line {index + 1}", file.entry(index)


def _problems(
    entries: Iterable[tuple[str, ArchivePuzzle]], like: DropProblem | None = None
) -> Iterator[DropProblem]:
    """Yield drop problems, all of them pocket problems or none, as `like`."""
    for where, entry in entries:
        if not isinstance(entry, DropProblem):
            raise NumberdropError(f"{where}: expected a drop problem, got the puzzle {entry.id}")
        like = like or entry
        if entry.is_pocket != like.is_pocket:
            kind = (
                "a pocket problem" if like.is_pocket else "a drop problem that isn't a pocket one"
            )
            raise NumberdropError(f"{where}: expected {kind}, as {like.id} is, got {entry.id}")
        yield entry
