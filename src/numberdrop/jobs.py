"""Work shared by processes: results in order, and no process left behind.

An interrupt doesn't wait for the jobs that run, which may take minutes; and where the parent is
killed its processes end with it.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import TypeVar, cast

from .cores import MOST_WORKERS
from .errors import NumberdropError

T = TypeVar("T")
R = TypeVar("R")


def in_order(work: Callable[[T], R], asked: Iterable[T], workers: int) -> Generator[R, None, None]:
    """What `work` makes of each, in order, by so many processes, 1 .. MOST_WORKERS, but no more
    than there are jobs; one works right here. With more, `work` is a function of a module, and what
    it takes and gives can be pickled.

    To close the generator, or an error in it, ends the jobs that run. NumberdropError where the
    system has ended one of the processes, as it does when there is no memory left.
    """
    if not 1 <= workers <= MOST_WORKERS:
        raise NumberdropError(f"workers: expected 1 to {MOST_WORKERS}, got {workers}")
    given = _given(asked)
    first = list(islice(given, workers))
    left = chain(first, given)
    workers = len(first)
    if workers <= 1:
        for one, error in left:
            if error is not None:
                raise error
            yield work(cast(T, one))
        return
    context = get_context("spawn")
    lifeline, held = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, context, _live_by, (lifeline,))
    waiting: deque[Future[R]] = deque()
    try:
        while True:
            for one, error in islice(left, 2 * workers - len(waiting)):
                if error is None:
                    waiting.append(pool.submit(work, cast(T, one)))
                else:
                    waiting.append(Future())
                    waiting[-1].set_exception(error)
            if not waiting:
                break
            try:
                result = waiting[0].result()
            except BrokenProcessPool:
                raise NumberdropError(
                    "the system has ended a worker, maybe for want of memory: try fewer --workers"
                ) from None
            waiting.popleft()
            yield result
    finally:
        if waiting:
            held.close()
        pool.shutdown(cancel_futures=True)
        held.close()
        lifeline.close()


def _given(asked: Iterable[T]) -> Iterator[tuple[T | None, Exception | None]]:
    """What is asked, and at its end the error that it ended with, which comes in its turn."""
    try:
        for one in asked:
            yield one, None
    except Exception as error:
        yield None, error


def _live_by(lifeline: Connection) -> None:
    """In a process of the pool: leave signals, which whole groups of processes may get, to the
    parent, and end at once when it lets go of the other end of the lifeline, or has been killed,
    which does the same."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)

    def watch() -> None:
        lifeline.poll(None)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
