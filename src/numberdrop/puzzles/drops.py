"""Drop problems: a position from play, one to three known rolls, and a goal, the score to reach.

Problem `drop#SEED.N` comes from the deal of that recipe: the blind player's field plays the first
turns, and the problem has the rolls after them. A candidate is accepted if its best score is
proved, has only one solution (plan.exhaustive defines which differences are ignored), and isn't
reached by greedy play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..dice import Deal, Roll, Stream, deal
from ..errors import NotationError, shown
from ..plan.exhaustive import Exact, best_line
from ..plan.ply import rank_plain
from ..position import Position
from ..rules import Variant
from ..transitions import play
from ..turn import Turn
from .blind_player import field_position, ranked

GENERATOR_VERSION = 1
#: The possible numbers of turns before the problem, and of its rolls, repeated by frequency.
TURNS_BEFORE = range(3, 11)
ROLLS = (1, 2, 2, 2, 3, 3)
#: The fewest points that the solution must gain.
LEAST_GAIN = 5
#: The node budget for proving the best score and that only one line reaches it.
NODES = 3_000_000
#: The number of landings that the greedy player considers, and of ties that it follows.
LANDINGS = 60
TIES = 12


@dataclass(frozen=True, slots=True)
class SolvedProblem:
    """A problem with its only solution: `exact.score` is the goal, `greedy` the highest score of
    greedy play."""

    name: str
    position: Position
    rolls: tuple[Roll, ...]
    exact: Exact
    greedy: int

    @property
    def gain(self) -> int:
        """The points that the solution gains."""
        return self.exact.score - self.position.score().total


def candidate_name(seed: int, number: int, kind: str = "drop") -> str:
    """Return the name of candidate `number` of a seed, both 0 .. 2^64 - 1.

    `kind` is "drop" or "pocket". Raises NotationError if a number is out of range.
    """
    for value in (seed, number):
        if not 0 <= value < 2**64:
            raise NotationError(f"drop problem: expected 0 to 2**64 - 1, got {shown(value)}")
    return f"{kind}#{seed}.{number}"


def candidate(name: str) -> tuple[Deal, int, int]:
    """Return a problem's deal, the number of turns before it, and its number of rolls."""
    stream = Stream.from_key(f"drop/{name}")
    before = TURNS_BEFORE[stream.below(len(TURNS_BEFORE))]
    return deal(name), before, ROLLS[stream.below(len(ROLLS))]


def find_problem(name: str) -> SolvedProblem | None:
    """Return the problem named `name`, or None if the candidate isn't accepted."""
    dice, before, count = candidate(name)
    position = field_position(dice, Variant(), 0, before)
    if position.is_over():
        return None
    rolls = dice.rolls[before : before + count]
    exact = best_line(position, rolls, nodes=NODES, others=True)
    if exact.another is not False or exact.score < position.score().total + LEAST_GAIN:
        return None
    greedy = greedy_score(position, rolls)
    return SolvedProblem(name, position, rolls, exact, greedy) if greedy < exact.score else None


def greedy_score(position: Position, rolls: Sequence[Roll]) -> int:
    """Return the highest score of a player who maximises the score of every turn, over all ties.

    With a single roll, greed is always right. The blind player's choice is used instead.
    """
    if len(rolls) == 1:
        [(_, turn), *_] = ranked(position, rolls[0], Variant())
        return play(position, turn).score().total
    if not rolls or position.is_over():
        return position.score().total
    return max(greedy_score_after(position, turn, rolls) for turn in highest(position, rolls[0]))


def greedy_score_after(position: Position, turn: Turn, rolls: Sequence[Roll]) -> int:
    """Return the highest score of greedy play after a given first turn."""
    after = play(position, turn)
    if len(rolls) > 2:
        return greedy_score(after, rolls[1:])
    if after.is_over():
        return after.score().total
    return max(play(after, last).score().total for last in highest(after, rolls[1])[:1])


def highest(position: Position, roll: Roll) -> list[Turn]:
    """Return at most TIES turns with the highest score after them."""
    found = rank_plain(position, roll, Variant(), LANDINGS, TIES, is_last=True)
    return [turn for value, turn in found if value == found[0][0]]
