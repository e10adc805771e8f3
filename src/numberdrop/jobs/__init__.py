"""Long work in many pieces, done by processes, threads or machines: the one door of every batch.

A job is a function of a module and what it takes; both, and what comes of them, can be pickled. It
is pure, so that it may be done twice: a worker that is killed loses nothing. `in_order` gives the
results as they were asked for, `as_done` as they come, for those who write them into a journal.
docs/machines.md says how batches are spread over several machines.
"""

from typing import TYPE_CHECKING

from ..lazy import lazy_names
from .batch import Done, Poisoned, as_done, in_order
from .executors import Executors, before_the_end, expect_executor, worker_pool
from .pool import WorkerPool

__all__ = [
    "Done",
    "Executors",
    "Poisoned",
    "WorkerPool",
    "as_done",
    "before_the_end",
    "expect_executor",
    "in_order",
    "worker_pool",
]

if not TYPE_CHECKING:  # as in numberdrop itself
    __getattr__, __dir__ = lazy_names(
        __name__, {}, old={"Crew": "WorkerPool", "crew_of": "worker_pool"}
    )
