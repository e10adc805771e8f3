"""What a hint for one of several players is: ranked parts of a turn, with what may come of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..dice import Roll
from ..position import Position
from ..turn import Part
from .ply import Aim
from .seats import Seats


@dataclass(frozen=True, slots=True)
class RankedPart:
    """A part of a turn, the sheet after it, and what may come of it: `win`, the win share, 1/k
    where k share it; the chances to win `alone` and to win `shared`; `margin`, points ahead of the
    best of the others; `ev`, the score; in this order the standard `errors` (None where nothing was
    sampled). `ends` is the chance that the game ends with this turn; `loss` is how much less than
    the best of what is aimed at, a share or points."""

    part: Part
    position: Position
    win: float
    alone: float
    shared: float
    margin: float
    ev: float
    errors: tuple[float, ...] | None
    ends: float
    loss: float
    is_tied: bool
    playouts: int

    def to_json(self, roll: Roll) -> dict[str, Any]:
        names = ("win_se", "alone_se", "shared_se", "margin_se", "se")
        errors = self.errors or (None,) * len(names)
        return {
            "turn": {"roll": str(roll), **self.part.to_json()},
            "text": str(self.part),
            "position": str(self.position),
            "win": self.win,
            "alone": self.alone,
            "shared": self.shared,
            "margin": self.margin,
            "ev": self.ev,
            **dict(zip(names, errors, strict=True)),
            "ends": self.ends,
            "loss": self.loss,
            "tied": self.is_tied,
            "playouts": self.playouts,
        }


@dataclass(frozen=True, slots=True)
class SeatHint:
    """The parts of a seat for a roll, best first; what other seats are `known` to have chosen, by
    seat; `made_by`, all that is needed to make it again, and how many `seconds` it took."""

    seats: Seats
    seat: int
    roll: Roll
    aim: Aim
    known: Mapping[int, Part] = field(hash=False)
    turns: tuple[RankedPart, ...]
    made_by: dict[str, Any] = field(hash=False)
    seconds: float = field(compare=False)

    @property
    def position(self) -> Position:
        """The sheet of the seat."""
        return self.seats.positions[self.seat - 1]

    def text(self) -> str:
        """The ranking in words, as numberdrop.view.draw_seat_hint() tells it."""
        from ..view.seats import draw_seat_hint

        return draw_seat_hint(self)

    def _repr_html_(self) -> str:
        from ..view.notebook import seat_hint_html

        return seat_hint_html(self)

    def to_json(self) -> dict[str, Any]:
        """The document of `numberdrop hint --json` for one of several players (cli.md, Hint)."""
        return {
            "position": str(self.position),
            "positions": [*map(str, self.seats.positions)],
            "seat": self.seat,
            "roll": str(self.roll),
            "variant": str(self.seats.variant),
            "for": self.aim,
            "chosen": {str(seat): part.to_json() for seat, part in sorted(self.known.items())},
            "turns": [turn.to_json(self.roll) for turn in self.turns],
            "made_by": self.made_by,
            "seconds": round(self.seconds, 3),
        }
