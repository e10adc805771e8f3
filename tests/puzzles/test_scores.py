"""First results, tables of scores, and streaks."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import Any

import pytest

import numberdrop as nd
from numberdrop.initials import parse_player
from numberdrop.puzzles.scores import Result, first_results, highest, streaks
from numberdrop.view.scores import draw_results, draw_scores, result_in_words

DAY = datetime.date(2026, 11, 20)


def result(number: int = 0, name: str = "ABC", score: int = 50, **more: Any) -> Result:
    day = DAY + datetime.timedelta(number)
    values = {"puzzle": day.isoformat(), "variant": "rulebook", "medal": None, "day": day}
    return Result(**{**values, "name": name, "score": score, **more})


def test_first_results_ignores_repeated_games() -> None:
    again = result(score=90)
    assert first_results([result(), again, result(name="DEF")]) == [result(), result(name="DEF")]
    assert draw_scores(first_results([result(), again]), {}).count("ABC") == 1


@pytest.mark.parametrize(
    ("numbers", "today", "expected"),
    [
        ([0, 1, 2], 2, (3, 3)),
        ([0, 1, 2], 3, (3, 3)),
        ([0, 1, 2], 4, (0, 3)),
        ([0, 1, 2, 5], 5, (1, 3)),
        ([], 5, None),
    ],
)
def test_streaks_of_days_are_counted(
    numbers: list[int], today: int, expected: tuple[int, int] | None
) -> None:
    found = streaks([result(n) for n in numbers], DAY + datetime.timedelta(today))
    assert found.get("ABC") == expected


def test_late_submission_does_not_count_for_a_streak() -> None:
    late = [result(n, day=DAY + datetime.timedelta(9)) for n in range(9)]
    assert streaks(late, DAY + datetime.timedelta(9)) == {"ABC": (1, 1)}
    literal = result(puzzle="TSOIL:1", name="DEF")
    assert streaks([literal], DAY) == {"DEF": (0, 0)}


@pytest.mark.parametrize("name", ["ABCD", "AB", "", "A.C", "ÄBC", "A C", None])
def test_name_without_three_letters_is_refused(name: str) -> None:
    with pytest.raises(nd.NotationError, match="name: expected"):
        parse_player(name)
    assert parse_player("abc") == "ABC"


def test_long_streak_is_counted_in_linear_time() -> None:
    """Each run of days is counted once, from its end."""
    days = 9_000
    found = streaks([result(-n) for n in range(days)], DAY)
    assert found == {"ABC": (days, days)}


def test_streak_works_at_the_ends_of_the_calendar() -> None:
    for day in (datetime.date.min, datetime.date.max):
        found = [result(puzzle=day.isoformat(), day=day)]
        assert streaks(found, day) == {"ABC": (1, 1)}


def test_highest_sorts_by_score_then_order() -> None:
    found = [result(n, score=score) for n, score in enumerate((50, 60, 50, 70))]
    assert highest(found, 3) == [found[3], found[1], found[0]]
    assert highest(found) == [found[3], found[1], found[0], found[2]]


def test_tables_shorten_literal_ids() -> None:
    dice = "bga:IOTLS:" + ",".join(["4567I"] * 20)
    found = replace(result(puzzle=dice, variant="bga"), number=7)
    for drawn in (draw_scores([found], {}), draw_results([found]), result_in_words(found)):
        assert "dice 9833c6b0 (bga)" in drawn
        assert "4567I" not in drawn
        assert max(map(len, drawn.split("\n"))) <= 80
