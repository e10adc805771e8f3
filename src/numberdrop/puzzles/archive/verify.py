"""Whether an entry of the archive says what is so: judged from its name on, nothing in it believed.

The dice follow from the id, the witness is replayed, targets and difficulty are worked out again,
bounds are proved again where that is cheap, and some of the blind player's games are played again.
What can't be had cheaply is protected by the entry's digest.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from ...errors import NotationError, NumberdropError
from ...jobs import Executors, in_order
from ...json_reader import expect_count, expect_new, expect_same
from ...plan.bounds.bounds import Bound, check_bound, counting_bound
from ..blind_player import expert_game, field_score, player
from ..deal_puzzle import DealPuzzle, daily_puzzle
from ..simulated.games import simulated_game
from ..simulated.roster import NAMES, PEOPLE, PEOPLE_VERSION
from .entries import Best, DailyPuzzle, DropProblem
from .entry_text import ArchivePuzzle, check_digest, parse_line
from .make_entries import TARGETS_VERSION, completed
from .reading import line_texts
from .verify_drops import check_problem

#: Proofs that take no more than a moment; the others are repeated only where that is asked for.
CHEAP = ("counting", "drop plans")
#: Games of the blind player that are played again unless more are asked for.
GAMES_AGAIN = 1


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of an entry: where it stands, its id if it has one, and what is wrong with it,
    empty where nothing is.

    What was believed for want of time is told too: whether its bound is `unproved`, and how many
    of the blind player's games are `unplayed`.
    """

    place: str
    id: str | None = None
    fault: str = ""
    unproved: bool = False
    unplayed: int = 0


def verify(
    path: str,
    *,
    games: int = GAMES_AGAIN,
    is_deep: bool = False,
    seen: dict[str, str] | None = None,
    workers: int | None = 1,
    executor: Executors = "processes",
) -> Generator[Judged, None, None]:
    """What becomes of each entry of a file.

    `games` of the blind player's games are played again, with `is_deep` all of them, and every
    bound is proved again. `seen` holds ids and their places, those of other files among them. So
    many `workers` of an `executor` share the work (jobs), and say the same. NotationError where a
    file is no archive, or its lines don't end as they should; OSError if it can't be read.
    """
    seen = {} if seen is None else seen
    judge = partial(_judged, games=games, is_deep=is_deep)
    with (
        open(path, "rb") as file,
        closing(in_order(judge, line_texts(file, path), workers, executor, named=_where)) as made,
    ):
        for found in made:
            try:
                if found.id is not None:
                    expect_new(found.id, found.place, seen)
            except NotationError as error:
                yield Judged(found.place, found.id, str(error))
            else:
                yield found


def _where(given: tuple[str, bytes]) -> str:
    return given[0]


def _judged(given: tuple[str, bytes], games: int, is_deep: bool) -> Judged:
    where, text = given
    name = None
    try:
        entry, digest = parse_line(text, where)
        name = entry.id
        unproved, unplayed = check_entry(entry, digest, where, games=games, is_deep=is_deep)
    except NumberdropError as error:
        return Judged(where, name, str(error))
    return Judged(where, name, "", unproved, unplayed)


def check_entry(
    entry: ArchivePuzzle, digest: str, where: str, *, games: int, is_deep: bool
) -> tuple[bool, int]:
    """Whether the bound is unproved, and how many of the blind player's games are unplayed;
    NotationError, naming the place in the entry, if anything in it isn't so."""
    try:
        if isinstance(entry, DropProblem):
            unproved = not check_problem(entry, is_again=is_deep or games > 0, is_deep=is_deep)
            check_digest(entry, digest, "digest")
            return unproved, 0
        unproved = not check_day(entry, is_deep=is_deep)
        check_digest(entry, digest, "digest")
        count = None if is_deep else games
        return unproved, _play_people_again(entry, count) + _play_again(entry, count)
    except NumberdropError as error:
        raise NotationError(f"{where}, {error}") from None


def check_day(entry: DailyPuzzle, *, is_deep: bool) -> bool:
    """True if its bound was proved again, with `is_deep` whatever it takes; NotationError unless
    the entry of a day says what is so, its games and its digest apart."""
    puzzle, people, blind, best = entry.puzzle, entry.people, entry.blind, entry.best
    assert puzzle.day is not None
    found, dealt = puzzle.head(), daily_puzzle(puzzle.day).head()
    expect_count(puzzle.generator, 1, TARGETS_VERSION, "generator")
    for key in ("variant", "recipe", "longest_game", "tiles"):
        expect_same(found[key], dealt[key], key)
    for number, (roll, other) in enumerate(zip(found["rolls"], dealt["rolls"], strict=True), 1):
        expect_same(roll, other, f"roll {number}")
    expect_count(blind.forced, 0, blind.turns, "blind, forced")
    if people is not None:
        adept = len(people.scores[NAMES[-1]])
        expect_same(len(people.forced), adept, "people, forced, games")
    is_proved = best is None or _is_bound_proved(best, puzzle, is_deep)
    again = completed(puzzle, people, blind, best)
    expect_same(entry.targets.to_json(), again.targets.to_json(), "targets")
    expect_same(entry.difficulty.to_json(), again.difficulty.to_json(), "difficulty")
    return is_proved


def _is_bound_proved(best: Best, puzzle: DealPuzzle, is_deep: bool) -> bool:
    bound = Bound(best.bound, best.proof)
    if best.bound >= counting_bound(puzzle.deal):
        return True
    if not is_deep and bound.method not in CHEAP:
        return False
    if not check_bound(puzzle.deal, None, puzzle.variant, bound):
        raise NotationError(f"best, bound: {bound} could not be proved again")
    return True


def _play_people_again(entry: DailyPuzzle, games: int | None) -> int:
    """Plays games of each of the people again, so many, or all. How many are left."""
    puzzle, told = entry.puzzle, entry.people
    if told is None:
        return 0
    if told.version != PEOPLE_VERSION:
        return len(told.all_scores())
    left = 0
    for person in PEOPLE:
        scores = told.scores[person.name]
        for number, score in list(enumerate(scores))[:games]:
            game = simulated_game(puzzle.deal, puzzle.variant, person, number)
            expect_same(score, game.score, f"people, score of {person.name} in game {number}")
            if person is PEOPLE[-1]:
                expect_same(told.forced[number], game.forced, f"people, forced of game {number}")
        left += len(scores[games:]) if games is not None else 0
    return left


def _play_again(entry: DailyPuzzle, games: int | None) -> int:
    """Plays games of this program's blind player again, so many of them, or all; another player's
    can't be. How many are left."""
    puzzle, told = entry.puzzle, entry.blind
    if told.player != player() or games == 0:
        return len(told.scores)
    expert = expert_game(puzzle.deal, puzzle.variant)
    expect_same(told.expert, expert.score, "blind, expert")
    expect_same(told.turns, expert.turns, "blind, turns")
    expect_same(told.forced, expert.forced, "blind, forced")
    for number, score in list(enumerate(told.scores))[:games]:
        again = field_score(puzzle.deal, puzzle.variant, number)
        expect_same(score, again, f"blind, score of game {number}")
    return max(0, len(told.scores) - games) if games is not None else 0
