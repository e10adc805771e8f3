"""Matches between computer players."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..plurals import count_noun
from .policies import OPPONENTS, standard_error
from .position import Position
from .record import Game, Ply, apply_ply


def play_game(seats: Sequence[str], variant: str, seed: int, deal: str = "omba") -> Game:
    """Play a game between the named players, A first. The same seed gives the same rolls, and the
    same choices of players that choose at random. Raises NotationError as `Position.start()` does.
    """
    rng = random.Random(f"omba/{seed}")
    plies: list[Ply] = []
    positions = [Position.start(len(seats), deal)]
    while not positions[-1].winner:
        position = positions[-1]
        die = rng.randint(1, 6)
        move = "#"
        if position.moves(die, variant):
            chooser = OPPONENTS[seats["ABCD".index(position.side)]]
            move = chooser(position, die, variant, rng)
        plies.append(Ply(die, move))
        positions.append(apply_ply(position, plies[-1], variant, len(plies)))
    return Game(variant, tuple(plies), tuple(positions), deal)


@dataclass(frozen=True)
class Score:
    """A player's wins in one seat."""

    player: str
    seat: str
    wins: int
    games: int

    @property
    def share(self) -> float:
        return self.wins / self.games

    @property
    def error(self) -> float:
        """The standard error of the share."""
        return standard_error(self.share, self.games)

    def __str__(self) -> str:
        return (
            f"{self.player} as {self.seat} won {self.wins:,} of {count_noun(self.games, 'game')}: "
            f"{100 * self.share:.1f} % ± {100 * self.error:.1f}"
        )


def match(
    players: Sequence[str],
    games: int,
    *,
    variant: str = "S",
    deal: str = "omba",
    seed: int = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> list[Score]:
    """Play `games` games in each seating, and return the score of each player in each seat.

    The seatings are the rotations of `players`. `progress` is called with the number of games done.
    """
    scores = []
    done = 0
    for shift in range(len(players)):
        seats = [*players[shift:], *players[:shift]]
        won = dict.fromkeys("ABCD"[: len(players)], 0)
        for number in range(games):
            game = play_game(seats, variant, seed * 1_000_003 + number, deal)
            won[game.winner or "?"] += 1
            done += 1
            progress(done)
        scores += [
            Score(seats["ABCD".index(seat)], seat, count, games) for seat, count in won.items()
        ]
    return scores
