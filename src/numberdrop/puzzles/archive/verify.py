"""Whether an entry of the archive says what is so: judged from its name on, nothing in it believed.

The dice follow from the id, the witness is replayed, targets and difficulty are worked out again,
bounds are proved again where that is cheap, and some of the blind player's games are played again.
What can't be had cheaply is protected by the entry's digest.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from functools import partial
from pathlib import Path

from ...documents import expect_count, expect_same
from ...errors import NotationError, NumberdropError
from ...jobs import in_order
from ...plan.bounds.bounds import Bound, check_bound, counting_bound
from ...plan.exhaustive import Exact, best_line
from ...plan.question import Line, Question
from ...rules import Variant
from ..blind import expert_game, field_position, field_score, player
from ..drops import GENERATOR_VERSION, NODES, SolvedProblem, candidate, candidate_name, greedy_score
from ..grading import chance_of, grade_of, in_short, needs_of, themes_of
from ..puzzle import DealPuzzle, daily_puzzle, texts
from .lines import ArchivePuzzle, check_digest, line_texts, parse_line
from .making import PROVED_BY, completed
from .puzzles import Best, DailyPuzzle, DropProblem

#: Proofs that take no more than a moment; the others are repeated only where that is asked for.
CHEAP = ("counting", "drop plans")
#: What proving the best score of a drop problem again may take where it isn't asked for at any
#: cost.
CHEAP_NODES = 100_000
#: Games of the blind player that are played again unless more are asked for.
GAMES_AGAIN = 1


def verify(
    path: str,
    *,
    games: int = GAMES_AGAIN,
    is_deep: bool = False,
    seen: dict[str, str] | None = None,
    workers: int = 1,
) -> Generator[tuple[str, str], None, None]:
    """Each entry's place, and what is wrong with it: an empty text where nothing is.

    `games` of the blind player's games are played again, with `is_deep` all of them, and every
    bound is proved again. `seen` holds ids and their places, those of other files among them. So
    many `workers` share the work, and say the same. NotationError where a file isn't made of lines;
    OSError if it can't be read.
    """
    seen = {} if seen is None else seen
    texts = line_texts(Path(path).read_bytes(), path)
    with closing(in_order(partial(_judged, games=games, is_deep=is_deep), texts, workers)) as made:
        for where, name, fault in made:
            if name in seen:
                yield where, f"{where}, id: {name!r} stands at {seen[name]} already"
                continue
            if name is not None:
                seen[name] = where
            yield where, fault


def _judged(given: tuple[str, str], games: int, is_deep: bool) -> tuple[str, str | None, str]:
    """Of a line with its place: the place, the id if it has one, and what is wrong with it."""
    where, text = given
    name = None
    try:
        entry, digest = parse_line(text, where)
        name = entry.id
        check_entry(entry, digest, where, games=games, is_deep=is_deep)
    except NumberdropError as error:
        return where, name, str(error)
    return where, name, ""


def check_entry(
    entry: ArchivePuzzle, digest: str, where: str, *, games: int, is_deep: bool
) -> None:
    """NotationError, naming the place in the entry, if anything in it isn't so."""
    try:
        if isinstance(entry, DropProblem):
            check_problem(entry, is_again=is_deep or games > 0, is_deep=is_deep)
            check_digest(entry, digest, "digest")
        else:
            check_day(entry, is_deep=is_deep)
            check_digest(entry, digest, "digest")
            _play_again(entry, None if is_deep else games)
    except NumberdropError as error:
        raise NotationError(f"{where}, {error}") from None


def check_day(entry: DailyPuzzle, *, is_deep: bool) -> None:
    """NotationError unless the entry of a day says what is so, its games and its digest apart; with
    `is_deep` its bound is proved again whatever it takes."""
    puzzle, games, best = entry.puzzle, entry.blind, entry.best
    assert puzzle.day is not None
    found, dealt = puzzle.head(), daily_puzzle(puzzle.day).head()
    for key in ("variant", "generator", "recipe", "longest_game", "tiles"):
        expect_same(found[key], dealt[key], key)
    for number, (roll, other) in enumerate(zip(found["rolls"], dealt["rolls"], strict=True), 1):
        expect_same(roll, other, f"roll {number}")
    expect_count(games.forced, 0, games.turns, "blind, forced")
    if best is not None:
        score, _ = _replayed(best, Question.of(puzzle.deal))
        expect_same(best.score, score, "best, score")
        expect_count(best.bound, score, 100, "best, bound")
        _check_bound(best, puzzle, is_deep)
    again = completed(puzzle, games, best)
    expect_same(entry.targets.to_json(), again.targets.to_json(), "targets")
    expect_same(entry.difficulty.to_json(), again.difficulty.to_json(), "difficulty")


def _replayed(best: Best, question: Question) -> tuple[int, Line]:
    """The score and the turns of a solution, which has to be the question's in canonical form."""
    try:
        start, turns = question.read_record(best.solution)
        score, written = question.score(start, turns), question.record(start, turns)
    except NumberdropError as error:
        raise NotationError(f"best, solution: {error}") from None
    expect_same(best.solution, written, "best, solution")
    return score, turns


def _check_bound(best: Best, puzzle: DealPuzzle, is_deep: bool) -> None:
    bound = Bound(best.bound, best.proof)
    is_proved = best.bound >= counting_bound(puzzle.deal)
    if (
        not is_proved
        and (is_deep or bound.method in CHEAP)
        and not check_bound(puzzle.deal, None, puzzle.variant, bound)
    ):
        raise NotationError(f"best, bound: {bound} could not be proved again")


def _play_again(entry: DailyPuzzle, games: int | None) -> None:
    """Games of this program's blind player, played again; another player's can't be."""
    puzzle, told = entry.puzzle, entry.blind
    if told.player != player() or games == 0:
        return
    expert = expert_game(puzzle.deal, puzzle.variant)
    expect_same(told.expert, expert.score, "blind, expert")
    expect_same(told.turns, expert.turns, "blind, turns")
    expect_same(told.forced, expert.forced, "blind, forced")
    for number, score in list(enumerate(told.scores))[:games]:
        again = field_score(puzzle.deal, puzzle.variant, number)
        expect_same(score, again, f"blind, score of game {number}")


def check_problem(entry: DropProblem, *, is_again: bool, is_deep: bool) -> None:
    """NotationError unless the entry of a drop problem says what is so, its digest apart.

    With `is_again` the turns before the problem are played again, where they are this program's
    blind player's; with `is_deep` the best score is proved again whatever it takes.
    """
    position, rolls, best = entry.position, entry.rolls, entry.best
    is_ours = entry.player == player()
    expect_same(str(entry.variant), str(Variant()), "variant")
    expect_same(entry.generator, GENERATOR_VERSION, "generator")
    _check_dice(entry, is_again=is_again and is_ours)
    score, turns = _replayed(best, Question.of(position, rolls))
    expect_same(best.score, score, "best, score")
    expect_same(best.bound, score, "best, bound")
    expect_same(best.proof, PROVED_BY, "best, proof")
    expect_same(best.found_by, PROVED_BY, "best, found_by")
    expect_count(best.nodes, 1, NODES, "best, nodes")
    expect_same({"goal": entry.goal}, {"goal": score}, "targets")
    exact = best_line(position, rolls, nodes=None if is_deep else CHEAP_NODES, others=True)
    if exact.is_exact:
        expect_same(score, exact.score, "best, score")
        if exact.another:
            raise NotationError("best, solution: expected the only one, and there is another")
    problem = SolvedProblem(
        entry.id, position, rolls, Exact(score, score, turns, best.nodes), entry.greedy
    )
    needs = needs_of(problem)
    expect_same(entry.needs, needs, "needs")
    expect_same(list(entry.themes), themes_of(needs), "themes")
    expect_same(entry.difficulty.to_json(), grade_of(needs).to_json(), "difficulty")
    expect_count(entry.greedy, -15, score - 1, "greedy")
    if is_again and is_ours:
        expect_same(entry.greedy, greedy_score(position, rolls), "greedy")
    if is_deep and is_ours:
        expect_same(entry.chance, in_short(chance_of(position, rolls, score)), "chance")


def _check_dice(entry: DropProblem, *, is_again: bool) -> None:
    """The rolls and tiles are those of the name, and so, with `is_again`, is the position."""
    seed, number = entry.id.removeprefix("drop#").split(".")
    dice, before, count = candidate(candidate_name(int(seed), int(number)))
    dealt = dice.rolls[before : before + count]
    expect_same(texts(entry.rolls), texts(dealt), "rolls")
    shapes = [shape for shape, _, _ in entry.position.tiles]
    expect_same(shapes, list(dice.tiles), "position, tiles")
    expect_same(entry.position.turn, before + 1, "position, turn")
    if is_again:
        played = field_position(dice, Variant(), 0, before)
        expect_same(str(entry.position), str(played), "position")
