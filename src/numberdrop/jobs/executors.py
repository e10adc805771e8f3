"""Executors for batches of jobs, and the pools that restart them when their workers die.

These are the names of executors:

    processes        processes on this machine; the default
    threads          threads of this process, for work that mostly runs without the GIL
    dask:ADDRESS     the workers of a Dask scheduler, on any number of machines
    MODULE:FACTORY   the executor that a function returns for a number of workers
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import get_context
from multiprocessing.connection import Connection
from types import FrameType
from typing import Any

from ..cpus import MOST_WORKERS, available_cpus
from ..errors import NotationError, NumberdropError
from .cluster import DaskPool
from .pool import WorkerPool

#: The executors that are built in.
LOCAL = ("processes", "threads")
DASK = "dask:"
EXECUTOR_FORMS = "processes, threads, dask:ADDRESS or MODULE:FACTORY"

#: Signals that a terminal sends to a whole group of processes. Only the parent handles them.
_END_SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]

_exit_callbacks: list[Callable[[], None]] = []


def before_worker_exit(callback: Callable[[], None]) -> None:
    """Register a function to call when a worker process is terminated early.

    No other cleanup runs in that process.
    """
    _exit_callbacks.append(callback)


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

    def close(self, *, cancel: bool) -> None:
        self.executor.shutdown(wait=not cancel)


class ThreadPool(ExecutorPool):
    """Threads of this process. When the program ends, running jobs are completed first."""

    is_in_process = True

    def __init__(self, workers: int) -> None:
        super().__init__(ThreadPoolExecutor, workers)


class ProcessPool(ExecutorPool):
    """Processes on this machine that end with this process, however it ends.

    A standard pool can't be used any more once one of its processes is killed; then this pool makes
    another one.
    """

    def __init__(self, workers: int) -> None:
        self._context = get_context("spawn")
        super().__init__(self._process_pool, workers)

    def _process_pool(self, workers: int) -> ProcessPoolExecutor:
        self._lifeline, self._parent_end = self._context.Pipe(duplex=False)
        return _SignalSafePool(workers, self._context, _follow_parent, (self._lifeline,))

    def replace_executor(self, broken: Executor) -> None:
        if broken is self.executor:
            self._terminate(broken)
            self.executor = self._make_executor()

    def close(self, *, cancel: bool) -> None:
        if cancel:
            self._terminate(self.executor)
        else:
            self.executor.shutdown()
            self._close_lifeline()

    def _terminate(self, pool: Executor) -> None:
        """End the processes without waiting for their jobs, which may take minutes."""
        self._parent_end.close()
        pool.shutdown(cancel_futures=True)
        self._lifeline.close()

    def _close_lifeline(self) -> None:
        self._parent_end.close()
        self._lifeline.close()


class _SignalSafePool(ProcessPoolExecutor):
    """A standard pool that defers signals while it starts a process.

    A signal during startup would end the process with a traceback.
    """

    def submit(self, *args: Any, **more: Any) -> Any:
        with _deferred_signals():
            return super().submit(*args, **more)


@contextmanager
def _deferred_signals() -> Iterator[None]:
    """Defer signals that end a program until the end of the block, in whichever thread they arrive.

    Processes and threads that are started in the block begin with these signals blocked.
    """
    received: list[int] = []
    handlers: dict[int, Any] = {}

    def hold(number: int, _: FrameType | None) -> None:
        received.append(number)

    try:
        if threading.current_thread() is threading.main_thread():
            for number in _END_SIGNALS:
                if callable(handler := signal.getsignal(number)):
                    handlers[number] = handler
                    signal.signal(number, hold)
        _mask("SIG_BLOCK")
        yield
    finally:
        _mask("SIG_UNBLOCK")
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for number in received:
            signal.raise_signal(number)


def _mask(how: str) -> None:
    """Block or unblock these signals in this thread, if the system can."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(getattr(signal, how), _END_SIGNALS)


def _follow_parent(lifeline: Connection) -> None:
    """Initialise a worker process: ignore signals, and exit when the parent does.

    The parent ends the process by closing the other end of `lifeline`. The system closes it too if
    the parent is killed.
    """
    for number in _END_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    _mask("SIG_UNBLOCK")

    def watch() -> None:
        lifeline.poll(None)
        for callback in _exit_callbacks:
            callback()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
