"""Limits on what a search may spend, and a way to stop it early.

Results found before a stop stay valid. A search either polls is_set() or registers a callback with
on_set().
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field

from .. import _core
from ..cpus import MOST_WORKERS
from ..errors import NumberdropError, WrongType, shown
from ..lazy import warn_renamed
from ..threads import can_start_threads
from ..validate import expect_kind, integer, integer_or_none, real_number

#: The `seconds` of a search must be fewer than this.
SECONDS = 10**9


class Stop:
    """A stop request shared by any number of searches and threads.

    `reason` is the exception that caused it, if any.
    """

    def __init__(self) -> None:
        # Reentrant, because a signal handler may run while this thread holds it.
        self._lock = threading.RLock()
        self._is_set = False
        self._callbacks: list[Callable[[], None]] = []
        self.reason: BaseException | None = None

    @classmethod
    def of(cls, stop: Stop | None) -> Stop:
        """Return `stop`, or a new Stop for None. Raises WrongType for any other type."""
        return Stop() if stop is None else expect_kind(stop, Stop, "stop")

    def __reduce__(self) -> tuple[type[Stop], tuple[()]]:
        """Pickle as a new Stop that stays unset.

        The code that sets this one ends the other process.
        """
        return Stop, ()

    def is_set(self) -> bool:
        """Return whether the stop has been requested."""
        return self._is_set

    def set(self, reason: BaseException | None = None) -> None:
        """Request a stop. Only the first call has an effect."""
        with self._lock:
            if self._is_set:
                return
            self._is_set, self.reason = True, reason
            for callback in self._callbacks:
                callback()

    def telling(self, callback: Callable[[], None]) -> AbstractContextManager[None]:
        """Return on_set(), under its deprecated name."""
        warn_renamed("Stop.telling()", "on_set()")
        return self.on_set(callback)

    @contextmanager
    def on_set(self, callback: Callable[[], None]) -> Iterator[None]:
        """Call `callback` once the stop is set, or at once if it already is.

        Leaving the context unregisters the callback.
        """
        with self._lock:
            self._callbacks.append(callback)
            if self._is_set:
                callback()
        try:
            yield
        finally:
            with self._lock:
                self._callbacks.remove(callback)

    @contextmanager
    def flag(self) -> Iterator[_core.Flag]:
        """Provide a flag for the core that is set together with this stop."""
        flag = _core.Flag()
        with self.on_set(flag.set):
            yield flag

    @contextmanager
    def after(self, seconds: float | None) -> Iterator[None]:
        """Request a stop after `seconds` unless the context ends first; None sets no time limit."""
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
    """What one search may spend, and the `stop` that ends it early.

    The limits are `seconds` of time, `nodes` or `playouts` of work, and `workers` threads; None
    sets no limit. A limit on work is reproducible, a limit on time is not. Raises NumberdropError,
    naming the field, if one is out of range.
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
        if self.workers > 1 and not can_start_threads():
            raise NumberdropError(f"workers: expected 1, without threads here, got {self.workers}")
        expect_kind(self.stop, Stop, "stop")
        for name in ("nodes", "playouts", "workers"):
            object.__setattr__(self, name, integer_or_none(getattr(self, name), name))


def expect_between(name: str, value: int | None, least: int, most: int) -> None:
    """Raise NumberdropError if `value` is not between `least` and `most`; None is allowed.

    Raises WrongType if it is not a whole number.
    """
    if value is not None and not least <= integer(value, name) <= most:
        raise NumberdropError(f"{name}: expected {least} to {most}, got {shown(value)}")


def expect_callback(callback: object, name: str) -> None:
    """Raise WrongType unless `callback` is callable or None."""
    if callback is not None and not callable(callback):
        raise WrongType(f"{name}: expected a function, got {shown(callback)}")
