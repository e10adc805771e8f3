"""Executors for batches of jobs, and the pools that restart them when their workers die.

These are the names of executors:

    processes        processes on this machine; the default
    threads          threads of this process, for work that mostly runs without the GIL
    dask:ADDRESS     the workers of a Dask scheduler, on any number of machines
    MODULE:FACTORY   the executor that a function returns for a number of workers
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from importlib import import_module
from importlib.util import find_spec

from ..cpus import MOST_WORKERS, available_cpus
from ..errors import NotationError, NumberdropError
from .cluster import DaskPool
from .pool import ExecutorPool, WorkerPool

#: The executors that are built in.
LOCAL = ("processes", "threads")
DASK = "dask:"
EXECUTOR_FORMS = "processes, threads, dask:ADDRESS or MODULE:FACTORY"

#: The types of `executor` parameters: a text as above, a function that makes an executor for a
#: number of workers, or an open pool, which stays open.
Executors = str | Callable[[int], Executor] | WorkerPool


def worker_pool(executor: Executors, workers: int | None) -> WorkerPool:
    """Open a pool of `workers` workers, 1 .. MOST_WORKERS.

    None means as many workers as there are CPUs, or as the cluster has. Raises NumberdropError,
    with a one-line message, if the pool can't be opened.
    """
    expect_pool(executor, workers)
    if isinstance(executor, WorkerPool):
        return executor
    if isinstance(executor, str) and executor.startswith(DASK):
        return DaskPool(executor.removeprefix(DASK), workers)
    count = workers or available_cpus()
    if executor == "processes":
        try:
            from .processes import ProcessPool
        except ImportError:  # a Python for browsers
            raise NumberdropError(
                f"workers: expected 1, got {count}: this Python can't start processes"
            ) from None
        return ProcessPool(count)
    if executor == "threads":
        return ThreadPool(count)
    return ExecutorPool(_factory(executor) if isinstance(executor, str) else executor, count)


def expect_pool(executor: Executors, workers: int | None) -> None:
    """Raise NumberdropError if worker_pool() can't accept these arguments. Nothing is started."""
    expect_executor(executor)
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise NumberdropError(f"workers: expected 1 to {MOST_WORKERS}, got {workers}")


def expect_executor(executor: Executors) -> None:
    """Raise NotationError if a text doesn't name an executor, and NumberdropError if it is not
    installed.

    Nothing is started.
    """
    if not isinstance(executor, str) or executor in LOCAL:
        return
    if executor.startswith(DASK):
        scheme, _, address = executor.removeprefix(DASK).rpartition("://")
        host, _, port = address.rpartition(":")
        if not (scheme and host and port.isdecimal()):
            raise NotationError(
                f"executor: expected an address as in dask:tcp://HOST:8786, got {executor!r}"
            )
        if find_spec("distributed") is None:
            raise NumberdropError(
                "executor: expected Dask to be installed: pip install 'numberdrop[dask]'"
            )
        return
    _factory(executor)


def _factory(text: str) -> Callable[[int], Executor]:
    module, _, name = text.partition(":")
    if not (module and name):
        raise NotationError(f"executor: expected {EXECUTOR_FORMS}, got {text!r}")
    try:
        value = getattr(import_module(module), name)
    except ImportError as error:
        raise NotationError(f"executor: {text!r} can't be imported: {error}") from None
    except AttributeError:
        raise NotationError(f"executor: module {module!r} has no {name!r}") from None
    if not callable(value):
        raise NotationError(f"executor: expected {name!r} of {module!r} to be a function")
    factory: Callable[[int], Executor] = value
    return factory


class ThreadPool(ExecutorPool):
    """Threads of this process. When the program ends, running jobs are completed first."""

    is_in_process = True

    def __init__(self, workers: int) -> None:
        super().__init__(ThreadPoolExecutor, workers)

    def pool_of_one(self) -> ThreadPool:
        return ThreadPool(1)
