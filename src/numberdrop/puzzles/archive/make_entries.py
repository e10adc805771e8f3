"""Creation of archive entries.

An entry depends only on the name of the puzzle and the budget, never on the clock or on chance.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Final

from ...dice import Deal
from ...plan.exhaustive import Exact
from ...position import Position
from ...record import PlayedLine
from ...rules import Variant
from ...version import PROGRAM
from ..blind_player import expert_game, field_score, this_player
from ..deal_puzzle import DealPuzzle, daily_puzzle
from ..drops import GENERATOR_VERSION, find_problem
from ..grading import chance_of, grade_of, in_short, needs_of, themes_of
from ..pockets.generate import GENERATOR_VERSION as POCKET_GENERATOR
from ..pockets.generate import find_pocket
from ..pockets.themes import themes_of as themes_of_pocket
from ..simulated.games import SimulatedGame, simulated_game
from ..simulated.results import SimulatedResults
from ..simulated.roster import ROSTER, ROSTER_VERSION
from ..targets import (
    GAMES,
    Blind,
    difficulty_of,
    first_difficulty_of,
    first_ladder_of,
    ladder_of,
)
from .entries import Best, DailyPuzzle, DropProblem, Maker

#: The generator version of entries with medals from simulated players. The dice are unchanged.
TARGETS_VERSION: Final = 2
SEARCH_SEED = 1
#: The method by which the best scores of drop problems are found and proved.
PROVED_BY = "exhaustive"


def daily_entry(
    date: datetime.date,
    *,
    games: int = GAMES,
    nodes: int | None = None,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
) -> DailyPuzzle:
    """Create the entry of a day.

    The targets come from `games` games (1 or more) of each simulated player and of the blind
    player. With `nodes`, the best score is searched with that budget. `progress` is called with the
    number of games played so far.
    """
    puzzle = replace(daily_puzzle(date), generator=TARGETS_VERSION)
    played = count(1)

    def on_game() -> None:
        if progress:
            progress(next(played))

    simulated = simulated_results(puzzle, games, on_game)
    blind = blind_games(puzzle, games, on_game)
    best = None if nodes is None else search_best(puzzle.deal, puzzle.variant, nodes, workers)
    return completed(puzzle, simulated, blind, best)


def simulated_results(
    puzzle: DealPuzzle, games: int, on_game: Callable[[], None] = lambda: None
) -> SimulatedResults:
    """Play the games of all simulated players, calling `on_game` after each.

    `games` is the number of games requested of each player.
    """
    played: dict[str, list[SimulatedGame]] = {}
    for player in ROSTER:
        played[player.name] = []
        for number in range(player.games(games)):
            played[player.name].append(simulated_game(puzzle.deal, puzzle.variant, player, number))
            on_game()
    return SimulatedResults(
        ROSTER_VERSION,
        {name: tuple(game.score for game in each) for name, each in played.items()},
        tuple(game.forced for game in played[ROSTER[-1].name]),
    )


def blind_games(
    puzzle: DealPuzzle, games: int, on_game: Callable[[], None] = lambda: None
) -> Blind:
    """Play the expert's game and `games` games of the blind player, calling `on_game` after each of
    the latter."""
    expert, scores = expert_game(puzzle.deal, puzzle.variant), []
    for number in range(games):
        scores.append(field_score(puzzle.deal, puzzle.variant, number))
        on_game()
    return Blind(this_player(), expert.score, expert.turns, expert.forced, tuple(scores))


def refreshed(entry: DailyPuzzle, games: int = GAMES) -> DailyPuzzle:
    """Return the entry with the targets that this program sets, from `games` games of each player.

    The best score is unchanged. Games that this program's players would repeat are reused.
    """
    puzzle = replace(entry.puzzle, generator=TARGETS_VERSION)
    simulated, blind = entry.simulated, entry.blind
    if simulated is None or not _has_simulated(entry, games):
        simulated = simulated_results(puzzle, games)
    if not _has_blind(entry, games):
        blind = blind_games(puzzle, games)
    return completed(puzzle, simulated, replace(blind, scores=blind.scores[:games]), entry.best)


def wants_refresh(entry: DailyPuzzle, games: int = GAMES) -> bool:
    """Return whether refreshed() would change the targets or the games behind them."""
    if not (_has_simulated(entry, games) and _has_blind(entry, games)):
        return True
    again = completed(entry.puzzle, entry.simulated, entry.blind, entry.best)
    return replace(again, made_by=entry.made_by) != entry or len(entry.blind.scores) != games


def _has_simulated(entry: DailyPuzzle, games: int) -> bool:
    simulated = entry.simulated
    return (
        simulated is not None
        and simulated.version == ROSTER_VERSION
        and all(len(simulated.scores[each.name]) == each.games(games) for each in ROSTER)
    )


def _has_blind(entry: DailyPuzzle, games: int) -> bool:
    return entry.blind.player == this_player() and len(entry.blind.scores) >= games


def improved(entry: DailyPuzzle, nodes: int, workers: int = 1) -> DailyPuzzle:
    """Search the best score with `nodes` nodes and return the entry with the better results, old
    and new."""
    best = search_best(entry.puzzle.deal, entry.puzzle.variant, nodes, workers)
    before = entry.best
    if before is not None and before.bound < best.bound:
        best = replace(best, bound=before.bound, proof=before.proof)
    if before is not None and before.score >= best.score:
        best = replace(best, score=before.score, found_by=before.found_by, solution=before.solution)
    return completed(entry.puzzle, entry.simulated, entry.blind, best)


def wants_search(entry: DailyPuzzle, nodes: int | None) -> bool:
    """Return whether a search with `nodes` nodes may improve the entry."""
    if nodes is None or entry.best is None:
        return nodes is not None
    return not entry.best.is_proved and entry.best.nodes < nodes


def search_best(deal: Deal, variant: Variant, nodes: int, workers: int = 1) -> Best:
    """Search the best score with `nodes` nodes."""
    from ...plan.maxima.maximum import maximum  # lazy: imports OR-Tools

    found = maximum(deal, variant=variant, nodes=nodes, seed=SEARCH_SEED, workers=workers)
    return Best(
        found.score, found.bound, found.method, found.found_by, nodes, PROGRAM, found.solution
    )


def completed(
    puzzle: DealPuzzle, simulated: SimulatedResults | None, blind: Blind, best: Best | None
) -> DailyPuzzle:
    """Return this program's entry, with targets and difficulty computed from the arguments.

    Without results of simulated players, the rules of generator 1 apply. Without a best score, the
    upper bound is the one by drop plans, which is fast.
    """
    from ...plan.bounds.bounds import drop_plan_bound  # lazy: imports OR-Tools

    bound = drop_plan_bound(puzzle.deal, None, puzzle.variant) if best is None else best.bound
    score = best.score if best else None
    if simulated is None:
        targets, difficulty = (
            first_ladder_of(blind, score, bound),
            first_difficulty_of(bound, blind),
        )
    else:
        targets = ladder_of(simulated, blind, score, bound)
        difficulty = difficulty_of(bound, simulated)
    return DailyPuzzle(puzzle, targets, best, simulated, blind, difficulty, Maker.this())


def problem_entry(name: str) -> DropProblem | None:
    """Create the entry of the drop problem named drop#SEED.N or pocket#SEED.N.

    Returns None if the candidate isn't accepted.
    """
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
        dict(PlayedLine.of(position, problem.tempting).to_record()),
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
        this_player(),
        None,
        in_short(chance_of(position, problem.rolls, exact.score)),
        needs,
        tuple(themes_of(needs)),
        grade_of(needs),
        Maker.this(),
    )


def _proved(position: Position, exact: Exact) -> Best:
    solution = PlayedLine.of(position, exact.turns).to_record()
    return Best(
        exact.score, exact.bound, PROVED_BY, PROVED_BY, exact.nodes, PROGRAM, dict(solution)
    )
