"""One game on the table as one player goes on with it, whatever the terminal can show."""

from __future__ import annotations

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
    """The game `kept` of a store, at its latest step; do() adds another one. `name` are the three
    letters under which its result goes into the high scores, `results`."""

    def __init__(
        self, store: Store, kept: SavedGame, results: Results, name: str = UNNAMED
    ) -> None:
        self.store, self.kept, self.results, self.name = store, kept, results, name

    @property
    def sitting(self) -> Session:
        return self.kept.sitting

    @property
    def turn_options(self) -> TurnOptions | None:
        """The moment of the turn that isn't ended; None where there is no roll."""
        return self.sitting.turn_options()

    @property
    def position(self) -> Position | None:
        """None before the start cell is chosen."""
        return self.sitting.position

    @property
    def is_free_of_help(self) -> bool:
        """Whether hints may be had for nothing: in puzzles, help is graded and counted."""
        return self.sitting.head.kind not in ("daily", "drop")

    @property
    def wants_roll(self) -> bool:
        """Whether the next roll is to be given by the player."""
        sitting = self.sitting
        return sitting.position is not None and sitting.roll is None and not sitting.is_over()

    @property
    def title(self) -> str:
        """What is played, as title_in_words() tells it."""
        head = self.sitting.head
        return title_in_words(head.kind, head.puzzle, str(head.variant))

    @property
    def stands(self) -> str:
        """Where the game stands: `turn 3, score 12`."""
        sitting, position = self.sitting, self.position
        if position is None:
            return f"not begun, seat {sitting.seat}" if self.has_others else "not begun"
        score = position.score(sitting.variant).total
        said = f"{'over' if sitting.is_over() else f'turn {position.turn}'}, score {score}"
        return f"{said}, seat {sitting.seat}" if self.has_others else said

    @property
    def is_table(self) -> bool:
        """Whether others sit at the table as well."""
        return bool(self.sitting.head.seats)

    @property
    def has_others(self) -> bool:
        """Whether other people play on this machine too, one after the other."""
        return len(people(self.sitting.head.seats)) > 1

    @property
    def task(self) -> str:
        """What a drop problem asks for: the score to reach, and the rolls that come after this one;
        empty for any other game."""
        head, played = self.sitting.head, len(self.sitting.state.turns)
        if head.goal is None:
            return ""
        rolls = " ".join(str(roll) for roll in head.rolls[played + 1 :])
        return f"reach {count_noun(head.goal, 'point')}" + (
            f", then comes {rolls}" if rolls else ""
        )

    def empty_sheet(self) -> Position:
        """The sheet before the first cell is chosen."""
        notch = "" if self.is_table else "0"
        tiles = ",".join(f"{shape}{notch}" for shape in self.sitting.head.tiles)
        return Position.from_text(f"- -:-:- {tiles} 1")

    def do(self, step: Mapping[str, Any]) -> None:
        """Keep another step. Errors of Sitting.do(); Conflict where the game went on elsewhere,
        after which `kept` is how it stands."""
        try:
            self.kept = self.store.do(self.kept.id, self.kept.revision, step)
        except Conflict as error:
            self.kept = error.kept
            raise

    def set(self, tentative: PartialTurn) -> None:
        """Let the turn stand so; errors of do()."""
        if tentative != self.sitting.state.tentative:
            self.do({"do": "set", "turn": tentative.to_json()})

    def outcome(self) -> dict[str, Any] | None:
        """What the game has come to, as table.outcome tells it; None while it goes on."""
        from ..sessions.outcome import outcome

        return outcome(self.sitting, self.results)

    def hand_in(self) -> tuple[int, str] | None:
        """Put the result into the high scores, unless it was put there before: the number and the
        name by which it stands there. None for a game that isn't scored, or whose result was
        removed. NumberdropError if it can't be kept."""
        from ..sessions.outcome import hand_in, place

        hand_in(self.store, self.kept.id, self.results, self.name)
        return place(self.sitting, self.results, self.name)
