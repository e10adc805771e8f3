"""Stopping: that searches in threads end when a stop is set, and that their results are still
true."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from threading import Thread

import pytest

import numberdrop as nd
from numberdrop.plan.bounds import Known, solver_bound
from numberdrop.plan.exhaustive import best_line
from numberdrop.plan.limits import Stop
from numberdrop.plan.maxima import beam
from numberdrop.plan.question import Question


class ImmediateStop(Stop):
    """A stop that is set as soon as a callback is registered."""

    def on_set(self, callback: Callable[[], None]) -> AbstractContextManager[None]:
        Thread(target=self.set).start()
        return super().on_set(callback)


def test_callbacks_run_once_and_late_ones_at_once() -> None:
    stop, calls = Stop(), []
    with stop.on_set(lambda: calls.append("gone")):
        pass
    with stop.on_set(lambda: calls.append("first")), stop.on_set(lambda: calls.append("second")):
        assert not stop.is_set()
        stop.set()
        assert stop.is_set()
        assert calls == ["first", "second"]
    with stop.on_set(lambda: calls.append("late")):
        stop.set()
        assert calls == ["first", "second", "late"]


def test_callback_registered_twice_runs_while_one_is_left() -> None:
    stop, calls = Stop(), []

    def callback() -> None:
        calls.append("called")

    with stop.on_set(callback):
        with stop.on_set(callback):
            pass
        stop.set()
    assert calls == ["called"]


def a_middle() -> tuple[nd.Position, list[nd.Roll]]:
    """Return the start of a game and too many rolls for every line to be tried."""
    deal = nd.plain_deal(2026, 7)
    return nd.Position.start(deal.tiles, "d1"), list(deal.rolls[:9])


@pytest.mark.parametrize("stop", [ImmediateStop(), Stop()], ids=["on the way", "before"])
def test_exhaustive_search_is_cut_short(stop: Stop) -> None:
    """No line is found in the time, so the result is only what is known of the bound."""
    if not isinstance(stop, ImmediateStop):
        stop.set()
    position, rolls = a_middle()
    found = best_line(position, rolls, at_least=20, stop=stop)
    assert not found.is_exact
    assert found.score == 20 < found.bound <= 100


@pytest.mark.parametrize("stop", [ImmediateStop(), Stop()], ids=["on the way", "before"])
@pytest.mark.parametrize("workers", [1, 2])
def test_a_beam_is_cut_short(stop: Stop, workers: int) -> None:
    """It would be wide; now it ends with a line almost at once."""
    if not isinstance(stop, ImmediateStop):
        stop.set()
    position, rolls = a_middle()
    found = beam([position], rolls, width=20_000, stop=stop, workers=workers)
    assert found.nodes < beam([position], rolls, width=200).nodes
    assert Question.of(position, rolls, "rulebook").score(0, found.turns) == found.score


@pytest.mark.slow
def test_the_solver_is_cut_short() -> None:
    """It would take long with this effort, and proves nothing now."""
    known = Known.of(nd.plain_deal(2026, 7))
    for stop in (ImmediateStop(), Stop()):
        if not isinstance(stop, ImmediateStop):
            stop.set()
        bound, spent = solver_bound(known, points=100, target=0, effort=1e6, stop=stop)
        assert bound is None
        assert spent < 1e3
