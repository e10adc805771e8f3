"""Batches of jobs: results, errors, and jobs whose workers die.

Jobs are submitted one by one within a window, so that a batch of any length needs little memory. A
job whose worker dies is run again. It is unknown which of the running jobs killed the worker, so a
job that was running several times when a worker died is a suspect. Suspects are tried one after the
other, each by itself on a worker of its own, while the other jobs continue. If a suspect kills that
worker as well, it is reported by name.

Near the end of a batch, when workers are free, a job that takes much longer than the others is
submitted a second time, since its worker may be slow. The first result counts.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from ..cpus import available_cpus
from ..errors import NumberdropError, shown
from .build import Failed, OtherBuild, do, this_build
from .executors import LOCAL, Executors, expect_pool, worker_pool
from .pool import WorkerPool

T = TypeVar("T")
R = TypeVar("R")

#: The most jobs per slot that in_order() submits beyond the oldest job without a result.
LOOKAHEAD = 16
#: Seconds between checks of `is_ended` while waiting for results.
POLL_INTERVAL = 0.2
#: If this many jobs in succession kill their workers, with no result in between, the machine or the
#: program is at fault, and the batch is aborted.
MAX_LOSSES_IN_A_ROW = 4
#: A job is a straggler once it takes STRAGGLER_FACTOR times as long as the mean of those done, and
#: STRAGGLER_SECONDS at least.
STRAGGLER_FACTOR = 2.0
STRAGGLER_SECONDS = 1.0


class Poisoned(NumberdropError):  # noqa: N818
    """Jobs that have killed their workers repeatedly. `names` are the names of these jobs.

    All other jobs are done, unless the batch was aborted.
    """

    def __init__(self, names: list[str], *, is_aborted: bool = False) -> None:
        some = ", ".join(names[:10]) + (f" and {len(names) - 10} more" if names[10:] else "")
        why = "killed its workers" if len(names) == 1 else "killed their workers"
        rest = "the others were not run" if is_aborted else "all others are done"
        super().__init__(f"{some}: {why}, possibly out of memory: try fewer --workers; {rest}")
        self.names = names


@dataclass(frozen=True, slots=True)
class Done(Generic[T, R]):
    """The result of a job. `number` is the index of its `item` in the input, from 0."""

    number: int
    item: T
    result: R


def as_done(
    work: Callable[[T], R],
    items: Iterable[T],
    workers: int | None = 1,
    executor: Executors = "processes",
    *,
    named: Callable[[T], str] = shown,
    is_ended: Callable[[], bool] = lambda: False,
) -> Generator[Done[T, R], None, None]:
    """Yield `work(item)` for each of `items`, in the order of completion.

    `workers`, 1 .. MOST_WORKERS, run the jobs; None means as many as the executor has. With one
    worker on this machine, the jobs run in the calling thread. `executor` is one of those in
    executors.py, or an open WorkerPool. Closing the generator cancels the running jobs, and so does
    `is_ended` as soon as it returns True. An error of a job, or of iterating over `items`, is
    raised when it occurs.

    Raises Poisoned at the end for jobs that kill their workers, which `named` turns into text.
    Raises OtherBuild if a worker runs another build, and NumberdropError for an invalid `executor`
    or `workers`.
    """
    with _Batch(work, items, workers, executor, named, is_ended) as batch:
        for outcome in batch.run(None):
            if outcome.error is not None:
                raise outcome.error
            yield Done(outcome.number, outcome.item, outcome.result)
        batch.finish()


def in_order(
    work: Callable[[T], R],
    items: Iterable[T],
    workers: int | None = 1,
    executor: Executors = "processes",
    *,
    named: Callable[[T], str] = shown,
    is_ended: Callable[[], bool] = lambda: False,
) -> Generator[R, None, None]:
    """Yield the results of `work(item)`, in input order. Otherwise this works like as_done().

    An error is raised where the result of its job would come. Jobs that kill their workers have no
    result; the results after theirs are yielded before Poisoned is raised.
    """
    with _Batch(work, items, workers, executor, named, is_ended) as batch:
        waiting: dict[int, _Outcome] = {}
        next_number = 0

        def ready() -> Iterator[_Outcome]:
            nonlocal next_number
            while next_number in waiting or next_number in batch.poisoned:
                if next_number not in batch.poisoned:
                    yield waiting.pop(next_number)
                next_number += 1

        for finished in batch.run(lambda: next_number):
            waiting[finished.number] = finished
            for outcome in ready():
                if outcome.error is not None:
                    raise outcome.error
                yield outcome.result
        for outcome in ready():
            if outcome.error is not None:
                raise outcome.error
            yield outcome.result
        batch.finish()


@dataclass(slots=True)
class _Job:
    number: int
    item: Any
    losses: int = 0
    losses_alone: int = 0
    is_done: bool = False
    #: How often it is running now: twice if a copy of it is.
    copies: int = 0


@dataclass(frozen=True, slots=True)
class _Outcome:
    number: int
    item: Any
    result: Any = None
    error: BaseException | None = None


@dataclass(frozen=True, slots=True)
class _Running:
    """A job that has been submitted, the pool and the executor it was submitted to, and when."""

    job: _Job
    pool: WorkerPool
    executor: Executor
    is_alone: bool
    started: float


class _Batch:
    """A batch of jobs. As a context manager it closes the pool that it opened."""

    def __init__(
        self,
        work: Callable[[Any], Any],
        items: Iterable[Any],
        workers: int | None,
        executor: Executors,
        named: Callable[[Any], str],
        is_ended: Callable[[], bool],
    ) -> None:
        expect_pool(executor, workers)
        self.poisoned: dict[int, str] = {}
        self._work, self._named, self._is_ended = work, named, is_ended
        self._workers, self._executor = workers, executor
        self._pool: WorkerPool | None = None
        #: The worker of its own for suspects, once there is one.
        self._pool_of_one: WorkerPool | None = None
        self._items, self._number = iter(items), 0
        self._items_error: Exception | None = None
        self._is_exhausted = False
        #: Jobs to submit before new items are taken.
        self._waiting: deque[_Job] = deque()
        #: Jobs to try by themselves.
        self._suspects: deque[_Job] = deque()
        #: The number of jobs done, and the sum of their seconds.
        self._done_count, self._done_seconds = 0, 0.0
        self._running: dict[Future[Any], _Running] = {}
        self._finished: SimpleQueue[Future[Any]] = SimpleQueue()
        self._losses_in_a_row = 0

    def __enter__(self) -> _Batch:
        return self

    def __exit__(self, kind: object, error: object, *more: object) -> None:
        for future in self._running:
            future.cancel()
        if self._pool_of_one is not None and self._pool_of_one is not self._pool:
            self._pool_of_one.close(cancel=bool(self._running) or error is not None)
        if self._pool is not None and self._pool is not self._executor:
            # A job that was being submitted at Ctrl-C is running, but not in self._running yet.
            cancel = bool(self._running) or isinstance(error, KeyboardInterrupt)
            self._pool.close(cancel=cancel)

    def run(self, oldest: Callable[[], int] | None) -> Iterator[_Outcome]:
        """Yield outcomes in the order of completion.

        `oldest` returns the number of the oldest job without a result. If it is given, at most
        LOOKAHEAD jobs per slot are submitted beyond that job.
        """
        self._waiting.extend(filter(None, (self._next_job(), self._next_job())))
        if self._executor in LOCAL:
            self._workers = self._workers or available_cpus()
            # Starting a process takes longer than many jobs.
            if self._workers == 1 or len(self._waiting) <= 1:
                return self._run_here()
        self._pool = worker_pool(self._executor, self._workers)
        return self._run_with(self._pool, oldest)

    def _run_here(self) -> Iterator[_Outcome]:
        while not self._is_ended():
            job = self._waiting.popleft() if self._waiting else self._next_job()
            if job is None:
                return
            try:
                outcome = _Outcome(job.number, job.item, self._work(job.item))
            except Exception as error:
                outcome = _Outcome(job.number, job.item, error=error)
            yield outcome

    def _run_with(self, pool: WorkerPool, oldest: Callable[[], int] | None) -> Iterator[_Outcome]:
        while not self._is_ended():
            self._fill(pool, oldest)
            if not self._running:
                return
            try:
                future = self._finished.get(timeout=POLL_INTERVAL)
            except Empty:
                if pool.is_unreachable():
                    for running in self._running.values():
                        running.job.copies -= 1
                        if running.job.copies == 0:
                            self._waiting.append(running.job)
                    self._running.clear()
                continue
            if future in self._running:  # otherwise it is from an executor that was unreachable
                outcome = self._outcome(pool, future)
                if outcome is not None:
                    yield outcome

    def finish(self) -> None:
        """Raise the errors that are reported after all jobs have ended."""
        if self._items_error is not None:
            raise self._items_error
        if self.poisoned:
            raise Poisoned([self.poisoned[number] for number in sorted(self.poisoned)])

    def _next_job(self) -> _Job | None:
        """Return the next job, or None if there are no more items.

        An error in iterating over the items is kept for finish().
        """
        if self._is_exhausted:
            return None
        try:
            job = _Job(self._number, next(self._items))
        except StopIteration:
            self._is_exhausted = True
        except Exception as error:
            self._is_exhausted, self._items_error = True, error
        else:
            self._number += 1
            return job
        return None

    def _fill(self, pool: WorkerPool, oldest: Callable[[], int] | None) -> None:
        """Submit as many jobs as fit, and one suspect besides."""
        if self._suspects and not any(running.is_alone for running in self._running.values()):
            if self._pool_of_one is None:
                self._pool_of_one = pool.pool_of_one()
            self._submit(self._pool_of_one, self._suspects.popleft(), is_alone=True)
        slots = pool.slots()
        while len(self._running) < pool.window * slots:
            job = self._waiting.popleft() if self._waiting else None
            if job is None and (oldest is None or self._number < oldest() + LOOKAHEAD * slots):
                job = self._next_job()
            if job is None:
                break
            self._submit(pool, job, is_alone=False)
        if pool.copies_stragglers and self._is_exhausted and not self._waiting:
            self._copy_stragglers(pool, slots)

    def _copy_stragglers(self, pool: WorkerPool, slots: int) -> None:
        """Submit a second copy of the jobs that take much longer than the others, on free slots."""
        if not self._done_count or len(self._running) >= slots:
            return
        usual = self._done_seconds / self._done_count
        latest = time.monotonic() - max(STRAGGLER_SECONDS, STRAGGLER_FACTOR * usual)
        late = [one for one in self._running.values() if one.job.copies == 1 and not one.is_alone]
        late.sort(key=lambda running: running.started)
        for running in late[: max(0, slots - len(self._running))]:
            if running.started > latest:
                break
            self._submit(pool, running.job, is_alone=False)

    def _submit(self, pool: WorkerPool, job: _Job, *, is_alone: bool) -> None:
        while True:
            executor = pool.executor
            try:
                future = executor.submit(do, this_build(), self._work, job.item)
            except BaseException as error:
                if not pool.is_worker_lost(error):
                    raise
                pool.replace_executor(executor)
            else:
                break
        job.copies += 1
        self._running[future] = _Running(job, pool, executor, is_alone, time.monotonic())
        future.add_done_callback(self._finished.put)

    def _outcome(self, pool: WorkerPool, future: Future[Any]) -> _Outcome | None:
        """Return the outcome of a job, or None if it will be run again or has been given up, or if
        a copy of it was faster."""
        running = self._running.pop(future)
        job = running.job
        job.copies -= 1
        try:
            result = future.result()
        except Exception as error:
            if not running.pool.is_worker_lost(error):
                raise _executor_error(error) from error
            running.pool.replace_executor(running.executor)
            if not job.is_done and not job.copies:
                self._handle_loss(pool, running, error)
            return None
        self._losses_in_a_row = 0
        job.is_done = True
        self._done_count += 1
        self._done_seconds += time.monotonic() - running.started
        if job.copies:
            self._forget(job)
        if isinstance(result, Failed):
            return _Outcome(job.number, job.item, error=result.error)
        return _Outcome(job.number, job.item, result)

    def _forget(self, job: _Job) -> None:
        """Cancel the other copy of a job that is done."""
        for future in [one for one, running in self._running.items() if running.job is job]:
            del self._running[future]
            job.copies -= 1
            future.cancel()

    def _handle_loss(self, pool: WorkerPool, running: _Running, error: BaseException) -> None:
        job = running.job
        if running.pool.is_job_suspect(error):
            job.losses += 1
            job.losses_alone += running.is_alone
        if job.losses_alone < pool.max_losses_alone:
            is_suspect = job.losses >= pool.max_losses
            (self._suspects if is_suspect else self._waiting).append(job)
            return
        self.poisoned[job.number] = self._named(job.item)
        self._losses_in_a_row += 1
        if self._losses_in_a_row == MAX_LOSSES_IN_A_ROW:
            raise Poisoned(list(self.poisoned.values())[-MAX_LOSSES_IN_A_ROW:], is_aborted=True)


def _executor_error(error: BaseException) -> NumberdropError:
    """Return an error, with a one-line message, for an executor that couldn't run a job.

    Errors of jobs themselves are reported as Failed.
    """
    if isinstance(error, OtherBuild):
        return error
    reason = " ".join(str(error).split())  # Dask's messages have several lines
    return NumberdropError(
        f"a worker can't run a job, {type(error).__name__}: {reason}: "
        "expected the same numberdrop to be installed there"
    )
