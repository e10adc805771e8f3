"""The workers of a Dask scheduler, on any number of machines: the optional extra `dask`.

The scheduler keeps who does what, and gives the jobs of a worker that is gone to another. If the
scheduler itself is gone, the jobs under way are lost, and are submitted again once it is back.
"""

from __future__ import annotations

import logging
import time
import warnings
from concurrent.futures import BrokenExecutor, CancelledError, Executor
from contextlib import suppress
from typing import Any

from ..errors import NumberdropError
from .crews import Crew

#: Seconds for a scheduler to answer: at first, and for one that was lost.
ANSWER_WITHIN = 30
BACK_WITHIN = 600
#: Seconds for which it stays believed how many jobs the workers can do at once.
SLOTS_FOR = 2.0
#: A job may hold the table of weights that training plays by.
LARGE = "64MiB"


class Cluster(Crew):
    """A crew of all the workers of a scheduler, as they come and go, or of so many of their
    threads."""

    # The scheduler itself tries a job on four workers, one after the other, before it gives it up.
    together, alone = 1, 1

    def __init__(self, address: str, workers: int | None) -> None:
        self._address, self._workers = address, workers
        self._client, self.executor = self._connected(ANSWER_WITHIN)
        self._slots, self._asked_at = 1, float("-inf")

    def _connected(self, within: float) -> tuple[Any, Executor]:
        import dask
        import distributed

        make: Any = distributed.Client  # which has no types

        # What it has to say of lost connections is what this crew mends.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        dask.config.set({"distributed.admin.large-graph-warning-threshold": LARGE})
        until = time.monotonic() + within
        while True:
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # other builds are refused job by job
                    client = make(self._address, timeout=ANSWER_WITHIN, set_as_default=False)
                # A scheduler may die between two words.
                return client, client.get_executor(pure=False)
            except (OSError, TimeoutError, ValueError, RuntimeError) as error:
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
                self._slots = max(1, sum(self._client.nthreads().values()))
            self._asked_at = time.monotonic()
        return min(self._slots, self._workers or self._slots)

    def is_lost(self, error: BaseException) -> bool:
        return isinstance(error, CancelledError | BrokenExecutor) or self._is_killed(error)

    def is_blamed(self, error: BaseException) -> bool:
        return self._is_killed(error)

    def _is_killed(self, error: BaseException) -> bool:
        from distributed.scheduler import KilledWorker

        return isinstance(error, KilledWorker)

    def renew(self, broken: Executor) -> None:
        if broken is self.executor and self._client.status != "running":
            self.close(is_cut=True)
            self._client, self.executor = self._connected(BACK_WITHIN)
            self._asked_at = float("-inf")

    def close(self, *, is_cut: bool) -> None:
        with suppress(Exception):  # nothing is lost by a scheduler that doesn't hear it
            if is_cut:
                self.executor.shutdown(wait=False)
            self._client.close(timeout=2)
