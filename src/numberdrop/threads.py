"""Threads of this process, where they can be started: in a browser they can't."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from threading import Thread
from typing import Any


@cache
def can_start_threads() -> bool:
    """Return whether threads can be started here."""
    thread = Thread(target=int, daemon=True)
    try:
        thread.start()
    except RuntimeError:
        return False
    thread.join()
    return True


@contextmanager
def thread_map(workers: int) -> Iterator[Callable[..., Iterator[Any]]]:
    """Provide a map() whose calls are shared by `workers` threads.

    With one worker they are made in the calling thread, each as its result is asked for.
    """
    if workers == 1:
        yield map
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(workers) as pool:
        yield pool.map
