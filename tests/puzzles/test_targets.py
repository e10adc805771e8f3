"""Targets, medals, difficulty and luck, computed from simulated and blind games."""

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
from numberdrop.rules import HIGH_SCORES, SCORES


def test_quantile_returns_a_score_of_the_list() -> None:
    assert [quantile(range(101), quarter) for quarter in range(5)] == [0, 25, 50, 75, 100]
    assert [quantile([5, 1, 3], quarter) for quarter in range(5)] == [1, 3, 3, 5, 5]
    assert quantile([7], 3) == 7


def simulated(*medians: int, forced: tuple[int, ...] = (0,)) -> SimulatedResults:
    return SimulatedResults(
        1, {name: (each,) for name, each in zip(NAMES, medians, strict=True)}, forced
    )


def blind(*scores: int, expert: int = 0, forced: int = 0) -> Blind:
    return Blind(Player("none", (1,), 1, 1), expert, 20, forced, scores)


STRONG = blind(*range(40, 81), expert=64)


def test_ladder_of_games_gives_the_medals() -> None:
    ladder = ladder_of(simulated(33, 45, 54), STRONG, None, 100)
    assert ladder == Targets(33, 45, 54, 60, 70)
    better = replace(STRONG, expert=77)
    assert ladder_of(simulated(33, 45, 54), better, None, 100).master == 77
    assert ladder_of(simulated(33, 45, 54), STRONG, 92, 92).perfect == 92
    assert ladder_of(simulated(33, 45, 54), STRONG, 92, 93).perfect is None


def test_ladder_of_generator_1_uses_the_blind_player() -> None:
    assert first_ladder_of(STRONG, None, 100) == Targets(50, 60, 70)
    assert first_ladder_of(replace(STRONG, expert=77), None, 100).gold == 77
    assert first_ladder_of(STRONG, 92, 92).perfect == 92
    assert first_ladder_of(STRONG, 92, 93).perfect is None
    assert first_ladder_of(STRONG, 65, 65).gold == 65


@pytest.mark.parametrize("seed", range(50))
def test_random_games_give_ascending_medals_apart(seed: int) -> None:
    rng = random.Random(seed)
    medians = [rng.randint(*SCORES) for _ in NAMES]
    strong = blind(*(rng.randint(*SCORES) for _ in range(5)), expert=rng.randint(*SCORES))
    best = rng.randint(0, 100)
    bound = rng.choice([best, rng.randint(best, 100)])
    for known in (None, best):
        rungs = [*ladder_of(simulated(*medians), strong, known, bound).to_json().values()]
        assert all(above - below >= APART for below, above in pairwise(rungs))
        assert max(rungs) <= bound


def test_low_best_score_lowers_the_medals() -> None:
    assert ladder_of(simulated(33, 45, 54), STRONG, 60, 100) == Targets(33, 45, 51, 54, 57)
    assert ladder_of(simulated(50, 45, 54), STRONG, None, 100) == Targets(50, 57, 64, 67, 70)


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
def test_score_earns_the_highest_medal_reached(
    score: int, medal: str | None, following: tuple[str, int] | None
) -> None:
    targets = Targets(50, 60, 70, 75, 80, 92)
    assert targets.medal_of(score) == medal
    assert targets.next_after(score) == following
    assert Targets.from_json(targets.to_json()) == targets


def test_targets_of_generator_1_are_parsed() -> None:
    for targets in (Targets(50, 60, 70), Targets(50, 60, 70, perfect=92)):
        assert Targets.from_json(targets.to_json()) == targets
    assert Targets(50, 60, 70).medal_of(100) == "gold"
    with pytest.raises(NotationError):
        Targets.from_json({"bronze": 1, "silver": 2, "gold": 3, "expert": 4})


def test_rung_of_score_matches_the_rulebook() -> None:
    assert [rung_of(score) for score in (100, 99, 60, 13, 12)] == [99, 99, 55, 13, None]
    assert sorted(HIGH_SCORES, reverse=True) == list(HIGH_SCORES)


def test_place_among_equal_scores_counts_ties_half() -> None:
    assert place_among(5, [1, 5, 9]) == 50
    assert (place_among(0, [1, 2]), place_among(3, [1, 2])) == (0, 100)


def test_lower_simulated_scores_give_a_higher_difficulty() -> None:
    assert difficulty_of(100, simulated(60, 70, 80)) == Difficulty(30, "gentle")
    assert difficulty_of(100, simulated(10, 20, 30, forced=(5, 6))) == Difficulty(86, "fierce")
    assert first_difficulty_of(100, blind(70)) == Difficulty(30, "gentle")
    assert first_difficulty_of(100, blind(40, forced=5)) == Difficulty(65, "fierce")


def test_higher_simulated_scores_give_kinder_dice() -> None:
    usual = [round(player.mean / 100) for player in ROSTER]
    assert simulated(*usual).luck() == (0, "even")
    assert simulated(*(each + 9 for each in usual)).luck() == (9, "generous")
    assert simulated(*(each - 9 for each in usual)).luck() == (-9, "harsh")
