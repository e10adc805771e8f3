"""Verification of archive entries. Nothing in an entry is trusted except its id.

The dice are generated from the id, the solution is replayed, and targets and difficulty are
recomputed. Bounds are proved again if that is cheap, and some of the games behind the targets are
played again. The entry's digest protects the rest.
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
from ..blind_player import expert_game, field_position, field_score, this_player
from ..deal_puzzle import DealPuzzle, daily_puzzle, texts
from ..pockets import generate, themes
from ..pockets.usual_player import usual_game
from ..simulated.games import simulated_game
from ..simulated.roster import NAMES, ROSTER, ROSTER_VERSION
from .entries import Best, DailyPuzzle, DropProblem
from .entry_text import ArchivePuzzle, check_digest, parse_line
from .make_entries import PROVED_BY, TARGETS_VERSION, completed
from .reading import line_texts

#: Proofs that are fast. The others are repeated only by a deep check.
CHEAP = ("counting", "drop plans")
#: The node budget for proving the best score of a drop problem again, except in a deep check.
CHEAP_NODES = 100_000
#: The default number of games of each player that are played again.
GAMES_AGAIN = 1


@dataclass(frozen=True, slots=True)
class EntryReport:
    """The result of checking an entry.

    `place` is the entry's place in its file. `id` is None if it couldn't be read. `fault` says what
    is wrong, or is empty. Parts that were skipped to save time are reported too: whether the bound
    is `unproved`, and how many games are `unplayed`.
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
) -> Generator[EntryReport, None, None]:
    """Check each entry of a file and yield the reports.

    `games` games of each player are played again. With `is_deep`, all games are played and every
    bound is proved again. `seen` maps ids to their places, so that duplicates in several files are
    found. `workers` and `executor` share the work (jobs) without changing the reports. Raises
    NotationError if the file isn't an archive or a line ending is wrong, OSError if it can't be
    read.
    """
    seen = {} if seen is None else seen
    check = partial(_report_on, games=games, is_deep=is_deep)
    with (
        open(path, "rb") as file,
        closing(
            in_order(check, line_texts(file, path), workers, executor, named=_place_of)
        ) as reports,
    ):
        for report in reports:
            try:
                if report.id is not None:
                    expect_new_id(report.id, report.place, seen)
            except NotationError as error:
                yield EntryReport(report.place, report.id, str(error))
            else:
                yield report


def _place_of(line: tuple[str, bytes]) -> str:
    return line[0]


def _report_on(line: tuple[str, bytes], games: int, is_deep: bool) -> EntryReport:
    where, text = line
    name = None
    try:
        entry, digest = parse_line(text, where)
        name = entry.id
        unproved, unplayed = check_entry(entry, digest, where, games=games, is_deep=is_deep)
    except NumberdropError as error:
        return EntryReport(where, name, str(error))
    return EntryReport(where, name, "", unproved, unplayed)


def check_entry(
    entry: ArchivePuzzle, digest: str, where: str, *, games: int, is_deep: bool
) -> tuple[bool, int]:
    """Check an entry. Returns whether the bound is unproved, and the number of unplayed games.

    Raises NotationError, naming the place in the entry, if anything in it is wrong.
    """
    try:
        if isinstance(entry, DropProblem):
            unproved = not check_problem(entry, replays=is_deep or games > 0, is_deep=is_deep)
            check_digest(entry, digest, "digest")
            return unproved, 0
        unproved = not check_day(entry, is_deep=is_deep)
        check_digest(entry, digest, "digest")
        count = None if is_deep else games
        return unproved, _replay_simulated(entry, count) + _replay_blind(entry, count)
    except NumberdropError as error:
        raise NotationError(f"{where}, {error}") from None


def check_day(entry: DailyPuzzle, *, is_deep: bool) -> bool:
    """Check the entry of a day, except its games and its digest.

    Returns whether its bound was proved again, which `is_deep` demands at any cost. Raises
    NotationError if anything is wrong.
    """
    puzzle, simulated, blind, best = entry.puzzle, entry.simulated, entry.blind, entry.best
    assert puzzle.day is not None
    found, dealt = puzzle.head(), daily_puzzle(puzzle.day).head()
    expect_count(puzzle.generator, 1, TARGETS_VERSION, "generator")
    for key in ("variant", "recipe", "longest_game", "tiles"):
        expect_same(found[key], dealt[key], key)
    for number, (roll, other) in enumerate(zip(found["rolls"], dealt["rolls"], strict=True), 1):
        expect_same(roll, other, f"roll {number}")
    expect_count(blind.forced, 0, blind.turns, "blind, forced")
    if simulated is not None:
        adept_games = len(simulated.scores[NAMES[-1]])
        expect_same(len(simulated.forced), adept_games, "people, forced, games")
    is_proved = best is None or _is_bound_proved(best, puzzle, is_deep)
    again = completed(puzzle, simulated, blind, best)
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


def _replay_simulated(entry: DailyPuzzle, games: int | None) -> int:
    """Check `games` games of each simulated player, or all, by playing them again.

    Returns how many were skipped. Games of another version of the roster can't be checked.
    """
    puzzle, results = entry.puzzle, entry.simulated
    if results is None:
        return 0
    if results.version != ROSTER_VERSION:
        return len(results.all_scores())
    skipped = 0
    for player in ROSTER:
        scores = results.scores[player.name]
        for number, score in list(enumerate(scores))[:games]:
            game = simulated_game(puzzle.deal, puzzle.variant, player, number)
            expect_same(score, game.score, f"people, score of {player.name} in game {number}")
            if player is ROSTER[-1]:
                expect_same(results.forced[number], game.forced, f"people, forced of game {number}")
        skipped += len(scores[games:]) if games is not None else 0
    return skipped


def _replay_blind(entry: DailyPuzzle, games: int | None) -> int:
    """Check `games` games of the blind player, or all, by playing them again.

    Returns how many were skipped. Games of another program's player can't be checked.
    """
    puzzle, blind = entry.puzzle, entry.blind
    if blind.player != this_player() or games == 0:
        return len(blind.scores)
    expert = expert_game(puzzle.deal, puzzle.variant)
    expect_same(blind.expert, expert.score, "blind, expert")
    expect_same(blind.turns, expert.turns, "blind, turns")
    expect_same(blind.forced, expert.forced, "blind, forced")
    for number, score in list(enumerate(blind.scores))[:games]:
        again = field_score(puzzle.deal, puzzle.variant, number)
        expect_same(score, again, f"blind, score of game {number}")
    return max(0, len(blind.scores) - games) if games is not None else 0


def check_problem(entry: DropProblem, *, replays: bool, is_deep: bool) -> bool:
    """Check the entry of a drop problem, except its digest.

    Returns whether its score was proved the best again, which `is_deep` demands at any cost. With
    `replays`, the turns before the problem are played again, if this program has the same player.
    Raises NotationError if anything is wrong.
    """
    expect_same(str(entry.variant), str(Variant()), "variant")
    if entry.is_pocket:
        _check_pocket_dice(entry, replays=replays)
        is_exact = _check_best(entry, generate.NODES, is_deep=is_deep)
        _check_pocket(entry)
    else:
        is_ours = entry.player == this_player()
        _check_dice(entry, replays=replays and is_ours)
        is_exact = _check_best(entry, drops.NODES, is_deep=is_deep)
        _check_grades(entry, replays=replays and is_ours, is_deep=is_deep and is_ours)
    return is_exact


def _check_best(entry: DropProblem, nodes: int, *, is_deep: bool) -> bool:
    """Check that the score is the best and has only one solution.

    Returns whether this was proved again.
    """
    best = entry.best
    expect_same(best.bound, best.score, "best, bound")
    expect_same(best.proof, PROVED_BY, "best, proof")
    expect_same(best.found_by, PROVED_BY, "best, found_by")
    expect_count(best.nodes, 1, nodes, "best, nodes")
    budget = None if is_deep else CHEAP_NODES
    exact = best_line(entry.position, entry.rolls, nodes=budget, others=True)
    if exact.is_exact:
        expect_same(best.score, exact.score, "best, score")
        if exact.another:
            raise NotationError("best, solution: expected the only one, and there is another")
    return exact.is_exact


def _check_dice(entry: DropProblem, *, replays: bool) -> None:
    """Check that the id determines the rolls and tiles, and with `replays` the position."""
    expect_same(entry.generator, drops.GENERATOR_VERSION, "generator")
    dice, before, count = drops.candidate(_name_of(entry))
    dealt = dice.rolls[before : before + count]
    expect_same(texts(entry.rolls), texts(dealt), "rolls")
    shapes = [shape for shape, _, _ in entry.position.tiles]
    expect_same(shapes, list(dice.tiles), "position, tiles")
    expect_same(entry.position.turn, before + 1, "position, turn")
    if replays:
        played = field_position(dice, Variant(), 0, before)
        expect_same(str(entry.position), str(played), "position")


def _check_grades(entry: DropProblem, *, replays: bool, is_deep: bool) -> None:
    position, rolls, score = entry.position, entry.rolls, entry.goal
    turns = load_line(entry.best.solution).turns
    exact = Exact(score, score, turns, entry.best.nodes)
    needs = grading.needs_of(drops.SolvedProblem(entry.id, position, rolls, exact, entry.greedy))
    expect_same(entry.needs, needs, "needs")
    expect_same(list(entry.themes), grading.themes_of(needs), "themes")
    expect_same(entry.difficulty.to_json(), grading.grade_of(needs).to_json(), "difficulty")
    expect_count(entry.greedy, SCORES[0], score - 1, "greedy")
    if replays:
        expect_same(entry.greedy, drops.greedy_score(position, rolls), "greedy")
    if is_deep:
        chance = grading.in_short(grading.chance_of(position, rolls, score))
        expect_same(entry.chance, chance, "chance")


def _check_pocket_dice(entry: DropProblem, *, replays: bool) -> None:
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
    if replays:
        played = next(islice(usual_game(dice), before, None), None)
        expect_same(str(entry.position), str(played), "position")


def _check_pocket(entry: DropProblem) -> None:
    """Check everything that follows from the position, the rolls and the solution."""
    position, best = entry.position, entry.best
    turns = load_line(best.solution).turns
    exact = Exact(best.score, best.score, turns, best.nodes, another=False)
    again = generate.pocket_of(entry.id, position, entry.rolls, exact)
    if again is None or not generate.is_candidate(position, entry.rolls):
        raise NotationError("position: expected a pocket problem that meets the generator's rules")
    tempting = load_line(entry.tempting or {}).turns
    expect_same([*map(str, tempting)], [*map(str, again.tempting)], "tempting, turns")
    expect_same(entry.needs, again.seen, "needs")
    expect_same(entry.chance, again.chance, "chance")
    found = themes.themes_of(position, turns, again.tempting, again.seen)
    expect_same(list(entry.themes), found, "themes")
    expect_same(entry.difficulty.to_json(), again.grade.to_json(), "difficulty")


def _name_of(entry: DropProblem) -> str:
    """Return the id. Raises NotationError if one of its numbers is out of range."""
    kind, _, numbers = entry.id.partition("#")
    seed, number = map(int, numbers.split("."))
    return drops.candidate_name(seed, number, kind)
