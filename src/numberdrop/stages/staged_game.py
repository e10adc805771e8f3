"""A game of one to six players, chosen action by action. The caller supplies the rolls."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Self

from ..dice import Roll
from ..errors import NumberdropError
from ..game import MOST_PLAYERS, Game
from ..notation import PositionParts, coerce_tiles
from ..position import Position
from ..rules import CELLS, COLUMNS, SHAPES, Variant
from ..turn import SharedTurn
from ..validate import integer_between
from .actions import cell_action, legal_action
from .part import Part

_STARTS = {cell_action(f"{column}1"): f"{column}1" for column in COLUMNS}


class StagedGame:
    """A game that begins with the choice of each player's start cell.

    Seats are numbered from 0; methods raise NotationError for a seat that doesn't exist. The seats
    in `choosing` may act in any order. No player sees what the others choose in the same turn. If
    no seat has a choice, the game is over or needs a roll. `game` is the game so far, None until
    every seat has chosen its start cell. The caller deals the tiles.
    """

    __slots__ = ("_empty", "_parts", "_start", "game", "tiles", "variant")

    def __init__(
        self, tiles: Sequence[str] | str, players: int = 1, variant: str | Variant = "rulebook"
    ) -> None:
        """Set up a game; `tiles` are the shapes on A..E.

        Raises the errors of Game, and NotationError unless `players` is 1 to 6.
        """
        self.variant = Variant.of(variant)
        self.tiles = coerce_tiles(tiles, SHAPES)
        players = integer_between(players, 1, MOST_PLAYERS, "players")
        Game(self.tiles, ["a1"] * players, self.variant)  # validates the tiles
        marked = tuple((shape, 0 if players == 1 else None, "") for shape in self.tiles)
        self._empty = Position.from_parts(PositionParts(bytes(len(CELLS)), 0, marked, 1))
        self._start: tuple[str | None, ...] = (None,) * players
        self._parts: tuple[Part, ...] = ()
        self.game: Game | None = None

    @property
    def players(self) -> int:
        """The number of players, 1 to 6."""
        return len(self._start)

    @property
    def choosing(self) -> list[int]:
        """The seats that have a choice now, clockwise from the first player."""
        if self.game is None:
            return [seat for seat, cell in enumerate(self._start) if cell is None]
        first = self.game.first_player - 1
        order = [(first + i) % self.players for i in range(self.players)] if self._parts else []
        return [seat for seat in order if self._parts[seat].legal]

    def is_over(self) -> bool:
        """Return True once the game has ended."""
        return self.game is not None and self.game.is_over()

    def needs_roll(self) -> bool:
        """Return True if the next turn is to begin and has no roll yet."""
        return self.game is not None and not self._parts and not self.game.is_over()

    def roll(self, roll: Roll | str) -> None:
        """Begin a turn with `roll`. The turn ends at once if no seat has a choice in it.

        Raises NumberdropError unless the game needs a roll, and NotationError if the dice of the
        variant can't show this one.
        """
        if self.game is None or not self.needs_roll():
            raise NumberdropError("roll: expected none, the previous turn isn't over")
        rolled = Roll.of(roll, self.variant.dice)
        block = self.game.active_letter() if rolled.has_star and self.players > 1 else None
        self._parts = tuple(
            Part(position, rolled, self.variant, block=block) for position in self.game.positions
        )
        self._end_turn()

    def part(self, seat: int) -> Part | None:
        """Return what `seat` has done in this turn, None between turns and at the start."""
        seat = self._validate_seat(seat)
        return self._parts[seat] if self._parts else None

    def stage(self, seat: int) -> str:
        """Return the stage of `seat`, one of STAGES: "wait" if it has no choice now and the game of
        several players isn't over."""
        if self.legal(seat):
            return self._parts[seat].stage if self.game else "start"
        return "over" if self.players == 1 or self.is_over() else "wait"

    def legal(self, seat: int) -> tuple[int, ...]:
        """Return the legal actions of `seat`, ascending; empty if it has no choice."""
        seat = self._validate_seat(seat)
        if self.game is None:
            return () if self._start[seat] else tuple(_STARTS)
        return tuple(self._parts[seat].legal) if self._parts else ()

    def take(self, seat: int, action: int) -> None:
        """Take a legal action of `seat`.

        Raises NumberdropError for any other action, and then changes nothing.
        """
        seat = self._validate_seat(seat)
        if self.game is not None:
            if not self._parts:
                raise NumberdropError("action: expected none, the game is over or needs a roll")
            self._parts[seat].take(action)
            self._end_turn()
            return
        start = [*self._start]
        start[seat] = _STARTS[legal_action(action, self.legal(seat), "at the start")]
        self._start = tuple(start)
        cells = [cell for cell in start if cell]
        if len(cells) == self.players:
            self.game = Game(self.tiles, cells, self.variant)

    def position(self, seat: int) -> Position:
        """Return the current sheet of `seat`."""
        part = self.part(seat)
        return part.position if part else self.before(seat)

    def before(self, seat: int) -> Position:
        """Return the sheet of `seat` at the start of the turn, as the other players see it."""
        seat = self._validate_seat(seat)
        return self.game.positions[seat] if self.game else self._empty

    def score(self, seat: int) -> int:
        """Return the score of the current sheet of `seat`."""
        return self.position(seat).score(self.variant).total

    def copy(self) -> Self:
        """Return an independent copy."""
        other = copy(self)
        other._parts = tuple(part.copy() for part in self._parts)
        other.game = self.game.copy() if self.game else None
        return other

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def _validate_seat(self, seat: int) -> int:
        """Return `seat` as an int. Raises NotationError if it doesn't exist."""
        return integer_between(seat, 0, self.players - 1, "seat")

    def _end_turn(self) -> None:
        if self.game is None or any(part.legal for part in self._parts):
            return
        parts, self._parts = self._parts, ()
        if self.players == 1:
            self.game.push(parts[0].turn())
        else:
            self.game.push(SharedTurn(parts[0].roll, tuple(part.played() for part in parts)))
