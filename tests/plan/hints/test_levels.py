"""Levels: that there are three, and how a budget is set."""

from __future__ import annotations

import pytest

import numberdrop as nd
from numberdrop.plan.hints.levels import LEVELS, Level, SearchSettings, level_of
from numberdrop.plan.limits import Limit


def test_there_are_three_levels() -> None:
    assert list(LEVELS) == ["fast", "strong", "deep"]
    with pytest.raises(nd.NumberdropError, match="expected one of fast, strong, deep, got 'x'"):
        level_of("x")
    with pytest.raises(nd.NumberdropError) as caught:
        level_of("x" * 3000)
    assert len(str(caught.value)) < 300


def test_the_edge_of_a_level_shrinks_with_the_slides() -> None:
    level = Level("edge", edge=4.0)
    assert level.edge_at(nd.Position.start("IOTLS", "d1")) == 4
    late = nd.Position.from_text("1...... -:-:- I4x,O4x,T4x,L3,S0 11")
    assert level.edge_at(late) == 2
    assert level.edge_at(nd.Position.from_text("1...... -:-:- V3,I3,U5,X5,T5 4")) == 0


def test_the_budget_is_the_limit_or_the_level_or_the_clock() -> None:
    start = nd.Position.start("IOTLS", "d1")

    def budget(limit: Limit | None = None) -> int:
        return SearchSettings.of("strong", limit=limit).playouts_at(start)

    assert budget() == LEVELS["strong"].playouts
    assert budget(Limit(playouts=7)) == 7
    assert budget(Limit(playouts=7, seconds=1)) == 7
    assert budget(Limit(seconds=1)) > 10**12


def test_late_turns_have_a_budget_of_their_own() -> None:
    level = Level("late", 3, 60, late=(9, 300))
    seven, six = (
        nd.Position.from_text(f"1...... -:-:- I4x,O4x,T4x,L{slid},S0 11") for slid in (1, 2)
    )
    assert level.budget_at(seven) == (3, 60)
    assert level.budget_at(six) == (9, 300)
    assert Level("same", 3, 60).budget_at(six) == (3, 60)
    several = nd.Position.from_text("1...... -:-:- V3,I3,U5,X5,T5 4")
    assert level.budget_at(several) == (3, 60)


def test_limit_for_a_level_without_playouts_raises() -> None:
    start = nd.Position.start("IOTLS", "d1")
    assert SearchSettings.of("fast", limit=Limit(workers=3)).playouts_at(start) == 0
    for limit in (Limit(playouts=1), Limit(seconds=1)):
        with pytest.raises(nd.NumberdropError, match="level: fast samples nothing"):
            SearchSettings.of("fast", limit=limit)
