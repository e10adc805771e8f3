"""Incumbents: which results count, and which nodes are left, without any search."""

from __future__ import annotations

from functools import cache

import numberdrop as nd
from numberdrop.plan.bounds import Bound
from numberdrop.plan.maxima import SearchResult
from numberdrop.plan.maxima.incumbents import Incumbents
from numberdrop.plan.question import Maximum, Question


@cache
def start() -> Maximum:
    question = Question.of(nd.plain_deal(1, 3))
    return Maximum(question, 50, 100, "counting", "beam", 0, (), 1_000, 0, 0.0)


def make_incumbents(budget: int | None = None, reserved: int = 0) -> Incumbents:
    """Return incumbents with one job under way."""
    incumbents = Incumbents(start(), budget)
    incumbents.reserve(reserved)
    return incumbents


def test_a_better_score_counts_and_a_worse_one_does_not() -> None:
    incumbents = make_incumbents()
    assert incumbents.take(SearchResult("construction", 10, 60, 2))
    assert (incumbents.best.score, incumbents.best.start, incumbents.best.found_by) == (
        60,
        2,
        "construction",
    )
    incumbents.reserve(0)
    assert not incumbents.take(SearchResult("beam", 5, 60, 3))
    assert (incumbents.best.start, incumbents.best.found_by) == (2, "construction")
    assert (incumbents.best.nodes, incumbents.best.jobs) == (1_015, 2)


def test_a_lower_bound_counts_and_a_higher_one_does_not() -> None:
    incumbents = make_incumbents()
    assert incumbents.take(SearchResult("cpsat", 1, bound=90, method="cpsat"))
    assert (incumbents.best.bound, incumbents.best.method, incumbents.best.score) == (
        90,
        "cpsat",
        50,
    )
    incumbents.reserve(0)
    assert not incumbents.take(SearchResult("exhaustive", 1, bound=92, method="exhaustive"))
    assert (incumbents.best.bound, incumbents.best.method) == (90, "cpsat")
    incumbents.lower(Bound(88, "drop plans"))
    assert (incumbents.best.bound, incumbents.best.method) == (88, "drop plans")


def test_empty_result_adds_only_work() -> None:
    incumbents = make_incumbents()
    assert not incumbents.take(SearchResult("construction", 7))
    assert (incumbents.best.score, incumbents.best.bound) == (50, 100)
    assert (incumbents.best.nodes, incumbents.best.jobs) == (1_007, 1)


def test_proved_score_ends_the_search() -> None:
    incumbents = make_incumbents()
    assert not incumbents.is_done
    incumbents.take(SearchResult("exhaustive", 1, 77, bound=77, method="exhaustive"))
    assert incumbents.best.is_proved
    assert incumbents.is_done


def test_spent_nodes_end_the_search() -> None:
    incumbents = make_incumbents(1_500)
    assert not incumbents.is_done
    incumbents.take(SearchResult("beam", 500))
    assert incumbents.is_done
    assert not incumbents.best.is_proved


def test_reserved_nodes_are_not_left() -> None:
    incumbents = make_incumbents(10_000, reserved=4_000)
    incumbents.reserve(3_000)
    assert incumbents.left == 2_000
    incumbents.take(SearchResult("beam", 100))
    assert incumbents.left == 5_900
    assert incumbents.under_way
    incumbents.take(SearchResult("beam", 7_000))
    assert not incumbents.under_way
    assert incumbents.left == 1_900
    incumbents.reserve(5_000)
    assert incumbents.left == 0
    assert make_incumbents().left is None


def test_results_of_jobs_under_way_count_when_time_is_up() -> None:
    """Their work doesn't count as done: a resumed search does the same job again."""
    incumbents = make_incumbents()
    incumbents.take(SearchResult("beam", 500))
    incumbents.reserve(0)
    incumbents.close(
        [SearchResult("exhaustive", 10**9, 55, 1, bound=99, method="exhaustive")], cut=1
    )
    best = incumbents.best
    assert (best.score, best.start, best.bound, best.method) == (55, 1, 99, "exhaustive")
    assert (best.nodes, best.jobs) == (1_500, 1)


def test_a_job_longer_than_all_the_time_counts_as_done() -> None:
    incumbents = make_incumbents()
    incumbents.close([], cut=1)
    assert incumbents.best.jobs == 1
    incumbents = make_incumbents()
    incumbents.close([], cut=0)
    assert incumbents.best.jobs == 0
