"""Aiming: which aim is tried next, by what the tries have told."""

from __future__ import annotations

import pytest

from numberdrop.plan.maxima import Objective
from numberdrop.plan.maxima.found import Tried
from numberdrop.plan.maxima.objective_choice import HOPELESS, ObjectiveChoice

ALL = (1 << 11) - 1
#: Seventeen turns have eleven digits to spare, sixteen seven.
NEAR, FAR = (Objective(100, turns, 19 - turns, False, ALL, 11) for turns in (17, 16))
EASY = Objective(92, 17, 2, False, ALL & ~(1 << 10), 11)


def aiming(*aims: Objective) -> ObjectiveChoice:
    return ObjectiveChoice(aims, 1, 10_000)


def a_try(
    room: ObjectiveChoice, aim: Objective, missing: int | None, number: int = 0, plans: float = 1e6
) -> None:
    room.begin(aim)
    room.tell(Tried(aim, missing, ((((1, None, number),), plans),) if missing is not None else ()))


def test_the_likelier_of_two_aims_at_as_many_points_comes_first() -> None:
    assert aiming(FAR, NEAR).choose(0, 100, 0) == NEAR


def test_aims_that_bring_nothing_or_too_much_are_left_out() -> None:
    room = aiming(NEAR, EASY)
    assert room.choose(92, 100, 0) == NEAR
    assert room.choose(90, 98, 0) == EASY
    assert room.choose(92, 98, 0) is None
    assert aiming().choose(0, 100, 0) is None


def test_an_easy_aim_comes_before_a_better_one_that_misses_much() -> None:
    room = aiming(NEAR, EASY)
    for _ in range(3):
        a_try(room, NEAR, 9)
        a_try(room, EASY, 1)
    assert room.choose(60, 100, 6) == EASY
    assert room.choose(92, 100, 6) == NEAR


def test_an_aim_begun_often_gives_way_before_its_tries_have_told_anything() -> None:
    twin = Objective(100, 17, 2, True, ALL, 11)
    room = aiming(NEAR, twin)
    assert room.choose(0, 100, 5) == NEAR
    room.begin(NEAR)
    assert room.begun(NEAR) == 1
    assert room.choose(0, 100, 5) == twin


@pytest.mark.parametrize(("plans", "is_left"), [(90.0, True), (1e6, False)])
def test_an_aim_is_left_when_its_drop_plans_have_all_been_seen(plans: float, is_left: bool) -> None:
    """Of two aims at as many points, the one that misses less is tried on, for as long as there
    are drop plans left to see."""
    room = aiming(NEAR, FAR)
    for number in range(3):
        a_try(room, NEAR, 3, number, plans)
        a_try(room, FAR, 5, number)
    assert room.choose(0, 100, 6) == (FAR if is_left else NEAR)


def test_an_aim_without_drop_plans_is_given_up() -> None:
    room = aiming(NEAR)
    for _ in range(HOPELESS):
        assert room.choose(0, 100, 0) == NEAR
        a_try(room, NEAR, None)
    assert room.choose(0, 100, 0) is None
    a_try(room, NEAR, 8)
    assert room.choose(0, 100, 0) == NEAR
