"""The ledger: what counts, and what is left, without any search."""

from __future__ import annotations

from functools import cache

import numberdrop as nd
from numberdrop.plan.bounds import Bound
from numberdrop.plan.maxima import Found
from numberdrop.plan.maxima.incumbents import Incumbents
from numberdrop.plan.question import Maximum, Question


@cache
def start() -> Maximum:
    question = Question.of(nd.plain_deal(1, 3))
    return Maximum(question, 50, 100, "counting", "beam", 0, (), 1_000, 0, 0.0)


def ledger(budget: int | None = None, reserved: int = 0) -> Incumbents:
    """With one job under way."""
    room = Incumbents(start(), budget)
    room.reserve(reserved)
    return room


def test_a_better_score_counts_and_a_worse_one_does_not() -> None:
    room = ledger()
    assert room.take(Found("construction", 10, 60, 2))
    assert (room.best.score, room.best.start, room.best.found_by) == (60, 2, "construction")
    room.reserve(0)
    assert not room.take(Found("beam", 5, 60, 3))
    assert (room.best.start, room.best.found_by) == (2, "construction")
    assert (room.best.nodes, room.best.jobs) == (1_015, 2)


def test_a_lower_bound_counts_and_a_higher_one_does_not() -> None:
    room = ledger()
    assert room.take(Found("cpsat", 1, bound=90, method="cpsat"))
    assert (room.best.bound, room.best.method, room.best.score) == (90, "cpsat", 50)
    room.reserve(0)
    assert not room.take(Found("exhaustive", 1, bound=92, method="exhaustive"))
    assert (room.best.bound, room.best.method) == (90, "cpsat")
    room.lower(Bound(88, "drop plans"))
    assert (room.best.bound, room.best.method) == (88, "drop plans")


def test_nothing_found_changes_nothing_but_the_work() -> None:
    room = ledger()
    assert not room.take(Found("construction", 7))
    assert (room.best.score, room.best.bound) == (50, 100)
    assert (room.best.nodes, room.best.jobs) == (1_007, 1)


def test_it_is_done_when_the_score_is_proved() -> None:
    room = ledger()
    assert not room.is_done
    room.take(Found("exhaustive", 1, 77, bound=77, method="exhaustive"))
    assert room.best.is_proved
    assert room.is_done


def test_it_is_done_when_all_nodes_are_spent() -> None:
    room = ledger(1_500)
    assert not room.is_done
    room.take(Found("beam", 500))
    assert room.is_done
    assert not room.best.is_proved


def test_what_is_reserved_is_not_left() -> None:
    room = ledger(10_000, reserved=4_000)
    room.reserve(3_000)
    assert room.left == 2_000
    room.take(Found("beam", 100))
    assert room.left == 5_900
    assert room.under_way
    room.take(Found("beam", 7_000))
    assert not room.under_way
    assert room.left == 1_900
    room.reserve(5_000)
    assert room.left == 0
    assert ledger().left is None


def test_what_jobs_under_way_have_found_counts_when_time_is_up() -> None:
    """It is no work done: the same job is done again by whoever goes on."""
    room = ledger()
    room.take(Found("beam", 500))
    room.reserve(0)
    room.close([Found("exhaustive", 10**9, 55, 1, bound=99, method="exhaustive")], cut=1)
    best = room.best
    assert (best.score, best.start, best.bound, best.method) == (55, 1, 99, "exhaustive")
    assert (best.nodes, best.jobs) == (1_500, 1)


def test_a_job_longer_than_all_the_time_counts_as_done() -> None:
    room = ledger()
    room.close([], cut=1)
    assert room.best.jobs == 1
    room = ledger()
    room.close([], cut=0)
    assert room.best.jobs == 0
