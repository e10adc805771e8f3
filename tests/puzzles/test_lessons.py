"""Lessons of drop problems, as data and as sentences."""

from __future__ import annotations

import pytest

from numberdrop.locales import LANGUAGES
from numberdrop.puzzles.archive.entries import DropProblem
from numberdrop.puzzles.archive.entry_text import to_json
from numberdrop.puzzles.lessons import TurnEffect, lesson_of, with_lesson
from numberdrop.record import load_line
from numberdrop.view.lessons import lesson_lines
from samples import some_days, some_drop, some_pocket
from schemas import validator


@pytest.mark.parametrize("problem", [some_drop(), some_pocket()], ids=["drop", "pocket"])
def test_turn_effects_add_up_to_the_goal(problem: DropProblem) -> None:
    lesson = lesson_of(problem)
    gain = problem.goal - problem.position.score().total
    assert sum(effect.points for effect in lesson.solution) == gain
    turns = list(load_line(problem.best.solution).turns)
    assert [effect.turn for effect in lesson.solution] == turns
    validator("lesson.schema.json").validate(lesson.to_json())


def test_greedy_line_falls_short_by_the_missed_points() -> None:
    problem = some_pocket()
    lesson = lesson_of(problem)
    assert lesson.score == problem.greedy
    assert lesson.short == problem.goal - problem.greedy == sum(lesson.missed.points.values())
    assert sum(effect.points for effect in lesson.greed) == lesson.score - (
        problem.position.score().total
    )


def test_lesson_without_a_tempting_line_has_no_greed() -> None:
    document = lesson_of(some_drop()).to_json()
    assert document["greed"] is None
    assert not any(sentence["code"].startswith("lesson.short") for sentence in document["said"])


def test_turn_effect_counts_digits_and_rows() -> None:
    first, second = lesson_of(some_pocket()).solution
    assert (first.box, first.digits, first.kept) == ("identical 4", 0, 1)
    assert (second.fallen, second.box, second.digits) == (("E",), "identical 5", 3)
    assert second.rows == (6, 7)
    assert second.points == 5 + 2 * len(second.rows)


def turn_effect(**more: object) -> TurnEffect:
    [turn, *_] = load_line(some_pocket().best.solution).turns
    given = {"fallen": (), "rows": (), "box": None, "digits": 0, "kept": 0, "slid": (), **more}
    return TurnEffect(turn, 0, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fields", "sentences"),
    [
        ({}, ["no effect on the score"]),
        ({"fallen": ("A", "B")}, ["the X shape of tile A falls", "the X shape of tile B falls"]),
        ({"rows": (3,)}, ["row 3 is completed"]),
        ({"rows": (3, 4, 5)}, ["rows 3, 4 and 5 are completed"]),
        ({"box": "bonus", "digits": 2}, ["bonus, with 2 new digits"]),
        ({"box": "bonus", "digits": 1}, ["bonus, with one new digit"]),
        ({"box": "bonus"}, ["bonus, with digits already on the sheet"]),
        (
            {"kept": 1, "slid": ("C",)},
            ["one digit written for a later turn", "tile C slides closer to its drop"],
        ),
        ({"kept": 3}, ["3 digits written for later turns"]),
    ],
)
def test_turn_effect_gives_sentences(fields: dict[str, object], sentences: list[str]) -> None:
    assert turn_effect(**fields).sentences() == sentences


@pytest.mark.parametrize("language", LANGUAGES)
def test_lesson_is_translated_in_every_language(language: str) -> None:
    lines = lesson_lines(some_pocket(), language)
    assert len(lines) == 1 + len(lesson_of(some_pocket()).sentences())
    assert any("identical" in line for line in lines) == (language == "en")
    assert not any("{" in line for line in lines)


def test_with_lesson_adds_the_lesson_of_a_problem() -> None:
    document = with_lesson(some_pocket())
    validator("puzzle.schema.json").validate(document)
    assert document.pop("lesson") == lesson_of(some_pocket()).to_json()
    assert document == to_json(some_pocket())
    assert with_lesson(some_days()[0]) == to_json(some_days()[0])
