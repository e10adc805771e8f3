"""Measure the medals of a year, who earns them, and the thresholds of the words for a day.

    python bench/year.py puzzles/days.jsonl [--earned] [--every 1]

Prints the quartiles of each medal, and of the figures of difficulty and luck. The thresholds of
WORDS and LUCK are the quartiles and quintiles of these figures. With --earned, players of 34, 46,
55 and 61 points play each day once more, independently of the games behind the medals, and their
medals are counted. They are the newcomer, the regular, and the blind player with large slips and
with its own.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Sequence
from statistics import fmean, stdev

from numberdrop import Position, Stream, play
from numberdrop.puzzles import DailyPuzzle, read_lines
from numberdrop.puzzles.blind_player import field_score, ranked
from numberdrop.puzzles.quantiles import quantile
from numberdrop.puzzles.simulated.games import simulated_game
from numberdrop.puzzles.simulated.results import SimulatedResults
from numberdrop.puzzles.simulated.roster import NEWCOMER, REGULAR
from numberdrop.puzzles.targets import MEDALS

#: The number of the additional game, which is not among those behind the medals.
OTHER = 1_000_000
#: The slip of the player of 55 points, in 1/100 points.
GREAT_SLIP = 800


def row(name: str, values: Sequence[int]) -> str:
    """Return a line with the mean, the standard deviation and the quartiles of `values`."""
    quartiles = " ".join(f"{quantile(values, quarter):>4}" for quarter in range(5))
    return f"{name:<22} {fmean(values):7.2f} {stdev(values):6.2f}   {quartiles}"


def shares(values: Sequence[int], parts: int) -> list[int]:
    """Return the values that divide `values` into `parts` equal parts."""
    ranked_values = sorted(values)
    return [ranked_values[len(values) * part // parts] for part in range(1, parts)]


def slipping(entry: DailyPuzzle) -> int:
    """Return the score of the blind player with large slips."""
    puzzle, stream = entry.puzzle, Stream.from_key(f"year/{entry.id}")
    position = Position.start(puzzle.tiles, "d1")
    for roll in puzzle.rolls:
        if position.is_over():
            break
        found = ranked(position, roll, puzzle.variant)
        weights = [max(0, GREAT_SLIP - (found[0][0] - value)) for value, _ in found]
        left = stream.below(sum(weights))
        for weight, (_, turn) in zip(weights, found, strict=True):
            left -= weight
            if left < 0:
                position = play(position, turn, puzzle.variant)
                break
    return position.score(puzzle.variant).total


PLAYERS: dict[str, Callable[[DailyPuzzle], int]] = {
    "34": lambda day: simulated_game(day.puzzle.deal, day.puzzle.variant, NEWCOMER, OTHER).score,
    "46": lambda day: simulated_game(day.puzzle.deal, day.puzzle.variant, REGULAR, OTHER).score,
    "55": slipping,
    "61": lambda day: field_score(day.puzzle.deal, day.puzzle.variant, OTHER),
}


def earned(days: Sequence[DailyPuzzle]) -> None:
    """Print a line for each player: the mean score, and the share of days with each medal."""
    print(f"{'player':<8} {'mean':>6} {'none':>9}", *(f"{medal:>9}" for medal in MEDALS))
    for name, game in PLAYERS.items():
        scores = [game(day) for day in days]
        medals = Counter(
            day.targets.medal_of(score) for day, score in zip(days, scores, strict=True)
        )
        each = (medals[medal] / len(days) for medal in (None, *MEDALS))
        print(f"{name:<8} {fmean(scores):6.1f}", *(f"{share:9.1%}" for share in each))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path")
    parser.add_argument("--earned", action="store_true", help="also count the medals earned")
    parser.add_argument("--every", type=int, default=1, help="use every nth day only")
    asked = parser.parse_args()
    entries = [entry for _, entry in read_lines(asked.path) if isinstance(entry, DailyPuzzle)]
    days = [entry for entry in entries if entry.simulated][:: asked.every]
    results = [found for entry in days if (found := entry.simulated)]
    print(f"{len(days)} days of {len(entries)}, {days[0].blind.player}")
    print(f"{'':<22} {'mean':>7} {'spread':>6}   quartiles, from 0 to 4")
    for medal in MEDALS:
        points = [entry.targets.to_json().get(medal) for entry in days]
        print(row(medal, [each for each in points if each is not None]))
    for name, figures in (
        ("figure", [entry.difficulty.figure for entry in days]),
        ("luck", [found.luck()[0] for found in results]),
        ("turns with one move", [SimulatedResults.mean_forced(found) for found in results]),
    ):
        print(row(name, figures))
    print("quarters of the figure from", *shares([day.difficulty.figure for day in days], 4))
    print("fifths of the luck from", *shares([found.luck()[0] for found in results], 5))
    print(dict(Counter(day.difficulty.word for day in days)))
    print(dict(Counter(found.luck()[1] for found in results)))
    for name in results[0].scores:
        medians = [quantile(found.scores[name], 2) for found in results]
        games = [score for found in results for score in found.scores[name]]
        print(row(f"medians of {name}", medians), row("games", games))
    if asked.earned:
        earned(days)


if __name__ == "__main__":
    main()
