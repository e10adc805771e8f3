"""Finding pocket problems: `pocket#SEED.N` comes from the deal of that recipe. The usual player
plays the first turns, and the rolls after them are the problem's."""

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
#: How many rolls a problem has, and how hard it is, each as often as it stands here: so that a
#: good part of them is easy, and has two rolls. What takes two rolls is never easy.
SORTS: Final = (*[(1, "easy")] * 3, (1, "medium"), *[(2, "medium")] * 2)
#: The turns played before it.
TURNS_BEFORE = range(5, 13)
#: The fewest steps that it takes to see the solution.
LEAST_STEPS = 3
#: A problem brings at least so many points, the line that falls short so many, and its first turn.
LEAST_GAIN = 5
LEAST_TRY = 3
LEAST_BAIT = 2
#: Turns that the first roll allows, at most. No more tiles may fall than there are rolls.
MOST_TURNS = 20_000
#: The most that proving a best score, and that it is the only one, may take.
NODES = 300_000
#: Turns that a try is sought among: by the score now, on so many landings.
LANDINGS = 60
TRIES = 1_000
TIES = 100


@dataclass(frozen=True, slots=True)
class Pocket:
    """A problem with its one best line, and the `tempting` one that falls short; `seen` is what the
    best line takes to be seen (seeing.STEPS)."""

    name: str
    position: Position
    rolls: tuple[Roll, ...]
    exact: Exact
    tempting: Line
    seen: dict[str, int]
    grade: Difficulty

    @property
    def greedy(self) -> int:
        """What the tempting line scores."""
        return score_after(self.position, self.tempting)

    @property
    def chance(self) -> float:
        """The chance, 0..1, that a person sees the best line."""
        return chance_of(self.seen)


def candidate(name: str) -> tuple[Deal, int, str]:
    """The deal that a problem comes from, how many rolls it has, and how hard it is."""
    stream = Stream.from_key(f"drop/{name}")
    return deal(name), *SORTS[stream.below(len(SORTS))]


def find_pocket(name: str) -> Pocket | None:
    """The problem of that name, the first good one of its game; None if there is none."""
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
    """Whether a position has so few turns to look at that a problem may be sought there."""
    return (
        not any(roll.has_star for roll in rolls)
        and not position.is_over()
        and falling(position, len(rolls)) <= len(rolls)
        and position.count_turns(rolls[0]) <= MOST_TURNS
    )


def falling(position: Position, turns: int) -> int:
    """How many tiles may fall within so many turns without a star."""
    return sum(
        mark == "" and notch is not None and notch < LAST_NOTCH <= notch + turns
        for _, notch, mark in position.tiles
    )


def pocket_of(
    name: str, position: Position, rolls: tuple[Roll, ...], exact: Exact
) -> Pocket | None:
    """The problem that a position with rolls is, whose best line is known; None if it is no good
    one."""
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
    """The line that greed suggests: the most points at the first roll, and then as many as there
    are. Of those it is the one that scores the most in the end.

    A single roll has no room for greed: there it is the turn that scores the most below `goal`
    among those that take fewer than `steps` steps to see, and of these the easiest. No turns where
    there is none.
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
    easier = [one for one in tries if one[1] < steps]
    return (min(easier)[-1],) if easier else ()


def greediest(position: Position, roll: Roll) -> list[Turn]:
    """The turns after which the score is highest, TIES at the most."""
    found = _by_score(position, roll, TIES)
    return [turn for value, turn in found if value == found[0][0]]


def score_after(position: Position, turns: Iterable[Turn]) -> int:
    """The score after these turns."""
    for turn in turns:
        position = end_of(position, turn)
    return position.score().total


def _with_the_rest(position: Position, turn: Turn, rolls: Sequence[Roll]) -> Line:
    after = end_of(position, turn)
    return (turn,) if after.is_over() else (turn, *best_line(after, rolls).turns)


def _by_score(position: Position, roll: Roll, top: int) -> list[tuple[int, Turn]]:
    return rank_plain(position, roll, Variant(), LANDINGS, top, is_last=True)


def _ideas(found: Iterable[tuple[int, Turn]]) -> Iterator[tuple[int, Turn]]:
    """The first of the turns that differ in no more than slides and digits that no combo takes."""
    known = set()
    for value, turn in found:
        idea = (turn.drops, frozenset(cell for cell, _ in turn.place or ()), turn.claim)
        if idea not in known:
            known.add(idea)
            yield value, turn
