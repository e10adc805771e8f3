"""Simulate a batch of jobs on many workers: `python bench/cluster.py [--workers 1000]`.

The workers are threads that sleep, so this measures the batch itself, not the work: how many jobs a
second it can hand out, what memory it needs, and how long workers are idle if one job kills every
worker that runs it, or if one worker is ten times slower than the others. A job that kills its
worker fails only itself, as with Dask.
"""

from __future__ import annotations

import argparse
import random
import resource
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

from numberdrop.jobs import Poisoned, WorkerPool, as_done

BAD, SLOW = -1, 10.0


class Killed(RuntimeError):  # noqa: N818
    """A worker has died."""


class Sleepers(WorkerPool):
    """Workers that sleep for as many seconds as their job says."""

    max_losses, max_losses_alone = 1, 1
    copies_stragglers = True

    def __init__(self, count: int, slow: int = 0) -> None:
        self.count, self.slow = count, slow
        self.executor = ThreadPoolExecutor(count)
        self.busy, self.lock = 0.0, threading.Lock()
        self.names: set[int] = set()

    def slots(self) -> int:
        return self.count

    def is_worker_lost(self, error: BaseException) -> bool:
        return isinstance(error, Killed)

    def replace_executor(self, broken: Executor) -> None:
        """Do nothing: only the job's own worker is lost, and another one takes its place."""

    def pool_of_one(self) -> WorkerPool:
        return self

    def close(self, *, cancel: bool) -> None:
        self.executor.shutdown(wait=not cancel)

    def sleep(self, job: tuple[int, float]) -> int:
        """Run a job, which is a number and its seconds."""
        number, seconds = job
        with self.lock:
            me = threading.get_ident()
            self.names.add(me)
            is_slow = self.slow > 0 and me == min(self.names)
        time.sleep(seconds * (SLOW if is_slow else 1))
        with self.lock:
            self.busy += seconds
        if number == BAD:
            raise Killed
        return number


class Direct(ThreadPoolExecutor):
    """An executor whose jobs raise Killed as an executor's error, not as that of the job."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        _, work, item = args
        return super().submit(work, item)


def simulate(name: str, count: int, jobs: list[tuple[int, float]], slow: int = 0) -> None:
    """Run the jobs, and print what it took."""
    pool = Sleepers(count, slow)
    pool.executor = Direct(count)
    started, spent, done = time.monotonic(), time.process_time(), 0
    try:
        for _ in as_done(pool.sleep, jobs, None, pool):
            done += 1
    except Poisoned as error:
        print(f"    {error}"[:76])
    took, spent = time.monotonic() - started, time.process_time() - spent
    pool.close(cancel=True)
    idle = max(0.0, 1 - pool.busy / (took * count))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{name:32} {done:7,} jobs {took:7.2f} s {spent:6.2f} s of processor time "
        f"{done / spent:8,.0f} jobs a second of it {100 * idle:5.1f} % idle {memory:5.0f} MB",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--workers", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=2.0, help="the mean length of a job")
    count, seconds = (arguments := parser.parse_args()).workers, arguments.seconds
    rng = random.Random(1)
    jobs = [(number, rng.uniform(0.5, 1.5) * seconds) for number in range(10 * count)]
    simulate("jobs that take no time", count, [(number, 0.0) for number in range(20 * count)])
    simulate("all well", count, jobs)
    simulate("one bad job", count, [*jobs[: 5 * count], (BAD, seconds), *jobs[5 * count :]])
    simulate("one slow worker", count, jobs, slow=1)


if __name__ == "__main__":
    main()
