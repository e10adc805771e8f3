"""Records of games, and the judge who replays them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from ..errors import NumberdropError, as_text, shown
from .position import Position
from .rules import CUBES, VARIANTS

_HEAD = re.compile(r"omba/([234])/([SREF])")
_PLY = re.compile(r"([1-6])(#|(?:\+|[abc][123])[abc][123])")


class IllegalMove(NumberdropError):  # noqa: N818
    """A record that breaks a rule: `ply` counts from 1, 0 is the head, and the result is the ply
    after the last move. `message` is the text without the place."""

    def __init__(self, message: str, *, ply: int) -> None:
        super().__init__(message)
        self.message = message
        self.ply = ply

    def __str__(self) -> str:
        return f"ply {self.ply}: {self.message}" if self.ply else f"head: {self.message}"

    def __reduce__(self) -> tuple[object, ...]:
        return partial(type(self), ply=self.ply), (self.message,)


@dataclass(frozen=True)
class Ply:
    """One turn: the roll, and the move's text, `#` where the player has none and is out."""

    roll: int
    move: str

    def __str__(self) -> str:
        return f"{self.roll}{self.move}"


@dataclass(frozen=True)
class Game:
    """A game replayed: `winner` is a letter, None of a game broken off; `final` is the position at
    its end, and `positions` has one more than `plies`. str() is its record."""

    variant: str
    plies: tuple[Ply, ...]
    positions: tuple[Position, ...]

    @property
    def players(self) -> int:
        return self.positions[0].players

    @property
    def final(self) -> Position:
        return self.positions[-1]

    @property
    def winner(self) -> str | None:
        return self.final.winner

    def __str__(self) -> str:
        head = f"omba/{self.players}/{self.variant}"
        return " ".join([head, *map(str, self.plies), f"={self.winner or '?'}"])


def played(position: Position, ply: Ply, variant: str, number: int) -> Position:
    """The position after a ply; IllegalMove, naming it by its number, if it breaks a rule."""
    if position.winner:
        raise IllegalMove(
            f"expected nothing after {position.winner} has won, got {ply}", ply=number
        )
    moves = position.moves(ply.roll, variant)
    if ply.move == "#":
        if moves:
            raise IllegalMove(
                f"{position.side} is not out: {next(iter(moves))} is worth {ply.roll}", ply=number
            )
        return position.dropped()
    if ply.move not in moves:
        can = ", ".join(moves) if moves else "none: the player is out"
        raise IllegalMove(
            f"expected a move of {position.side} worth {ply.roll} ({can}), got {ply.move}",
            ply=number,
        )
    return moves[ply.move]


def replayed(players: int, variant: str, plies: Sequence[Ply]) -> Game:
    """A game from the start; IllegalMove where a ply breaks a rule."""
    positions = [Position.start(players)]
    for number, ply in enumerate(plies, 1):
        positions.append(played(positions[-1], ply, variant, number))
    return Game(variant, tuple(plies), tuple(positions))


def replay(record: str) -> Game:
    """Judges a record, `omba/2/S 2+c3 .. =B`.

    IllegalMove, which knows its ply, for what isn't well formed, breaks a rule or isn't true.
    """
    head, *parts = as_text(record, "record").split(" ")
    found = _HEAD.fullmatch(head)
    if not found:
        raise IllegalMove(
            f"expected omba/PLAYERS/VARIANT with {', '.join(map(str, CUBES))} players and "
            f"{', '.join(VARIANTS)}, got {shown(head)}",
            ply=0,
        )
    *texts, result = parts or [""]
    plies = []
    for number, text in enumerate(texts, 1):
        ply = _PLY.fullmatch(text)
        if not ply:
            raise IllegalMove(
                f"expected a roll and a move such as 4+c3, 3a1b2 or 6#, got {shown(text)}",
                ply=number,
            )
        plies.append(Ply(int(ply[1]), ply[2]))
    game = replayed(int(found[1]), found[2], plies)
    names = game.positions[0].still_in
    if not re.fullmatch(f"=[{names}?]", result):
        raise IllegalMove(
            f"expected a result such as =A, or =?, got {shown(result)}", ply=len(plies) + 1
        )
    told = f"={game.winner or '?'}"
    if result != told:
        raise IllegalMove(f"expected the result {told}, got {result}", ply=len(plies) + 1)
    return game
