"""The difficulty of a drop problem: what its best line needs, and the chance of finding it.

The grade is a weighted sum of what the best line needs (NEEDS). bench/grades.py compares it with
the blind player's chance, which is computed independently.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..dice import Roll
from ..plan.exhaustive import best_line
from ..plan.ply import WIDE, rank_learned, rank_plain
from ..plan.weights import shipped
from ..position import Position
from ..rules import Variant
from ..transitions import play
from ..turn import Turn
from .drops import LANDINGS, SolvedProblem, highest
from .targets import PROBLEM_WORDS, Difficulty

#: The weight of each need of a best line in the grade. Rows and patience are themes only: taken
#: separately, they don't make a problem harder (bench/grades.py).
NEEDS: Final = {
    "rolls": 6,
    "delay": 2,
    "wild": 1,
    "X": 2,
    "rows": 0,
    "patience": 0,
}
#: The number of turns that the modelled player considers, by value and by score, and the loss in
#: 1/100 points from which a turn is never played.
IN_MIND = 500
TOLERANCE = 1_500
#: The node budget for deciding whether the goal is still in reach.
NODES = 200_000


def needs_of(problem: SolvedProblem) -> dict[str, int]:
    """Count what makes the best line hard to find (NEEDS).

    `rolls` counts the rolls after the first, `delay` the turns that score less at once than another
    turn would, `wild` the stars of the dice, `X` the shapes that fall from GO!, `rows` the rows
    completed and `patience` the turns without a claim.
    """
    position, found = problem.position, dict.fromkeys(NEEDS, 0)
    found["rolls"] = len(problem.rolls) - 1
    for turn in problem.exact.turns:
        after = play(position, turn)
        most = play(position, highest(position, turn.roll)[0]).score().total
        found["delay"] += after.score().total < most
        found["wild"] += turn.roll.numbers.count("*") + (turn.roll.shape == "*")
        found["X"] += len(turn.drops)
        found["rows"] += max(0, (after.score().rows - position.score().rows) // 2)
        found["patience"] += turn.claim is None
        position = after
    return found


def themes_of(needs: dict[str, int]) -> list[str]:
    """Return the needs with a count above 0, except `rolls`, in the order of NEEDS."""
    return [need for need, count in needs.items() if count and need != "rolls"]


def grade_of(needs: dict[str, int]) -> Difficulty:
    """Return the grade, with a figure of 0 or more."""
    return Difficulty.of(sum(NEEDS[need] * count for need, count in needs.items()), PROBLEM_WORDS)


def chance_of(position: Position, rolls: Sequence[Roll], goal: int) -> float:
    """Return the probability, 0..1, that a player who sees one roll at a time reaches `goal`.

    Each turn is drawn among the best IN_MIND with weight (TOLERANCE - loss)^2, half of the time by
    the learned value and half by the score after it. The probability is computed exactly.
    """
    if position.is_over() or not rolls:
        return float(position.score().total >= goal)
    chance = 0.0
    for share, turn in _drawn(position, rolls[0]):
        after = play(position, turn)
        if _is_in_reach(after, rolls[1:], goal):
            chance += share * chance_of(after, rolls[1:], goal)
    return chance


def in_short(chance: float) -> float:
    """Round a chance to three significant digits, as stored in the archive."""
    return float(f"{chance:.3g}")


def _is_in_reach(position: Position, rolls: Sequence[Roll], goal: int) -> bool:
    if position.is_over() or not rolls:
        return position.score().total >= goal
    return best_line(position, rolls, nodes=NODES, at_least=goal - 1).score >= goal


def _drawn(position: Position, roll: Roll) -> Iterator[tuple[float, Turn]]:
    by_value = rank_learned(position, roll, Variant(), WIDE, IN_MIND, shipped())
    by_score = rank_plain(position, roll, Variant(), LANDINGS, IN_MIND, is_last=True)
    for found in (by_value, by_score):
        best = found[0][0]
        weights = [max(0, TOLERANCE - (best - value)) ** 2 for value, _ in found]
        for weight, (_, turn) in zip(weights, found, strict=True):
            if weight:
                yield weight / (2 * sum(weights)), turn
