"""The workers of a Dask scheduler, on any number of machines: the optional extra `dask`.

The scheduler keeps who does what, and gives the jobs of a worker that is gone to another. If the
scheduler itself is gone, the jobs under way are lost, and are submitted again once it is back.
"""

from __future__ import annotations

import logging
import time
import warnings
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, InvalidStateError
from contextlib import suppress
from typing import Any, TypeVar

from ..errors import NumberdropError
from .pool import WorkerPool

T = TypeVar("T")

#: Seconds for a scheduler to answer: at first, and for one that was lost.
ANSWER_WITHIN = 10
BACK_WITHIN = 600
#: Seconds for which it stays believed how many jobs the workers can do at once.
SLOTS_FOR = 2.0
#: A job may hold the table of weights that training plays by.
LARGE = "64MiB"


class Cluster(WorkerPool):
    """A crew of all the workers of a scheduler, as they come and go, or of so many of their
    threads."""

    # The scheduler itself tries a job on four workers, one after the other, before it gives it up.
    together, alone = 1, 1
    window = 8  # a wire takes longer
    executor: _Submitted

    def __init__(self, address: str, workers: int | None) -> None:
        self._address, self._workers = address, workers
        self._be_quiet()
        self.executor = self._connected(ANSWER_WITHIN)
        self._slots, self._asked_at = 1, float("-inf")

    def _be_quiet(self) -> None:
        """What Dask has to say of lost connections is what this crew mends."""
        import dask
        import distributed  # it sets the levels of its loggers

        for name in (*logging.root.manager.loggerDict, "tornado.application"):
            if name.partition(".")[0] in (distributed.__name__, "tornado"):
                logging.getLogger(name).setLevel(logging.CRITICAL)
        dask.config.set({"distributed.admin.large-graph-warning-threshold": LARGE})

    def _connected(self, within: float) -> _Submitted:
        import distributed

        make: Any = distributed.Client  # which has no types
        until = time.monotonic() + within
        while True:
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # other builds are refused job by job
                    return _Submitted(
                        make(self._address, timeout=ANSWER_WITHIN, set_as_default=False)
                    )
            except (OSError, RuntimeError, ValueError) as error:
                if time.monotonic() > until:
                    raise NumberdropError(
                        f"executor: expected a Dask scheduler at {self._address}, "
                        f"and none answers: {type(error).__name__}"
                    ) from None
            time.sleep(1)

    def slots(self) -> int:
        """The threads of all workers, as they were a moment ago."""
        if time.monotonic() > self._asked_at + SLOTS_FOR:
            with suppress(Exception):  # a scheduler that is gone is noticed by its jobs
                self._slots = max(1, sum(self.executor.client.nthreads().values()))
            self._asked_at = time.monotonic()
        return min(self._slots, self._workers or self._slots)

    def is_lost(self, error: BaseException) -> bool:
        """The scheduler is gone, or so are several workers that did this job."""
        lost = (CancelledError, BrokenExecutor, OSError, TimeoutError)
        return isinstance(error, lost) or self.is_blamed(error)

    def is_blamed(self, error: BaseException) -> bool:
        from distributed.scheduler import KilledWorker

        return isinstance(error, KilledWorker)

    def is_gone(self) -> bool:
        return self.executor.is_closed()

    def renew(self, broken: Executor) -> None:
        if broken is self.executor and self.executor.is_closed():
            self.executor.shutdown(wait=False)
            self.executor = self._connected(BACK_WITHIN)
            self._asked_at = float("-inf")

    def close(self, *, is_cut: bool) -> None:
        self.executor.shutdown(wait=not is_cut)


class _Submitted(Executor):
    """The executor of a client of Dask. Its own one leaves futures undone for ever if the scheduler
    is gone just when it asks for their results."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self._asked: set[Any] = set()  # what nobody holds is forgotten by the scheduler

    def submit(self, fn: Callable[..., T], /, *args: Any, **more: Any) -> Future[T]:
        if self.is_closed():
            raise BrokenExecutor("the scheduler is gone")
        made: Future[T] = Future()
        asked = self.client.submit(fn, *args, **more, pure=False)
        self._asked.add(asked)

        async def follow() -> None:
            with suppress(InvalidStateError):  # where the batch was cut short
                try:
                    [result] = await self.client.gather([asked], asynchronous=True)
                except BaseException as error:
                    made.set_exception(error)
                else:
                    made.set_result(result)
            self._asked.discard(asked)

        self.client.loop.add_callback(follow)
        return made

    def is_closed(self) -> bool:
        return self.client.status not in ("running", "connecting")

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with suppress(Exception):  # a scheduler that is gone needn't hear it
            if not wait:
                self.client.cancel(list(self._asked))
            self.client.close(timeout=2)
