"""One game on the table as one player goes on with it, whatever the terminal can show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..position import Position
from ..table import Conflict, Kept, Moment, Sitting, Store, Tentative


class Seat:
    """The game `kept` of a store, at its latest step; do() adds another one."""

    def __init__(self, store: Store, kept: Kept) -> None:
        self.store, self.kept = store, kept

    @property
    def sitting(self) -> Sitting:
        return self.kept.sitting

    @property
    def moment(self) -> Moment | None:
        """The moment of the turn that isn't ended; None where there is no roll."""
        return self.sitting.moment()

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
        """What is played: `puzzle 2026-11-25`, `solo plain#7.0`, and the variant if it is
        another than the rulebook's."""
        head = self.sitting.head
        words = {"daily": "puzzle", "record": "game", "drop": "problem"}
        name = f"{words.get(head.kind, head.kind)} {head.puzzle or ''}".strip()
        return name if str(head.variant) == "rulebook" else f"{name} ({head.variant})"

    def do(self, step: Mapping[str, Any]) -> None:
        """Keep another step. Errors of Sitting.do(); Conflict where the game went on elsewhere,
        after which `kept` is how it stands."""
        try:
            self.kept = self.store.do(self.kept.id, self.kept.revision, step)
        except Conflict as error:
            self.kept = error.kept
            raise

    def set(self, tentative: Tentative) -> None:
        """Let the turn stand so; errors of do()."""
        if tentative != self.sitting.state.tentative:
            self.do({"do": "set", "turn": tentative.to_json()})
