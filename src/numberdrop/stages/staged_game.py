"""A game of one to six players, chosen action by action; its rolls come from outside."""

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

    Seats count from 0; NotationError for one that isn't there. `choosing` are the seats that have a
    choice now, in clockwise order from the first player; each takes its actions, in whatever order
    between the seats, and nobody knows what the others have chosen in this turn. Where nobody has a
    choice the game is over, or a roll is due. `game` is what has been played, None before all have
    begun. Tiles are dealt by the caller.
    """

    __slots__ = ("_empty", "_parts", "_start", "game", "tiles", "variant")

    def __init__(
        self, tiles: Sequence[str] | str, players: int = 1, variant: str | Variant = "rulebook"
    ) -> None:
        """`tiles` are the shapes on A..E; errors as for Game, and NotationError for other than 1 to
        6 players."""
        self.variant = Variant.of(variant)
        self.tiles = coerce_tiles(tiles, SHAPES)
        players = integer_between(players, 1, MOST_PLAYERS, "players")
        Game(self.tiles, ["a1"] * players, self.variant)  # whose errors are those of the tiles
        marked = tuple((shape, 0 if players == 1 else None, "") for shape in self.tiles)
        self._empty = Position.from_parts(PositionParts(bytes(len(CELLS)), 0, marked, 1))
        self._start: tuple[str | None, ...] = (None,) * players
        self._parts: tuple[Part, ...] = ()
        self.game: Game | None = None

    @property
    def players(self) -> int:
        """How many play, 1 to 6."""
        return len(self._start)

    @property
    def choosing(self) -> list[int]:
        """The seats that have a choice now."""
        if self.game is None:
            return [seat for seat, cell in enumerate(self._start) if cell is None]
        first = self.game.first_player - 1
        order = [(first + i) % self.players for i in range(self.players)] if self._parts else []
        return [seat for seat in order if self._parts[seat].legal]

    def is_over(self) -> bool:
        """True once the end of a turn has ended the game."""
        return self.game is not None and self.game.is_over()

    def needs_roll(self) -> bool:
        """True where the next turn begins, and has no roll yet."""
        return self.game is not None and not self._parts and not self.game.is_over()

    def roll(self, roll: Roll | str) -> None:
        """Begin a turn; NumberdropError unless a roll is due, NotationError for one that the dice
        of the variant can't show. Where nobody has a choice in it the turn is over at once."""
        if self.game is None or not self.needs_roll():
            raise NumberdropError("roll: expected none, the turn before isn't over")
        rolled = Roll.of(roll, self.variant.dice)
        block = self.game.active_letter() if rolled.has_star and self.players > 1 else None
        self._parts = tuple(
            Part(position, rolled, self.variant, block=block) for position in self.game.positions
        )
        self._end_turn()

    def part(self, seat: int) -> Part | None:
        """What a seat has done in this turn; None between turns and at the start."""
        place = self._place(seat)
        return self._parts[place] if self._parts else None

    def stage(self, seat: int) -> str:
        """The stage that a seat is at, one of STAGES."""
        place = self._place(seat)
        if self.game is None:
            return "over" if self._start[place] else "start"
        return self._parts[place].stage if self._parts else "over"

    def legal(self, seat: int) -> tuple[int, ...]:
        """The legal actions of a seat, in rising order; none where it has no choice."""
        place = self._place(seat)
        if self.game is None:
            return () if self._start[place] else tuple(_STARTS)
        return tuple(self._parts[place].legal) if self._parts else ()

    def take(self, seat: int, action: int) -> None:
        """Go on by a legal action of a seat; NumberdropError for any other, and nothing is
        changed."""
        place = self._place(seat)
        if self.game is not None:
            if not self._parts:
                raise NumberdropError("action: expected none, the game is over or a roll is due")
            self._parts[place].take(action)
            self._end_turn()
            return
        start = [*self._start]
        start[place] = _STARTS[legal_action(action, self.legal(place), "at the start")]
        self._start = tuple(start)
        cells = [cell for cell in start if cell]
        if len(cells) == self.players:
            self.game = Game(self.tiles, cells, self.variant)

    def position(self, seat: int) -> Position:
        """A seat's sheet as it stands now."""
        part = self.part(seat)
        return part.position if part else self.before(seat)

    def before(self, seat: int) -> Position:
        """A seat's sheet as it stood when the turn began, which is what the others know."""
        place = self._place(seat)
        return self.game.positions[place] if self.game else self._empty

    def score(self, seat: int) -> int:
        """The score of a seat as its sheet stands now."""
        return self.position(seat).score(self.variant).total

    def copy(self) -> Self:
        """Another game that goes on by itself."""
        other = copy(self)
        other._parts = tuple(part.copy() for part in self._parts)
        other.game = self.game.copy() if self.game else None
        return other

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def _place(self, seat: int) -> int:
        """The seat itself; NotationError if there is no such seat."""
        return integer_between(seat, 0, self.players - 1, "seat")

    def _end_turn(self) -> None:
        if self.game is None or any(part.legal for part in self._parts):
            return
        parts, self._parts = self._parts, ()
        if self.players == 1:
            self.game.push(parts[0].turn())
        else:
            self.game.push(SharedTurn(parts[0].roll, tuple(part.played() for part in parts)))
