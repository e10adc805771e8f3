"""Jobs that workers do, or die of; they stand in a module that every process can import."""

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
    """The even ones come later than those that are asked after them."""
    if number % 2 == 0:
        time.sleep(0.05)
    return number


def deadly_7(number: int) -> int:
    """Number 7 ends whoever does it."""
    if number == 7:
        os._exit(1)
    return number


def deadly_once(asked: tuple[str, int]) -> int:
    """Each third ends its worker the first time, and leaves a file that says so."""
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
    """Is broken for good by any job that takes a 7, or is on the second plain deal."""

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
    """What --executor worker_jobs:three_threads makes."""
    return ThreadPoolExecutor(3)


def no_executor(workers: int) -> int:
    return workers
