"""Stopping: long searches that run in threads are told from another thread to come to an end.

What they have found by then stays valid. Searches that look now and then ask is_set(); those that
run for long without asking are told by a call of their own.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Stop:
    """Says to all searches it was given to that they shall end. For any number of threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_set = False
        self._told: list[Callable[[], None]] = []

    def is_set(self) -> bool:
        return self._is_set

    def set(self) -> None:
        """Say so, once and for good."""
        with self._lock:
            told = [] if self._is_set else self._told
            self._is_set = True
            for tell in told:
                tell()

    @contextmanager
    def telling(self, tell: Callable[[], None]) -> Iterator[None]:
        """Within it, `tell` is called once it is said, or at once if it has been."""
        with self._lock:
            self._told.append(tell)
            if self._is_set:
                tell()
        try:
            yield
        finally:
            with self._lock:
                self._told.remove(tell)
