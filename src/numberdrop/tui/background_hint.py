"""Hints searched in a background thread while the game continues. Results are shown as they come,
and the search is cancelled when the position changes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from textwrap import wrap

from ..errors import NumberdropError
from ..plan.limits import Stop
from ..sessions import Session
from ..sessions.help import best_turn, help_to_json
from .advice import LEVELS, find_hint, help_lines


class BackgroundHint:
    """A search for the options of a session: the best ideas, or with `says_why` why the first is
    better than the second, in a window of `size` columns and lines, or the help of a `grade`.

    `emit` is called in its thread with lines to show, and whether they are the last; never after
    give_up() has returned."""

    def __init__(
        self,
        session: Session,
        grade: str | None,
        emit: Callable[[list[str], bool], None],
        *,
        says_why: bool = False,
        size: tuple[int, int] = (80, 4),
    ) -> None:
        self._session, self._grade, self._emit = session, grade, emit
        self.says_why, self._size = says_why, size
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
        levels = LEVELS[1:2] if self.says_why else LEVELS[:2]
        for level in levels:
            lines = find_hint(self._session, level, self.stop, why=self.says_why)
            yield self._fitted(lines[-1]) if self.says_why else lines, level == levels[-1]

    def _fitted(self, line: str) -> list[str]:
        width, most = self._size
        return wrap(line, width, max_lines=most, placeholder=" ...")
