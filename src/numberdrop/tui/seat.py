"""A session as one player plays it, on any kind of terminal."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

from ..plurals import count_noun
from ..position import Position
from ..puzzles.results import Results
from ..puzzles.scores import UNNAMED
from ..sessions import Conflict, PartialTurn, SavedGame, Session, Store, TurnOptions
from ..sessions.seating import people
from .narration import title_in_words


class Seat:
    """The stored game `kept` at its latest step; do() adds another one. Its result goes into
    `results` under `name`, three letters."""

    def __init__(
        self, store: Store, kept: SavedGame, results: Results, name: str = UNNAMED
    ) -> None:
        self.store, self.kept, self.results, self.name = store, kept, results, name

    @property
    def session(self) -> Session:
        return self.kept.session

    @property
    def turn_options(self) -> TurnOptions | None:
        """The options of the current turn; None without a roll."""
        return self.session.turn_options()

    @property
    def position(self) -> Position | None:
        """The current position; None before the start cell is chosen."""
        return self.session.position

    @property
    def is_free_of_help(self) -> bool:
        """Whether hints are free: in puzzles, help is graded and counted."""
        return self.session.setup.kind not in ("daily", "drop")

    @property
    def wants_roll(self) -> bool:
        """Whether the player has to enter the next roll."""
        session = self.session
        return session.position is not None and session.roll is None and not session.is_over()

    @property
    def title(self) -> str:
        """The name of the game, by title_in_words()."""
        head = self.session.setup
        return title_in_words(head.kind, head.puzzle, str(head.variant))

    @property
    def state(self) -> str:
        """The state of the game: `turn 3, score 12`."""
        session, position = self.session, self.position
        if position is None:
            return f"not begun, seat {session.seat}" if self.has_others else "not begun"
        score = position.score(session.variant).total
        said = f"{'over' if session.is_over() else f'turn {position.turn}'}, score {score}"
        return f"{said}, seat {session.seat}" if self.has_others else said

    @property
    def is_table(self) -> bool:
        """Whether there are other seats."""
        return bool(self.session.setup.seats)

    @property
    def has_others(self) -> bool:
        """Whether other people play on this machine too, one after the other."""
        return len(people(self.session.setup.seats)) > 1

    @property
    def task(self) -> str:
        """The task of a drop problem: the score to reach, and the rolls after this one; empty for
        any other game."""
        head, played = self.session.setup, len(self.session.state.turns)
        if head.goal is None:
            return ""
        rolls = " ".join(str(roll) for roll in head.rolls[played + 1 :])
        return f"reach {count_noun(head.goal, 'point')}" + (f"; next: {rolls}" if rolls else "")

    def empty_sheet(self) -> Position:
        """The sheet before the first cell is chosen."""
        notch = "" if self.is_table else "0"
        tiles = ",".join(f"{shape}{notch}" for shape in self.session.setup.tiles)
        return Position.from_text(f"- -:-:- {tiles} 1")

    def do(self, step: Mapping[str, Any]) -> None:
        """Store another step. Raises the errors of Session.do(), and Conflict if the game has
        changed elsewhere; then `kept` is its current state."""
        try:
            self.kept = self.store.do(self.kept.id, self.kept.revision, step)
        except Conflict as error:
            self.kept = error.saved
            raise

    def set(self, partial: PartialTurn) -> None:
        """Set the turn in progress. Raises the errors of do()."""
        if partial != self.session.state.partial:
            self.do({"do": "set", "turn": partial.to_json()})

    def outcome(self) -> dict[str, Any] | None:
        """The result of a finished game, by sessions.outcome; None while it isn't over."""
        from ..sessions.outcome import outcome

        return outcome(self.session, self.results)

    def figures_so_far(self) -> dict[str, Any]:
        """The player's `statistics` and `streak`, by sessions.outcome; empty for most games."""
        from ..sessions.outcome import figures_so_far

        today = datetime.datetime.now(datetime.UTC).date()
        return figures_so_far(self.session, self.results, today, self.name)

    def hand_in(self) -> tuple[int, str] | None:
        """Add the result to the high scores, unless it was added before. Return its number and name
        there, or None for a game that isn't scored, or whose result was removed. Raises
        NumberdropError if it can't be stored."""
        from ..sessions.outcome import find_result, submit_result

        submit_result(self.store, self.kept.id, self.results, self.name)
        return find_result(self.session, self.results, self.name)
