"""The parts of an endgame: which comes next, and when anything is proved."""

from __future__ import annotations

from numberdrop.plan.maxima.parts import Parts
from numberdrop.plan.maxima.results import HIGHEST, SearchResult


def done(part: int, bound: int) -> SearchResult:
    return SearchResult("exhaustive", 10, bound=bound, method="exhaustive", part=part)


def test_nothing_is_proved_until_every_part_was_searched_to_its_end() -> None:
    parts = Parts(3)
    assert parts.report(done(0, 30)).bound == HIGHEST
    assert parts.report(done(2, 31)).bound == HIGHEST
    assert parts.report(done(1, HIGHEST)).bound == HIGHEST
    assert parts.report(done(1, 29)).bound == 31


def test_a_bound_that_was_proved_stays() -> None:
    parts = Parts(1)
    assert parts.report(done(0, 30)).bound == 30
    assert parts.report(done(0, HIGHEST)).bound == 30


def test_the_part_that_was_begun_least_often_comes_next() -> None:
    parts = Parts(3)
    order = []
    for _ in range(3):
        part = parts.choose(20)
        assert part is not None
        order.append(part)
        parts.begin(part, 100)
    assert order == [0, 1, 2]
    assert (parts.left(20), parts.choose(20)) == ([], None), "all are under way"
    for part in (2, 0):
        parts.report(done(part, HIGHEST))
    assert parts.choose(20) == 0
    parts.begin(0, 400)
    assert parts.choose(20) == 2
    assert [parts.begun(part) for part in range(3)] == [2, 1, 1]
    assert [parts.longest(part) for part in range(3)] == [400, 100, 100]


def test_part_bounded_by_the_score_is_skipped() -> None:
    parts = Parts(2)
    parts.report(done(0, 30))
    assert (parts.left(29), parts.left(30)) == ([0, 1], [1])
    assert (parts.choose(29), parts.choose(30)) == (0, 1)
    parts.report(done(1, 30))
    assert (parts.left(30), parts.choose(30)) == ([], None)
