"""The base class of worker pools: local pools derive from it in executors.py, and the Dask pool in
cluster.py."""

from __future__ import annotations

from abc import ABC, abstractmethod
from concurrent.futures import BrokenExecutor, Executor
from typing import Self


class WorkerPool(ABC):
    """Who does jobs, in any number of batches, until it is closed, as by `with`: where an error
    ends that, jobs under way end with it.

    `together` and `alone` are how often a job may lose its workers, with others under way or alone,
    until it is taken for the cause. `is_here` says that they work in this process.
    """

    together = 2
    alone = 3
    #: Jobs under way for each that can be done at once, so that no worker waits for its next.
    window = 2
    is_here = False
    #: The executor of now.
    executor: Executor

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        self.close(is_cut=kind is not None)

    @abstractmethod
    def slots(self) -> int:
        """How many jobs it can do at once, 1 or more."""

    def is_lost(self, error: BaseException) -> bool:
        """Whether an error of a future means that its worker is gone, or out of reach."""
        return isinstance(error, BrokenExecutor)

    def is_blamed(self, error: BaseException) -> bool:
        """Whether it may have been the job that ended the worker."""
        return True

    def is_gone(self) -> bool:
        """Whether nothing will come of the jobs under way, and nobody will say so."""
        return False

    @abstractmethod
    def renew(self, broken: Executor) -> None:
        """See to it that jobs can be submitted again, after those of this executor were lost."""

    @abstractmethod
    def close(self, *, is_cut: bool) -> None:
        """Let the workers go; where the work is cut short, those under way with it."""
