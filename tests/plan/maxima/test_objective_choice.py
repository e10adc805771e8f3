"""The choice of the next objective, given the results of attempts."""

from __future__ import annotations

import pytest

from numberdrop.plan.maxima import Objective
from numberdrop.plan.maxima.objective_choice import HOPELESS, ObjectiveChoice
from numberdrop.plan.maxima.results import Attempt

ALL = (1 << 11) - 1
#: Seventeen turns have eleven digits to spare, sixteen seven.
NEAR, FAR = (Objective(100, turns, 19 - turns, False, ALL, 11) for turns in (17, 16))
EASY = Objective(92, 17, 2, False, ALL & ~(1 << 10), 11)


def choice_of(*objectives: Objective) -> ObjectiveChoice:
    return ObjectiveChoice(objectives, 1, 10_000)


def add_attempt(
    choice: ObjectiveChoice,
    objective: Objective,
    missing: int | None,
    number: int = 0,
    plans: float = 1e6,
) -> None:
    choice.begin(objective)
    choice.report(
        Attempt(objective, missing, ((((1, None, number),), plans),) if missing is not None else ())
    )


def test_likelier_of_two_equal_objectives_comes_first() -> None:
    assert choice_of(FAR, NEAR).choose(0, 100, 0) == NEAR


def test_objectives_outside_score_and_bound_are_skipped() -> None:
    choice = choice_of(NEAR, EASY)
    assert choice.choose(92, 100, 0) == NEAR
    assert choice.choose(90, 98, 0) == EASY
    assert choice.choose(92, 98, 0) is None
    assert choice_of().choose(0, 100, 0) is None


def test_easy_objective_comes_before_a_better_one_that_misses_much() -> None:
    choice = choice_of(NEAR, EASY)
    for _ in range(3):
        add_attempt(choice, NEAR, 9)
        add_attempt(choice, EASY, 1)
    assert choice.choose(60, 100, 6) == EASY
    assert choice.choose(92, 100, 6) == NEAR


def test_begun_objective_gives_way_before_results() -> None:
    twin = Objective(100, 17, 2, True, ALL, 11)
    choice = choice_of(NEAR, twin)
    assert choice.choose(0, 100, 5) == NEAR
    choice.begin(NEAR)
    assert choice.begun(NEAR) == 1
    assert choice.choose(0, 100, 5) == twin


@pytest.mark.parametrize(("plans", "is_left"), [(90.0, True), (1e6, False)])
def test_objective_is_left_once_its_drop_plans_are_seen(plans: float, is_left: bool) -> None:
    """Of two objectives with as many points, the one that misses less is attempted again, as long
    as it has drop plans left to see."""
    choice = choice_of(NEAR, FAR)
    for number in range(3):
        add_attempt(choice, NEAR, 3, number, plans)
        add_attempt(choice, FAR, 5, number)
    assert choice.choose(0, 100, 6) == (FAR if is_left else NEAR)


def test_objective_without_drop_plans_is_given_up() -> None:
    choice = choice_of(NEAR)
    for _ in range(HOPELESS):
        assert choice.choose(0, 100, 0) == NEAR
        add_attempt(choice, NEAR, None)
    assert choice.choose(0, 100, 0) is None
    add_attempt(choice, NEAR, 8)
    assert choice.choose(0, 100, 0) == NEAR
