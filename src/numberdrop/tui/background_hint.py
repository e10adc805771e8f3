"""Hints searched in a background thread while the game continues. Results are shown as they come,
and the search is cancelled when the position changes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

from ..errors import NumberdropError
from ..plan.limits import Stop
from ..sessions import Session, TurnOptions
from ..sessions.help import best_turn, help_to_json
from .advice import LEVELS, ask_hint, help_lines, hint_lines, seat_hint_lines


class BackgroundHint:
    """A search for the options of a session. `emit` is called in its thread with lines to show, and
    whether they are the last; never after give_up() has returned."""

    def __init__(
        self, session: Session, grade: str | None, emit: Callable[[list[str], bool], None]
    ) -> None:
        self._session, self._grade, self._emit = session, grade, emit
        self.about = (session.position, session.roll)
        self.stop = Stop()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def give_up(self) -> None:
        """End the search. It may take a moment, but shows nothing more."""
        self.stop.set()

    def wait(self) -> None:
        """Wait until the search has ended."""
        self._thread.join()

    def _run(self) -> None:
        try:
            for lines, is_last in self._found():
                if self.stop.is_set():
                    return
                self._emit(lines, is_last)
        except NumberdropError as error:
            if not self.stop.is_set():
                self._emit([str(error)], True)

    def _found(self) -> Iterator[tuple[list[str], bool]]:
        if self._grade is not None:
            best = best_turn(self._session, stop=self.stop)
            yield help_lines(help_to_json(best, self._grade)), True
            return
        if self._session.setup.seats:
            for level in LEVELS[:2]:
                yield seat_hint_lines(self._session, level, self.stop), level == LEVELS[1]
            return
        now = self._session.turn_options()
        assert isinstance(now, TurnOptions)
        for level in LEVELS[:2]:
            yield hint_lines(ask_hint(now, level, self.stop)), level == LEVELS[1]
