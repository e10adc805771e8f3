"""Check the win chances in hints for several players: `python bench/chances.py calibration`.

    calibration  positions of games in which all seats play by one ply: the win share that a hint
                 predicts for its best turn, which is then played, against the result
    errors       hints against hints of the same level with `--times` as many playouts and other
                 dice: how often the error bar is right
    last         turns that surely end the game against all turns tried by the oracle
    latency      the time that hints take on two threads, on an idle machine

Positions are those of `--seed`, one from each game, of 2 to 6 players in turn.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numberdrop as nd
from numberdrop import SharedTurn, Stream, table_deal
from numberdrop.multiplayer import Seats, choose, hint

VARIANTS = ("rulebook", "bga")
START = "d1"


def one_ply(game: nd.Game, seat: int, roll: nd.Roll) -> nd.Part:
    return choose(game, seat, roll, "points")


def play_on(game: nd.Game, rolls: Sequence[nd.Roll]) -> None:
    """Play a game to its end, all seats by one ply."""
    for roll in rolls[len(game.turns) :]:
        if game.is_over():
            break
        seats = range(1, game.players + 1)
        game.push(SharedTurn(roll, tuple(one_ply(game, seat, roll) for seat in seats)))


def positions(
    seed: int, players: Sequence[int], most_back: int = 99
) -> Iterator[tuple[nd.Game, nd.Deal, Stream]]:
    """Yield games of each number of players, each taken back by some turns, at most `most_back`."""
    number = 0
    while True:
        count, variant = players[number % len(players)], VARIANTS[number // len(players) % 2]
        deal, stream = table_deal(seed, number, variant), Stream.from_key(f"{seed}/{number}")
        game = nd.Game(deal.tiles, [START] * count, variant)
        play_on(game, deal.rolls)
        if game.is_over():
            for _ in range(1 + stream.below(min(most_back, len(game.turns)))):
                game.pop()
            yield game, deal, stream
        number += 1


def calibration(asked: argparse.Namespace) -> None:
    pairs = []
    games = positions(asked.seed, asked.players)
    for number in range(asked.positions):
        game, deal, stream = next(games)
        roll, seat = deal.rolls[len(game.turns)], 1 + stream.below(game.players)
        found = hint(game, seat, roll, level=asked.level, playouts=asked.playouts, top=1)
        parts = [one_ply(game, other, roll) for other in range(1, game.players + 1)]
        parts[seat - 1] = found.turns[0].part
        game.push(SharedTurn(roll, tuple(parts)))
        play_on(game, deal.rolls)
        winners = game.winners()
        share = (seat in winners) / len(winners) if winners else 1 / game.players
        pairs.append((found.turns[0].win, share, found.turns[0].ev, game, seat))
        if number % 100 == 99:
            print(f"{number + 1} positions", file=sys.stderr)
    ahead = [
        game.positions[seat - 1].score(game.variant).total - ev for _, _, ev, game, seat in pairs
    ]
    print(f"score: {mean_error(ahead)} above the prediction")
    print("  predicted   positions  mean predicted  actual  error  errors apart")
    for n in range(10):
        inside = [(win, came) for win, came, *_ in pairs if n <= 10 * win < n + 1 + (n == 9)]
        if len(inside) < 2:
            continue
        predicted = statistics.mean(win for win, _ in inside)
        actual = statistics.mean(share for _, share in inside)
        # The binomial error, if the prediction is right.
        error = sum(win * (1 - win) for win, _ in inside) ** 0.5 / len(inside)
        print(
            f"  {n / 10:.1f} to {n / 10 + 0.1:.1f}  {len(inside):>9}  {predicted:>14.3f}  "
            f"{actual:>6.3f}  {error:.3f}  {(actual - predicted) / error:>+6.1f}"
        )


def errors(asked: argparse.Namespace) -> None:
    apart, games = [], positions(asked.seed, asked.players)
    for _ in range(asked.positions):
        game, deal, stream = next(games)
        roll, seat = deal.rolls[len(game.turns)], 1 + stream.below(game.players)
        playouts = asked.playouts or 360
        one = hint(game, seat, roll, playouts=playouts, top=1).turns[0]
        if one.errors is None or one.errors[0] == 0:
            continue
        more = hint(game, seat, roll, playouts=asked.times * playouts, top=1000, seed=2)
        other = next(turn for turn in more.turns if turn.part == one.part)
        if other.errors is not None:
            error = (one.errors[0] ** 2 + other.errors[0] ** 2) ** 0.5
            apart.append((one.win - other.win) / error)
    within = [sum(abs(z) <= bars for z in apart) / len(apart) for bars in (1, 2, 3)]
    print(
        f"{len(apart)} positions: {statistics.mean(apart):+.2f} errors apart on average, spread "
        f"{statistics.stdev(apart):.2f}; within 1, 2, 3 errors: "
        + ", ".join(f"{share:.0%}" for share in within)
    )


def last(asked: argparse.Namespace) -> None:
    sys.path[:0] = [str(Path(__file__).parent.parent / name) for name in ("tests", "tests/support")]
    from tables import best_part_by_oracle

    done = wrong = blocks = 0
    for game, _, stream in positions(asked.seed, asked.players, most_back=2):
        if done == asked.positions:
            break
        seats, roll = Seats.of(game), nd.Roll.random(stream)
        everyone = range(1, len(seats) + 1)
        if len(roll.arrangements()) > asked.most or not any(
            seats.must_end(seat, roll) for seat in everyone
        ):
            continue
        best = [best_part_by_oracle(seats, place, roll) for place in range(len(seats))]
        done += 1
        blocks += seats.falling(roll) is not None
        for seat in everyone:
            first = hint(seats, seat, roll, top=1).turns[0]
            mine = best[seat - 1]
            share = (mine == max(best)) / best.count(max(best))
            if (first.ev, round(first.win, 6)) != (mine, round(share, 6)):
                wrong += 1
                print(f"{seats!r} {roll} seat {seat}: {first.ev}, {first.win}, not {mine}, {share}")
    print(f"{done} last turns, {blocks} of them with a block, every seat asked: {wrong} differ")


def latency(asked: argparse.Namespace) -> None:
    for players in asked.players:
        waited, worked, games = [], [], positions(asked.seed, [players])
        for _ in range(asked.positions):
            game, deal, stream = next(games)
            roll, seat = deal.rolls[len(game.turns)], 1 + stream.below(game.players)
            began, began_work = time.perf_counter(), time.process_time()
            hint(game, seat, roll, level=asked.level, playouts=asked.playouts, workers=2)
            waited.append(time.perf_counter() - began)
            worked.append(time.process_time() - began_work)
        print(f"{players} players, {asked.level}, {asked.positions} positions, two threads")
        for what, taken in (("wall-clock time", sorted(waited)), ("CPU time", sorted(worked))):
            marks = [taken[min(len(taken) - 1, len(taken) * part // 100)] for part in (50, 90, 99)]
            print(
                f"  percentiles 50, 90, 99 of {what}: "
                + ", ".join(f"{mark:.2f} s" for mark in marks)
            )


def mean_error(values: Sequence[float]) -> str:
    error = statistics.stdev(values) / len(values) ** 0.5
    return f"{statistics.mean(values):+.2f} ± {error:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    whats = {"calibration": calibration, "errors": errors, "last": last, "latency": latency}
    parser.add_argument("what", choices=whats)
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 5, 6])
    parser.add_argument("--level", default="strong")
    parser.add_argument("--playouts", type=int)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--most", type=int, default=24, help="last: arrangements of a roll")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print(f"{platform.machine()}, {platform.python_version()}, seed {asked.seed}")
    whats[asked.what](asked)


if __name__ == "__main__":
    main()
