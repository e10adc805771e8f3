"""Measure Spearman's rank correlation of the grades of drop problems and a player's chance.

python bench/grades.py puzzles/drops.jsonl
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from statistics import correlation, median

from numberdrop.puzzles import DropProblem, read_lines


def ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value, lowest first. Equal values share their mean rank."""
    ranked = sorted(values)
    first = {value: ranked.index(value) for value in set(values)}
    count = Counter(values)
    return [first[value] + (count[value] - 1) / 2 for value in values]


def main(path: str) -> None:
    problems = [problem for _, problem in read_lines(path) if isinstance(problem, DropProblem)]
    grades = [problem.difficulty.figure for problem in problems]
    chances = [problem.chance for problem in problems]
    print(f"{len(problems)} problems, {chances.count(0)} with a chance of 0")
    print(f"rank correlation of grade and chance {correlation(ranks(grades), ranks(chances)):+.3f}")
    for need in problems[0].needs:
        needed = [problem.needs[need] for problem in problems]
        if len(set(needed)) > 1:
            print(f"  {need:<9} {correlation(ranks(needed), ranks(chances)):+.3f}")
    words = Counter(problem.difficulty.word for problem in problems)
    for word, count in words.items():
        mid = median(problem.chance for problem in problems if problem.difficulty.word == word)
        print(f"{word:<9} {count:>4}  median chance {mid:.1e}")


if __name__ == "__main__":
    main(*sys.argv[1:])
