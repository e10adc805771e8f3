"""Parallel batches of jobs on processes, threads or several machines. All long work goes through
here.

A job is a module-level function and its argument. Both, and the result, must be picklable. The
function must be pure, because a job is run again if its worker is killed. `in_order` yields results
in input order. `as_done` yields them as they are completed, for example to write them into a
journal. docs/machines.md explains how to use several machines.
"""

from typing import TYPE_CHECKING

from ..lazy import lazy_names
from .batch import Done, Poisoned, as_done, in_order
from .executors import Executors, expect_executor, worker_pool
from .pool import WorkerPool, before_worker_exit

__all__ = [
    "Done",
    "Executors",
    "Poisoned",
    "WorkerPool",
    "as_done",
    "before_worker_exit",
    "expect_executor",
    "in_order",
    "worker_pool",
]

if not TYPE_CHECKING:  # as in numberdrop itself
    __getattr__, __dir__ = lazy_names(
        __name__,
        {},
        old={
            "Crew": "WorkerPool",
            "crew_of": "worker_pool",
            "before_the_end": "before_worker_exit",
        },
    )
