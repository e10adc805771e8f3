"""The base class of worker pools: executors.py has the local pools, cluster.py the Dask pool."""

from __future__ import annotations

from abc import ABC, abstractmethod
from concurrent.futures import BrokenExecutor, Executor
from typing import Self


class WorkerPool(ABC):
    """Workers that run the jobs of any number of batches, until the pool is closed.

    As a context manager the pool closes itself, and an error cancels the running jobs. A job that
    loses `max_losses` workers is suspected of killing them and runs alone from then on. After
    `max_losses_alone` losses alone it is given up. `is_in_process` is true if the workers are
    threads of this process.
    """

    max_losses = 2
    max_losses_alone = 3
    #: Jobs submitted per slot, so that no worker waits for its next job.
    window = 2
    is_in_process = False
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
    def close(self, *, cancel: bool) -> None:
        """Release the workers. With `cancel`, running jobs are ended; otherwise they are waited
        for."""
