"""Statistics of results."""

from __future__ import annotations

import datetime

import pytest

from numberdrop.puzzles.scores import Result
from numberdrop.puzzles.statistics import statistics
from numberdrop.view.scores import draw_statistics
from schemas import validator

DAY = datetime.date(2026, 11, 20)


def results(*scores: int, name: str = "ABC", variant: str = "rulebook") -> list[Result]:
    medals = (None, "silver", "bronze", "silver")
    return [
        Result(f"plain#1.{at}", variant, name, score, medals[at % 4], DAY)
        for at, score in enumerate(scores)
    ]


def test_figures_of_each_name_are_counted() -> None:
    found = statistics([*results(31, 50, 39, 47), *results(12, name="DEF")])
    assert {name: (one.games, one.average, one.best) for name, one in found.items()} == {
        "ABC": (4, 41.75, 50),
        "DEF": (1, 12, 12),
    }
    assert list(found["ABC"].medals.items()) == [("bronze", 1), ("silver", 2)]
    assert found["ABC"].histogram == {30: 2, 40: 1, 50: 1}
    document = found["ABC"].to_json()
    assert document["histogram"][0] == {"from": 30, "to": 39, "games": 2}
    validator("statistics.schema.json").validate(document)


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((-15,), {-20: 1}),
        ((-1, 0), {-10: 1, 0: 1}),
        ((9, 31), {0: 1, 10: 0, 20: 0, 30: 1}),
        ((100,), {100: 1}),
    ],
)
def test_ranges_of_the_histogram_have_no_gap(
    scores: tuple[int, ...], expected: dict[int, int]
) -> None:
    found = statistics(results(*scores))["ABC"]
    assert found.histogram == expected
    validator("statistics.schema.json").validate(found.to_json())


def test_other_variants_are_left_out() -> None:
    assert statistics(results(50, variant="bga")) == {}
    assert statistics([*results(50, variant="bga"), *results(40)])["ABC"].games == 1


def test_long_bars_fit_into_a_terminal() -> None:
    many = [*results(*[50] * 900), *results(60)]
    drawn = draw_statistics(statistics(many), {"ABC": (2, 3)}).split("\n")
    assert drawn[0] == "ABC  901 games, 50.0 points on average, best 60"
    assert drawn[2] == "     streak 2 days, best 3"
    assert drawn[3:] == [f"       50 to  59  {'#' * 40} 900", "       60 to  69  # 1"]
