"""What a schedule of drop problems costs: the less, the better (docs/daily.md, For publishers)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ..archive.entries import DropProblem

WEEK: Final = 7
#: What a theme costs that a week lacks. A step of difficulty and a day of distance cost 1.
THEME_COST: Final = 3
#: The places of Monday to Sunday when the days of a week are ranked by difficulty. Saturday has the
#: most difficult problem, and Sunday one between Thursday's and Friday's.
RANKS: Final = (0, 1, 2, 3, 5, 6, 4)


@dataclass(frozen=True, slots=True, order=True)
class Sort:
    """What the costs see of a problem: the figure of its difficulty, the shapes of its rolls as
    letters, and its themes."""

    figure: int
    shapes: str
    themes: tuple[str, ...]

    @classmethod
    def of(cls, problem: DropProblem) -> Sort:
        """Return the sort of a problem."""
        shapes = "".join(roll.shape for roll in problem.rolls)
        return cls(problem.difficulty.figure, shapes, problem.themes)

    @property
    def kind(self) -> tuple[str, tuple[str, ...]]:
        """What two problems that are alike have in common: shapes and themes."""
        return self.shapes, self.themes


@dataclass(frozen=True, slots=True)
class Cost:
    """The parts of a cost, each 0 or more.

    `difficulty` adds how far the figure of each day is from the wanted one, `alike` the days that
    are missing between a problem and the next that is like it, and `themes` counts the themes that
    whole weeks lack.
    """

    difficulty: int
    alike: int
    themes: int

    @property
    def total(self) -> int:
        """The cost of a schedule."""
        return self.difficulty + self.alike + THEME_COST * self.themes

    def to_json(self) -> dict[str, int]:
        """Return the JSON object (docs/cli.md, puzzles choose)."""
        return {
            "difficulty": self.difficulty,
            "alike": self.alike,
            "themes": self.themes,
            "total": self.total,
        }


@dataclass(frozen=True)
class Wishes:
    """What is wished of a schedule of `days` days.

    `first` is the weekday of the first one, 0 for Monday. `week` has the wanted figure of
    difficulty of Monday to Sunday. Problems that are alike should be `apart` days apart, 1 or more,
    and each week from Monday to Sunday should have all `themes`.
    """

    days: int
    first: int
    week: tuple[int, ...]
    apart: int
    themes: tuple[str, ...]

    def weekday(self, day: int) -> int:
        """Return the weekday of a day, counted from 0."""
        return (self.first + day) % WEEK

    def off(self, sort: Sort, weekday: int) -> int:
        """Return how far a problem is from the difficulty wanted of a weekday."""
        return abs(sort.figure - self.week[weekday])

    @cached_property
    def weeks(self) -> tuple[range, ...]:
        """The days of each week, in order. The first and the last may be cut short."""
        starts = range(-self.first, self.days, WEEK)
        return tuple(range(max(0, start), min(self.days, start + WEEK)) for start in starts)

    @cached_property
    def whole_weeks(self) -> tuple[range, ...]:
        """The days of each whole week."""
        return tuple(week for week in self.weeks if len(week) == WEEK)

    def cost(self, sorts: Sequence[Sort]) -> Cost:
        """Return what problems of these sorts cost, one for each day."""
        difficulty = sum(self.off(sort, self.weekday(day)) for day, sort in enumerate(sorts))
        lacking = sum(self.lacking(sorts, week) for week in self.whole_weeks)
        return Cost(difficulty, sum(self.too_close(sorts)), lacking)

    def too_close(self, sorts: Sequence[Sort]) -> list[int]:
        """Return for each day how many days are missing since the last problem like its own."""
        last: dict[object, int] = {}
        found = []
        for day, sort in enumerate(sorts):
            since = day - last.get(sort.kind, day - self.apart)
            found.append(max(0, self.apart - since))
            last[sort.kind] = day
        return found

    def lacking(self, sorts: Sequence[Sort], week: range) -> int:
        """Return how many themes the problems of a week lack."""
        return len(set(self.themes).difference(*(sorts[day].themes for day in week)))


def usual_week(sorts: Iterable[Sort]) -> tuple[int, ...]:
    """Return the figures wanted of Monday to Sunday where nobody asks for others.

    They are the middles of the sevenths of the given problems, which are at least one, so that all
    levels of difficulty come as often as they are there.
    """
    figures = sorted(sort.figure for sort in sorts)
    return tuple(figures[(2 * rank + 1) * len(figures) // (2 * WEEK)] for rank in RANKS)


def themes_of(sorts: Iterable[Sort]) -> tuple[str, ...]:
    """Return the themes of any of these problems, in alphabetical order."""
    return tuple(sorted({theme for sort in sorts for theme in sort.themes}))


def kinds_of(sorts: Iterable[Sort]) -> list[list[Sort]]:
    """Return the sorts that are alike together, in order."""
    found: dict[object, list[Sort]] = {}
    for sort in sorted(sorts):
        found.setdefault(sort.kind, []).append(sort)
    return list(found.values())


def first_schedule(
    wishes: Wishes, fixed: Sequence[Sort], left: Counter[Sort], shares: Sequence[Counter[Sort]]
) -> list[Sort]:
    """Return a schedule made day by day, always with the cheapest problem.

    Of problems that cost the same it takes one of the kind with the most left. It begins with the
    `fixed` sorts, and takes those of `left`. `shares` has those for each weekday, all of which come
    at some time, so their difficulty doesn't count; or nothing to leave that open.
    """
    plan, last = list(fixed), {sort.kind: day for day, sort in enumerate(fixed)}
    stocks = [share.copy() for share in shares] or [left.copy()]
    kinds = Counter(sort.kind for stock in stocks for sort in stock.elements())
    for day in range(len(fixed), wishes.days):
        weekday = wishes.weekday(day)
        stock = stocks[weekday % len(stocks)]
        seen = {theme for sort in plan[max(0, day - weekday) :] for theme in sort.themes}

        def cost(
            sort: Sort, day: int = day, weekday: int = weekday, seen: set[str] = seen
        ) -> tuple[int, int]:
            close = wishes.apart - (day - last[sort.kind]) if sort.kind in last else 0
            new = len(set(sort.themes) - seen)
            off = 0 if shares else wishes.off(sort, weekday)
            return off + max(0, close) - THEME_COST * new, -kinds[sort.kind]

        chosen = min(sorted(+stock), key=cost)
        stock[chosen] -= 1
        kinds[chosen.kind] -= 1
        plan.append(chosen)
        last[chosen.kind] = day
    return plan
