"""Compare hints with results: `python bench/calibration.py --level fast --games 160`.

A level plays games. Its prediction after each turn is compared with the final score of the game.
Prints, for all turns and by the number of slides left: the mean error (predicted minus actual), its
standard error over games (as the turns of a game share its end), the slope of the final score
against the prediction, and the root mean square of the errors. Exact predictions of last turns are
left out. `--csv FILE` writes every pair.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numberdrop as nd
from numberdrop.plan import Decision, SearchSettings, search, shipped
from numberdrop.plan.hints.selfplay import SEARCH_SEED, START

#: Bounds of the groups by slides left before the turn.
PARTS = (20, 15, 10, 5, 0)

#: Number of the game, slides left, points predicted, final score.
Pair = tuple[int, int, float, int]


def pairs(level: str, games: int, seed: int) -> list[Pair]:
    """Return predictions with their final scores."""
    found: list[Pair] = []
    rules, thinking = nd.Variant(), SearchSettings.of(level, seed=SEARCH_SEED)
    for number in range(games):
        deal = nd.plain_deal(seed, number)
        game, predicted = nd.Game(deal.tiles, [START]), []
        for roll in deal.rolls:
            if game.is_over():
                break
            there = game.positions[0]
            seen = search(Decision(there, roll, rules), thinking)
            if not seen.is_exact:
                predicted.append((20 - sum(there.core.notches), seen.estimates[0]))
            game.push(seen.candidates[0].turn)
        score = game.positions[0].score().total
        found += [(number, left, points, score) for left, points in predicted]
    return found


def report(name: str, chosen: Sequence[Pair]) -> str:
    """Return a line of the table."""
    games = sorted({number for number, *_ in chosen})
    errors = [points - score for _, _, points, score in chosen]
    mean = statistics.mean(errors)
    # A ratio of sums over games: a game adds its errors minus the mean, for all its turns.
    sums = dict.fromkeys(games, 0.0)
    for (number, *_), error in zip(chosen, errors, strict=True):
        sums[number] += error - mean
    error = sum(value**2 for value in sums.values()) ** 0.5 / len(errors)
    slope = statistics.linear_regression(
        [points for _, _, points, _ in chosen], [score for *_, score in chosen]
    ).slope
    square = statistics.mean(value**2 for value in errors) ** 0.5
    return (
        f"{name:<10} {len(errors):>6}  {mean:>+6.2f} ± {error:<5.2f} {slope:>6.3f}  {square:>6.2f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--level", default="fast")
    parser.add_argument("--games", type=int, default=160)
    parser.add_argument("--seed", type=int, default=777, help="the seed of the deals")
    parser.add_argument("--csv", type=Path, help="a file for the pairs")
    given = parser.parse_args()
    found = pairs(given.level, given.games, given.seed)
    if given.csv:
        lines = [
            "game,slides_left,predicted,reached",
            *(",".join(map(str, pair)) for pair in found),
        ]
        given.csv.write_text("\n".join(lines) + "\n")
    deals = f"{given.games} plain deals of seed {given.seed}"
    print(f"level {given.level}, {deals}, weights {shipped().name}")
    print("slides left  turns  mean error     slope  square")
    print(report("all", found))
    for high, low in pairwise(PARTS):
        chosen = [pair for pair in found if low < pair[1] <= high]
        if len(chosen) > 1:
            print(report(f"{low + 1}..{high}", chosen))


if __name__ == "__main__":
    main()
