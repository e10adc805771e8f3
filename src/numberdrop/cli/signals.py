"""Signals that end a command: SIGINT (Ctrl-C), SIGTERM, and SIGHUP when a terminal is closed.

A signal that was ignored when the program started, as by nohup, stays ignored.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..plan.limits import Stop

#: Messages for the signals other than SIGINT that have ended a command.
MESSAGES = {"SIGTERM": "terminated", "SIGHUP": "the terminal was closed"}


class Interrupted(KeyboardInterrupt):
    """A signal that ends the command, handled wherever KeyboardInterrupt is."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number

    @property
    def message(self) -> str:
        return MESSAGES.get(signal.Signals(self.number).name, "interrupted")


@contextmanager
def ending_signals() -> Iterator[None]:
    """Raise Interrupted in this context for the first SIGTERM or SIGHUP. Later ones are ignored, so
    that results can be saved undisturbed."""
    is_ending = False

    def end(number: int, _: FrameType | None) -> None:
        nonlocal is_ending
        if not is_ending:
            is_ending = True
            raise Interrupted(number)

    with _handler(end, [*MESSAGES]):
        yield


@contextmanager
def stopped_by_interrupt() -> Iterator[Stop]:
    """Yield a Stop that a signal sets, with itself as the `reason`, so that long work ends with
    what it has."""
    from ..plan.limits import Stop

    stop = Stop()
    with _handler(lambda number, _: stop.set(Interrupted(number)), ["SIGINT", *MESSAGES]):
        yield stop


@contextmanager
def _handler(
    handler: Callable[[int, FrameType | None], None], names: Sequence[str]
) -> Iterator[None]:
    """Install the handler for these signals in this context, where the system has them and they
    are not ignored. Only the main thread can handle signals."""
    is_main = threading.current_thread() is threading.main_thread()
    numbers = [getattr(signal, name) for name in names if is_main and hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    handled = [number for number in numbers if before[number] not in (signal.SIG_IGN, None)]
    try:
        for number in handled:
            signal.signal(number, handler)
        yield
    finally:
        for number in handled:
            signal.signal(number, before[number])
