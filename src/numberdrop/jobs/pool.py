"""Base classes of worker pools: executors.py, processes.py and cluster.py have the pools."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from typing import Self

from ..errors import NumberdropError

#: What a worker process calls when it is terminated early.
exit_callbacks: list[Callable[[], None]] = []


def before_worker_exit(callback: Callable[[], None]) -> None:
    """Register a function to call when a worker process is terminated early.

    No other cleanup runs in that process.
    """
    exit_callbacks.append(callback)


class WorkerPool(ABC):
    """Workers that run the jobs of any number of batches, until the pool is closed.

    As a context manager the pool closes itself, and an error cancels the running jobs. A job that
    loses `max_losses` workers is suspected of killing them and runs alone from then on. After
    `max_losses_alone` losses alone it is given up. `is_in_process` is true if the workers are
    threads of this process. With `copies_stragglers` a job that takes much longer than the others
    is submitted a second time near the end of a batch: the machines differ.
    """

    max_losses = 2
    max_losses_alone = 3
    #: Jobs submitted per slot, so that no worker waits for its next job.
    window = 2
    is_in_process = False
    copies_stragglers = False
    #: The current executor.
    executor: Executor

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        self.close(cancel=kind is not None)

    @abstractmethod
    def slots(self) -> int:
        """Return the number of jobs that can run at the same time, 1 or more."""

    def is_worker_lost(self, error: BaseException) -> bool:
        """Return whether an error of a future means that its worker has died or can't be
        reached."""
        return isinstance(error, BrokenExecutor)

    def is_job_suspect(self, error: BaseException) -> bool:
        """Return whether the job may have killed the worker."""
        return True

    def is_unreachable(self) -> bool:
        """Return whether the workers can't be reached, so that their jobs are lost, although no
        error was reported."""
        return False

    @abstractmethod
    def replace_executor(self, broken: Executor) -> None:
        """Replace an executor whose jobs were lost, so that jobs can be submitted again."""

    @abstractmethod
    def pool_of_one(self) -> WorkerPool:
        """Return a pool of one more worker of the same kind, which can die without harm to the
        others."""

    @abstractmethod
    def close(self, *, cancel: bool) -> None:
        """Release the workers. With `cancel`, running jobs are ended; otherwise they are waited
        for."""


class ExecutorPool(WorkerPool):
    """A pool on any executor: the standard ones, loky, mpi4py and others."""

    def __init__(self, make: Callable[[int], Executor], workers: int) -> None:
        self._make, self._workers = make, workers
        self.executor = self._make_executor()

    def _make_executor(self) -> Executor:
        executor = self._make(self._workers)
        if not isinstance(executor, Executor):
            raise NumberdropError(
                f"executor: expected a concurrent.futures.Executor, got {type(executor).__name__}"
            )
        return executor

    def slots(self) -> int:
        return self._workers

    def replace_executor(self, broken: Executor) -> None:
        if broken is self.executor:
            broken.shutdown(wait=False)
            self.executor = self._make_executor()

    def pool_of_one(self) -> WorkerPool:
        return ExecutorPool(self._make, 1)

    def close(self, *, cancel: bool) -> None:
        self.executor.shutdown(wait=not cancel)
