"""Crews: who does the jobs. Every crew is an executor of `concurrent.futures`, and how to start it
anew when its workers are gone.

    processes        of this machine; the usual one
    threads          of this process, for work whose long parts let go of Python's lock
    dask:ADDRESS     the workers of a Dask scheduler, on any number of machines
    MODULE:FACTORY   whatever the factory makes of a number of workers
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
from .cluster import Cluster
from .pool import WorkerPool

#: The crews that need no more than this machine.
LOCAL = ("processes", "threads")
DASK = "dask:"
EXPECTED = "processes, threads, dask:ADDRESS or MODULE:FACTORY"

#: What whole groups of processes may get, as of a terminal, and the parent alone answers.
_ENDING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]

_last_acts: list[Callable[[], None]] = []


def before_the_end(act: Callable[[], None]) -> None:
    """Have this called when a process of a crew is ended early, in which nothing else is."""
    _last_acts.append(act)


#: What executors are given as: the text of a crew, a function that makes an executor for so many
#: workers, or a crew that is there, and is left so.
Executors = str | Callable[[int], Executor] | WorkerPool


def worker_pool(executor: Executors, workers: int | None) -> WorkerPool:
    """A crew of so many workers, 1 .. MOST_WORKERS; None for as many as there are cores, or as the
    cluster has. NumberdropError, in one line, if it can't be had."""
    expect_crew(executor, workers)
    if isinstance(executor, WorkerPool):
        return executor
    if isinstance(executor, str) and executor.startswith(DASK):
        return Cluster(executor.removeprefix(DASK), workers)
    count = workers or available_cpus()
    if executor == "processes":
        return ProcessPool(count)
    if executor == "threads":
        return ThreadPool(count)
    return ExecutorPool(_factory(executor) if isinstance(executor, str) else executor, count)


def expect_crew(executor: Executors, workers: int | None) -> None:
    """NumberdropError, in one line, unless there can be such a crew; nothing is started."""
    expect_executor(executor)
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise NumberdropError(f"workers: expected 1 to {MOST_WORKERS}, got {workers}")


def expect_executor(executor: Executors) -> None:
    """NotationError unless the text names a crew, and NumberdropError if that isn't installed;
    nothing is started."""
    if not isinstance(executor, str) or executor in LOCAL:
        return
    if executor.startswith(DASK):
        scheme, _, place = executor.removeprefix(DASK).rpartition("://")
        host, _, port = place.rpartition(":")
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
        raise NotationError(f"executor: expected {EXPECTED}, got {text!r}")
    try:
        found = getattr(import_module(module), name)
    except ImportError as error:
        raise NotationError(f"executor: {text!r} can't be had: {error}") from None
    except AttributeError:
        raise NotationError(f"executor: module {module!r} has no {name!r}") from None
    if not callable(found):
        raise NotationError(f"executor: expected {name!r} of {module!r} to be a function")
    made: Callable[[int], Executor] = found
    return made


class ExecutorPool(WorkerPool):
    """A crew by whatever makes an executor: the standard ones, loky, mpi4py and others."""

    def __init__(self, make: Callable[[int], Executor], workers: int) -> None:
        self._make, self._workers = make, workers
        self.executor = self._made()

    def _made(self) -> Executor:
        made = self._make(self._workers)
        if not isinstance(made, Executor):
            raise NumberdropError(
                f"executor: expected a concurrent.futures.Executor, got {type(made).__name__}"
            )
        return made

    def slots(self) -> int:
        return self._workers

    def renew(self, broken: Executor) -> None:
        if broken is self.executor:
            broken.shutdown(wait=False)
            self.executor = self._made()

    def close(self, *, is_cut: bool) -> None:
        self.executor.shutdown(wait=not is_cut)


class ThreadPool(ExecutorPool):
    """Threads of this process. Those that work when the program is told to end finish their jobs
    first."""

    is_here = True

    def __init__(self, workers: int) -> None:
        super().__init__(ThreadPoolExecutor, workers)


class ProcessPool(ExecutorPool):
    """Processes of this machine that end with this one, however it ends.

    The standard pool is broken for good by one killed process: then another is made.
    """

    def __init__(self, workers: int) -> None:
        self._context = get_context("spawn")
        super().__init__(self._pool, workers)

    def _pool(self, workers: int) -> ProcessPoolExecutor:
        self._lifeline, self._held = self._context.Pipe(duplex=False)
        return _Pool(workers, self._context, _live_by, (self._lifeline,))

    def renew(self, broken: Executor) -> None:
        if broken is self.executor:
            self._end(broken)
            self.executor = self._made()

    def close(self, *, is_cut: bool) -> None:
        if is_cut:
            self._end(self.executor)
        else:
            self.executor.shutdown()
            self._let_go()

    def _end(self, pool: Executor) -> None:
        """Without its processes' consent: jobs may take minutes."""
        self._held.close()
        pool.shutdown(cancel_futures=True)
        self._lifeline.close()

    def _let_go(self) -> None:
        self._held.close()
        self._lifeline.close()


class _Pool(ProcessPoolExecutor):
    """The standard pool, whose processes are born deaf: a signal that came while one starts would
    end it with a traceback."""

    def submit(self, *asked: Any, **more: Any) -> Any:
        with _signals_held():
            return super().submit(*asked, **more)


@contextmanager
def _signals_held() -> Iterator[None]:
    """Within it, signals that end a program wait, in whichever thread they come; processes and
    threads that are started have them blocked from the first."""
    came: list[int] = []
    before: dict[int, Any] = {}

    def hold(number: int, _: FrameType | None) -> None:
        came.append(number)

    try:
        if threading.current_thread() is threading.main_thread():
            for number in _ENDING:
                if callable(handler := signal.getsignal(number)):
                    before[number] = handler
                    signal.signal(number, hold)
        _mask("SIG_BLOCK")
        yield
    finally:
        _mask("SIG_UNBLOCK")
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in came:
            signal.raise_signal(number)


def _mask(how: str) -> None:
    """Block these signals in this thread, or unblock them, where a system can."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(getattr(signal, how), _ENDING)


def _live_by(lifeline: Connection) -> None:
    """In a process of the pool: leave signals to the parent, and end at once when it lets go of
    the other end of the lifeline, or has been killed, which does the same."""
    for number in _ENDING:
        signal.signal(number, signal.SIG_IGN)
    _mask("SIG_UNBLOCK")

    def watch() -> None:
        lifeline.poll(None)
        for act in _last_acts:
            act()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
