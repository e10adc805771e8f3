"""Records of games, and their replay by the rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from ..errors import NumberdropError, Sentence, as_text, coded_message, shown
from .position import Position
from .rules import CUBES, VARIANTS

_HEAD = re.compile(r"(omba)/([234])/([SREF])|(docker)/(3)/([SREF])")
_PLY = re.compile(r"([1-6])(#|(?:\+|[abc][123])[abc][123])")


class IllegalMove(NumberdropError):  # noqa: N818
    """A record that breaks a rule. `ply` counts from 1; 0 is the head, and the result is the ply
    after the last move. `message` is the text without the place."""

    def __init__(self, message: str, *, ply: int) -> None:
        super().__init__(message)
        self.message = message
        self.ply = ply

    @property
    def sentence(self) -> Sentence:
        """The message preceded by its place."""
        if not self.ply:
            return coded_message("omba.in_head", "head: {fault}", fault=self.message)
        return coded_message("omba.in_ply", "ply {ply}: {fault}", ply=self.ply, fault=self.message)

    def __str__(self) -> str:
        return str(self.sentence)

    def __repr__(self) -> str:
        return f"IllegalMove({self.message!r}, ply={self.ply})"

    def __reduce__(self) -> tuple[object, ...]:
        return partial(type(self), ply=self.ply), (self.message,)


@dataclass(frozen=True)
class Ply:
    """A roll and the move's text, `#` if the player has no move and is out."""

    roll: int
    move: str

    def __str__(self) -> str:
        return f"{self.roll}{self.move}"


@dataclass(frozen=True)
class Game:
    """A replayed game. `winner` is a letter, None if the game is unfinished. `positions` has one
    more item than `plies`, and `final` is its last. `deal` is `omba` or `docker`. str() returns the
    record."""

    variant: str
    plies: tuple[Ply, ...]
    positions: tuple[Position, ...]
    deal: str = "omba"

    @property
    def players(self) -> int:
        """The number of players."""
        return self.positions[0].players

    @property
    def final(self) -> Position:
        """The position after the last move."""
        return self.positions[-1]

    @property
    def winner(self) -> str | None:
        """The winner, None while more than one player is in."""
        return self.final.winner

    def __str__(self) -> str:
        head = f"{self.deal}/{self.players}/{self.variant}"
        return " ".join([head, *map(str, self.plies), f"={self.winner or '?'}"])


def apply_ply(position: Position, ply: Ply, variant: str, number: int) -> Position:
    """Return the position after `ply`. Raises IllegalMove with `number` if it breaks a rule."""
    if position.winner:
        fault = coded_message(
            "omba.after",
            "expected nothing after {side} has won, got {got}",
            side=position.winner,
            got=str(ply),
        )
        raise IllegalMove(fault, ply=number)
    moves = position.moves(ply.roll, variant)
    if ply.move == "#":
        if moves:
            fault = coded_message(
                "omba.not_out",
                "{side} is not out: {move} is worth {roll}",
                side=position.side,
                move=next(iter(moves)),
                roll=ply.roll,
            )
            raise IllegalMove(fault, ply=number)
        return position.dropped()
    if ply.move not in moves:
        can = [*moves] or coded_message("omba.none", "none: the player is out")
        fault = coded_message(
            "omba.move",
            "expected a move of {side} worth {roll} ({can}), got {got}",
            side=position.side,
            roll=ply.roll,
            can=can,
            got=ply.move,
        )
        raise IllegalMove(fault, ply=number)
    return moves[ply.move]


def replay_plies(players: int, variant: str, plies: Sequence[Ply], deal: str = "omba") -> Game:
    """Replay a game from its start. Raises IllegalMove if a ply breaks a rule, and NotationError as
    `Position.start()` does."""
    positions = [Position.start(players, deal)]
    for number, ply in enumerate(plies, 1):
        positions.append(apply_ply(positions[-1], ply, variant, number))
    return Game(variant, tuple(plies), tuple(positions), deal)


def replay(record: str) -> Game:
    """Replay a record, such as `omba/2/S 2+c3 .. =B`, and check it by the rules.

    Raises IllegalMove, with the ply, if it is malformed, breaks a rule or states a wrong result.
    """
    head, *parts = as_text(record, "record").split(" ")
    found = _HEAD.fullmatch(head)
    if not found:
        fault = coded_message(
            "omba.head",
            "expected omba/PLAYERS/VARIANT with {players} players and {variants}, or "
            "docker/3/VARIANT, got {got}",
            players=[*map(str, CUBES)],
            variants=[*VARIANTS],
            got=shown(head),
        )
        raise IllegalMove(fault, ply=0)
    *texts, result = parts or [""]
    plies = []
    for number, text in enumerate(texts, 1):
        ply = _PLY.fullmatch(text)
        if not ply:
            fault = coded_message(
                "omba.ply",
                "expected a roll and a move such as 4+c3, 3a1b2 or 6#, got {got}",
                got=shown(text),
            )
            raise IllegalMove(fault, ply=number)
        plies.append(Ply(int(ply[1]), ply[2]))
    deal, players, variant = filter(None, found.groups())
    game = replay_plies(int(players), variant, plies, deal)
    names = game.positions[0].still_in
    if not re.fullmatch(f"=[{names}?]", result):
        fault = coded_message(
            "omba.result", "expected a result such as =A, or =?, got {got}", got=shown(result)
        )
        raise IllegalMove(fault, ply=len(plies) + 1)
    expected = f"={game.winner or '?'}"
    if result != expected:
        fault = coded_message(
            "omba.untrue", "expected the result {told}, got {got}", told=expected, got=result
        )
        raise IllegalMove(fault, ply=len(plies) + 1)
    return game
