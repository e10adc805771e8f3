"""The state of a game on the table between two steps."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..dice import Roll
from ..game import Game
from ..position import Position
from ..turn import Part, Turn
from .partial_turn import PartialTurn


@dataclass(frozen=True, slots=True)
class State:
    """What taking back brings back: the `start` cell, the `positions` from the first one on (none
    before the start cell is chosen), the `turns` between them, the `roll` of a game whose rolls are
    given one by one, and the turn that isn't ended.

    At a table these are those of the person who chooses now. `starts` are the first cells that
    people have chosen, `game` is there once all have, and `parts` are of those who have ended this
    turn (several).
    """

    start: str | None
    positions: tuple[Position, ...]
    turns: tuple[Turn, ...]
    roll: Roll | None = None
    tentative: PartialTurn = field(default_factory=PartialTurn)
    starts: tuple[str, ...] = ()
    game: Game | None = None
    parts: tuple[Part, ...] = ()
