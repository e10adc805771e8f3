"""Whether an entry of the archive that is a drop problem says what is so (archive.verify)."""

from __future__ import annotations

from itertools import islice

from ...errors import NotationError
from ...json_reader import expect_count, expect_same
from ...plan.exhaustive import Exact, best_line
from ...record import load_line
from ...rules import SCORES, Variant
from .. import drops, grading
from ..blind_player import field_position, player
from ..deal_puzzle import texts
from ..pockets import generate, themes
from ..pockets.usual_player import usual_game
from .entries import DropProblem
from .make_entries import PROVED_BY

#: What proving the best score of a drop problem again may take where it isn't asked for at any
#: cost.
CHEAP_NODES = 100_000


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
    dice, before, count = drops.candidate(_name(entry))
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
    dice, count, word = generate.candidate(_name(entry))
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


def _name(entry: DropProblem) -> str:
    """Its id, whose numbers are in range."""
    kind, _, numbers = entry.id.partition("#")
    seed, number = map(int, numbers.split("."))
    return drops.candidate_name(seed, number, kind)
