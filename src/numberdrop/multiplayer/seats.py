"""Seats: the sheets of all players between two turns, and the rules they play by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from .. import _core
from ..dice import Roll
from ..errors import NumberdropError
from ..game import Game
from ..position import Position, flags_of
from ..rules import LETTERS, SHAPE_DIE, Variant
from ..validate import expect_kind, integer
from . import _core as several


class Seats:
    """The positions of two to six players, in seat order, and the variant: an immutable value.

    All are before the same turn, with the same tiles and letters crossed off.
    """

    __slots__ = ("_table", "positions", "variant")

    def __init__(
        self, positions: Iterable[Position | str], variant: str | Variant = "rulebook"
    ) -> None:
        """NotationError for a text that is no position; NumberdropError for positions that can't
        stand side by side."""
        given = expect_kind(positions, Iterable, "positions")
        self.positions = tuple(Position.of(position) for position in given)
        self.variant = Variant.of(variant)
        least, most = several.SEATS
        if not least <= len(self.positions) <= most:
            raise NumberdropError(f"seats: expected {least} to {most}, got {len(self.positions)}")
        for seat, position in enumerate(self.positions, 1):
            _expect_beside(position, self.positions[0], seat)
        self._table = several.Table([position.core for position in self.positions])

    @classmethod
    def of(cls, game: Game | Seats) -> Seats:
        """The seats of a game as it stands; NumberdropError for a solo game."""
        if isinstance(game, Seats):
            return game
        expect_kind(game, Game, "game")
        return cls(game.positions, game.variant)

    @property
    def core(self) -> several.Table:
        """The core's value, for the rest of this package."""
        return self._table

    @property
    def flags(self) -> int:
        """The variant as the core takes it."""
        return flags_of(self.variant)

    def __len__(self) -> int:
        return len(self.positions)

    def is_over(self) -> bool:
        """True if the game ends when a turn ends like this."""
        return self._table.is_over()

    def place(self, seat: int) -> int:
        """The index of a seat, which counts from 1; NumberdropError if there is no such seat."""
        if not 1 <= integer(seat, "seat") <= len(self):
            raise NumberdropError(f"seat: expected 1 to {len(self)}, got {seat}")
        return seat - 1

    def falling(self, roll: Roll | str) -> str | None:
        """The letter whose block falls with this roll; None if all drop their own shapes.
        NotationError for a roll that the dice can't show."""
        letter = self._table.falling(core_roll(Roll.of(roll, self.variant.dice)))
        return None if letter < 0 else LETTERS[letter]

    def must_end(self, seat: int, roll: Roll | str) -> bool:
        """True if the game ends with this turn, whatever the player in a seat does; errors as
        falling() and place()."""
        rolled = core_roll(Roll.of(roll, self.variant.dice))
        return self._table.must_end(self.place(seat), rolled, self.flags)

    def ordered(self, order: Sequence[int]) -> Seats:
        """The same seats in another order: the numbers that they have here."""
        return Seats([self.positions[self.place(seat)] for seat in order], self.variant)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Seats):
            return NotImplemented
        return (self.positions, self.variant) == (other.positions, other.variant)

    def __hash__(self) -> int:
        return hash((self.positions, self.variant))

    def __reduce__(self) -> tuple[type[Seats], tuple[tuple[Position, ...], Variant]]:
        return Seats, (self.positions, self.variant)

    def __repr__(self) -> str:
        return f"Seats({[*map(str, self.positions)]}, {str(self.variant)!r})"


def _expect_beside(position: Position, first: Position, seat: int) -> None:
    """NumberdropError unless a seat's position can stand beside that of seat 1."""
    if position.core.kind != _core.SEVERAL:
        raise NumberdropError(f"seat {seat}: expected a position of a game for several: {position}")
    for what in ("shapes", "crossed", "turn"):
        if getattr(position.core, what) != getattr(first.core, what):
            shared = {"shapes": "tiles", "crossed": "letters crossed off", "turn": "turn"}[what]
            raise NumberdropError(f"seat {seat}: expected the {shared} of seat 1: {position}")


@cache
def _core_roll_in_order(roll: Roll) -> several.Roll:
    digits = [int(number) for number in roll.numbers if number != "*"]
    return several.Roll(digits, _core.WILD if roll.shape == "*" else SHAPE_DIE.index(roll.shape))


def core_roll(roll: Roll) -> several.Roll:
    """A roll as this room's core takes it, the same for all orders of its numbers."""
    return _core_roll_in_order(roll.in_order())
