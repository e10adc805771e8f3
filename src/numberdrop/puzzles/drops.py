"""Drop problems: a position from play, one to three known rolls, and a score to reach.

Problem `drop#SEED.N` comes from the deal of that recipe: the blind player's field plays the first
turns, and the rolls after them are the problem's. A candidate is kept if its best score is proved,
is made in one way only (plan.exhaustive says what doesn't matter), and isn't found by greed.
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
#: Turns played before the problem, and rolls that it has, each as often as it stands here.
TURNS_BEFORE = range(3, 11)
ROLLS = (1, 2, 2, 2, 3, 3)
#: A problem brings at least so many points.
LEAST_GAIN = 5
#: The most that proving a best score, and that it is the only one, may take.
NODES = 3_000_000
#: Landings that the greedy player looks at, and ties that it follows.
LANDINGS = 60
TIES = 12


@dataclass(frozen=True, slots=True)
class SolvedProblem:
    """A problem with its one best line: `exact.score` is the score to reach, `greedy` the most that
    a greedy player scores."""

    name: str
    position: Position
    rolls: tuple[Roll, ...]
    exact: Exact
    greedy: int

    @property
    def gain(self) -> int:
        """The points that the best line brings."""
        return self.exact.score - self.position.score().total


def candidate_name(seed: int, number: int, kind: str = "drop") -> str:
    """The name of candidate `number` of a seed, both 0 .. 2^64 - 1; `kind` is the one with which
    ids of drop problems begin, drop or pocket."""
    for value in (seed, number):
        if not 0 <= value < 2**64:
            raise NotationError(f"drop problem: expected 0 to 2**64 - 1, got {shown(value)}")
    return f"{kind}#{seed}.{number}"


def candidate(name: str) -> tuple[Deal, int, int]:
    """The deal that a problem comes from, the turns played before it, and how many rolls it has."""
    stream = Stream.from_key(f"drop/{name}")
    before = TURNS_BEFORE[stream.below(len(TURNS_BEFORE))]
    return deal(name), before, ROLLS[stream.below(len(ROLLS))]


def find_problem(name: str) -> SolvedProblem | None:
    """The problem of that name; None if the candidate is no good problem."""
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
    """The most that is scored by taking the highest score at every roll, whatever is done on ties.

    One roll that is known has no room for greed to be wrong: there the blind player's own choice
    stands for it.
    """
    if len(rolls) == 1:
        [(_, turn), *_] = ranked(position, rolls[0], Variant())
        return play(position, turn).score().total
    if not rolls or position.is_over():
        return position.score().total
    return max(greedy_score_after(position, turn, rolls) for turn in highest(position, rolls[0]))


def greedy_score_after(position: Position, turn: Turn, rolls: Sequence[Roll]) -> int:
    """As greedy_score(), the first turn given."""
    after = play(position, turn)
    if len(rolls) > 2:
        return greedy_score(after, rolls[1:])
    if after.is_over():
        return after.score().total
    return max(play(after, last).score().total for last in highest(after, rolls[1])[:1])


def highest(position: Position, roll: Roll) -> list[Turn]:
    """The turns after which the score is highest, TIES at the most."""
    found = rank_plain(position, roll, Variant(), LANDINGS, TIES, is_last=True)
    return [turn for value, turn in found if value == found[0][0]]
