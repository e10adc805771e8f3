"""Check that last turns are exact: `python bench/lastturns.py --positions 1000 --seed 7`.

For positions of self-play with a last roll, the first turn of the hint is compared with the best of
all turns, tried one by one. Half of the positions are before the last turn of a game, half anywhere
in it. Even millions of turns are tried; `--most` leaves out rolls that allow more. Prints the
number of comparisons, each difference, and the time of the hints.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

import numberdrop as nd
from numberdrop import Stream, hint
from numberdrop.plan import play_game
from numberdrop.plan.ply import rank_plain

EVERY_OUTLINE = 100_000


def positions(seed: int, most: int) -> Iterator[tuple[nd.Position, nd.Roll]]:
    """Yield positions and rolls endlessly."""
    stream, number = Stream.from_key(f"lastturns/{seed}"), 0
    while True:
        game = play_game(seed, number)
        rolls = nd.plain_deal(seed + 1, number).rolls
        back = 1 if number % 2 else 1 + stream.below(len(game.turns))
        for _ in range(back):
            game.pop()
        roll = rolls[stream.below(len(rolls))]
        if game.positions[0].count_turns(roll) <= most:
            yield game.positions[0], roll
        number += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument(
        "--most", type=int, default=20_000_000, help="maximum number of turns of a roll"
    )
    given = parser.parse_args()
    wrong, times = 0, []
    for done, (position, roll) in enumerate(positions(given.seed, given.most), 1):
        started = time.perf_counter()
        found = hint(position, roll, last=True, top=1)
        times.append(1000 * (time.perf_counter() - started))
        [(best, _)] = rank_plain(position, roll, nd.Variant(), EVERY_OUTLINE, 1, is_last=True)
        if not found.made_by["exact"] or found.turns[0].position.score().total != best / 100:
            wrong += 1
            print(f'differs: "{position}" {roll}: {found.turns[0].ev}, the best is {best / 100}')
        if done == given.positions:
            break
    times.sort()
    print(
        f"{len(times)} positions, {wrong} differ; a hint took {times[len(times) // 2]:.1f} ms, "
        f"99 of 100 at most {times[len(times) * 99 // 100]:.1f} ms"
    )


if __name__ == "__main__":
    main()
