"""Incumbents: the best result so far, the work that went into it, and the budget that is left."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import replace

from ..bounds.bounds import Bound
from ..question import Maximum
from .results import SearchResult


class Incumbents:
    """Counts the results of jobs in their order, whichever threads did them."""

    def __init__(self, best: Maximum, budget: int | None = None) -> None:
        """Start from `best`, which is known before the first job, with `budget` nodes in all."""
        self.best = best
        self._budget = budget
        self._first = best.jobs
        #: The nodes reserved for the jobs under way, in their order.
        self._reserved: deque[int] = deque()

    @property
    def is_done(self) -> bool:
        """True if the score is proved, or all nodes are spent."""
        is_spent = self._budget is not None and self.best.nodes >= self._budget
        return self.best.is_proved or is_spent

    @property
    def left(self) -> int | None:
        """The number of nodes neither spent nor reserved; None without a budget."""
        if self._budget is None:
            return None
        return max(0, self._budget - self.best.nodes - sum(self._reserved))

    @property
    def under_way(self) -> bool:
        """True if jobs have begun that aren't counted yet."""
        return bool(self._reserved)

    def reserve(self, nodes: int) -> None:
        """Reserve nodes for a job that begins. It is counted after those begun before."""
        self._reserved.append(nodes)

    def lower(self, bound: Bound) -> None:
        """Count a bound that was proved before the first job."""
        self.best = replace(self.best, bound=bound.points, method=bound.method)

    def take(self, found: SearchResult) -> bool:
        """Count the result of the job that is next in order, and return True if it improved
        anything."""
        self._reserved.popleft()
        self.best = replace(self.best, nodes=self.best.nodes + found.nodes, jobs=self.best.jobs + 1)
        return self._improve(found)

    def close(self, under_way: Iterable[SearchResult], cut: int) -> None:
        """Count what jobs under way have found and proved when the clock or the user ends a search.

        Later jobs that have ended are included. None of them counts as done, with one exception: if
        `cut` jobs were begun and none was ever done, the first one counts. Otherwise each of many
        short runs would begin with a job longer than the run.
        """
        for found in under_way:
            self._improve(found)
        if cut and self.best.jobs == self._first:
            self.best = replace(self.best, jobs=self._first + 1)

    def _improve(self, found: SearchResult) -> bool:
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
