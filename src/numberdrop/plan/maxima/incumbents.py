"""The ledger: the best so far, what it took, and what is still to be spent."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import replace

from ..bounds.bounds import Bound
from ..question import Maximum
from .found import Found


class Incumbents:
    """Counts what jobs find, in their order, whichever thread did them."""

    def __init__(self, best: Maximum, budget: int | None = None) -> None:
        """`best` is what is known before the first job; `budget` the nodes to spend in all."""
        self.best = best
        self._budget = budget
        self._first = best.jobs
        #: The nodes set aside for the jobs under way, in their order.
        self._reserved: deque[int] = deque()

    @property
    def is_done(self) -> bool:
        """Whether the score is proved, or all nodes are spent."""
        is_spent = self._budget is not None and self.best.nodes >= self._budget
        return self.best.is_proved or is_spent

    @property
    def left(self) -> int | None:
        """The nodes that are neither spent nor set aside; None without a budget."""
        if self._budget is None:
            return None
        return max(0, self._budget - self.best.nodes - sum(self._reserved))

    @property
    def under_way(self) -> bool:
        """Whether jobs are begun that aren't taken."""
        return bool(self._reserved)

    def reserve(self, nodes: int) -> None:
        """Set nodes aside for a job that is begun; it is taken after those begun before."""
        self._reserved.append(nodes)

    def lower(self, bound: Bound) -> None:
        """Count a bound that was proved before the first job."""
        self.best = replace(self.best, bound=bound.points, method=bound.method)

    def take(self, found: Found) -> bool:
        """Count the result of the job that is next in order; True if it improved anything."""
        self._reserved.popleft()
        self.best = replace(self.best, nodes=self.best.nodes + found.nodes, jobs=self.best.jobs + 1)
        return self._improve(found)

    def close(self, under_way: Iterable[Found], cut: int) -> None:
        """Where the clock ends a search, or the user: take what the jobs under way have found and
        proved by then, and later ones that have come to their end. They don't count as done; but
        if `cut` jobs were begun and none was ever done, the first of them does, or each of many
        short runs would begin with a job longer than they are."""
        for found in under_way:
            self._improve(found)
        if cut and self.best.jobs == self._first:
            self.best = replace(self.best, jobs=self._first + 1)

    def _improve(self, found: Found) -> bool:
        before = self.best
        if found.score > self.best.score:
            self.best = replace(
                self.best,
                score=found.score,
                start=found.start,
                turns=found.turns,
                found_by=found.by,
            )
        if found.bound < self.best.bound:
            self.best = replace(self.best, bound=found.bound, method=found.method)
        return self.best is not before
