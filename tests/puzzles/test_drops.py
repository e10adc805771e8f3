"""Drop problems: comparison with the oracle, unique solutions, grades and archive entries."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import numberdrop as nd
import oracle
from archives import faults, sealed, write
from numberdrop.plan.exhaustive import best_line
from numberdrop.puzzles import drops
from numberdrop.puzzles.archive.entry_text import line_text, to_json, without_solution
from numberdrop.puzzles.drops import SolvedProblem, find_problem, greedy_score
from numberdrop.puzzles.grading import NEEDS, chance_of, grade_of, needs_of, themes_of
from numberdrop.puzzles.targets import PROBLEM_WORDS, Difficulty
from numberdrop.transitions import play
from places import DATA
from samples import BENCH, read_rolls, some_drop
from schemas import validator

#: Positions, rolls, the best score after them, and whether several lines reach it. They have few
#: turns, so that the oracle can try all.
CASES = [
    pytest.param(
        nd.Position.from_text(position),
        read_rolls(rolls),
        int(score),
        uniqueness == "others",
        id=position,
    )
    for line in (DATA / "drops.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
    for position, rolls, score, uniqueness in [line.split(" | ")]
]
ONE_ROLL = [case for case in CASES if len(case.values[1]) == 1]


@cache
def problem(name: str) -> SolvedProblem:
    found = find_problem(name)
    assert found is not None
    return found


def some_problem() -> SolvedProblem:
    return problem(some_drop().id)


def oracle_essence(before: oracle.Sheet, turn: Any, after: oracle.Sheet) -> Any:
    """Return the cells that the oracle's turn writes, and the boxes filled after it."""
    x = frozenset(cell for drop in turn["drops"] for cell in drop["cells"])
    boxes = after.to_text().split(" ")[1]
    return frozenset(turn["place"] or ()), x, boxes


# Comparison with the oracle


@pytest.mark.parametrize(
    ("position", "rolls", "score", "another"),
    [*ONE_ROLL[:6], *(case._replace(marks=[pytest.mark.slow]) for case in ONE_ROLL[6:])],
)
def test_oracle_finds_the_same_score_and_uniqueness(
    position: nd.Position, rolls: list[nd.Roll], score: int, another: bool
) -> None:
    sheet = oracle.parse(str(position))
    ways: dict[int, set[Any]] = {}
    for turn, after in oracle.turns(sheet, str(rolls[0])):
        total = oracle.score(after, False)["total"]
        ways.setdefault(total, set()).add(oracle_essence(sheet, turn, after))
    found = best_line(position, rolls, others=True)
    assert max(ways) == found.score == found.bound == score
    assert found.another == another == (len(ways[score]) > 1)


def test_cases_include_ten_unique_solutions() -> None:
    assert sum(not case.values[3] for case in ONE_ROLL) >= 10


# Unique solutions


def essence(turns: tuple[nd.Turn, ...], last: nd.Position) -> Any:
    places = frozenset(frozenset(cell for cell, _ in turn.place or ()) for turn in turns)
    x = frozenset(cell for turn in turns for drop in turn.drops for cell in drop.cells)
    return places, x, str(last).split(" ")[1]


def lines_of(position: nd.Position, rolls: Sequence[nd.Roll]) -> Iterator[tuple[Any, int]]:
    """Yield the essence and the score of every line of turns, except lines that can't be best."""
    best = best_line(position, rolls).score

    def after(reached: nd.Position, played: tuple[nd.Turn, ...]) -> Iterator[tuple[Any, int]]:
        left = rolls[len(played) :]
        if reached.is_over() or not left:
            yield essence(played, reached), reached.score().total
        elif best_line(reached, left, at_least=best - 1).score == best:
            for turn in reached.turns(left[0]):
                yield from after(play(reached, turn), (*played, turn))

    yield from after(position, ())


@pytest.mark.slow
@pytest.mark.parametrize(("position", "rolls", "score", "another"), CASES[10:])
def test_exhaustive_search_detects_other_solutions(
    position: nd.Position, rolls: list[nd.Roll], score: int, another: bool
) -> None:
    found = best_line(position, rolls, others=True)
    best = {found_line for found_line, total in lines_of(position, rolls) if total == score}
    assert found.score == score
    assert found.another == another == (len(best) > 1)


def test_another_is_none_without_a_search_or_enough_nodes() -> None:
    found = some_problem()
    assert best_line(found.position, found.rolls).another is None
    rolls = [nd.Roll.from_text("1234I")] * 4
    assert best_line(BENCH[3], rolls, nodes=50, others=True).another is None


# Generation and grades


def test_name_reproduces_its_problem() -> None:
    found = some_problem()
    assert find_problem(found.name) == found
    assert found.gain >= drops.LEAST_GAIN
    assert found.greedy < found.exact.score


def test_greedy_score_is_at_most_the_best_score() -> None:
    position = nd.Position.from_text("22...../21.6555 567:-:- I0,O0,T1,L0,S1 4")
    rolls = [nd.Roll.from_text("1112O"), nd.Roll.from_text("5566I")]
    assert greedy_score(position, rolls) <= best_line(position, rolls).score
    assert greedy_score(position, []) == position.score().total


def test_grade_is_the_weighted_sum_of_needs() -> None:
    assert grade_of(dict.fromkeys(NEEDS, 1)).figure == sum(NEEDS.values())
    assert grade_of(dict.fromkeys(NEEDS, 0)) == Difficulty(0, PROBLEM_WORDS[0][1])
    assert grade_of(dict.fromkeys(NEEDS, 9)).word == PROBLEM_WORDS[-1][1]
    needs = needs_of(some_problem())
    assert set(needs) == set(NEEDS)
    assert "rolls" not in themes_of(needs | {"rolls": 2})


def test_chance_of_a_trivial_goal_is_one() -> None:
    found = some_problem()
    assert chance_of(found.position, found.rolls, -100) == pytest.approx(1)
    assert chance_of(found.position, found.rolls, found.exact.score + 1) == 0
    assert 0 <= chance_of(found.position, found.rolls, found.exact.score) < 1


# Archive entries


def test_entry_matches_the_schema_and_verifies(tmp_path: Path) -> None:
    line = some_drop()
    validator("archive.schema.json").validate(to_json(line))
    validator("puzzle.schema.json").validate(without_solution(line))
    assert faults(write(tmp_path / "drops.jsonl", line_text(line))) == [""]
    assert nd.replay(line.best.solution) == line.best.solution


@pytest.mark.slow
def test_entry_verifies_in_a_deep_check(tmp_path: Path) -> None:
    assert faults(write(tmp_path / "drops.jsonl", line_text(some_drop())), is_deep=True) == [""]


CHANGES = {
    "id": ({"id": "drop#9.1"}, "rolls: expected "),
    "other id": ({"id": "drop#10"}, "id: expected drop#SEED.N"),
    "padded id": ({"id": "drop#10.024"}, "id: expected drop#SEED.N"),
    "rolls": ({"rolls": ["1234I"]}, "best, solution: turn 1: expected the roll 1234I"),
    "position": (
        {"position": "1...... -:-:- I0,O0,T0,L0,S0 1"},
        "best, solution: expected the position",
    ),
    "goal": ({"targets": {"goal": 1}}, "targets, goal: expected "),
    "needs": ({"needs": dict.fromkeys(NEEDS, 3)}, "needs: expected {"),
    "themes": ({"themes": ["love"]}, "themes: expected ["),
    "grade": ({"difficulty": {"figure": 1, "word": "easy"}}, "difficulty: expected {"),
    "greedy": ({"greedy": -3}, "greedy: expected "),
    "greedier": ({"greedy": 100}, "greedy: expected "),
    "best": ({"best": None}, "best: expected an object, got None"),
    "variant": ({"variant": "bga"}, "best, solution: expected the position and variant"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_changed_entry_with_a_new_digest_is_refused(name: str, tmp_path: Path) -> None:
    change, words = CHANGES[name]
    [fault] = faults(write(tmp_path / "drops.jsonl", sealed(some_drop().to_json() | change)))
    assert words in fault


def test_worse_line_is_refused(tmp_path: Path) -> None:
    changed = some_drop().to_json()
    solution = json.loads(json.dumps(changed["best"]["solution"]))
    solution["turns"][-1]["claim"] = None
    changed["best"]["solution"] = nd.replay(solution)
    [fault] = faults(write(tmp_path / "drops.jsonl", sealed(changed)))
    assert "best, score: expected " in fault
