"""A pool of the workers of a Dask scheduler, on any number of machines. Needs the extra `dask`.

The scheduler assigns the jobs, and gives those of a worker that is gone to another worker. If the
scheduler itself is gone, the running jobs are lost, and they are submitted again once it is back.
"""

from __future__ import annotations

import logging
import time
import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, InvalidStateError
from contextlib import suppress
from typing import Any, TypeVar

from ..errors import NumberdropError
from .alone import ProcessKilled, run_alone
from .pool import WorkerPool

T = TypeVar("T")

#: Seconds to wait for a scheduler: at the start, and after its connection was lost.
CONNECT_TIMEOUT = 10
RECONNECT_TIMEOUT = 600
#: Seconds after which the number of slots is queried again.
SLOTS_MAX_AGE = 2.0
#: Dask warns about larger jobs than this. The jobs of training contain a table of weights.
LARGE_GRAPH = "64MiB"


class DaskPool(WorkerPool):
    """All workers of a Dask scheduler, as they come and go, or at most `workers` threads of
    them."""

    # The scheduler itself tries a job on four workers before it gives up.
    max_losses, max_losses_alone = 1, 1
    window = 8  # hides the latency of the network
    copies_stragglers = True
    executor: _DaskExecutor

    def __init__(self, address: str, workers: int | None) -> None:
        self._address, self._workers = address, workers
        self._silence_loggers()
        self.executor = self._connect(CONNECT_TIMEOUT)
        self._slots, self._slots_time = 1, float("-inf")

    def _silence_loggers(self) -> None:
        """Silence Dask's messages about lost connections, which this pool handles itself."""
        import dask
        import distributed  # the import sets the levels of its loggers

        for name in (*logging.root.manager.loggerDict, "tornado.application"):
            if name.partition(".")[0] in (distributed.__name__, "tornado"):
                logging.getLogger(name).setLevel(logging.CRITICAL)
        dask.config.set({"distributed.admin.large-graph-warning-threshold": LARGE_GRAPH})

    def _connect(self, timeout: float) -> _DaskExecutor:
        import distributed

        make_client: Any = distributed.Client  # has no type annotations
        deadline = time.monotonic() + timeout
        while True:
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # each job checks the build of its worker
                    return _DaskExecutor(
                        make_client(self._address, timeout=CONNECT_TIMEOUT, set_as_default=False)
                    )
            except (OSError, RuntimeError, ValueError) as error:
                if time.monotonic() > deadline:
                    raise NumberdropError(
                        f"executor: expected a Dask scheduler at {self._address}, "
                        f"got no answer: {type(error).__name__}"
                    ) from None
            time.sleep(1)

    def slots(self) -> int:
        """Return the number of threads of all workers, at most SLOTS_MAX_AGE seconds old."""
        if time.monotonic() > self._slots_time + SLOTS_MAX_AGE:
            with suppress(Exception):  # jobs will notice if the scheduler is gone
                self._slots = max(1, sum(self.executor.client.nthreads().values()))
            self._slots_time = time.monotonic()
        return min(self._slots, self._workers or self._slots)

    def is_worker_lost(self, error: BaseException) -> bool:
        """Return whether the scheduler is gone, or several workers died running this job."""
        lost = (CancelledError, BrokenExecutor, OSError, TimeoutError)
        return isinstance(error, lost) or self.is_job_suspect(error)

    def is_job_suspect(self, error: BaseException) -> bool:
        from distributed.scheduler import KilledWorker

        return isinstance(error, KilledWorker)

    def is_unreachable(self) -> bool:
        return self.executor.is_closed()

    def replace_executor(self, broken: Executor) -> None:
        if broken is self.executor and self.executor.is_closed():
            self.executor.shutdown(wait=False)
            self.executor = self._connect(RECONNECT_TIMEOUT)
            self._slots_time = float("-inf")

    def pool_of_one(self) -> WorkerPool:
        return _AlonePool(self)

    def close(self, *, cancel: bool) -> None:
        self.executor.shutdown(wait=not cancel)


class _AlonePool(WorkerPool):
    """A worker of a cluster for one job at a time, which runs in a process of its own there: if it
    kills that process, neither the worker nor its other jobs are lost."""

    def __init__(self, cluster: DaskPool) -> None:
        self._cluster = cluster
        self.executor = _AloneExecutor(cluster)

    def slots(self) -> int:
        return 1

    def is_worker_lost(self, error: BaseException) -> bool:
        return self.is_job_suspect(error) or self._cluster.is_worker_lost(error)

    def is_job_suspect(self, error: BaseException) -> bool:
        return isinstance(error, ProcessKilled) or self._cluster.is_job_suspect(error)

    def is_unreachable(self) -> bool:
        return self._cluster.is_unreachable()

    def replace_executor(self, broken: Executor) -> None:
        self._cluster.replace_executor(self._cluster.executor)

    def pool_of_one(self) -> WorkerPool:
        return self

    def close(self, *, cancel: bool) -> None:
        """Do nothing: the cluster's pool has all connections."""


class _AloneExecutor(Executor):
    def __init__(self, cluster: DaskPool) -> None:
        self._cluster = cluster

    def submit(self, fn: Callable[..., T], /, *args: Any, **more: Any) -> Future[T]:
        import distributed.protocol.pickle as by_value  # functions of a script too

        pack: Any = by_value.dumps  # has no type annotations
        return self._cluster.executor.submit(run_alone, pack((fn, args, more)))


class _DaskExecutor(Executor):
    """An executor on a Dask client, which fetches the results that are ready in one request.

    Dask's own executor never completes a future if the scheduler goes away just when the client
    requests the result.
    """

    def __init__(self, client: Any) -> None:
        self.client = client
        self._pending: set[Any] = set()  # the scheduler drops futures without references
        #: What is done and not fetched yet, touched by the client's loop alone.
        self._ready: list[tuple[Any, Future[Any]]] = []
        self._is_fetching = False

    def submit(self, fn: Callable[..., T], /, *args: Any, **more: Any) -> Future[T]:
        if self.is_closed():
            raise BrokenExecutor("the scheduler is gone")
        future: Future[T] = Future()
        remote = self.client.submit(fn, *args, **more, pure=False)
        self._pending.add(remote)
        remote.add_done_callback(
            lambda done: self.client.loop.add_callback(self._add_ready, done, future)
        )
        return future

    async def _add_ready(self, remote: Any, future: Future[Any]) -> None:
        self._ready.append((remote, future))
        if self._is_fetching:
            return
        self._is_fetching = True
        try:
            while self._ready:
                ready, self._ready = self._ready, []
                await self._fetch(ready)
        finally:
            self._is_fetching = False

    async def _fetch(self, ready: Sequence[tuple[Any, Future[Any]]]) -> None:
        """Fetch the results of `ready` in one request; each by itself if one of them fails."""
        remotes = [remote for remote, _ in ready]
        try:
            results = await self.client.gather(remotes, asynchronous=True)
        except BaseException as error:
            if len(ready) > 1:
                for one in ready:
                    await self._fetch([one])
                return
            with suppress(InvalidStateError):  # the future was cancelled
                ready[0][1].set_exception(error)
        else:
            for (_, future), result in zip(ready, results, strict=True):
                with suppress(InvalidStateError):
                    future.set_result(result)
        self._pending.difference_update(remotes)

    def is_closed(self) -> bool:
        return self.client.status not in ("running", "connecting")

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with suppress(Exception):  # the scheduler may be gone
            if not wait:
                self.client.cancel(list(self._pending))
            self.client.close(timeout=2)
