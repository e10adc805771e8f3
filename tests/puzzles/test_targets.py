"""Targets, medals, difficulty and luck follow from the games of people and of the blind player."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from numberdrop import NotationError
from numberdrop.puzzles.quantiles import quantile
from numberdrop.puzzles.simulated.results import SimulatedResults
from numberdrop.puzzles.simulated.roster import NAMES, ROSTER
from numberdrop.puzzles.targets import (
    APART,
    Blind,
    Difficulty,
    Player,
    Targets,
    difficulty_of,
    first_difficulty_of,
    first_ladder_of,
    ladder_of,
    place_among,
    rung_of,
)
from numberdrop.rules import LADDER, SCORES


def test_quartiles_are_scores_of_the_list() -> None:
    assert [quantile(range(101), quarter) for quarter in range(5)] == [0, 25, 50, 75, 100]
    assert [quantile([5, 1, 3], quarter) for quarter in range(5)] == [1, 3, 3, 5, 5]
    assert quantile([7], 3) == 7


def people(*medians: int, forced: tuple[int, ...] = (0,)) -> SimulatedResults:
    return SimulatedResults(
        1, {name: (each,) for name, each in zip(NAMES, medians, strict=True)}, forced
    )


def blind(*scores: int, expert: int = 0, forced: int = 0) -> Blind:
    return Blind(Player("none", (1,), 1, 1), expert, 20, forced, scores)


STRONG = blind(*range(40, 81), expert=64)


def test_medals_follow_from_the_games() -> None:
    ladder = ladder_of(people(33, 45, 54), STRONG, None, 100)
    assert ladder == Targets(33, 45, 54, 60, 70)
    better = replace(STRONG, expert=77)
    assert ladder_of(people(33, 45, 54), better, None, 100).master == 77
    assert ladder_of(people(33, 45, 54), STRONG, 92, 92).perfect == 92
    assert ladder_of(people(33, 45, 54), STRONG, 92, 93).perfect is None


def test_the_first_medals_were_the_blind_players() -> None:
    assert first_ladder_of(STRONG, None, 100) == Targets(50, 60, 70)
    assert first_ladder_of(replace(STRONG, expert=77), None, 100).gold == 77
    assert first_ladder_of(STRONG, 92, 92).perfect == 92
    assert first_ladder_of(STRONG, 92, 93).perfect is None
    assert first_ladder_of(STRONG, 65, 65).gold == 65


@pytest.mark.parametrize("seed", range(50))
def test_medals_are_in_order_and_apart_whatever_the_games(seed: int) -> None:
    rng = random.Random(seed)
    medians = [rng.randint(*SCORES) for _ in NAMES]
    strong = blind(*(rng.randint(*SCORES) for _ in range(5)), expert=rng.randint(*SCORES))
    best = rng.randint(0, 100)
    bound = rng.choice([best, rng.randint(best, 100)])
    for known in (None, best):
        rungs = [*ladder_of(people(*medians), strong, known, bound).to_json().values()]
        assert all(above - below >= APART for below, above in pairwise(rungs))
        assert max(rungs) <= bound


def test_no_room_for_medals_lowers_them() -> None:
    assert ladder_of(people(33, 45, 54), STRONG, 60, 100) == Targets(33, 45, 51, 54, 57)
    assert ladder_of(people(50, 45, 54), STRONG, None, 100) == Targets(50, 57, 64, 67, 70)


@pytest.mark.parametrize(
    ("score", "medal", "following"),
    [
        (49, None, ("bronze", 1)),
        (50, "bronze", ("silver", 10)),
        (69, "silver", ("gold", 1)),
        (74, "gold", ("expert", 1)),
        (79, "expert", ("master", 1)),
        (91, "master", ("perfect", 1)),
        (92, "perfect", None),
    ],
)
def test_a_score_earns_the_highest_medal_it_reaches(
    score: int, medal: str | None, following: tuple[str, int] | None
) -> None:
    targets = Targets(50, 60, 70, 75, 80, 92)
    assert targets.medal_of(score) == medal
    assert targets.next_after(score) == following
    assert Targets.from_json(targets.to_json()) == targets


def test_the_medals_of_generator_1_are_read() -> None:
    for targets in (Targets(50, 60, 70), Targets(50, 60, 70, perfect=92)):
        assert Targets.from_json(targets.to_json()) == targets
    assert Targets(50, 60, 70).medal_of(100) == "gold"
    with pytest.raises(NotationError):
        Targets.from_json({"bronze": 1, "silver": 2, "gold": 3, "expert": 4})


def test_the_ladder_is_the_rulebooks() -> None:
    assert [rung_of(score) for score in (100, 99, 60, 13, 12)] == [99, 99, 55, 13, None]
    assert sorted(LADDER, reverse=True) == list(LADDER)


def test_the_place_among_games_counts_ties_half() -> None:
    assert place_among(5, [1, 5, 9]) == 50
    assert (place_among(0, [1, 2]), place_among(3, [1, 2])) == (0, 100)


def test_a_day_is_harder_the_further_people_stay_below() -> None:
    assert difficulty_of(100, people(60, 70, 80)) == Difficulty(30, "gentle")
    assert difficulty_of(100, people(10, 20, 30, forced=(5, 6))) == Difficulty(86, "fierce")
    assert first_difficulty_of(100, blind(70)) == Difficulty(30, "gentle")
    assert first_difficulty_of(100, blind(40, forced=5)) == Difficulty(65, "fierce")


def test_dice_are_kind_where_people_score_more_than_on_other_days() -> None:
    as_ever = [round(player.mean / 100) for player in ROSTER]
    assert people(*as_ever).luck() == (0, "even")
    assert people(*(each + 9 for each in as_ever)).luck() == (9, "generous")
    assert people(*(each - 9 for each in as_ever)).luck() == (-9, "harsh")
