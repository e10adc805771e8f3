"""Measure the time of a hint: `python bench/latency.py --hints 300`, on one CPU core.

The positions are from anywhere in games of self-play, each with the next roll, or, for one in four,
with a roll of three or four stars. Prints the CPU time of a hint at the default level, the slowest
ones, and the program's peak memory.
"""

from __future__ import annotations

import argparse
import resource
import time

import numberdrop as nd
from numberdrop import Stream
from numberdrop.plan import play_game, shipped

STARRY = ("1***I", "***1*", "***5O", "*3**L", "1**2*")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hints", type=int, default=300)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--level", default="strong")
    given = parser.parse_args()
    stream = Stream.from_key(f"latency/{given.seed}")
    times = []
    for number in range(given.hints):
        game = play_game(given.seed, number)
        rolls = nd.plain_deal(given.seed, number).rolls
        for _ in range(1 + stream.below(len(game.turns))):
            game.pop()
        roll = rolls[len(game.turns)]
        if number % 4 == 0:
            roll = nd.Roll.from_text(STARRY[stream.below(len(STARRY))])
        started = time.process_time()
        nd.hint(game.positions[0], roll, level=given.level)
        times.append((time.process_time() - started, str(roll), str(game.positions[0])))
    times.sort()
    half, most = times[len(times) // 2][0], times[len(times) * 99 // 100][0]
    print(f"{len(times)} hints at {given.level}, {shipped().name}")
    print(f"median {half:.2f} s, 99th percentile {most:.2f} s; the slowest:")
    for seconds, asked, position in times[-3:]:
        print(f'  {seconds:.2f} s  "{position}" "{asked}"')
    print(f"memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB at its peak")


if __name__ == "__main__":
    main()
