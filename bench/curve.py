"""Print the learning curve of a training: `python bench/curve.py CHECKPOINT > bench/learning.csv`.

Each line has the number of games played so far, and the mean final score of the last of them (at
most STEP), with its standard error from the spread of the rounds' means. These are the games that
training learned from, played with its narrow choice of turns, so hints do a little better.
"""

import argparse
import statistics
from pathlib import Path

from numberdrop.plan.hints.training import Training

STEP = 5120


def lines(curve: list[tuple[int, float]], step: int) -> list[str]:
    """Return the lines of the table, with its header."""
    found = ["games,mean,error"]
    rounds: list[float] = []
    for games, mean in curve:
        rounds.append(mean)
        if games % step == 0 or games == curve[-1][0]:
            error = statistics.stdev(rounds) / len(rounds) ** 0.5 if len(rounds) > 1 else 0
            found.append(f"{games},{statistics.mean(rounds):.2f},{error:.2f}")
            rounds = []
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--step", type=int, default=STEP, help="games a line")
    given = parser.parse_args()
    print("\n".join(lines(Training.resume(given.checkpoint).curve, given.step)))


if __name__ == "__main__":
    main()
