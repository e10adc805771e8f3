"""Targets, medals and difficulty follow from the blind player's games."""

from __future__ import annotations

import pytest

from numberdrop.puzzles.targets import (
    Difficulty,
    Targets,
    difficulty_of,
    place_among,
    quantile,
    rung_of,
    targets_of,
)
from numberdrop.rules import LADDER


def test_quartiles_are_scores_of_the_list() -> None:
    assert [quantile(range(101), quarter) for quarter in range(5)] == [0, 25, 50, 75, 100]
    assert [quantile([5, 1, 3], quarter) for quarter in range(5)] == [1, 3, 3, 5, 5]
    assert quantile([7], 3) == 7


def test_medals_follow_from_the_games() -> None:
    scores = list(range(40, 81))
    assert targets_of(scores, 64, None, 100) == Targets(50, 60, 70)
    assert targets_of(scores, 77, None, 100).gold == 77
    assert targets_of(scores, 64, 92, 92).perfect == 92
    assert targets_of(scores, 64, 92, 93).perfect is None
    assert targets_of(scores, 64, 65, 65).gold == 65


@pytest.mark.parametrize(
    ("score", "medal"),
    [(49, None), (50, "bronze"), (60, "silver"), (69, "silver"), (91, "gold"), (92, "perfect")],
)
def test_a_score_earns_the_highest_medal_it_reaches(score: int, medal: str | None) -> None:
    targets = Targets(50, 60, 70, 92)
    assert targets.medal_of(score) == medal
    assert Targets.from_json(targets.to_json()) == targets
    assert Targets(50, 60, 70).medal_of(100) == "gold"


def test_the_ladder_is_the_rulebooks() -> None:
    assert [rung_of(score) for score in (100, 99, 60, 13, 12)] == [99, 99, 55, 13, None]
    assert sorted(LADDER, reverse=True) == list(LADDER)


def test_the_place_among_games_counts_ties_half() -> None:
    assert place_among(5, [1, 5, 9]) == 50
    assert (place_among(0, [1, 2]), place_among(3, [1, 2])) == (0, 100)


def test_a_day_is_harder_the_further_the_median_stays_below() -> None:
    assert difficulty_of(100, [70], 0) == Difficulty(30, "gentle")
    assert difficulty_of(100, [40], 5) == Difficulty(65, "fierce")
