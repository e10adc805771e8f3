"""The generator of pocket problems.

`pocket#SEED.N` comes from the deal of that recipe: the usual player plays the first turns, and the
problem has the rolls after them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from ...dice import Deal, Roll, Stream, deal
from ...plan.exhaustive import Exact, Line, best_line
from ...plan.ply import end_of, rank_plain
from ...position import Position
from ...rules import LAST_NOTCH, Variant
from ...turn import Turn
from ..targets import Difficulty
from .difficulty import chance_of, grade_of, seen_in, steps_of
from .usual_player import usual_game

GENERATOR_VERSION: Final = 2
#: The possible combinations of number of rolls and difficulty, repeated by frequency, so that many
#: problems are easy and many have two rolls. Problems with two rolls are never easy.
SORTS: Final = (*[(1, "easy")] * 3, (1, "medium"), *[(2, "medium")] * 2)
#: The possible numbers of turns before the problem.
TURNS_BEFORE = range(5, 13)
#: The fewest steps needed to see the solution.
LEAST_STEPS = 3
#: The fewest points gained by the solution, by the tempting line, and by the first turn of that.
LEAST_GAIN = 5
LEAST_TRY = 3
LEAST_BAIT = 2
#: The most legal turns with the first roll.
MOST_TURNS = 20_000
#: The node budget for proving the best score and that only one line reaches it.
NODES = 300_000
#: The number of landings, turns and ties considered in the search for the tempting line.
LANDINGS = 60
TRIES = 1_000
TIES = 100


@dataclass(frozen=True, slots=True)
class Pocket:
    """A problem with its only solution, and the `tempting` line that falls short.

    `seen` counts the features of the solution (difficulty.STEPS).
    """

    name: str
    position: Position
    rolls: tuple[Roll, ...]
    exact: Exact
    tempting: Line
    seen: dict[str, int]
    grade: Difficulty

    @property
    def greedy(self) -> int:
        """The score of the tempting line."""
        return score_after(self.position, self.tempting)

    @property
    def chance(self) -> float:
        """The chance, 0..1, that a player sees the solution."""
        return chance_of(self.seen)


def candidate(name: str) -> tuple[Deal, int, str]:
    """Return a problem's deal, its number of rolls and the word for its difficulty."""
    stream = Stream.from_key(f"drop/{name}")
    return deal(name), *SORTS[stream.below(len(SORTS))]


def find_pocket(name: str) -> Pocket | None:
    """Return the problem named `name`, the first acceptable one of its game, or None."""
    dice, count, word = candidate(name)
    known = {before: dice.rolls[before : before + count] for before in TURNS_BEFORE}
    starless = {n: rolls for n, rolls in known.items() if not any(r.has_star for r in rolls)}
    game = islice(usual_game(dice), max(starless, default=-1) + 1)
    for before, position in enumerate(game):
        rolls = starless.get(before)
        if rolls and is_candidate(position, rolls):
            exact = best_line(position, rolls, nodes=NODES, others=True)
            found = pocket_of(name, position, rolls, exact)
            if found and found.grade.word == word:
                return found
    return None


def is_candidate(position: Position, rolls: Sequence[Roll]) -> bool:
    """Return whether a position may become a problem.

    The rolls must have no star, and the first at most MOST_TURNS turns. No more tiles may fall than
    there are rolls.
    """
    return (
        not any(roll.has_star for roll in rolls)
        and not position.is_over()
        and falling(position, len(rolls)) <= len(rolls)
        and position.count_turns(rolls[0]) <= MOST_TURNS
    )


def falling(position: Position, turns: int) -> int:
    """Count the tiles that may fall within `turns` turns, if no roll has a star."""
    return sum(
        mark == "" and notch is not None and notch < LAST_NOTCH <= notch + turns
        for _, notch, mark in position.tiles
    )


def pocket_of(
    name: str, position: Position, rolls: tuple[Roll, ...], exact: Exact
) -> Pocket | None:
    """Return the problem of a position and rolls with a known solution, or None if it isn't
    acceptable."""
    now = position.score().total
    if exact.another is not False or exact.score < now + LEAST_GAIN:
        return None
    seen = seen_in(position, exact.turns)
    grade = grade_of(seen)
    steps = steps_of(seen)
    if grade is None or steps < LEAST_STEPS or not seen["digits"]:
        return None
    tempting = tempting_line(position, rolls, steps, exact.score)
    if not tempting or not now + LEAST_TRY <= score_after(position, tempting) < exact.score:
        return None
    if score_after(position, tempting[:1]) < now + LEAST_BAIT:
        return None
    return Pocket(name, position, rolls, exact, tempting, seen, grade)


def tempting_line(position: Position, rolls: Sequence[Roll], steps: int, goal: int) -> Line:
    """Return the line that greed suggests.

    It takes the most points with the first roll, and continues in the best way. Ties are broken by
    the final score. With a single roll, greed is always right. The line is then the turn with the
    highest score below `goal` that takes fewer than `steps` steps to see, and the easiest of those.
    Returns an empty line if there is no such turn.
    """
    if len(rolls) > 1:
        greedy = (
            _with_the_rest(position, turn, rolls[1:]) for turn in greediest(position, rolls[0])
        )
        return max(greedy, key=lambda line: score_after(position, line))
    tries = [
        (-value, steps_of(seen_in(position, [turn])), number, turn)
        for number, (value, turn) in enumerate(_ideas(_by_score(position, rolls[0], TRIES)))
        if value < 100 * goal
    ]
    easier = [each for each in tries if each[1] < steps]
    return (min(easier)[-1],) if easier else ()


def greediest(position: Position, roll: Roll) -> list[Turn]:
    """Return at most TIES turns with the highest score after them."""
    found = _by_score(position, roll, TIES)
    return [turn for value, turn in found if value == found[0][0]]


def score_after(position: Position, turns: Iterable[Turn]) -> int:
    """Return the score after these turns."""
    for turn in turns:
        position = end_of(position, turn)
    return position.score().total


def _with_the_rest(position: Position, turn: Turn, rolls: Sequence[Roll]) -> Line:
    after = end_of(position, turn)
    return (turn,) if after.is_over() else (turn, *best_line(after, rolls).turns)


def _by_score(position: Position, roll: Roll, top: int) -> list[tuple[int, Turn]]:
    return rank_plain(position, roll, Variant(), LANDINGS, top, is_last=True)


def _ideas(found: Iterable[tuple[int, Turn]]) -> Iterator[tuple[int, Turn]]:
    """Yield the first of each group of turns that differ only in slides and unclaimed digits."""
    known = set()
    for value, turn in found:
        idea = (turn.drops, frozenset(cell for cell, _ in turn.place or ()), turn.claim)
        if idea not in known:
            known.add(idea)
            yield value, turn
