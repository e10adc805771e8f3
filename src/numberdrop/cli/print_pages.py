"""The pages that `sheet` prints: an empty sheet, a puzzle, drop problems or a book."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from .. import NumberdropError, typed
from ..plurals import count_noun
from .app import read_day, read_puzzle
from .daily import known_by_dice, puzzle_called
from .drop import problem_called
from .usage import UsageError

if TYPE_CHECKING:
    from ..puzzles.archive.entries import DailyPuzzle, DropProblem
    from ..view.paper.page import Page
    from ..view.paper.style import Style

#: The default number of problems that are printed without a book.
_PROBLEMS = 12


@dataclass(frozen=True, slots=True)
class PrintJob:
    """What to print: the options of `sheet`."""

    puzzle: str | None
    first: str | None
    days: int
    archive: str | None
    drops: str | None
    drops_from: str | None
    count: int | None
    per_page: int | None
    solution: bool | None


def printed_pages(job: PrintJob, style: Style, title: str) -> tuple[str, list[Page]]:
    """Return the title of the document, `title` if it isn't empty, and the pages."""
    from ..view.paper.problems import MOST_ON_PAGE, drop_pages
    from ..view.paper.sheets import empty_sheet

    most = MOST_ON_PAGE[style.paper]
    if job.per_page is not None and job.per_page > most:
        raise UsageError(
            f"--per-page: expected at most {most} on {style.paper}, got {job.per_page}"
        )
    if job.first is not None or job.archive is not None:
        named, pages = _book(job, style, title)
    elif job.drops is not None:
        named = style.translate("drops.title")
        problems = _problems_in(job.drops, job.count or _PROBLEMS)
        pages = drop_pages(problems, style, per_page=job.per_page, solution=bool(job.solution))
    elif job.puzzle is not None:
        named, pages = _puzzle(job.puzzle, style, bool(job.solution))
    else:
        named, pages = style.translate("paper.sheet"), empty_sheet(style)
    return title or f"Number Drop \N{EN DASH} {named}", pages


def _puzzle(text: str, style: Style, solution: bool) -> tuple[str, list[Page]]:
    from ..view.paper.narration import puzzle_name
    from ..view.paper.problems import drop_pages
    from ..view.paper.sheets import daily_pages

    if typed.is_problem(name := read_puzzle(text)):
        problem = problem_called(name)
        return name, drop_pages([problem], style, solution=solution)
    asked = puzzle_called(name)
    entry = known_by_dice(asked)
    if solution and not (entry and entry.best):
        raise NumberdropError(f"{asked.id}: no best game is known, see 'numberdrop max --help'")
    return puzzle_name(asked, style), daily_pages(asked, entry, style, solution=solution)


def _book(job: PrintJob, style: Style, title: str) -> tuple[str, list[Page]]:
    from ..view.paper.book import book_pages, range_name

    days, problems = _from_archives(job)
    if job.drops is not None and job.drops_from is not None:
        problems = _problems_of(days, job.drops, read_day(job.drops_from))
    elif job.drops is not None:
        problems = _problems_in(job.drops, len(days) if job.count is None else job.count)
    solution = job.solution is not False
    named = title or range_name(days, style)
    pages = book_pages(
        days,
        problems[: job.count],
        style,
        per_page=job.per_page,
        solution=solution,
        title=title,
    )
    return named, pages


def _from_archives(job: PrintJob) -> tuple[list[DailyPuzzle], list[DropProblem]]:
    """Return the days of a book and its drop problems: the first ones of an archive file, or those
    of these days in the archive that comes with the program."""
    from ..puzzles.archive.date_ranges import days_in, days_of, shipped_between
    from ..puzzles.archive.entries import DailyPuzzle, DropProblem
    from ..puzzles.archive.reading import read_lines
    from ..puzzles.archive.shipped import problem_of_day

    wanted = None if job.first is None else days_of(read_day(job.first), job.days)
    if job.archive is None:
        assert wanted is not None
        where = "the archive that comes with the program"
        days = days_in(shipped_between(wanted[0], wanted[-1]), wanted, where)
        return days, [problem_of_day(day) for day in wanted]
    found = [entry for _, entry in read_lines(job.archive)]
    days = days_in((one for one in found if isinstance(one, DailyPuzzle)), wanted, job.archive)
    problems = [one for one in found if isinstance(one, DropProblem)]
    return days, problems[: len(days) if job.count is None else job.count]


def _problems_of(days: Sequence[DailyPuzzle], file: str, first: datetime.date) -> list[DropProblem]:
    """Return the drop problem of each day from a file whose first one is that of the day `first`,
    as `puzzles choose` makes it."""
    from ..puzzles.daily import day_text, parse_date

    problems = _problems_in(file, None)
    found = []
    for entry in days:
        number = (parse_date(entry.id) - first).days
        if not 0 <= number < len(problems):
            raise NumberdropError(
                f"{entry.id}: expected one of the {count_noun(len(problems), 'day')} from "
                f"{day_text(first)} on, for which {file} has drop problems"
            )
        found.append(problems[number])
    return found


def _problems_in(file: str, count: int | None) -> list[DropProblem]:
    from ..puzzles.archive.entries import DropProblem
    from ..puzzles.archive.reading import read_lines

    found = (entry for _, entry in read_lines(file) if isinstance(entry, DropProblem))
    problems = list(islice(found, count))
    if not problems:
        raise NumberdropError(f"{file}: expected drop problems, got none")
    return problems
