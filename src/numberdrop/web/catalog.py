"""The parts of the API that list what can be played: the days of a month, a puzzle without its
rolls, the drop problems; also the high scores, and pages to print."""

from __future__ import annotations

import calendar
import datetime
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ..errors import NotationError, NumberdropError, shown
from ..json_reader import Fields, one_of
from ..locales import LANGUAGES
from ..puzzles.archive.brief import (
    DayInBrief,
    ProblemInBrief,
    days_in_brief,
    problems_in_brief,
)
from ..puzzles.archive.entries import DailyPuzzle, DropProblem
from ..puzzles.archive.shipped import problem_of_day, shipped_day, shipped_entry
from ..puzzles.daily import day_text
from ..puzzles.deal_puzzle import puzzle_of
from ..puzzles.medals import listed_results
from ..puzzles.names import parse_name, puzzle_number
from ..puzzles.results import Results
from ..puzzles.scores import first_results, highest, streak_to_json, streaks
from ..puzzles.statistics import statistics
from ..puzzles.submit import high_score_to_json
from ..rules import HIGH_SCORES
from ..server.responses import fields_of
from ..sessions import Store
from ..sessions.setups import released_puzzle
from ..view.paper.page import PAPERS, Page, page_svg
from ..view.paper.style import INKS, Style

#: The most lines of the high scores.
MOST_SCORES = 200
#: The most puzzles or problems in one print.
MOST_PRINTED = 20

#: The name of today's puzzle in requests.
TODAY = "today"

_TITLE = "Number Drop"

_MONTH_NAME = re.compile(r"([0-9]{4})-(0[1-9]|1[0-2])")


class Catalog:
    """The puzzles and problems, with the user's games and results on them."""

    def __init__(self, store: Store, results: Results, today: Callable[[], datetime.date]) -> None:
        self.store, self.results, self.today = store, results, today

    def days(self, request: Request, _: Mapping[str, Any]) -> Any:
        """Return the days of a month, without their dice."""
        text = request.query_params.get("month", day_text(self.today())[:7])
        if not (month := _MONTH_NAME.fullmatch(text)):
            raise NotationError.coded(
                "month.expected", "month: expected YYYY-MM, got {got}", got=shown(text)
            )
        year, number = int(month[1]), int(month[2])
        if year < 1:
            raise NotationError.coded(
                "month.year", "month: expected a year from 0001 on, got {got}", got=shown(text)
            )
        results, problems = listed_results(self.results)
        own = {result.puzzle: result for result in reversed(highest(results))}
        last = calendar.monthrange(year, number)[1]
        dates = [datetime.date(year, number, day) for day in range(1, last + 1)]
        games, _unread = self.store.list(puzzles=map(day_text, dates), untouched=False)
        begun = {game.puzzle: game.id for game in reversed(games) if game.kind == "daily"}
        days, entries = [], _month(text)
        for date in dates:
            name = day_text(date)
            entry = entries.get(name)
            result = own.get(name)
            days.append(
                {
                    "day": name,
                    "number": puzzle_number(date),
                    "playable": date <= self.today(),
                    "difficulty": entry.difficulty if entry else None,
                    "best": entry and _best(entry.best, entry.is_proved),
                    "result": result and {"score": result.score, "medal": result.medal},
                    "game": begun.get(name),
                }
            )
        return {"month": text, "today": day_text(self.today()), "days": days, "problems": problems}

    def puzzle(self, request: Request, _: Mapping[str, Any]) -> Any:
        """Return a puzzle, or today's for the name `today`, with its tiles and targets, but without
        its rolls."""
        name = request.path_params["name"]
        puzzle = puzzle_of(*parse_name(day_text(self.today()) if name == TODAY else name))
        entry = _entry(puzzle.day)
        return {
            "puzzle": puzzle.id,
            "kind": puzzle.kind,
            "variant": str(puzzle.variant),
            "number": puzzle_number(puzzle.day) if puzzle.day else None,
            "playable": puzzle.day is None or puzzle.day <= self.today(),
            "tiles": list(puzzle.tiles),
            "longest_game": puzzle.longest_game,
            "targets": entry.targets.to_json() if entry else {},
            "difficulty": entry.difficulty.to_json() if entry else None,
            "best": _best(entry.best.score, entry.best.is_proved) if entry and entry.best else None,
        }

    def drops(self, _: Request, __: Mapping[str, Any]) -> Any:
        """Return the drop problems without their solutions; those of the days come first, in
        order."""
        return {
            "drops": self._briefly(_problems()),
            "today": problem_of_day(self.today()).id,
        }

    def drop_of_today(self, _: Request, __: Mapping[str, Any]) -> Any:
        """Return today's drop problem without its solution."""
        [problem] = self._briefly([ProblemInBrief.of(problem_of_day(self.today()))])
        return problem

    def _briefly(self, problems: Sequence[ProblemInBrief]) -> list[dict[str, Any]]:
        games, _unread = self.store.list(puzzles=(problem.id for problem in problems))
        reached = {(game.puzzle, game.score) for game in games if game.over}
        return [
            {
                "name": problem.id,
                "rolls": problem.rolls,
                "goal": problem.goal,
                "gain": problem.gain,
                "difficulty": problem.difficulty,
                "solved": (problem.id, problem.goal) in reached,
            }
            for problem in problems
        ]

    def scores(self, _: Request, __: Mapping[str, Any]) -> Any:
        """Return the high scores, with each name's first result on each puzzle, the streaks, the
        statistics, and the rulebook's own high scores."""
        results, problems = listed_results(self.results)
        firsts = first_results(results)
        runs = streaks(firsts, self.today()).items()
        known = statistics(firsts).items()
        return {
            "results": [result.to_json() for result in highest(firsts, MOST_SCORES)],
            "streaks": {name: streak_to_json(run) for name, run in runs},
            "statistics": {name: figures.to_json() for name, figures in known},
            "high_scores": [high_score_to_json(score) for score in HIGH_SCORES],
            "problems": problems,
        }

    def prints(self, _: Request, body: Mapping[str, Any]) -> Any:
        """Return an empty sheet, puzzles, or drop problems: a PDF, or each page as SVG."""
        from ..view.paper.pdf import pages_pdf

        keys = ("blank", "puzzles", "drops", "format", "paper", "language", "ink")
        fields = fields_of(body, *keys)
        kind = _choice(fields, "format", ("pdf", "svg"))
        paper = _choice(fields, "paper", tuple(PAPERS))
        language = _choice(fields, "language", LANGUAGES)
        ink = _choice(fields, "ink", tuple(INKS))
        pages = _pages(fields, Style(paper, language, ink), self.today())
        if kind == "svg":
            return {"pages": [page_svg(page, _TITLE) for page in pages], "paper": paper}
        pdf = pages_pdf(pages, _TITLE, language)
        return Response(
            pdf,
            media_type="application/pdf",
            headers={"content-disposition": 'inline; filename="numberdrop.pdf"'},
        )


def _choice(fields: Fields, key: str, choices: Sequence[str]) -> str:
    """Return the value of `key`, or the first choice if the key is missing. Raises NotationError if
    the value is not one of `choices`."""
    chosen = fields.values.get(key, choices[0])
    if chosen not in choices:
        raise fields.fault(key, one_of(choices))
    return str(chosen)


def _pages(fields: Fields, style: Style, today: datetime.date) -> list[Page]:
    from ..view.paper.problems import drop_pages
    from ..view.paper.sheets import daily_pages, empty_sheet

    selectors = [key for key in ("blank", "puzzles", "drops") if key in fields]
    names = fields.texts(selectors[0]) if len(selectors) == 1 and selectors != ["blank"] else []
    is_blank = selectors == ["blank"] and fields["blank"] is True
    if not (is_blank or 0 < len(names) <= MOST_PRINTED):
        raise NotationError.coded(
            "prints.none",
            "body: expected blank, or 1 to {most} puzzles or drops",
            most=MOST_PRINTED,
        )
    if is_blank:
        return list(empty_sheet(style))
    if "drops" in fields:
        problems = []
        for name in names:
            found = shipped_entry(name)
            if not isinstance(found, DropProblem):
                raise NumberdropError.coded(
                    "prints.no_drop",
                    "drops: expected drop problems, got {got}",
                    got=shown(name),
                )
            problems.append(found)
        return list(drop_pages(problems, style, solution=False))
    pages = []
    for name in names:
        puzzle = puzzle_of(*released_puzzle(name, today))
        entry = _entry(puzzle.day)
        pages += daily_pages(puzzle, entry, style)
    return pages


@lru_cache(maxsize=24)
def _month(month: str) -> dict[str, DayInBrief]:
    """Return the shipped puzzles of a month by day; `month` as 2026-11."""
    return {entry.id: entry for entry in days_in_brief(month)}


@lru_cache(maxsize=64)
def _entry(date: datetime.date | None) -> DailyPuzzle | None:
    return shipped_day(date) if date else None


@cache
def _problems() -> tuple[ProblemInBrief, ...]:
    return tuple(problems_in_brief())


def _best(score: int | None, is_proved: bool) -> dict[str, Any] | None:
    return None if score is None else {"score": score, "proved": is_proved}


def warm_up(today: datetime.date) -> None:
    """Load the data of the first requests into the caches, so that clients needn't wait for it."""
    _entry(today)
    _month(day_text(today)[:7])
    _problems()
