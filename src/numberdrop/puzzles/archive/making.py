"""Making the entries of the archive: from nothing but the name of a puzzle and the budget, without
a clock and without chance."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import replace

from ...dice import Deal
from ...plan.exhaustive import Exact
from ...position import Position
from ...record import PlayedLine
from ...rules import Variant
from ...version import PROGRAM
from ..blind import expert_game, field_score, player
from ..drops import GENERATOR_VERSION, find_problem
from ..grading import chance_of, grade_of, in_short, needs_of, themes_of
from ..pockets.finding import GENERATOR_VERSION as POCKET_GENERATOR
from ..pockets.finding import find_pocket
from ..pockets.themes import themes_of as themes_of_pocket
from ..puzzle import DealPuzzle, daily_puzzle
from ..targets import GAMES, Blind, difficulty_of, targets_of
from .puzzles import Best, DailyPuzzle, DropProblem, Maker

SEARCH_SEED = 1
#: How the best scores of drop problems are found, and proved.
PROVED_BY = "exhaustive"


def daily_entry(
    date: datetime.date,
    *,
    games: int = GAMES,
    nodes: int | None = None,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
) -> DailyPuzzle:
    """The entry of a day: its puzzle, the targets from `games` games (1 or more) of the blind
    player, and with `nodes` the best score that a search of so many finds. `progress` is told how
    many of the games are played."""
    puzzle = daily_puzzle(date)
    expert = expert_game(puzzle.deal, puzzle.variant)
    scores = []
    for number in range(games):
        scores.append(field_score(puzzle.deal, puzzle.variant, number))
        if progress:
            progress(number + 1)
    told = Blind(player(), expert.score, expert.turns, expert.forced, tuple(scores))
    best = None if nodes is None else search_best(puzzle.deal, puzzle.variant, nodes, workers)
    return completed(puzzle, told, best)


def improved(entry: DailyPuzzle, nodes: int, workers: int = 1) -> DailyPuzzle:
    """The entry with a search of so many nodes for its best score; what was known and is better
    stays."""
    best = search_best(entry.puzzle.deal, entry.puzzle.variant, nodes, workers)
    before = entry.best
    if before is not None and before.bound < best.bound:
        best = replace(best, bound=before.bound, proof=before.proof)
    if before is not None and before.score >= best.score:
        best = replace(best, score=before.score, found_by=before.found_by, solution=before.solution)
    return completed(entry.puzzle, entry.blind, best)


def wants_search(entry: DailyPuzzle, nodes: int | None) -> bool:
    """True if a search of so many nodes may add to what the entry knows."""
    if nodes is None or entry.best is None:
        return nodes is not None
    return not entry.best.is_proved and entry.best.nodes < nodes


def search_best(deal: Deal, variant: Variant, nodes: int, workers: int = 1) -> Best:
    """What is known of the best score after a search of so many nodes."""
    from ...plan.maxima.maximum import maximum  # OR-Tools comes with it

    found = maximum(deal, variant=variant, nodes=nodes, seed=SEARCH_SEED, workers=workers)
    return Best(
        found.score, found.bound, found.method, found.found_by, nodes, PROGRAM, found.solution
    )


def completed(puzzle: DealPuzzle, games: Blind, best: Best | None) -> DailyPuzzle:
    """The entry of this program, its targets and its difficulty worked out from the rest.

    Where no best score was searched the bound is the one by drop plans, which takes a moment.
    """
    from ...plan.bounds.bounds import drop_plan_bound  # OR-Tools comes with it

    bound = drop_plan_bound(puzzle.deal, None, puzzle.variant) if best is None else best.bound
    return DailyPuzzle(
        puzzle,
        targets_of(games.scores, games.expert, best.score if best else None, bound),
        best,
        games,
        difficulty_of(bound, games.scores, games.forced),
        Maker.this(),
    )


def problem_entry(name: str) -> DropProblem | None:
    """The entry of the drop problem of that name, drop#SEED.N or pocket#SEED.N; None if the
    candidate is no good problem."""
    return _pocket_entry(name) if name.startswith("pocket#") else _drop_entry(name)


def _pocket_entry(name: str) -> DropProblem | None:
    problem = find_pocket(name)
    if problem is None:
        return None
    position, exact = problem.position, problem.exact
    return DropProblem(
        name,
        Variant(),
        POCKET_GENERATOR,
        position,
        problem.rolls,
        exact.score,
        _proved(position, exact),
        problem.greedy,
        None,
        PlayedLine.of(position, problem.tempting).to_record(),
        problem.chance,
        problem.seen,
        tuple(themes_of_pocket(position, exact.turns, problem.tempting, problem.seen)),
        problem.grade,
        Maker.this(),
    )


def _drop_entry(name: str) -> DropProblem | None:
    problem = find_problem(name)
    if problem is None:
        return None
    position, exact, needs = problem.position, problem.exact, needs_of(problem)
    return DropProblem(
        name,
        Variant(),
        GENERATOR_VERSION,
        position,
        problem.rolls,
        exact.score,
        _proved(position, exact),
        problem.greedy,
        player(),
        None,
        in_short(chance_of(position, problem.rolls, exact.score)),
        needs,
        tuple(themes_of(needs)),
        grade_of(needs),
        Maker.this(),
    )


def _proved(position: Position, exact: Exact) -> Best:
    solution = PlayedLine.of(position, exact.turns).to_record()
    return Best(exact.score, exact.bound, PROVED_BY, PROVED_BY, exact.nodes, PROGRAM, solution)
