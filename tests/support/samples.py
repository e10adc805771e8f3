"""Positions, rolls and variants that several tests take their questions from."""

from __future__ import annotations

import datetime
import random
from functools import cache
from itertools import count

import numberdrop as nd
import oracle
from numberdrop.puzzles.archive.making import daily_entry, problem_entry
from numberdrop.puzzles.archive.puzzles import DailyPuzzle, DropProblem
from numberdrop.puzzles.drops import candidate
from places import POSITIONS

#: The variants of the rules; agreement.py has those of the dice as well.
VARIANTS = ["rulebook", "bga", "rulebook+slide", "bga+slide"]
#: The lines of bench/positions.txt: a position in the middle of a game, and the roll that came.
CASES = [
    (position, roll)
    for line in POSITIONS.read_text().splitlines()
    for position, roll in [line.split(" | ")]
]
BENCH = [nd.Position.from_text(position) for position, _ in CASES]


def read_rolls(text: str) -> list[nd.Roll]:
    return [nd.Roll.from_text(roll) for roll in text.split(" ")]


def some_rolls(rng: random.Random, count: int) -> list[nd.Roll]:
    return [nd.Roll.from_text(oracle.random_roll(rng)) for _ in range(count)]


@cache
def some_days() -> list[DailyPuzzle]:
    """The first two lines of an archive, the first with a best score, with few games behind
    them."""
    days = [datetime.date(2026, 11, 20 + n) for n in range(2)]
    return [
        daily_entry(day, games=3, nodes=nodes)
        for day, nodes in zip(days, (20_000, None), strict=True)
    ]


@cache
def some_drop() -> DropProblem:
    """The line of a drop problem with one roll."""
    names = (f"drop#10.{number}" for number in count())
    short = (name for name in names if candidate(name)[2] == 1)
    return next(line for line in map(problem_entry, short) if line is not None)
