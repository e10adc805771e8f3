"""The words for the difficulty of a day: where the quarters of a year of figures lie.

    python bench/year.py puzzles/days.jsonl

Prints the quartiles of the figures, which are the WORDS of numberdrop.puzzles.targets, and what the
figures are made of.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from statistics import fmean, stdev

from numberdrop.puzzles.archive.puzzles import DailyPuzzle
from numberdrop.puzzles.archive.reading import read_lines
from numberdrop.puzzles.targets import quantile


def row(name: str, values: Sequence[int]) -> str:
    """The mean, the spread and the quartiles of some numbers."""
    quartiles = " ".join(f"{quantile(values, quarter):>4}" for quarter in range(5))
    return f"{name:<22} {fmean(values):7.2f} {stdev(values):6.2f}   {quartiles}"


def main(path: str) -> None:
    entries = [entry for _, entry in read_lines(path) if isinstance(entry, DailyPuzzle)]
    told = [entry.blind for entry in entries]
    print(f"{len(entries)} days, {len(told[0].scores)} games each, {told[0].player}")
    print(f"{'':<22} {'mean':>7} {'spread':>6}   {'quartiles, from 0 to 4'}")
    print(row("figure", [entry.difficulty.figure for entry in entries]))
    print(row("silver", [entry.targets.silver for entry in entries]))
    print(row("bronze", [entry.targets.bronze for entry in entries]))
    print(row("gold", [entry.targets.gold for entry in entries]))
    print(row("expert", [one.expert for one in told]))
    print(row("forced turns", [one.forced for one in told]))
    print(row("all games", [score for one in told for score in one.scores]))
    print(dict(Counter(entry.difficulty.word for entry in entries)))


if __name__ == "__main__":
    main(*sys.argv[1:])
