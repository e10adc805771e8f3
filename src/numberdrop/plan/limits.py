"""Limits: what a search may spend, and how it is told to come to an end.

What has been found by then stays valid. Searches that look now and then ask is_set(); those that
run for long without asking are told by a call of their own.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from .. import _core
from ..cpus import MOST_WORKERS
from ..errors import NumberdropError, WrongType, shown
from ..validate import expect_kind, integer, integer_or_none, real_number

#: The seconds of a search are fewer than this.
SECONDS = 10**9


class Stop:
    """Says to all searches it was given to that they shall end, and why, where an exception tells:
    `reason`. For any number of threads."""

    def __init__(self) -> None:
        # A signal may come while this thread holds it.
        self._lock = threading.RLock()
        self._is_set = False
        self._told: list[Callable[[], None]] = []
        self.reason: BaseException | None = None

    @classmethod
    def of(cls, stop: Stop | None) -> Stop:
        """The stop itself, or for None one that nobody sets; WrongType for anything else."""
        return Stop() if stop is None else expect_kind(stop, Stop, "stop")

    def __reduce__(self) -> tuple[type[Stop], tuple[()]]:
        """In another process it is one that nobody sets: whoever set this one ends the process."""
        return Stop, ()

    def is_set(self) -> bool:
        return self._is_set

    def set(self, reason: BaseException | None = None) -> None:
        """Say so, once and for good."""
        with self._lock:
            if self._is_set:
                return
            self._is_set, self.reason = True, reason
            for tell in self._told:
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

    @contextmanager
    def flag(self) -> Iterator[_core.Flag]:
        """Within it, a flag for the core, which is set once it is said."""
        flag = _core.Flag()
        with self.telling(flag.set):
            yield flag

    @contextmanager
    def after(self, seconds: float | None) -> Iterator[None]:
        """Within it, it is said once so many seconds have passed; never by the clock for None."""
        if seconds is None:
            yield
            return
        timer = threading.Timer(min(seconds, threading.TIMEOUT_MAX), self.set)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()


@dataclass(frozen=True, slots=True)
class Limit:
    """What one search may spend: `seconds` of the clock, `nodes` or `playouts` of work (None: no
    limit by it), on `workers` threads; and the `stop` that ends it early.

    Work repeats exactly, the clock does not. NumberdropError, naming the field, if one is out of
    range.
    """

    seconds: float | None = None
    nodes: int | None = None
    playouts: int | None = None
    workers: int = 1
    stop: Stop = field(default_factory=Stop, compare=False)

    def __post_init__(self) -> None:
        if self.seconds is not None:
            seconds = real_number(self.seconds, "seconds")
            if not 0 < seconds < math.inf:
                raise NumberdropError(f"seconds: expected a positive number, got {self.seconds}")
            if seconds >= SECONDS:
                raise NumberdropError(f"seconds: expected less than {SECONDS}, got {self.seconds}")
        if self.nodes is not None and integer(self.nodes, "nodes") < 1:
            raise NumberdropError(f"nodes: expected 1 or more, got {shown(self.nodes)}")
        expect_between("playouts", self.playouts, 1, 10**9)
        expect_between("workers", self.workers, 1, MOST_WORKERS)
        expect_kind(self.stop, Stop, "stop")
        for name in ("nodes", "playouts", "workers"):
            object.__setattr__(self, name, integer_or_none(getattr(self, name), name))


def expect_between(name: str, value: int | None, least: int, most: int) -> None:
    """NumberdropError unless the value is None or in this range; WrongType unless it is whole."""
    if value is not None and not least <= integer(value, name) <= most:
        raise NumberdropError(f"{name}: expected {least} to {most}, got {shown(value)}")


def expect_callback(told: object, name: str) -> None:
    """WrongType unless this can be called to tell how far a search is, or is None."""
    if told is not None and not callable(told):
        raise WrongType(f"{name}: expected a function, got {shown(told)}")
