"""A player's answer to a drop problem: what it scores, which turn gave the score to reach away, and
what the best line has that it hasn't, not how (docs/daily.md, Drop problems)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..dice import Roll
from ..errors import IllegalTurn
from ..plan.exhaustive import best_line
from ..position import Position
from ..record import PlayedLine, load_line
from ..rules import Variant
from ..turn import Turn
from .archive.entries import DropProblem

#: Nodes for the question whether the score to reach is still in reach; more are never needed for
#: the problems that the program comes with.
NODES = 3_000_000


@dataclass(frozen=True, slots=True)
class Missed:
    """What the best line has and an answer hasn't: boxes filled, in words, and points by where they
    come from, `rows`, `identical`, `consecutive` and `bonus`, less than 0 where the answer has the
    more."""

    boxes: tuple[str, ...]
    points: dict[str, int]

    def to_json(self) -> dict[str, Any]:
        """The object in documents."""
        return {"boxes": list(self.boxes), "points": self.points}


@dataclass(frozen=True, slots=True)
class Answer:
    """Turns played on a drop problem, as many as it has rolls or fewer.

    `lost` is the number, from 1, of the turn after which the score to reach was out of reach; None
    where it isn't, or can't be told.
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
        """The rolls that are still to be played; none once the game is over."""
        if self.line.positions[-1].is_over():
            return ()
        return self.problem.rolls[len(self.line.turns) :]

    @property
    def is_solved(self) -> bool:
        """True once the score is reached."""
        return not self.left and self.score >= self.problem.goal

    def missed(self) -> Missed:
        """What the best line has at its end and the answer hasn't."""
        best = load_line(self.problem.best.solution).positions[-1]
        return missed(self.line.positions[-1], best, self.line.variant)

    def to_json(self) -> dict[str, Any]:
        """The document of `numberdrop drop --answer --json`."""
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
    """What the best of two positions has and mine hasn't."""
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
    """The answer that these turns are. IllegalTurn, with the number that the turn has in the
    answer, for one that breaks a rule, is played with another roll, or is one too many."""
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
    """Whether the score to reach still is; None where it can't be told with so many nodes."""
    if position.is_over() or not rolls:
        return position.score(problem.variant).total >= problem.goal
    found = best_line(position, rolls, problem.variant, nodes=NODES, at_least=problem.goal - 1)
    if found.score >= problem.goal:
        return True
    return False if found.is_exact else None
