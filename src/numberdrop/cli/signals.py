"""Signals that end a command: Ctrl-C, and those of a system that wants the program to end or of a
terminal that was closed, which end it in the same way.

A signal that the program was started deaf to, as by nohup, stays unheard.
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

#: What the signals beside Ctrl-C are called where they have ended a command.
WORDS = {"SIGTERM": "terminated", "SIGHUP": "the terminal was closed"}


class Interrupted(KeyboardInterrupt):
    """A signal has come, and the command is to end: wherever Ctrl-C is seen to, so is this."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number

    @property
    def words(self) -> str:
        return WORDS.get(signal.Signals(self.number).name, "interrupted")


@contextmanager
def ending_signals() -> Iterator[None]:
    """Within it, a signal that asks the program to end is raised as Interrupted, once: more of them
    don't disturb what is being kept."""
    is_ending = False

    def end(number: int, _: FrameType | None) -> None:
        nonlocal is_ending
        if not is_ending:
            is_ending = True
            raise Interrupted(number)

    with _handled(end, [*WORDS]):
        yield


@contextmanager
def stopped_by_interrupt() -> Iterator[Stop]:
    """Within it a signal sets the Stop, whose `reason` it then is, so that long work ends with what
    it has."""
    from ..plan.limits import Stop

    stop = Stop()
    with _handled(lambda number, _: stop.set(Interrupted(number)), ["SIGINT", *WORDS]):
        yield stop


@contextmanager
def _handled(
    handler: Callable[[int, FrameType | None], None], names: Sequence[str]
) -> Iterator[None]:
    """Within it the handler hears these signals, as far as a system has them; only the main thread
    hears any."""
    is_main = threading.current_thread() is threading.main_thread()
    numbers = [getattr(signal, name) for name in names if is_main and hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    heard = [number for number in numbers if before[number] not in (signal.SIG_IGN, None)]
    try:
        for number in heard:
            signal.signal(number, handler)
        yield
    finally:
        for number in heard:
            signal.signal(number, before[number])
