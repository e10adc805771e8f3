"""Seats: the sheets of all players between two turns, and their variant."""

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

    All are before the same turn, with the same tiles and the same letters crossed off.
    """

    __slots__ = ("_table", "positions", "variant")

    def __init__(
        self, positions: Iterable[Position | str], variant: str | Variant = "rulebook"
    ) -> None:
        """Create the seats. Raises NotationError for a text that is not a position, and
        NumberdropError for positions that can't belong to one game."""
        given = expect_kind(positions, Iterable, "positions")
        self.positions = tuple(Position.of(position) for position in given)
        self.variant = Variant.of(variant)
        least, most = several.SEATS
        if not least <= len(self.positions) <= most:
            raise NumberdropError(f"seats: expected {least} to {most}, got {len(self.positions)}")
        for seat, position in enumerate(self.positions, 1):
            _expect_same_game(position, self.positions[0], seat)
        self._table = several.Table([position.core for position in self.positions])

    @classmethod
    def of(cls, game: Game | Seats) -> Seats:
        """Return the seats of a game in its current state. Raises NumberdropError for a solo
        game."""
        if isinstance(game, Seats):
            return game
        expect_kind(game, Game, "game")
        return cls(game.positions, game.variant)

    @property
    def core(self) -> several.Table:
        """The core's table, for the rest of this package."""
        return self._table

    @property
    def flags(self) -> int:
        """The variant in the core's encoding."""
        return flags_of(self.variant)

    def __len__(self) -> int:
        return len(self.positions)

    def is_over(self) -> bool:
        """Return whether the game ends if a turn ends in this state."""
        return self._table.is_over()

    def place(self, seat: int) -> int:
        """Return the index of a seat, which counts from 1. Raises NumberdropError if there is no
        such seat."""
        if not 1 <= integer(seat, "seat") <= len(self):
            raise NumberdropError(f"seat: expected 1 to {len(self)}, got {seat}")
        return seat - 1

    def falling(self, roll: Roll | str) -> str | None:
        """Return the letter whose block falls with this roll, or None if all drop their own shapes.
        Raises NotationError for a roll that the dice can't show."""
        letter = self._table.falling(core_roll(Roll.of(roll, self.variant.dice)))
        return None if letter < 0 else LETTERS[letter]

    def must_end(self, seat: int, roll: Roll | str) -> bool:
        """Return whether the game ends with this turn, whatever the player in a seat does. Raises
        the errors of falling() and place()."""
        rolled = core_roll(Roll.of(roll, self.variant.dice))
        return self._table.must_end(self.place(seat), rolled, self.flags)

    def ordered(self, order: Sequence[int]) -> Seats:
        """Return the seats in another order, given by their indices here."""
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


def _expect_same_game(position: Position, first: Position, seat: int) -> None:
    """Raise NumberdropError unless a seat's position can belong to the same game as that of seat
    1."""
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
    """Return a roll in the core's encoding, the same for all orders of its numbers."""
    return _core_roll_in_order(roll.in_order())
