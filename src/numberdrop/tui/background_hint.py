"""Hints that are thought about while the game goes on: in a thread, with what is known so far shown
as it comes, and given up as soon as the position is another."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

from ..errors import NumberdropError
from ..plan.limits import Stop
from ..sessions import Session, TurnOptions
from ..sessions.help import best_turn, help_of
from .advice import LEVELS, ask_hint, help_lines, hint_lines, seat_hint_lines


class BackgroundHint:
    """One search for a sitting's moment. `tell` is called in its thread with lines to be shown, and
    whether they are the last; never once give_up() has returned."""

    def __init__(
        self, sitting: Session, grade: str | None, tell: Callable[[list[str], bool], None]
    ) -> None:
        self._sitting, self._grade, self._tell = sitting, grade, tell
        self.about = (sitting.position, sitting.roll)
        self.stop = Stop()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def give_up(self) -> None:
        """End the search; it may take a moment, but tells nothing more."""
        self.stop.set()

    def wait(self) -> None:
        """Until the search has ended."""
        self._thread.join()

    def _run(self) -> None:
        try:
            for lines, is_last in self._found():
                if self.stop.is_set():
                    return
                self._tell(lines, is_last)
        except NumberdropError as error:
            if not self.stop.is_set():
                self._tell([str(error)], True)

    def _found(self) -> Iterator[tuple[list[str], bool]]:
        if self._grade is not None:
            best = best_turn(self._sitting, stop=self.stop)
            yield help_lines(help_of(best, self._grade)), True
            return
        if self._sitting.head.seats:
            for level in LEVELS[:2]:
                yield seat_hint_lines(self._sitting, level, self.stop), level == LEVELS[1]
            return
        now = self._sitting.turn_options()
        assert isinstance(now, TurnOptions)
        for level in LEVELS[:2]:
            yield hint_lines(ask_hint(now, level, self.stop)), level == LEVELS[1]
