"""The search for a schedule with CP-SAT (costs.py says what is searched).

A model without weeks and distances says how many problems of each sort which weekday should have,
and how low any cost is at least. A schedule made of these, day by day, is then improved: four weeks
at a time are free, all others stay. Four weeks or fewer are settled at once.

OR-Tools is imported when the search begins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final

from ...dice import Stream
from ...plan.bounds.cpsat import Linear, minimized
from ...plan.limits import Stop
from ...plan.outcome import Status
from .costs import THEME_COST, WEEK, Cost, Sort, Wishes, first_schedule, kinds_of

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
            window = _Window(wishes, left, found.sorts, offers)
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
        model = _Shares(self.wishes, self.supply, self.fixed)
        made = self._minimized(model.model, BOUND_EFFORT)
        if made is None:
            return [], 0
        return model.shares(made), round(made.best_objective_bound)

    def _minimized(self, model: cp_model.CpModel, most: float) -> cp_model.CpSolver | None:
        made, spent = minimized(model, min(most, self.effort - self.spent), self.stop)
        self.spent += spent
        return made


class _Shares:
    """How many problems of each sort each weekday has, without their order.

    Alike problems can't all be apart if there are more than the days have room for, and a week
    can't have a theme if there are fewer problems of it than weeks. All else is left out, so the
    cost is a lower bound.
    """

    def __init__(self, wishes: Wishes, supply: Counter[Sort], fixed: Sequence[Sort]) -> None:
        from ortools.sat.python import cp_model

        self.wishes, self.model = wishes, cp_model.CpModel()
        model, done, days = self.model, len(fixed), wishes.days
        weekdays = Counter(map(wishes.weekday, range(done, days)))
        self.count = {
            (sort, weekday): model.new_int_var(0, most, "")
            for sort, most in sorted(supply.items())
            for weekday in sorted(weekdays)
        }
        for sort, most in supply.items():
            model.add(self._of([sort]) <= most)
        for weekday, number in weekdays.items():
            here = sum(v for (_, day), v in self.count.items() if day == weekday)
            model.add(here == number)
        costs: list[Linear] = [
            wishes.off(sort, weekday) * count for (sort, weekday), count in self.count.items()
        ]
        costs += [wishes.off(sort, wishes.weekday(day)) for day, sort in enumerate(fixed)]
        had = Counter(sort.kind for sort in fixed)
        for kind in kinds_of(supply):
            most = had[kind[0].kind] + sum(supply[sort] for sort in kind)
            room = days + wishes.apart - 1
            if wishes.apart * most > room:
                short = model.new_int_var(0, wishes.apart * most, "")
                number = had[kind[0].kind] + self._of(kind)
                model.add(short >= wishes.apart * number - room)
                costs.append(short)
        for theme in wishes.themes:
            weeks = sum(
                not any(theme in sort.themes for sort in fixed[week.start : week.stop])
                for week in wishes.whole_weeks
            )
            lacking = model.new_int_var(0, max(0, weeks), "")
            model.add(lacking >= weeks - self._of([s for s in supply if theme in s.themes]))
            costs.append(THEME_COST * lacking)
        model.minimize(sum(costs))

    def _of(self, sorts: Sequence[Sort]) -> Linear:
        known = set(sorts)
        return sum(v for (sort, _), v in self.count.items() if sort in known)

    def shares(self, made: cp_model.CpSolver) -> list[Counter[Sort]]:
        """Return the sorts of each weekday."""
        found: list[Counter[Sort]] = [Counter() for _ in range(WEEK)]
        for (sort, weekday), count in self.count.items():
            found[weekday][sort] = made.value(count)
        return found


@dataclass
class _Window:
    """The whole cost of a schedule some days of which are free; all others stay as in `before`.

    `left` is what there is for the free days, and `offers` has some of it for each of them, to
    which its own sort is added.
    """

    wishes: Wishes
    left: Counter[Sort]
    before: Sequence[Sort]
    offers: Mapping[int, Sequence[Sort]]
    model: cp_model.CpModel = field(init=False)

    def __post_init__(self) -> None:
        from ortools.sat.python import cp_model

        self.model = model = cp_model.CpModel()
        self.takes = {
            day: {sort: model.new_bool_var("") for sort in sorted({*offered, self.before[day]})}
            for day, offered in self.offers.items()
        }
        for takes in self.takes.values():
            model.add_exactly_one(takes.values())
        for sort, most in sorted(self.left.items()):
            model.add(self._any(sort) <= most)
        for day, takes in self.takes.items():
            for sort, taken in takes.items():
                model.add_hint(taken, self.before[day] == sort)
        model.minimize(self._difficulty() + self._alike() + THEME_COST * self._lacking())

    @cached_property
    def _kept(self) -> dict[int, Sort]:
        """The sorts of the days that stay."""
        return {day: sort for day, sort in enumerate(self.before) if day not in self.offers}

    def _any(self, sort: Sort) -> Linear:
        """Return how many free days take a sort."""
        return sum(takes[sort] for takes in self.takes.values() if sort in takes)

    def _difficulty(self) -> Linear:
        wishes = self.wishes
        return sum(
            wishes.off(sort, wishes.weekday(day)) * taken
            for day, takes in self.takes.items()
            for sort, taken in takes.items()
        )

    def _alike(self) -> Linear:
        """Return the days missing from distances.

        Two problems are fewer than `apart` days apart in as many stretches of `apart` days as days
        are missing. So each stretch counts the problems that it has too many.
        """
        apart, costs = self.wishes.apart, []
        for kind in kinds_of(self.left):
            there = ((day, self._is_of(day, kind)) for day in self.takes)
            here = {day: taken for day, taken in there if taken is not None}
            kept = {day for day, sort in self._kept.items() if sort.kind == kind[0].kind}
            for start in range(2 - apart, self.wishes.days - 1):
                stretch = range(max(0, start), min(self.wishes.days, start + apart))
                free = [here[day] for day in stretch if day in here]
                number = sum(day in kept for day in stretch)
                if number and free:
                    costs.append(sum(free))
                elif len(free) > 1:
                    costs.append(self.model.new_int_var(0, len(free) - 1, ""))
                    self.model.add(costs[-1] >= sum(free) - 1)
        return sum(costs)

    def _is_of(self, day: int, kind: Sequence[Sort]) -> Linear:
        """Return whether a free day takes one of these sorts, None if it can't."""
        taken = [self.takes[day][sort] for sort in kind if sort in self.takes[day]]
        if len(taken) < 2:
            return taken[0] if taken else None
        found = self.model.new_bool_var("")
        self.model.add(found == sum(taken))
        return found

    def _lacking(self) -> Linear:
        """Return the themes that whole weeks with free days lack."""
        costs: list[Any] = []
        for week in self.wishes.whole_weeks:
            free = [day for day in week if day in self.takes]
            kept = {t for day in week if day in self._kept for t in self._kept[day].themes}
            for theme in self.wishes.themes if free else ():
                if theme not in kept:
                    costs.append(self.model.new_bool_var(""))
                    having = (
                        taken
                        for day in free
                        for sort, taken in self.takes[day].items()
                        if theme in sort.themes
                    )
                    self.model.add_bool_or([*having, costs[-1]])
        return sum(costs)

    def plan(self, made: cp_model.CpSolver) -> list[Sort]:
        """Return the schedule of a solution."""
        plan = list(self.before)
        for day, takes in self.takes.items():
            plan[day] = next(sort for sort, taken in takes.items() if made.value(taken))
        return plan
