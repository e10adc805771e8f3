"""What `sheet` prints: the pages of an empty sheet, a puzzle, drop problems or a book."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from .. import NumberdropError, typed
from .app import read_day, read_puzzle
from .daily import known_by_dice, puzzle_called
from .drop import problem_called
from .usage import UsageError

if TYPE_CHECKING:
    from ..puzzles.archive.entries import DailyPuzzle, DropProblem
    from ..view.paper.page import Page
    from ..view.paper.style import Style

#: Problems that are printed alone, where their number isn't said.
_PROBLEMS = 12


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be printed, as the options of `sheet` have it."""

    puzzle: str | None
    first: str | None
    days: int
    archive: str | None
    drops: str | None
    count: int | None
    per_page: int | None
    solution: bool | None


def printed(asked: Asked, style: Style, title: str) -> tuple[str, list[Page]]:
    """The pages, and the title of the document, the one given if there is one."""
    from ..view.paper.problems import MOST_ON_PAGE, drop_pages
    from ..view.paper.sheets import empty_sheet

    most = MOST_ON_PAGE[style.paper]
    if asked.per_page is not None and asked.per_page > most:
        raise UsageError(
            f"--per-page: expected at most {most} on {style.paper}, got {asked.per_page}"
        )
    if asked.first is not None or asked.archive is not None:
        named, pages = _book(asked, style, title)
    elif asked.drops is not None:
        named = style.translate("drops.title")
        problems = _problems_in(asked.drops, asked.count or _PROBLEMS)
        pages = drop_pages(problems, style, per_page=asked.per_page, solution=bool(asked.solution))
    elif asked.puzzle is not None:
        named, pages = _puzzle(asked.puzzle, style, bool(asked.solution))
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


def _book(asked: Asked, style: Style, title: str) -> tuple[str, list[Page]]:
    from ..view.paper.book import book_pages, range_name

    days, problems = _from_archives(asked)
    if asked.drops is not None:
        problems = _problems_in(asked.drops, len(days) if asked.count is None else asked.count)
    solution = asked.solution is not False
    named = title or range_name(days, style)
    pages = book_pages(
        days,
        problems[: asked.count],
        style,
        per_page=asked.per_page,
        solution=solution,
        title=title,
    )
    return named, pages


def _from_archives(asked: Asked) -> tuple[list[DailyPuzzle], list[DropProblem]]:
    """The days of a book, and the problems that the same archive has for it: of one's own archive
    its first ones, else those of these days."""
    from ..puzzles.archive.date_ranges import days_in, days_of, shipped_between
    from ..puzzles.archive.entries import DailyPuzzle, DropProblem
    from ..puzzles.archive.reading import read_lines
    from ..puzzles.archive.shipped import problem_of_day

    wanted = None if asked.first is None else days_of(read_day(asked.first), asked.days)
    if asked.archive is None:
        assert wanted is not None
        where = "the archive that comes with the program"
        days = days_in(shipped_between(wanted[0], wanted[-1]), wanted, where)
        return days, [problem_of_day(day) for day in wanted]
    found = [entry for _, entry in read_lines(asked.archive)]
    days = days_in((one for one in found if isinstance(one, DailyPuzzle)), wanted, asked.archive)
    problems = [one for one in found if isinstance(one, DropProblem)]
    return days, problems[: len(days) if asked.count is None else asked.count]


def _problems_in(file: str, count: int) -> list[DropProblem]:
    from ..puzzles.archive.entries import DropProblem
    from ..puzzles.archive.reading import read_lines

    found = (entry for _, entry in read_lines(file) if isinstance(entry, DropProblem))
    problems = list(islice(found, count))
    if not problems:
        raise NumberdropError(f"{file}: expected drop problems, and there are none")
    return problems
