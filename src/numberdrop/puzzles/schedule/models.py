"""The models of schedules that CP-SAT solves (search.py).

OR-Tools is imported when a model is made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ...plan.bounds.cpsat import Linear
from .costs import THEME_COST, WEEK, Sort, Wishes, kinds_of

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


class SharesModel:
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
        self.counts = {
            sort: {weekday: model.new_int_var(0, most, "") for weekday in sorted(weekdays)}
            for sort, most in sorted(supply.items())
        }
        for sort, most in supply.items():
            model.add(self._of([sort]) <= most)
        for weekday, number in weekdays.items():
            model.add(sum(counts[weekday] for counts in self.counts.values()) == number)
        costs: list[Linear] = [
            wishes.off(sort, weekday) * count
            for sort, counts in self.counts.items()
            for weekday, count in counts.items()
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
            lacking = model.new_int_var(0, weeks, "")
            model.add(lacking >= weeks - self._of([s for s in supply if theme in s.themes]))
            costs.append(THEME_COST * lacking)
        model.minimize(sum(costs))

    def _of(self, sorts: Sequence[Sort]) -> Linear:
        return sum(count for sort in sorts for count in self.counts[sort].values())

    def shares(self, made: cp_model.CpSolver) -> list[Counter[Sort]]:
        """Return the sorts of each weekday."""
        found: list[Counter[Sort]] = [Counter() for _ in range(WEEK)]
        for sort, counts in self.counts.items():
            for weekday, count in counts.items():
                found[weekday][sort] = made.value(count)
        return found


@dataclass
class WindowModel:
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
