"""The state of a session between two steps."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..dice import Roll
from ..game import Game
from ..position import Position
from ..turn import Part, Turn
from .partial_turn import PartialTurn


@dataclass(frozen=True, slots=True)
class State:
    """The state that undo restores.

    It has the `start` cell, the `positions` from the first one on (none before the start cell is
    chosen), the `turns` between them, the `roll` of a game whose rolls are entered one by one, and
    the `partial` turn in progress.

    With several seats these belong to the person who chooses now (seating.py). `starts` are the
    first cells that people have chosen, `game` exists once all have, and `parts` are those of the
    people who have ended this turn.
    """

    start: str | None
    positions: tuple[Position, ...]
    turns: tuple[Turn, ...]
    roll: Roll | None = None
    partial: PartialTurn = field(default_factory=PartialTurn)
    starts: tuple[str, ...] = ()
    game: Game | None = None
    parts: tuple[Part, ...] = ()
