"""Puzzles: positions in which one move is far better than all others."""

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
from .trio import TrioFamily
from .trio_tables import is_trio_stored
from .values import Ranked, best

#: The least margin of the best move over the second best.
MARGIN = 0.1
#: The grades by the number of SOLVERS that miss the move, the easiest first.
GRADES = ("easy", "medium", "hard")
SOLVERS = ("thumb", "greedy")
#: The fewest moves of a puzzle.
LEAST_MOVES = 3


@dataclass(frozen=True)
class Puzzle:
    """A position and a roll. `ranked` has all moves, the best first."""

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
    """Return the puzzle of a position and a roll, or None if it has fewer than LEAST_MOVES moves or
    the best one leads by less than MARGIN. The grade is the number of SOLVERS that miss the move in
    at least one of five tries."""
    ranked = best(position, roll, variant)
    if len(ranked) < LEAST_MOVES or ranked[1].loss < MARGIN:
        return None
    rng = random.Random(f"{position} {roll}")
    missed = sum(
        any(OPPONENTS[name](position, roll, variant, rng) != ranked[0].move for _ in range(5))
        for name in SOLVERS
    )
    return Puzzle(position, roll, variant, tuple(ranked), GRADES[missed])


def default_cubes(variant: str = "S", players: int = 2) -> int:
    """Return the cubes of each player in a puzzle: the most whose table is stored, or is solved at
    once. That is 6 or 4 for two players, 3 or 2 for three."""
    if players == 3:
        return 3 if is_trio_stored(TrioFamily(3, variant)) else 2
    return 6 if is_table_stored(Family((6, 6), variant)) else 4


def puzzles(
    count: int,
    *,
    seed: int = 1,
    cubes: int = 6,
    players: int = 2,
    variant: str = "S",
    grade: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Iterator[Puzzle]:
    """Yield `count` puzzles, each from another game. `grade` selects a grade, and `progress` is
    called with the number found. The same seed gives the same puzzles. Raises NoTable if the table
    of `cubes` is missing and large, and NumberdropError if there is none for 2 or 3 `players`."""
    game = f"{cubes}/{variant}"
    if players == 3:
        game = f"docker/{TrioFamily(cubes, variant).cubes}/{variant}"
    else:
        Family((cubes, cubes), variant)
    rng = random.Random(f"omba/puzzles/{seed}/{game}")
    found = 0
    while found < count:
        puzzle = _puzzle_from_game(rng, cubes, players, variant)
        if puzzle and grade in (None, puzzle.grade):
            found += 1
            progress(found)
            yield puzzle


def _puzzle_from_game(rng: random.Random, cubes: int, players: int, variant: str) -> Puzzle | None:
    """Play a game by the rule of thumb, with some random moves, and return its first puzzle after a
    random number of plies; None if it has none."""
    position = Position(("",) * 9, "A", (cubes,) * players, (False,) * players)
    first_ply = rng.randint(cubes // 2, 3 * cubes)
    for ply in range(1000):
        roll = rng.choice(ROLLS)
        moves = position.moves(roll, variant)
        if not moves:
            return None
        if ply >= first_ply and (puzzle := make_puzzle(position, roll, variant)):
            return puzzle
        name = rng.choice(("thumb", "thumb", "random"))
        position = moves[OPPONENTS[name](position, roll, variant, rng)]
    return None
