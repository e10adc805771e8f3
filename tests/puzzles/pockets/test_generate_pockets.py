"""Pocket problems: their generator, their only solutions, and their archive entries."""

from __future__ import annotations

import copy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import numberdrop as nd
from archives import faults, sealed, write
from numberdrop.plan.exhaustive import best_line
from numberdrop.puzzles.archive.entries import DropProblem
from numberdrop.puzzles.archive.entry_text import line_text, to_json, without_solution
from numberdrop.puzzles.archive.reading import read_lines
from numberdrop.puzzles.archive.shipped import POCKETS, SHIPPED
from numberdrop.puzzles.pockets import generate
from numberdrop.puzzles.pockets.generate import Pocket, find_pocket, score_after, tempting_line
from numberdrop.puzzles.pockets.themes import THEMES, themes_of
from numberdrop.puzzles.pockets.usual_player import usual_game
from numberdrop.record import load_line
from pockets import oracle_score, turns_of
from samples import some_drop, some_pocket
from schemas import validator


@cache
def pocket() -> Pocket:
    found = find_pocket(some_pocket().id)
    assert found is not None
    return found


@cache
def shipped() -> list[DropProblem]:
    entries = [entry for _, entry in read_lines(str(SHIPPED / POCKETS))]
    return [entry for entry in entries if isinstance(entry, DropProblem)]


def with_one_roll() -> DropProblem:
    return next(problem for problem in shipped() if len(problem.rolls) == 1)


# Generation


def test_name_reproduces_its_problem() -> None:
    line, found = some_pocket(), pocket()
    assert (found.position, found.rolls) == (line.position, line.rolls)
    assert (found.exact.score, found.greedy, found.chance) == (line.goal, line.greedy, line.chance)
    assert found.greedy < found.exact.score
    assert not any(roll.has_star for roll in found.rolls)


def test_usual_game_is_legal_and_reproducible() -> None:
    deal = nd.deal("plain#5.1")
    first, second = list(usual_game(deal)), list(usual_game(deal))
    assert first == second
    assert first[-1].is_over()
    assert [position.turn for position in first] == list(range(1, len(first) + 1))


def test_tempting_line_maximises_the_first_score() -> None:
    found = pocket()
    first, *rest = found.tempting
    after = nd.play(found.position, first)
    most = best_line(found.position, found.rolls[:1]).score
    assert after.score().total == most
    assert score_after(found.position, found.tempting) == best_line(after, found.rolls[1:]).score
    assert len(rest) == 1


def test_tempting_line_of_one_roll_is_easier_to_see() -> None:
    problem = with_one_roll()
    steps = problem.difficulty.figure
    [turn] = tempting_line(problem.position, problem.rolls, steps, problem.goal)
    assert problem.position.score().total < score_after(problem.position, [turn]) < problem.goal
    assert tempting_line(problem.position, problem.rolls, 0, problem.goal) == ()


def test_position_with_too_many_turns_or_falling_tiles_is_skipped() -> None:
    found = pocket()
    assert generate.is_candidate(found.position, found.rolls)
    assert not generate.is_candidate(found.position, (nd.Roll.from_text("123*I"),))
    many = nd.Position.from_text("1...... -:-:- I3,O3,T0,L0,S0 3")
    assert generate.falling(many, 1) == 2
    assert not generate.is_candidate(many, (nd.Roll.from_text("1234I"),))


def test_themes_of_a_problem_match_the_archive() -> None:
    found = pocket()
    themes = themes_of(found.position, found.exact.turns, found.tempting, found.seen)
    assert themes == list(some_pocket().themes)
    nothing = dict.fromkeys(found.seen, 0)
    turn = found.exact.turns[0]
    assert themes_of(found.position, (turn,), (turn,), nothing) == []
    assert {theme for problem in shipped() for theme in problem.themes} == set(THEMES)


# The shipped problems


def test_shipped_pockets_are_366_different_problems() -> None:
    assert len(shipped()) == 366
    assert len({str(problem.position) for problem in shipped()}) == 366
    words = [problem.difficulty.word for problem in shipped()]
    assert set(words) == {"easy", "medium"}
    assert min(words.count(word) for word in set(words)) > 100
    for problem in shipped():
        assert problem.chance >= (0.2 if problem.difficulty.word == "easy" else 0.02)
        assert problem.greedy < problem.goal
        assert len(problem.rolls) in (1, 2)


def of_one_roll() -> list[DropProblem]:
    """Return the shipped problems of one roll, those with the fewest turns first."""
    return sorted((one for one in shipped() if len(one.rolls) == 1), key=turns_of)


def test_oracle_finds_the_same_only_solution() -> None:
    for problem in of_one_roll()[:5]:
        assert oracle_score(problem) == (problem.goal, 1), problem.id


@pytest.mark.slow
def test_oracle_finds_the_same_only_solution_of_many_more() -> None:
    """bench/pockets.py checks all problems that the oracle can finish."""
    for problem in of_one_roll()[5:45]:
        assert oracle_score(problem) == (problem.goal, 1), problem.id


# Archive entries


def test_entry_matches_the_schema_and_verifies(tmp_path: Path) -> None:
    line = some_pocket()
    validator("archive.schema.json").validate(to_json(line))
    validator("puzzle.schema.json").validate(without_solution(line))
    assert "tempting" not in without_solution(line)
    path = write(tmp_path / "pockets.jsonl", line_text(line), line_text(some_drop()))
    assert faults(path) == ["", ""]
    assert faults(path, games=0) == ["", ""]


def tempting() -> dict[str, Any]:
    record = some_pocket().tempting
    assert record is not None
    return copy.deepcopy(record)


def other_try() -> dict[str, Any]:
    """Return the record of a legal line other than the tempting one."""
    changed = tempting()
    changed["turns"][-1]["claim"] = None
    return nd.replay(changed)


CHANGES = {
    "id": (lambda: {"id": "pocket#10.7"}, "expected "),
    "other kind": (lambda: {"id": "drop#10.6"}, "'greedy'"),
    "no id": (lambda: {"id": "pocket#10"}, "id: expected drop#SEED.N or pocket#SEED.N"),
    "seed": (lambda: {"id": f"pocket#{2**64}.1"}, "drop problem: expected 0 to 2**64 - 1"),
    "generator": (lambda: {"generator": 1}, "generator: expected 2, got 1"),
    "rolls": (lambda: {"rolls": ["1645O"]}, "best, solution: "),
    "goal": (lambda: {"targets": {"goal": 31}}, "targets, goal: expected "),
    "tempting": (lambda: {"tempting": other_try()}, "tempting, turns: expected "),
    "tempting score": (lambda: {"tempting": {**tempting(), "score": 29}}, "tempting: expected "),
    "no line": (lambda: {"tempting": None}, "tempting, solution: expected an object"),
    "short": (lambda: {"tempting": {**tempting(), "turns": []}}, "tempting: "),
    "chance": (lambda: {"chance": 0.5}, "chance: expected "),
    "needs": (lambda: {"needs": {**some_pocket().needs, "rows": 9}}, "needs: expected {"),
    "themes": (lambda: {"themes": ["love"]}, "themes: expected ["),
    "word": (lambda: {"difficulty": {"figure": 15, "word": "easy"}}, "difficulty, word: expected "),
    "figure": (lambda: {"difficulty": {"figure": 14, "word": "medium"}}, "difficulty: expected {"),
    "greedy": (lambda: {"greedy": 20}, "expected no other key, got 'greedy'"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_changed_entry_with_a_new_digest_is_refused(name: str, tmp_path: Path) -> None:
    change, words = CHANGES[name]
    [fault] = faults(write(tmp_path / "p.jsonl", sealed(some_pocket().to_json() | change())))
    assert words in fault


def test_changed_position_is_refused(tmp_path: Path) -> None:
    """The changed position keeps the lines legal and is changed in all records."""
    line = copy.deepcopy(some_pocket().to_json())
    text = line["position"].replace(" 8", " 9")
    for where in (line, line["best"]["solution"], line["tempting"]):
        where["position"] = text
    [fault] = faults(write(tmp_path / "p.jsonl", sealed(line)))
    assert "expected " in fault


def test_changed_line_with_the_old_digest_is_refused(tmp_path: Path) -> None:
    text = line_text(some_pocket()).replace('"made_by": {"program": "', '"made_by": {"program": "x')
    [fault] = faults(write(tmp_path / "p.jsonl", text))
    assert "digest: expected" in fault


def test_worse_solution_is_refused(tmp_path: Path) -> None:
    line = copy.deepcopy(some_pocket().to_json())
    line["best"] |= {"solution": tempting(), "score": tempting()["score"]}
    line["best"]["bound"] = line["best"]["score"]
    line["targets"] = {"goal": line["best"]["score"]}
    [fault] = faults(write(tmp_path / "p.jsonl", sealed(line)))
    assert "best, score: expected " in fault


def test_solution_replays_to_the_goal() -> None:
    played = load_line(some_pocket().best.solution)
    assert played.positions[-1].score().total == some_pocket().goal
