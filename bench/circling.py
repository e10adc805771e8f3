"""Measure what the choice to circle a letter is worth: `python bench/circling.py`, on one CPU core.

By the rulebook a player of several "can" circle a letter whose two boxes he has filled. In games in
which all seats play by one ply, each turn in which a claim circles a letter is a decision: all
seats play on from it, once with the circle and once without it, to the end of the game on the same
dice. Half of the playouts choose, for wins or for points; the other half measure what the choice
gains over circling always. So the gain is that of a player who judges by as many playouts, free of
the bias of choosing the better of two noisy figures.

Prints for each number of players: the decisions in a game and seat; in how many not circling is
better by more than twice its standard error; the mean of what a circle is worth; and the gains of
the choice, for each decision and for a whole game of one seat, with standard errors over games.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numberdrop as nd
from numberdrop import SharedTurn, Stream, table_deal
from numberdrop.multiplayer import Aim, Seats, choose, shipped
from numberdrop.multiplayer.ply import blank_rows, player_of, rows_in

START = "d1"
#: No playout takes more turns.
TURNS = 20
#: The columns of a playout's result: wins, and points.
SHARE, SCORE = 0, 4


@dataclass(frozen=True)
class Decision:
    """What a circle gains over none in each playout, in wins and in points."""

    game: int
    wins: tuple[float, ...]
    points: tuple[float, ...]


def decisions(
    number: int, players: int, variant: str, seed: int, playouts: int, aim: Aim
) -> list[Decision]:
    """Return the decisions of all seats in one game."""
    weights, found = shipped(), []
    deal, stream = table_deal(seed, number, variant), Stream.from_key(f"circling/{seed}.{number}")
    game = nd.Game(deal.tiles, [START] * players, variant)
    for roll in deal.rolls:
        if game.is_over():
            break
        before = Seats.of(game)
        parts = [choose(game, seat, roll, aim) for seat in range(1, players + 1)]
        is_block_turn = before.falling(roll) is not None
        sheets = [game.play_part(seat, roll, part)[0].core for seat, part in enumerate(parts, 1)]
        game.push(SharedTurn(roll, tuple(parts)))
        if is_block_turn or game.is_over():
            continue
        for seat, sheet in enumerate(sheets):
            mark = sheet.circled & ~before.positions[seat].core.circled
            if not mark:
                continue
            rows, key = [], stream.next64()
            for circled in (sheet.circled, sheet.circled & ~mark):
                changed = [*sheets]
                changed[seat] = sheet.with_letters(circled, sheet.crossed)
                after = before.core.after(changed, -1)
                values = rows_in(blank_rows(playouts))
                player_of(before, weights).play(before.core, after, seat, key, 0, TURNS, values)
                rows.append(values)
            with_it, without = rows
            gains = [
                tuple(with_it[n, column] - without[n, column] for n in range(playouts))
                for column in (SHARE, SCORE)
            ]
            found.append(Decision(number, *gains))
    return found


def mean_error(figures: Sequence[float]) -> str:
    mean = statistics.mean(figures)
    return f"{mean:+.4f} ± {statistics.stdev(figures) / len(figures) ** 0.5:.4f}"


def report(found: Sequence[Decision], games: int, players: int, name: str, column: str) -> str:
    """Return the line of one aim. Errors are over games."""
    per_game = [0.0] * games
    worth = [0.0] * games
    better = 0
    for one in found:
        gains = getattr(one, column)
        half = len(gains) // 2
        mean, error = statistics.mean(gains), statistics.stdev(gains) / len(gains) ** 0.5
        better += mean < -2 * error
        worth[one.game] += mean
        for choosing, judging in ((gains[:half], gains[half:]), (gains[half:], gains[:half])):
            if statistics.mean(choosing) < 0:
                per_game[one.game] -= statistics.mean(judging) / 2
    count = len(found)
    seats = [one / players for one in worth]
    chosen = [one / players for one in per_game]
    return (
        f"  {name}: a circle is worth {sum(worth) / count:+.4f} (a game and seat "
        f"{mean_error(seats)}); without it better by two errors in {better} of {count} "
        f"({better / count:.1%}); the choice gains {sum(per_game) / count:+.4f} a decision, "
        f"{mean_error(chosen)} a game and seat"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 6])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--playouts", type=int, default=200, help="with the circle, and without")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variant", default="rulebook")
    parser.add_argument("--aim", choices=["win", "points"], default="win", help="of all players")
    asked = parser.parse_args()
    print(f"{platform.machine()}, {platform.python_version()}, seed {asked.seed}, {asked.variant}")
    for players in asked.players:
        began, found = time.process_time(), []
        for number in range(asked.games):
            found += decisions(
                number, players, asked.variant, asked.seed, asked.playouts, asked.aim
            )
        seconds = time.process_time() - began
        print(
            f"{players} players: {asked.games} games for {asked.aim}, {len(found)} decisions "
            f"({len(found) / asked.games / players:.2f} a game and seat), 2 x {asked.playouts} "
            f"playouts each; {seconds:.0f} s"
        )
        print(report(found, asked.games, players, "wins", "wins"))
        print(report(found, asked.games, players, "points", "points"), flush=True)


if __name__ == "__main__":
    main()
