"""Positions, rolls and variants that several tests share."""

from __future__ import annotations

import random
from functools import cache

import numberdrop as nd
import oracle
from numberdrop.puzzles.archive.entries import DailyPuzzle, DropProblem
from numberdrop.puzzles.archive.entry_text import ArchivePuzzle
from numberdrop.puzzles.archive.reading import read_lines
from places import DATA, POSITIONS

#: The variants of the rules; agreement.py also has those with other dice.
VARIANTS = ["rulebook", "bga", "rulebook+slide", "bga+slide"]
#: The lines of bench/positions.txt: a position in the middle of a game, and the next roll.
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


#: Archive entries, which `python tests/tools entries` writes.
ENTRIES = DATA / "entries.jsonl"
#: Days as generator 1 wrote them.
FIRST_ENTRIES = DATA / "first.jsonl"


@cache
def _kept() -> list[ArchivePuzzle]:
    return [entry for _, entry in read_lines(str(ENTRIES))]


def some_days() -> list[DailyPuzzle]:
    """Return the first two lines of an archive, the first with a best score, based on few games."""
    return [entry for entry in _kept() if isinstance(entry, DailyPuzzle)]


def some_drop() -> DropProblem:
    """Return the line of a drop problem with one roll."""
    return next(entry for entry in _kept() if isinstance(entry, DropProblem))


def some_pocket() -> DropProblem:
    """Return the line of a pocket problem with two rolls."""
    return next(entry for entry in _kept() if isinstance(entry, DropProblem) and entry.is_pocket)
