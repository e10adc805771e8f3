"""Answers to drop problems: the score, the losing turn, and what is missing."""

from __future__ import annotations

import datetime
import hashlib
import random

import pytest

import numberdrop as nd
from archives import SHIPPED
from numberdrop.puzzles.answers import answered
from numberdrop.puzzles.archive.entries import DropProblem
from numberdrop.puzzles.archive.reading import read_lines
from numberdrop.puzzles.archive.shipped import DAILY_PROBLEMS, problem_of_day, shipped_entry
from numberdrop.record import load_line

FIRST = datetime.date(2026, 11, 20)


def problem(name: str = "drop#1.4") -> DropProblem:
    found = shipped_entry(name)
    assert isinstance(found, DropProblem)
    return found


@pytest.mark.slow
def test_solution_solves_its_problem() -> None:
    path = next(path for path in SHIPPED if path.name == "drops.jsonl")
    entries = [entry for _, entry in read_lines(str(path))]
    for entry in random.Random(61).sample(entries, 20):
        assert isinstance(entry, DropProblem)
        turns = load_line(entry.best.solution).turns
        found = answered(entry, turns)
        assert (found.score, found.is_solved, found.lost, found.left) == (
            entry.goal,
            True,
            None,
            (),
        )
        assert found.line.to_record() == entry.best.solution
        begun = answered(entry, turns[:-1])
        assert (begun.is_solved, begun.lost, begun.left) == (False, None, entry.rolls[-1:])


def test_missed_names_boxes_and_points_without_cells() -> None:
    entry = problem()
    first, second = load_line(entry.best.solution).turns
    without = nd.Turn(second.roll, second.slides, second.drops, second.place, None)
    found = answered(entry, [first, without])
    assert (found.score, found.lost, found.is_solved) == (43, 2, False)
    assert found.missed().to_json() == {"boxes": ["consecutive 5"], "points": {"consecutive": 15}}
    document = found.to_json()
    assert document["missed"] == found.missed().to_json()
    assert (document["solved"], document["rolls_left"]) == (False, [])
    assert "solution" not in document


def test_losing_turn_is_reported_before_the_end() -> None:
    entry = problem()
    turn = nd.Turn.from_text("4475T D f8=4,e9=7,f9=5,g9=4 !a7b7c7")
    found = answered(entry, [turn])
    assert (found.score, found.lost, found.left) == (39, 1, entry.rolls[1:])
    assert found.to_json()["solved"] is None


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        (["4475T D a7=5,b8=4,c8=4,b9=7"], "turn 1: place: shape T can't come to rest"),
        (["5546S D a8=5,b8=4,c8=4,b9=7"], "turn 1: expected the roll 4475T, got 5546S"),
        ([0, "4475T D a8=5,b8=4,c8=4,b9=7"], "turn 2: expected the roll 5546S"),
        ([0, 1, "4475T D a8=5,b8=4,c8=4,b9=7"], "turn 3: there is no roll left to play"),
    ],
)
def test_illegal_answer_is_refused(turns: list[str | int], words: str) -> None:
    entry = problem()
    best = load_line(entry.best.solution).turns
    played = [best[t] if isinstance(t, int) else nd.Turn.from_text(t) for t in turns]
    with pytest.raises(nd.IllegalTurn) as caught:
        answered(entry, played)
    assert words in str(caught.value)


def test_problem_of_an_early_day_never_changes() -> None:
    def on(number: int) -> str:
        return problem_of_day(FIRST + datetime.timedelta(number)).id

    assert [on(n) for n in range(6)] == [f"drop#1.{n}" for n in (4, 36, 37, 44, 45, 56)]
    assert on(-DAILY_PROBLEMS) == on(0)
    path = next(path for path in SHIPPED if path.name == "drops.jsonl")
    ids = [entry.id for _, entry in read_lines(str(path))][:DAILY_PROBLEMS]
    assert on(-1) == ids[-1]
    assert problem_of_day(datetime.date.min)
    assert hashlib.sha256(" ".join(ids).encode()).hexdigest()[:16] == "cef1c18a33b080a4"


def test_problem_of_a_day_from_december_2026_is_the_pocket_problem_of_its_date() -> None:
    path = next(path for path in SHIPPED if path.name == "pockets.jsonl")
    ids = [entry.id for _, entry in read_lines(str(path))]
    assert problem_of_day(datetime.date(2026, 11, 30)).id.startswith("drop#")
    for day, number in (
        ((2026, 12, 1), 336),
        ((2026, 12, 31), 366),
        ((2027, 1, 1), 1),
        ((2027, 3, 1), 61),
        ((2028, 2, 29), 60),
        ((2028, 3, 1), 61),
        ((9999, 12, 31), 366),
    ):
        assert problem_of_day(datetime.date(*day)).id == ids[number - 1]
