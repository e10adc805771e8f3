"""The result of a hint for one of several players: ranked parts of a turn, with their chances."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..dice import Roll
from ..errors import Sentence
from ..position import Position
from ..turn import Part
from .ply import Aim
from .seats import Seats


@dataclass(frozen=True, slots=True)
class RankedPart:
    """A part of a turn, the sheet after it, and its estimates: `win`, the win share, where a win
    shared by k counts 1/k; the chances to win `alone` and to win `shared`; `margin`, points ahead
    of the best other player; `ev`, the score; and in this order their standard `errors` (None if
    nothing was sampled). `ends` is the chance that the game ends with this turn; `loss` is the
    difference from the best part in the aim, as a share or in points."""

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
        """Return the object of the part, played with `roll`, in the document of a hint. Shares
        are 0..1, margins and scores in points."""
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
    """The parts of a seat for a roll, best first; the `known` parts of other seats, by seat;
    `made_by`, all that is needed to repeat the hint; and the `seconds` that it took."""

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

    def why(self, place: int) -> list[Sentence]:
        """Say why the best part is better than the one at `place`, from 0; for the best itself,
        than the next. There is nothing to say of a single part."""
        from .explain import reasons

        return reasons(self, max(1, place)) if len(self.turns) > 1 else []

    def text(self) -> str:
        """Return the ranking as text, by numberdrop.view.draw_seat_hint()."""
        from ..view.seats import draw_seat_hint

        return draw_seat_hint(self)

    def _repr_html_(self) -> str:
        from ..view.notebook import seat_hint_html

        return seat_hint_html(self)

    def to_json(self) -> dict[str, Any]:
        """Return the document of `numberdrop hint --json` for one of several players (cli.md,
        Hint)."""
        return {
            "position": str(self.position),
            "positions": [*map(str, self.seats.positions)],
            "seat": self.seat,
            "roll": str(self.roll),
            "variant": str(self.seats.variant),
            "for": self.aim,
            "chosen": {str(seat): part.to_json() for seat, part in sorted(self.known.items())},
            "turns": [
                {**turn.to_json(self.roll), "why": [one.to_json() for one in self.why(place)]}
                for place, turn in enumerate(self.turns)
            ],
            "made_by": self.made_by,
            "seconds": round(self.seconds, 3),
        }
