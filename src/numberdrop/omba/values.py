"""Exact values of positions and moves, and reviews of games that separate luck from skill."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..validate import coerce
from .chances import has_quick_chances, share
from .position import Position
from .record import Game, Ply, replay
from .rules import ROLLS


@dataclass(frozen=True)
class Ranked:
    """A move with the winning chance after it, and its loss against the best move."""

    move: str
    value: float
    loss: float


def value(position: Position | str, variant: str = "S") -> float:
    """Return the chance that the player to move wins, before the roll, to 1e-8. With three players
    it is the chance if all follow the moves of their table.

    Raises NoTable if the table is missing and too large to solve on demand, and NumberdropError if
    more than two players are in, except for three with Docker's deal or fewer cubes.
    """
    found = Position.of(position)
    return share(found, found.side, variant)


def best(position: Position | str, die: int, variant: str = "S") -> list[Ranked]:
    """Return the moves worth exactly `die`, the best first, equal ones in order of their texts.
    Returns an empty list if the player to move has no move. Raises the errors of `value()`."""
    found = Position.of(position)
    moves = found.moves(die, variant)
    worth = {move: share(after, found.side, variant) for move, after in moves.items()}
    most = max(worth.values(), default=0.0)
    ranked = (Ranked(move, one, most - one) for move, one in worth.items())
    return sorted(ranked, key=lambda one: -one.value)


def roll_value(position: Position, die: int, variant: str = "S") -> float:
    """Return the chance that the player to move wins after this roll, 0 if it has no move."""
    return max((one.value for one in best(position, die, variant)), default=0.0)


def losing_rolls(position: Position, variant: str = "S") -> tuple[int, ...]:
    """Return the rolls for which the player to move has no move, and so is out at once."""
    return tuple(die for die in ROLLS if not position.moves(die, variant))


@dataclass(frozen=True)
class ReviewedPly:
    """A ply with its effect on the player's winning chance. `luck` is the effect of the roll;
    `skill` is the loss of the move against the best one, 0 or negative. `best` is the best move,
    `#` if the player had no move."""

    side: str
    ply: Ply
    before: float
    luck: float
    skill: float
    best: str

    @property
    def after(self) -> float:
        """The chance to win, after the move, of the player who made it."""
        return self.before + self.luck + self.skill


@dataclass(frozen=True)
class Review:
    """A review of a game, ply by ply. With more than two players it starts once two are left,
    unless a table of three is stored for Docker's deal.

    With two players, a player's chance at the end is the chance at the start, plus the player's
    luck and skill, minus those of the opponent. With three, what one player loses may go to either
    of the others.
    """

    game: Game
    plies: tuple[ReviewedPly, ...]

    def luck(self, side: str) -> float:
        """Return the sum of the luck of `side`, in shares of a win."""
        return sum(one.luck for one in self.plies if one.side == side)

    def skill(self, side: str) -> float:
        """Return the sum of the skill of `side`, in shares of a win."""
        return sum(one.skill for one in self.plies if one.side == side)


def review(game: Game | str) -> Review:
    """Review a game or its record. Raises IllegalMove if the record breaks a rule, and NoTable as
    `value()` does."""
    found = coerce(game, Game, replay, "game")
    return Review(found, tuple(_review_plies(found)))


def _review_plies(game: Game) -> Iterator[ReviewedPly]:
    for position, after, ply in zip(game.positions, game.positions[1:], game.plies, strict=False):
        if len(position.still_in) > 2 and not has_quick_chances(position, game.variant):
            continue
        before = value(position, game.variant)
        moves = best(position, ply.roll, game.variant)
        played = 0.0 if ply.move == "#" else share(after, position.side, game.variant)
        top = moves[0].value if moves else 0.0
        yield ReviewedPly(
            position.side, ply, before, top - before, played - top, moves[0].move if moves else "#"
        )
