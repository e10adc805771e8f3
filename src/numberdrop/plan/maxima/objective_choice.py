"""Aiming: which aim to try next, from what the tries so far have told.

It is a bet: the points to gain, by the chance that a try reaches them. The chance is guessed at
first from the digits to spare, then from what tries have left missing. Nothing here searches.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from ...combo import box_digits
from .found import Tried
from .initial_solutions import Pieces
from .objectives import Objective

#: Digits that count as missing after a try that met no drop plan; an aim is given up after so many
#: tries that all did so.
NO_DROP_PLAN = 20
HOPELESS = 10


class ObjectiveChoice:
    """The aims of a question, and the tries at them."""

    def __init__(self, aims: Sequence[Objective], digits: int, seen: int) -> None:
        """`digits` lie free on the sheet; a try sees some `seen` drop plans."""
        self._aims, self._digits, self._seen = tuple(aims), digits, seen
        self._begun: Counter[Objective] = Counter()
        self._missing: dict[Objective, list[int | None]] = {}
        #: How many drop plans each order of pieces has that was met.
        self._drop_plans: dict[Objective, dict[Pieces, float]] = {}

    def begun(self, aim: Objective) -> int:
        """The tries at an aim that were begun."""
        return self._begun[aim]

    def is_tried(self, aim: Objective) -> bool:
        """Whether a try at an aim has come to its end."""
        return aim in self._missing

    def begin(self, aim: Objective) -> None:
        """Count a try that begins now."""
        self._begun[aim] += 1

    def tell(self, tried: Tried) -> None:
        """Count what a try has come to."""
        self._missing.setdefault(tried.aim, []).append(tried.missing)
        self._drop_plans.setdefault(tried.aim, {}).update(tried.drop_plans)

    def choose(self, score: int, bound: int, jobs: int) -> Objective | None:
        """The aim with the most points to gain, by the chance of a try, of those above `score` and
        not above `bound`, after so many jobs of all kinds; None if there is none."""
        choice = [aim for aim in self._aims if score < aim.points <= bound]
        return max(
            (aim for aim in choice if not self.is_hopeless(aim)),
            key=lambda aim: (aim.points - score) * math.exp(-self.missing(aim, jobs)),
            default=None,
        )

    def missing(self, aim: Objective, jobs: int) -> float:
        """Digits that a try may leave missing, as low as the tries so far leave it likely; more
        where these can have seen all drop plans of the orders of pieces they met, and a further one
        will see them again. Before the first it is guessed from the digits to spare."""
        spare = self._digits + 4 * aim.turns - box_digits(aim.boxes)
        guess = max(1.0, 9.0 - 0.4 * spare)
        tries = self._missing.get(aim, [])
        missing = sum(NO_DROP_PLAN if digits is None else digits for digits in tries)
        doubt = math.sqrt(math.log(1 + jobs) / (1 + self._begun[aim]))
        again = self._seen * len(tries) / max(1.0, sum(self._drop_plans.get(aim, {}).values()))
        return (guess + missing) / (1 + len(tries)) - doubt + math.log(max(1.0, again))

    def is_hopeless(self, aim: Objective) -> bool:
        """True if many tries have led to no drop plan, and none to any."""
        tries = self._missing.get(aim, [])
        return len(tries) >= HOPELESS and set(tries) == {None}
