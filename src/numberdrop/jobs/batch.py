"""A batch of jobs, and what becomes of each: results, errors, and workers that are lost.

Jobs are submitted one by one within a window, so that a batch of any length takes little memory. A
job whose worker is gone is done again. Which of the jobs under way it was that ended the worker,
nobody can say; so one that has been among them several times is done alone, and if it then ends its
workers as well it is named, and the rest goes on without it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from ..cpus import available_cpus
from ..errors import NumberdropError, shown
from .build import Failed, OtherBuild, do, this_build
from .executors import Executors, expect_crew, worker_pool
from .pool import WorkerPool

T = TypeVar("T")
R = TypeVar("R")

#: How far ahead of the oldest that is under way results may come, for each that can be done at
#: once, where they are given in order.
AHEAD = 16
#: Seconds after which a wait for results looks whether it is to end.
PAUSE = 0.2
#: So many jobs in succession that end their workers, with no result between: the machine is at
#: fault, or the program.
HOPELESS = 4


class Poisoned(NumberdropError):  # noqa: N818
    """Some jobs, `names`, have ended their workers again and again; all others are done."""

    def __init__(self, names: list[str], *, is_hopeless: bool = False) -> None:
        some = ", ".join(names[:10]) + (f" and {len(names) - 10} more" if names[10:] else "")
        why = "ended its workers" if len(names) == 1 else "ended their workers"
        rest = "no other is tried" if is_hopeless else "all others are done"
        super().__init__(f"{some}: {why}, maybe for want of memory: try fewer --workers; {rest}")
        self.names = names


@dataclass(frozen=True, slots=True)
class Done(Generic[T, R]):
    """The job `number`, from 0, of what was asked, and its result."""

    number: int
    asked: T
    result: R


def as_done(
    work: Callable[[T], R],
    asked: Iterable[T],
    workers: int | None = 1,
    executor: Executors = "processes",
    *,
    named: Callable[[T], str] = shown,
    is_ended: Callable[[], bool] = lambda: False,
) -> Generator[Done[T, R], None, None]:
    """What `work` makes of each, as the results come.

    So many workers, 1 .. MOST_WORKERS (None: as many as the executor has), share the jobs; one
    process is this one. `executor` is one of crews.py, or a crew that is there already. To close
    the generator ends the jobs that run, and so does `is_ended` once it says so. An error of a job,
    or of `asked`, is raised when it comes. Poisoned, at the end, names by `named` the jobs that end
    their workers; OtherBuild where a worker runs another program, NumberdropError if there is no
    such executor.
    """
    with _Batch(work, asked, workers, executor, named, is_ended) as batch:
        for ended in batch.run(None):
            if ended.error is not None:
                raise ended.error
            yield Done(ended.number, ended.asked, ended.result)
        batch.finish()


def in_order(
    work: Callable[[T], R],
    asked: Iterable[T],
    workers: int | None = 1,
    executor: Executors = "processes",
    *,
    named: Callable[[T], str] = shown,
    is_ended: Callable[[], bool] = lambda: False,
) -> Generator[R, None, None]:
    """The results alone, in the order of what was asked; as as_done() else.

    An error comes where its result would. Jobs that end their workers have no result: those after
    them come all the same, before Poisoned.
    """
    with _Batch(work, asked, workers, executor, named, is_ended) as batch:
        waiting: dict[int, _Ended] = {}
        given = 0

        def ready() -> Iterator[_Ended]:
            nonlocal given
            while given in waiting or given in batch.poisoned:
                if given not in batch.poisoned:
                    yield waiting.pop(given)
                given += 1

        for ended in batch.run(lambda: given):
            waiting[ended.number] = ended
            for one in ready():
                if one.error is not None:
                    raise one.error
                yield one.result
        for one in ready():
            if one.error is not None:
                raise one.error
            yield one.result
        batch.finish()


@dataclass(slots=True)
class _Job:
    number: int
    asked: Any
    losses: int = 0
    losses_alone: int = 0


@dataclass(frozen=True, slots=True)
class _Ended:
    number: int
    asked: Any
    result: Any = None
    error: BaseException | None = None


@dataclass(frozen=True, slots=True)
class _Flight:
    """A job under way, and by whom."""

    job: _Job
    executor: Executor
    is_alone: bool


class _Batch:
    """One batch; within it, its crew is there."""

    def __init__(
        self,
        work: Callable[[Any], Any],
        asked: Iterable[Any],
        workers: int | None,
        executor: Executors,
        named: Callable[[Any], str],
        is_ended: Callable[[], bool],
    ) -> None:
        expect_crew(executor, workers)
        self.poisoned: dict[int, str] = {}
        self._work, self._named, self._is_ended = work, named, is_ended
        self._workers, self._executor = workers, executor
        self._crew: WorkerPool | None = None
        self._asked, self._number = iter(asked), 0
        self._asked_error: Exception | None = None
        self._is_all_asked = False
        #: Jobs to be submitted before others are asked for.
        self._waiting: deque[_Job] = deque()
        self._flights: dict[Future[Any], _Flight] = {}
        self._landed: SimpleQueue[Future[Any]] = SimpleQueue()
        self._in_succession = 0

    def __enter__(self) -> _Batch:
        return self

    def __exit__(self, kind: object, error: object, *more: object) -> None:
        for future in self._flights:
            future.cancel()
        if self._crew is not None and self._crew is not self._executor:
            # A job that was being submitted when Ctrl-C came is under way, and is no flight yet.
            is_cut = bool(self._flights) or isinstance(error, KeyboardInterrupt)
            self._crew.close(is_cut=is_cut)

    def run(self, oldest: Callable[[], int] | None) -> Iterator[_Ended]:
        """All that ends, as it does. `oldest` tells the first that is still waited for, where no
        more than AHEAD are to be done before it."""
        self._waiting.extend(filter(None, (self._ask(), self._ask())))
        if self._executor == "processes":
            self._workers = self._workers or available_cpus()
            # To start a process takes as long as many a job.
            if self._workers == 1 or len(self._waiting) <= 1:
                return self._run_here()
        self._crew = worker_pool(self._executor, self._workers)
        return self._run_by(self._crew, oldest)

    def _run_here(self) -> Iterator[_Ended]:
        while not self._is_ended():
            job = self._waiting.popleft() if self._waiting else self._ask()
            if job is None:
                return
            try:
                ended = _Ended(job.number, job.asked, self._work(job.asked))
            except Exception as error:
                ended = _Ended(job.number, job.asked, error=error)
            yield ended

    def _run_by(self, crew: WorkerPool, oldest: Callable[[], int] | None) -> Iterator[_Ended]:
        while not self._is_ended():
            self._fill(crew, oldest)
            if not self._flights:
                return
            try:
                future = self._landed.get(timeout=PAUSE)
            except Empty:
                if crew.is_gone():
                    self._waiting.extend(flight.job for flight in self._flights.values())
                    self._flights.clear()
                continue
            if future in self._flights:  # else it is one of a crew that was gone
                ended = self._ended(crew, future)
                if ended is not None:
                    yield ended

    def finish(self) -> None:
        """Raise what is left to be said, once all has ended."""
        if self._asked_error is not None:
            raise self._asked_error
        if self.poisoned:
            raise Poisoned([self.poisoned[number] for number in sorted(self.poisoned)])

    def _ask(self) -> _Job | None:
        """The next that is asked; None where there is none. An error in asking comes at the end."""
        if self._is_all_asked:
            return None
        try:
            job = _Job(self._number, next(self._asked))
        except StopIteration:
            self._is_all_asked = True
        except Exception as error:
            self._is_all_asked, self._asked_error = True, error
        else:
            self._number += 1
            return job
        return None

    def _fill(self, crew: WorkerPool, oldest: Callable[[], int] | None) -> None:
        """Submit as many as may be under way now: suspects alone, and after all others."""
        if any(flight.is_alone for flight in self._flights.values()):
            return
        suspect = next((job for job in self._waiting if job.losses >= crew.together), None)
        if suspect is not None:
            if not self._flights:
                self._waiting.remove(suspect)
                self._submit(crew, suspect, is_alone=True)
            return
        slots = crew.slots()
        while len(self._flights) < crew.window * slots:
            job = self._waiting.popleft() if self._waiting else None
            if job is None and (oldest is None or self._number < oldest() + AHEAD * slots):
                job = self._ask()
            if job is None:
                return
            self._submit(crew, job, is_alone=False)

    def _submit(self, crew: WorkerPool, job: _Job, *, is_alone: bool) -> None:
        while True:
            executor = crew.executor
            try:
                future = executor.submit(do, this_build(), self._work, job.asked)
            except BaseException as error:
                if not crew.is_lost(error):
                    raise
                crew.renew(executor)
            else:
                break
        self._flights[future] = _Flight(job, executor, is_alone)
        future.add_done_callback(self._landed.put)

    def _ended(self, crew: WorkerPool, future: Future[Any]) -> _Ended | None:
        """What became of a job; None if it is to be done again, or has ended its workers too
        often."""
        flight = self._flights.pop(future)
        job = flight.job
        try:
            result = future.result()
        except Exception as error:
            if not crew.is_lost(error):
                raise _told(error) from error
            crew.renew(flight.executor)
            self._lose(crew, flight, error)
            return None
        self._in_succession = 0
        if isinstance(result, Failed):
            return _Ended(job.number, job.asked, error=result.error)
        return _Ended(job.number, job.asked, result)

    def _lose(self, crew: WorkerPool, flight: _Flight, error: BaseException) -> None:
        job = flight.job
        if crew.is_blamed(error):
            job.losses += 1
            job.losses_alone += flight.is_alone
        if job.losses_alone < crew.alone:
            self._waiting.append(job)
            return
        self.poisoned[job.number] = self._named(job.asked)
        self._in_succession += 1
        if self._in_succession == HOPELESS:
            raise Poisoned(list(self.poisoned.values())[-HOPELESS:], is_hopeless=True)


def _told(error: BaseException) -> NumberdropError:
    """Why an executor couldn't do a job, in one line; the error of a job comes in another way."""
    if isinstance(error, OtherBuild):
        return error
    said = " ".join(str(error).split())  # Dask's own words have several lines
    return NumberdropError(
        f"a worker can't take a job, {type(error).__name__}: {said}: "
        "expected the same numberdrop to be installed there"
    )
