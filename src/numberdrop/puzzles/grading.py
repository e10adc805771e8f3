"""How hard a drop problem is to see: what its best line needs, and how often a player hits on it.

The grade is a sum over what the best line needs (NEEDS), in points. It is held against the blind
player's chance, which takes no notice of those needs (bench/grades.py).
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
from .targets import Difficulty

#: What a best line may need, and what each time adds to the grade. Rows and patience are themes:
#: told apart from the rest, they make a problem no harder (bench/grades.py).
NEEDS: Final = {
    "rolls": 6,
    "delay": 2,
    "wild": 1,
    "X": 2,
    "rows": 0,
    "patience": 0,
}
#: The grade from which on a problem is called so.
WORDS: Final = ((0, "easy"), (5, "medium"), (11, "hard"), (15, "fiendish"))

#: Turns that the player who tries a problem has in mind, by value and by score, and the loss in
#: 1/100 points from which on they don't play one.
IN_MIND = 500
TOLERANCE = 1_500
#: Nodes for the question whether the score to reach is still in reach.
NODES = 200_000


def needs_of(problem: SolvedProblem) -> dict[str, int]:
    """How many of each need the best line has.

    `rolls` are those after the first; `delay` the turns that score less than the most there is;
    `wild` the stars of the dice; `X` the shapes that fall, `rows` the rows completed, `patience`
    the turns without a claim.
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
    """The needs that a best line has at all, but for `rolls`, in the order of NEEDS."""
    return [need for need, count in needs.items() if count and need != "rolls"]


def grade_of(needs: dict[str, int]) -> Difficulty:
    """The grade, its figure 0 or more."""
    return Difficulty.of(sum(NEEDS[need] * count for need, count in needs.items()), WORDS)


def chance_of(position: Position, rolls: Sequence[Roll], goal: int) -> float:
    """The chance, 0..1, that a player reaches the score who sees one roll at a time.

    Each turn is drawn, half of the times by the learned value and half by the score now, among the
    best IN_MIND with weight (TOLERANCE - loss)^2. Worked out over all that may be drawn.
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
    """The chance to three digits, as the archive holds it."""
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
