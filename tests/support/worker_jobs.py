"""Jobs for worker processes, some of which fail or kill their worker. Every process can import this
module."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


def twice(number: int) -> int:
    return 2 * number


def late_if_even(number: int) -> int:
    """Return `number`, late if it is even."""
    if number % 2 == 0:
        time.sleep(0.05)
    return number


def deadly_7(number: int) -> int:
    """Return `number`, but kill the process if it is 7."""
    if number == 7:
        os._exit(1)
    return number


def deadly_once(asked: tuple[str, int]) -> int:
    """Return the number, but kill the process the first time for each multiple of 3. A file in the
    folder marks that this has happened."""
    folder, number = asked
    mark = Path(folder) / str(number)
    if number % 3 == 0 and not mark.exists():
        mark.touch()
        os._exit(1)
    return number


def failing_3(number: int) -> int:
    if number == 3:
        raise ValueError("no threes")
    return number


class Breaking(ThreadPoolExecutor):
    """An executor that breaks at any job that takes a 7 or the second plain deal."""

    is_broken = False

    def submit(self, fn: Callable[..., T], /, *args: Any, **more: Any) -> Future[T]:
        if self.is_broken:
            raise BrokenExecutor("broken")
        if args[-1] not in (7, "plain#1.1"):
            return super().submit(fn, *args, **more)
        self.is_broken = True
        future: Future[T] = Future()
        future.set_exception(BrokenExecutor("broken"))
        return future


def three_threads(workers: int) -> Executor:
    """Return the executor for `--executor worker_jobs:three_threads`."""
    return ThreadPoolExecutor(3)


def no_executor(workers: int) -> int:
    return workers
