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
from itertools import islice

from ...errors import NotationError, NumberdropError
from ...jobs import Executors, in_order
from ...json_reader import expect_count, expect_new_id, expect_same
from ...plan.bounds.bounds import Bound, check_bound, counting_bound
from ...plan.exhaustive import Exact, best_line
from ...record import load_line
from ...rules import SCORES, Variant
from .. import drops, grading
from ..blind_player import expert_game, field_position, field_score, player
from ..deal_puzzle import DealPuzzle, daily_puzzle, texts
from ..pockets import generate, themes
from ..pockets.usual_player import usual_game
from ..simulated.games import simulated_game
from ..simulated.roster import NAMES, PEOPLE, PEOPLE_VERSION
from .entries import Best, DailyPuzzle, DropProblem
from .entry_text import ArchivePuzzle, check_digest, parse_line
from .make_entries import PROVED_BY, TARGETS_VERSION, completed
from .reading import line_texts

#: Proofs that take no more than a moment; the others are repeated only where that is asked for.
CHEAP = ("counting", "drop plans")
#: What proving the best score of a drop problem again may take where it isn't asked for at any
#: cost.
CHEAP_NODES = 100_000
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
                    expect_new_id(found.id, found.place, seen)
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


def check_problem(entry: DropProblem, *, is_again: bool, is_deep: bool) -> bool:
    """True if its score was proved the best again; NotationError unless the entry of a drop problem
    says what is so, its digest apart.

    With `is_again` the turns before the problem are played again, where the player is one that this
    program knows; with `is_deep` the best score is proved again whatever it takes.
    """
    expect_same(str(entry.variant), str(Variant()), "variant")
    if entry.is_pocket:
        _check_pocket_dice(entry, is_again=is_again)
        is_exact = _check_best(entry, generate.NODES, is_deep=is_deep)
        _check_pocket(entry)
    else:
        is_ours = entry.player == player()
        _check_dice(entry, is_again=is_again and is_ours)
        is_exact = _check_best(entry, drops.NODES, is_deep=is_deep)
        _check_grades(entry, is_again=is_again and is_ours, is_deep=is_deep and is_ours)
    return is_exact


def _check_best(entry: DropProblem, nodes: int, *, is_deep: bool) -> bool:
    """The score is proved the best, and made in one way; False where that was believed."""
    best = entry.best
    expect_same(best.bound, best.score, "best, bound")
    expect_same(best.proof, PROVED_BY, "best, proof")
    expect_same(best.found_by, PROVED_BY, "best, found_by")
    expect_count(best.nodes, 1, nodes, "best, nodes")
    again = None if is_deep else CHEAP_NODES
    exact = best_line(entry.position, entry.rolls, nodes=again, others=True)
    if exact.is_exact:
        expect_same(best.score, exact.score, "best, score")
        if exact.another:
            raise NotationError("best, solution: expected the only one, and there is another")
    return exact.is_exact


def _check_dice(entry: DropProblem, *, is_again: bool) -> None:
    """The rolls and tiles are those of the name, and so, with `is_again`, is the position."""
    expect_same(entry.generator, drops.GENERATOR_VERSION, "generator")
    dice, before, count = drops.candidate(_name_of(entry))
    dealt = dice.rolls[before : before + count]
    expect_same(texts(entry.rolls), texts(dealt), "rolls")
    shapes = [shape for shape, _, _ in entry.position.tiles]
    expect_same(shapes, list(dice.tiles), "position, tiles")
    expect_same(entry.position.turn, before + 1, "position, turn")
    if is_again:
        played = field_position(dice, Variant(), 0, before)
        expect_same(str(entry.position), str(played), "position")


def _check_grades(entry: DropProblem, *, is_again: bool, is_deep: bool) -> None:
    position, rolls, score = entry.position, entry.rolls, entry.goal
    turns = load_line(entry.best.solution).turns
    exact = Exact(score, score, turns, entry.best.nodes)
    needs = grading.needs_of(drops.SolvedProblem(entry.id, position, rolls, exact, entry.greedy))
    expect_same(entry.needs, needs, "needs")
    expect_same(list(entry.themes), grading.themes_of(needs), "themes")
    expect_same(entry.difficulty.to_json(), grading.grade_of(needs).to_json(), "difficulty")
    expect_count(entry.greedy, SCORES[0], score - 1, "greedy")
    if is_again:
        expect_same(entry.greedy, drops.greedy_score(position, rolls), "greedy")
    if is_deep:
        chance = grading.in_short(grading.chance_of(position, rolls, score))
        expect_same(entry.chance, chance, "chance")


def _check_pocket_dice(entry: DropProblem, *, is_again: bool) -> None:
    expect_same(entry.generator, generate.GENERATOR_VERSION, "generator")
    dice, count, word = generate.candidate(_name_of(entry))
    expect_same(entry.difficulty.word, word, "difficulty, word")
    before = entry.position.turn - 1
    if before not in generate.TURNS_BEFORE:
        expected = f"{generate.TURNS_BEFORE.start + 1} to {generate.TURNS_BEFORE.stop}"
        raise NotationError(f"position, turn: expected {expected}, got {entry.position.turn}")
    dealt = dice.rolls[before : before + count]
    expect_same(texts(entry.rolls), texts(dealt), "rolls")
    shapes = [shape for shape, _, _ in entry.position.tiles]
    expect_same(shapes, list(dice.tiles), "position, tiles")
    if is_again:
        played = next(islice(usual_game(dice), before, None), None)
        expect_same(str(entry.position), str(played), "position")


def _check_pocket(entry: DropProblem) -> None:
    """All that follows from the position, the rolls and the solution."""
    position, best = entry.position, entry.best
    turns = load_line(best.solution).turns
    exact = Exact(best.score, best.score, turns, best.nodes, another=False)
    again = generate.pocket_of(entry.id, position, entry.rolls, exact)
    if again is None or not generate.is_candidate(position, entry.rolls):
        raise NotationError("position: expected a good problem, and it is none")
    told = load_line(entry.tempting or {}).turns
    expect_same([*map(str, told)], [*map(str, again.tempting)], "tempting, turns")
    expect_same(entry.needs, again.seen, "needs")
    expect_same(entry.chance, again.chance, "chance")
    found = themes.themes_of(position, turns, again.tempting, again.seen)
    expect_same(list(entry.themes), found, "themes")
    expect_same(entry.difficulty.to_json(), again.grade.to_json(), "difficulty")


def _name_of(entry: DropProblem) -> str:
    """Its id, whose numbers are in range."""
    kind, _, numbers = entry.id.partition("#")
    seed, number = map(int, numbers.split("."))
    return drops.candidate_name(seed, number, kind)
