"""A player's answer to a drop problem (docs/daily.md, Drop problems).

An answer has a score, the turn that put the goal out of reach, and a comparison with the best line
that doesn't reveal the solution.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..dice import Roll
from ..errors import IllegalTurn
from ..position import Position
from ..record import PlayedLine, load_line
from ..rules import Variant
from ..turn import Turn
from .archive.entries import DropProblem

#: The node budget for deciding whether the goal is still in reach. It is large enough for all
#: shipped problems.
NODES = 3_000_000


@dataclass(frozen=True, slots=True)
class Missed:
    """The difference between the best line and an answer.

    `boxes` names the boxes that only the best line fills. `points` maps `rows`, `identical`,
    `consecutive` and `bonus` to the points by which the best line leads. A value is negative if the
    answer has more, and equal parts are left out.
    """

    boxes: tuple[str, ...]
    points: dict[str, int]

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object."""
        return {"boxes": list(self.boxes), "points": self.points}


@dataclass(frozen=True, slots=True)
class Answer:
    """Turns played on a drop problem, at most one for each of its rolls.

    `lost` is the number, from 1, of the turn that put the goal out of reach. It is None if the goal
    is still in reach or the search couldn't decide.
    """

    problem: DropProblem
    line: PlayedLine
    lost: int | None

    @property
    def score(self) -> int:
        """The score after the turns."""
        return self.line.positions[-1].score(self.line.variant).total

    @property
    def left(self) -> tuple[Roll, ...]:
        """The rolls still to be played, empty once the game is over."""
        if self.line.positions[-1].is_over():
            return ()
        return self.problem.rolls[len(self.line.turns) :]

    @property
    def is_solved(self) -> bool:
        """Whether all turns are played and the goal is reached."""
        return not self.left and self.score >= self.problem.goal

    def missed(self) -> Missed:
        """Return the difference between the end of the best line and the answer."""
        best = load_line(self.problem.best.solution).positions[-1]
        return missed(self.line.positions[-1], best, self.line.variant)

    def to_json(self) -> dict[str, Any]:
        """Return the document of `numberdrop drop --answer --json`."""
        is_done = not self.left
        return {
            "problem": self.problem.id,
            "goal": self.problem.goal,
            "score": self.score,
            "solved": self.is_solved if is_done else None,
            "lost": self.lost,
            "missed": self.missed().to_json() if is_done and not self.is_solved else None,
            "rolls_left": [str(roll) for roll in self.left],
            "line": self.line.to_record(),
        }


def missed(mine: Position, best: Position, variant: Variant) -> Missed:
    """Return the difference between the `best` position and `mine`."""
    theirs = set(best.open_boxes())
    points = mine.score(variant).to_json()
    return Missed(
        tuple(box for box in mine.open_boxes() if box not in theirs),
        {
            part: each - points[part]
            for part, each in best.score(variant).to_json().items()
            if part != "total" and each != points[part]
        },
    )


def answered(problem: DropProblem, turns: Sequence[Turn]) -> Answer:
    """Return the answer with these turns.

    Raises IllegalTurn, with the number of the turn in the answer, if a turn breaks a rule, is
    played with the wrong roll, or comes after the last roll.
    """
    positions = [problem.position]
    written: list[Turn] = []
    for number, turn in enumerate(turns, 1):
        if positions[-1].is_over() or number > len(problem.rolls):
            raise IllegalTurn("there is no roll left to play", turn=number)
        roll = problem.rolls[number - 1]
        if turn.roll.in_order() != roll.in_order():
            raise IllegalTurn(f"expected the roll {roll}, got {turn.roll}", turn=number)
        try:
            played = PlayedLine.of(positions[-1], [turn], problem.variant)
        except IllegalTurn as error:
            raise IllegalTurn(error.message, turn=number) from None
        positions.append(played.positions[-1])
        written += played.turns
    line = PlayedLine(tuple(positions), tuple(written), problem.variant)
    return Answer(problem, line, _lost(problem, positions))


def _lost(problem: DropProblem, positions: Sequence[Position]) -> int | None:
    for number, position in enumerate(positions[1:], 1):
        if _is_in_reach(problem, position, problem.rolls[number:]) is False:
            return number
    return None


def _is_in_reach(problem: DropProblem, position: Position, rolls: Sequence[Roll]) -> bool | None:
    """Return whether the goal is in reach, or None if NODES nodes don't suffice to decide."""
    if position.is_over() or not rolls:
        return position.score(problem.variant).total >= problem.goal
    from ..plan.exhaustive import best_line  # lazy: most who look at a problem don't answer it

    found = best_line(position, rolls, problem.variant, nodes=NODES, at_least=problem.goal - 1)
    if found.score >= problem.goal:
        return True
    return False if found.is_exact else None
