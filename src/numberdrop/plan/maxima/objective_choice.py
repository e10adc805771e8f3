"""The choice of the next objective to attempt, given the attempts so far.

It is a bet: the points to gain, weighted by the chance that an attempt reaches them. The chance is
first guessed from the digits to spare, then from the digits that attempts left missing. Nothing is
searched here.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from ...combo import box_digits
from .initial_solutions import Pieces
from .objectives import Objective
from .results import Attempt

#: Digits that count as missing after an attempt that met no drop plan. An objective is given up
#: after HOPELESS attempts if all of them met no drop plan.
NO_DROP_PLAN = 20
HOPELESS = 10


class ObjectiveChoice:
    """The objectives of a question, and the attempts at them."""

    def __init__(self, objectives: Sequence[Objective], digits: int, seen: int) -> None:
        """Start without attempts. `digits` is the number of digits on the sheet that no filled box
        uses, and `seen` about how many drop plans an attempt looks at."""
        self._objectives, self._digits, self._seen = tuple(objectives), digits, seen
        self._begun: Counter[Objective] = Counter()
        self._missing: dict[Objective, list[int | None]] = {}
        #: The number of drop plans of each sequence of pieces that was met.
        self._drop_plans: dict[Objective, dict[Pieces, float]] = {}

    def begun(self, objective: Objective) -> int:
        """Return the number of attempts at an objective that have begun."""
        return self._begun[objective]

    def has_result(self, objective: Objective) -> bool:
        """Return True if an attempt at an objective has ended."""
        return objective in self._missing

    def begin(self, objective: Objective) -> None:
        """Count an attempt that begins now."""
        self._begun[objective] += 1

    def report(self, attempt: Attempt) -> None:
        """Count the result of an attempt."""
        self._missing.setdefault(attempt.objective, []).append(attempt.missing)
        self._drop_plans.setdefault(attempt.objective, {}).update(attempt.drop_plans)

    def choose(self, score: int, bound: int, jobs: int) -> Objective | None:
        """Return the objective with the most points to gain, weighted by the chance of an attempt.

        Only objectives above `score` and not above `bound` are considered; None if no such
        objective is left. `jobs` is the number of jobs of all kinds so far.
        """
        choice = [objective for objective in self._objectives if score < objective.points <= bound]
        return max(
            (objective for objective in choice if not self.is_hopeless(objective)),
            key=lambda objective: (
                (objective.points - score) * math.exp(-self.missing(objective, jobs))
            ),
            default=None,
        )

    def missing(self, objective: Objective, jobs: int) -> float:
        """Return the lowest number of missing digits still likely for an attempt, given those so
        far.

        It is higher if these can have seen all drop plans of the pieces they met, because another
        one would see the same again. Before the first attempt it is guessed from the digits to
        spare.
        """
        spare = self._digits + 4 * objective.turns - box_digits(objective.boxes)
        guess = max(1.0, 9.0 - 0.4 * spare)
        results = self._missing.get(objective, [])
        missing = sum(NO_DROP_PLAN if digits is None else digits for digits in results)
        doubt = math.sqrt(math.log(1 + jobs) / (1 + self._begun[objective]))
        again = (
            self._seen * len(results) / max(1.0, sum(self._drop_plans.get(objective, {}).values()))
        )
        return (guess + missing) / (1 + len(results)) - doubt + math.log(max(1.0, again))

    def is_hopeless(self, objective: Objective) -> bool:
        """Return True if many attempts have ended and no attempt met a drop plan."""
        results = self._missing.get(objective, [])
        return len(results) >= HOPELESS and set(results) == {None}
