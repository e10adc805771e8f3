"""The shipped puzzles and problems in brief, for lists.

Whole entries replay their solutions, which takes a second for all problems. Here nothing is checked
that the tests of the shipped archives check.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ...position import Position
from .entries import DropProblem
from .reading import line_texts
from .shipped import POCKETS, PROBLEMS, SHIPPED, lines_with


class ProblemInBrief(NamedTuple):
    """What a list says of a drop problem. `rolls` is the number of its rolls, `gain` the points
    that the `goal` lies above the score at the start, `difficulty` a word."""

    id: str
    rolls: int
    goal: int
    gain: int
    difficulty: str

    @classmethod
    def of(cls, problem: DropProblem) -> ProblemInBrief:
        """Return the problem in brief."""
        return cls(
            problem.id,
            len(problem.rolls),
            problem.goal,
            problem.goal - problem.position.score(problem.variant).total,
            problem.difficulty.word,
        )


class DayInBrief(NamedTuple):
    """What a calendar says of the puzzle of a day. `best` is the best known score, or None, and
    `is_proved` says whether it is proved to be the highest."""

    id: str
    difficulty: str
    best: int | None
    is_proved: bool


def problems_in_brief(folder: Path = SHIPPED) -> Iterator[ProblemInBrief]:
    """Yield the shipped drop problems: those of POCKETS in file order, then the others."""
    for name in (POCKETS, PROBLEMS):
        with (folder / name).open("rb") as file:
            for _, text in line_texts(file, name):
                entry = json.loads(text)
                start = Position.from_text(entry["position"]).score(entry["variant"]).total
                goal = entry["targets"]["goal"]
                word = entry["difficulty"]["word"]
                yield ProblemInBrief(entry["id"], len(entry["rolls"]), goal, goal - start, word)


def days_in_brief(month: str, folder: Path = SHIPPED) -> Iterator[DayInBrief]:
    """Yield the shipped days of a month, YYYY-MM."""
    for _, text in lines_with(f'"id": {json.dumps(month)[:-1]}-', folder):
        entry = json.loads(text)
        best = entry.get("best")
        yield DayInBrief(
            entry["id"],
            entry["difficulty"]["word"],
            best and best["score"],
            bool(best) and best["score"] == best["bound"],
        )
