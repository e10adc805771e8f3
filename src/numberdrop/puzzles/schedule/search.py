"""The search for a schedule with CP-SAT (costs.py says what is searched).

A model without weeks and distances says how many problems of each sort which weekday should have,
and how low any cost is at least. A schedule made of these, day by day, is then improved: four weeks
at a time are free, all others stay. Four weeks or fewer are settled at once.

OR-Tools is imported when the search begins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from ...dice import Stream
from ...plan.bounds.cpsat import minimized
from ...plan.limits import Stop
from ...plan.outcome import Status
from .costs import THEME_COST, Cost, Sort, Wishes, first_schedule
from .models import SharesModel, WindowModel

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

#: The weeks that one step sets free, and the most effort it takes.
FREE_WEEKS: Final = 4
STEP_EFFORT: Final = 10.0
#: The sorts that one step offers for a day, besides the one that it has.
OFFERS: Final = 150
#: The most effort for the lower bound.
BOUND_EFFORT: Final = 20.0


@dataclass(frozen=True, slots=True)
class Schedule:
    """The sorts of problems for each day, what they cost, and a bound: no schedule costs less."""

    sorts: tuple[Sort, ...]
    cost: Cost
    bound: int

    @property
    def status(self) -> Status:
        """PROVED if the cost meets its bound, otherwise BEST FOUND."""
        return Status.PROVED if self.cost.total == self.bound else Status.BEST_FOUND


def find_schedule(
    wishes: Wishes,
    supply: Counter[Sort],
    fixed: Sequence[Sort] = (),
    *,
    effort: float,
    stop: Stop | None = None,
    progress: Callable[[float, Schedule], None] = lambda spent, found: None,
) -> Schedule:
    """Return a schedule that begins with the `fixed` sorts and takes the others from the supply.

    The supply has enough for the days that are left. `effort` is in units of the solver's
    deterministic time, about a second each; `progress` is called with what is spent of it. The
    result repeats, unless `stop` ends the search early.
    """
    search = _Search(wishes, supply, tuple(fixed), effort, Stop.of(stop))
    for found in search.schedules():
        progress(min(effort, search.spent), found)
    return found


@dataclass(slots=True)
class _Search:
    wishes: Wishes
    supply: Counter[Sort]
    fixed: tuple[Sort, ...]
    effort: float
    stop: Stop
    spent: float = 0.0
    stream: Stream = field(default_factory=lambda: Stream.from_key("schedule"))

    def schedules(self) -> Iterator[Schedule]:
        """Yield schedules, each at least as good as the one before."""
        wishes = self.wishes
        if len(self.fixed) == wishes.days:
            yield self._made(self.fixed, wishes.cost(self.fixed).total)
            return
        shares, bound = self._shares()
        starts = [first_schedule(wishes, self.fixed, self.supply, each) for each in (shares, ())]
        found = self._made(min(starts, key=lambda plan: wishes.cost(plan).total), bound)
        yield found
        weeks = [week for week in wishes.weeks if week.stop > len(self.fixed)]
        is_all = len(weeks) <= FREE_WEEKS
        while self._is_open(found):
            days = self._free_days(weeks, found)
            left = self._left(found, days)
            offers = {day: sorted(left) if is_all else self._offers(left, day) for day in days}
            window = WindowModel(wishes, left, found.sorts, offers)
            made = self._minimized(window.model, self.effort if is_all else STEP_EFFORT)
            if made:
                plan = window.plan(made)
                total = wishes.cost(plan).total
                if is_all:
                    proved = made.best_objective_bound + total - made.objective_value
                    bound = max(bound, round(proved))
                better = plan if total <= found.cost.total else found.sorts
                found = self._made(better, bound)
            yield found
            if is_all:
                return

    def _is_open(self, found: Schedule) -> bool:
        return (
            found.status is not Status.PROVED
            and self.spent < self.effort
            and not self.stop.is_set()
        )

    def _free_days(self, weeks: Sequence[range], found: Schedule) -> list[int]:
        """Draw the weeks of the next step: one by what it costs, the others by chance.

        Returns their days, but for the fixed ones, in order.
        """
        close = self.wishes.too_close(found.sorts)
        others = list(weeks)
        costs = [
            1
            + sum(close[week.start : week.stop])
            + THEME_COST * self.wishes.lacking(found.sorts, week)
            for week in others
        ]
        drawn = self.stream.below(sum(costs))
        first = next(i for i, most in enumerate(accumulate(costs)) if drawn < most)
        chosen = [others.pop(first)]
        self.stream.shuffle(others)
        chosen += others[: FREE_WEEKS - 1]
        return sorted(day for week in chosen for day in week if day >= len(self.fixed))

    def _offers(self, left: Counter[Sort], day: int) -> list[Sort]:
        """Return the sorts for a day whose difficulty is nearest to the wanted one, OFFERS of
        them."""
        weekday, sorts = self.wishes.weekday(day), sorted(left)
        self.stream.shuffle(sorts)
        return sorted(sorts, key=lambda sort: self.wishes.off(sort, weekday))[:OFFERS]

    def _made(self, plan: Sequence[Sort], bound: int) -> Schedule:
        return Schedule(tuple(plan), self.wishes.cost(plan), bound)

    def _left(self, found: Schedule, days: Sequence[int]) -> Counter[Sort]:
        """Return what the supply has left when these days are free."""
        free = set(days)
        kept = (
            sort
            for day, sort in enumerate(found.sorts)
            if day >= len(self.fixed) and day not in free
        )
        return self.supply - Counter(kept)

    def _shares(self) -> tuple[list[Counter[Sort]], int]:
        """Return what each weekday should have of each sort, and a bound.

        Without an answer in time that is nothing, and 0.
        """
        model = SharesModel(self.wishes, self.supply, self.fixed)
        made = self._minimized(model.model, BOUND_EFFORT)
        if made is None:
            return [], 0
        return model.shares(made), round(made.best_objective_bound)

    def _minimized(self, model: cp_model.CpModel, most: float) -> cp_model.CpSolver | None:
        made, spent = minimized(model, min(most, self.effort - self.spent), self.stop)
        self.spent += spent
        return made
