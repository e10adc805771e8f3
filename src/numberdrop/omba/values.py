"""What positions and moves are worth, exactly; and a game, looked at with luck and skill apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..validate import coerce
from .position import Position
from .record import Game, Ply, replay
from .rules import ROLLS
from .tables import chance


@dataclass(frozen=True)
class Ranked:
    """A move, the chance to win that it leaves, and what it loses against the best one."""

    move: str
    value: float
    loss: float


def value(position: Position | str, variant: str = "S") -> float:
    """The chance that the player to move wins, before he rolls, to 1e-8.

    NoTable where no table is at hand and it is too large to be made meanwhile; NumberdropError
    where more than two players are in.
    """
    return chance(Position.of(position), variant).value


def best(position: Position | str, die: int, variant: str = "S") -> list[Ranked]:
    """The moves worth exactly `die`, the best first, those of one value in the order of their
    texts; none where the player to move is out. Errors as value()."""
    moves = Position.of(position).moves(die, variant)
    worth = {move: 1 - chance(after, variant).value for move, after in moves.items()}
    most = max(worth.values(), default=0.0)
    ranked = (Ranked(move, found, most - found) for move, found in worth.items())
    return sorted(ranked, key=lambda one: -one.value)


def roll_value(position: Position, die: int, variant: str = "S") -> float:
    """The chance that the player to move wins after this roll: 0 where he is out."""
    return max((one.value for one in best(position, die, variant)), default=0.0)


def losing_rolls(position: Position, variant: str = "S") -> tuple[int, ...]:
    """The rolls with which the player to move is out at once."""
    return tuple(die for die in ROLLS if not position.moves(die, variant))


@dataclass(frozen=True)
class ReviewedPly:
    """A ply with what it did to the chance of the player who made it: `luck` is what the roll
    brought, `skill` what the move lost, 0 or less. `best` is the best move, `#` where there is
    none."""

    side: str
    ply: Ply
    before: float
    luck: float
    skill: float
    best: str

    @property
    def after(self) -> float:
        """The chance of the player who has moved."""
        return self.before + self.luck + self.skill


@dataclass(frozen=True)
class Review:
    """A game, ply by ply: of more than two players only what follows once two are left.

    The chance of each player at the end is the one at the start, and his luck and skill, less those
    of the other: nothing else moves it.
    """

    game: Game
    plies: tuple[ReviewedPly, ...]

    def luck(self, side: str) -> float:
        return sum(one.luck for one in self.plies if one.side == side)

    def skill(self, side: str) -> float:
        return sum(one.skill for one in self.plies if one.side == side)


def review(game: Game | str) -> Review:
    """Looks at a game. IllegalMove for a record that breaks a rule; NoTable as value()."""
    found = coerce(game, Game, replay, "game")
    return Review(found, tuple(_review_plies(found)))


def _review_plies(game: Game) -> Iterator[ReviewedPly]:
    for position, after, ply in zip(game.positions, game.positions[1:], game.plies, strict=False):
        if len(position.still_in) > 2:
            continue
        before = value(position, game.variant)
        moves = best(position, ply.roll, game.variant)
        come = 0.0 if ply.move == "#" else 1 - value(after, game.variant)
        top = moves[0].value if moves else 0.0
        yield ReviewedPly(
            position.side, ply, before, top - before, come - top, moves[0].move if moves else "#"
        )
