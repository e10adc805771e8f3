"""Puzzles: a position, a roll, and one move that is better than all others by far."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from .family import Family
from .policies import OPPONENTS
from .position import Position
from .rules import ROLLS
from .tables import is_table_stored
from .values import Ranked, best

#: What the best move has over the next one, at least.
MARGIN = 0.1
#: Grades, the easiest first: how many of CHOOSERS don't find the move.
GRADES = ("easy", "medium", "hard")
SOLVERS = ("thumb", "greedy")
#: The fewest moves to choose from.
LEAST_MOVES = 3


@dataclass(frozen=True)
class Puzzle:
    """Two players, `roll` to be played: `ranked` has all moves, the best first."""

    position: Position
    roll: int
    variant: str
    ranked: tuple[Ranked, ...]
    grade: str

    @property
    def solution(self) -> str:
        return self.ranked[0].move

    @property
    def margin(self) -> float:
        return self.ranked[1].loss

    def to_json(self) -> dict[str, Any]:
        return {
            "position": str(self.position),
            "roll": self.roll,
            "variant": self.variant,
            "grade": self.grade,
            "solution": self.solution,
            "margin": round(self.margin, 6),
            "moves": [{"move": one.move, "value": round(one.value, 6)} for one in self.ranked],
        }


def make_puzzle(position: Position, roll: int, variant: str = "S") -> Puzzle | None:
    """The puzzle of a position and a roll; None where no move is better by MARGIN than all others,
    or there are fewer than CHOICES. Its grade says how many of the simple players miss the move,
    each of whom has several tries."""
    ranked = best(position, roll, variant)
    if len(ranked) < LEAST_MOVES or ranked[1].loss < MARGIN:
        return None
    rng = random.Random(f"{position} {roll}")
    missed = sum(
        any(OPPONENTS[name](position, roll, variant, rng) != ranked[0].move for _ in range(5))
        for name in SOLVERS
    )
    return Puzzle(position, roll, variant, tuple(ranked), GRADES[missed])


def default_cubes(variant: str = "S") -> int:
    """The cubes of each player with which puzzles can be made at once: 6 with their table, else
    4."""
    return 6 if is_table_stored(Family((6, 6), variant)) else 4


def puzzles(
    count: int,
    *,
    seed: int = 1,
    cubes: int = 6,
    variant: str = "S",
    grade: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Iterator[Puzzle]:
    """So many puzzles, one from a game, of a grade if that is given. The same seed gives the same
    ones. NoTable without the table of so many cubes."""
    Family((cubes, cubes), variant)
    rng = random.Random(f"omba/puzzles/{seed}/{cubes}/{variant}")
    found = 0
    while found < count:
        puzzle = _puzzle_from_game(rng, cubes, variant)
        if puzzle and grade in (None, puzzle.grade):
            found += 1
            progress(found)
            yield puzzle


def _puzzle_from_game(rng: random.Random, cubes: int, variant: str) -> Puzzle | None:
    """A puzzle from a game by the rule of thumb and moves by chance, the first from some ply on."""
    position = Position(("",) * 9, "A", (cubes, cubes), (False, False))
    first = rng.randint(cubes // 2, 3 * cubes)
    for ply in range(1000):
        roll = rng.choice(ROLLS)
        moves = position.moves(roll, variant)
        if not moves:
            return None
        if ply >= first and (puzzle := make_puzzle(position, roll, variant)):
            return puzzle
        name = rng.choice(("thumb", "thumb", "random"))
        position = moves[OPPONENTS[name](position, roll, variant, rng)]
    return None
