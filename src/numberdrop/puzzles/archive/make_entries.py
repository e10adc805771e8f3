"""Making the entries of the archive: from nothing but the name of a puzzle and the budget, without
a clock and without chance."""

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
from ..blind_player import expert_game, field_score, player
from ..deal_puzzle import DealPuzzle, daily_puzzle
from ..drops import GENERATOR_VERSION, find_problem
from ..grading import chance_of, grade_of, in_short, needs_of, themes_of
from ..pockets.generate import GENERATOR_VERSION as POCKET_GENERATOR
from ..pockets.generate import find_pocket
from ..pockets.themes import themes_of as themes_of_pocket
from ..simulated.games import SimulatedGame, simulated_game
from ..simulated.results import SimulatedResults
from ..simulated.roster import PEOPLE, PEOPLE_VERSION
from ..targets import (
    GAMES,
    Blind,
    difficulty_of,
    first_difficulty_of,
    first_ladder_of,
    ladder_of,
)
from .entries import Best, DailyPuzzle, DropProblem, Maker

#: The generator of entries whose medals come from people's games; their dice are as ever.
TARGETS_VERSION: Final = 2
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
    """The entry of a day: its puzzle, the targets from `games` games (1 or more) of each of the
    people and of the blind player, and with `nodes` the best score that a search of so many finds.
    `progress` is told how many of all games are played."""
    puzzle = replace(daily_puzzle(date), generator=TARGETS_VERSION)
    played = count(1)

    def tell() -> None:
        if progress:
            progress(next(played))

    people = people_of(puzzle, games, tell)
    blind = blind_of(puzzle, games, tell)
    best = None if nodes is None else search_best(puzzle.deal, puzzle.variant, nodes, workers)
    return completed(puzzle, people, blind, best)


def people_of(
    puzzle: DealPuzzle, games: int, tell: Callable[[], None] = lambda: None
) -> SimulatedResults:
    """So many games of each of the people; `tell` is called after each."""
    played: dict[str, list[SimulatedGame]] = {}
    for person in PEOPLE:
        played[person.name] = []
        for number in range(person.games(games)):
            played[person.name].append(simulated_game(puzzle.deal, puzzle.variant, person, number))
            tell()
    return SimulatedResults(
        PEOPLE_VERSION,
        {name: tuple(game.score for game in each) for name, each in played.items()},
        tuple(game.forced for game in played[PEOPLE[-1].name]),
    )


def blind_of(puzzle: DealPuzzle, games: int, tell: Callable[[], None] = lambda: None) -> Blind:
    """So many games of the blind player, and the expert's; `tell` is called after each of the
    former."""
    expert, scores = expert_game(puzzle.deal, puzzle.variant), []
    for number in range(games):
        scores.append(field_score(puzzle.deal, puzzle.variant, number))
        tell()
    return Blind(player(), expert.score, expert.turns, expert.forced, tuple(scores))


def refreshed(entry: DailyPuzzle, games: int = GAMES) -> DailyPuzzle:
    """The entry with targets as this program sets them, by so many games of each player; its best
    score is as it was. Games that this program's players would play again are taken over."""
    puzzle = replace(entry.puzzle, generator=TARGETS_VERSION)
    people, blind = entry.people, entry.blind
    if people is None or not _has_people(entry, games):
        people = people_of(puzzle, games)
    if not _has_blind(entry, games):
        blind = blind_of(puzzle, games)
    return completed(puzzle, people, replace(blind, scores=blind.scores[:games]), entry.best)


def wants_refresh(entry: DailyPuzzle, games: int = GAMES) -> bool:
    """True if refreshed() would give other targets, or the same from other games."""
    if not (_has_people(entry, games) and _has_blind(entry, games)):
        return True
    again = completed(entry.puzzle, entry.people, entry.blind, entry.best)
    return replace(again, made_by=entry.made_by) != entry or len(entry.blind.scores) != games


def _has_people(entry: DailyPuzzle, games: int) -> bool:
    people = entry.people
    return (
        people is not None
        and people.version == PEOPLE_VERSION
        and all(len(people.scores[each.name]) == each.games(games) for each in PEOPLE)
    )


def _has_blind(entry: DailyPuzzle, games: int) -> bool:
    return entry.blind.player == player() and len(entry.blind.scores) >= games


def improved(entry: DailyPuzzle, nodes: int, workers: int = 1) -> DailyPuzzle:
    """The entry with a search of so many nodes for its best score; what was known and is better
    stays."""
    best = search_best(entry.puzzle.deal, entry.puzzle.variant, nodes, workers)
    before = entry.best
    if before is not None and before.bound < best.bound:
        best = replace(best, bound=before.bound, proof=before.proof)
    if before is not None and before.score >= best.score:
        best = replace(best, score=before.score, found_by=before.found_by, solution=before.solution)
    return completed(entry.puzzle, entry.people, entry.blind, best)


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


def completed(
    puzzle: DealPuzzle, people: SimulatedResults | None, blind: Blind, best: Best | None
) -> DailyPuzzle:
    """The entry of this program, its targets and its difficulty worked out from the rest: as
    generator 1 does it where there are no games of people.

    Where no best score was searched the bound is the one by drop plans, which takes a moment.
    """
    from ...plan.bounds.bounds import drop_plan_bound  # OR-Tools comes with it

    bound = drop_plan_bound(puzzle.deal, None, puzzle.variant) if best is None else best.bound
    score = best.score if best else None
    if people is None:
        targets, difficulty = (
            first_ladder_of(blind, score, bound),
            first_difficulty_of(bound, blind),
        )
    else:
        targets, difficulty = ladder_of(people, blind, score, bound), difficulty_of(bound, people)
    return DailyPuzzle(puzzle, targets, best, people, blind, difficulty, Maker.this())


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
