"""Tests of CP-SAT as the packer of near misses: it uses the same regions as the core, and fills
boxes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from neighbourhood import Plan, Region, near_misses, regions, solve
from sequences import load_sequences

DEAL = {deal.recipe: deal for _, deal in load_sequences()}["plain#2026.8"]
#: No limit: a proof may take as long as it needs on any machine.
ENDLESS = 1e9


@pytest.fixture(scope="module")
def near() -> tuple[Plan, Any]:
    return next(near_misses(DEAL, 1))


@pytest.mark.slow
def test_the_regions_are_those_of_the_core(near: tuple[Plan, Any]) -> None:
    plan, site = near
    listed = regions(plan)
    assert len({(r.box, frozenset(zip(r.cells, r.digits, strict=True))) for r in listed}) > 100
    count = Counter(region.box for region in listed)
    assert tuple(count[box] for box in range(11)) == site.counts()


def late_regions(plan: Plan) -> list[Region]:
    """Return the regions that end in the last turn."""
    return [region for region in regions(plan) if region.turn == plan.aim.turns]


@pytest.mark.slow
def test_the_solver_fills_what_can_be_filled() -> None:
    """Both boxes of size 3 are filled, but only one from regions that end in the last turn. If its
    tile falls after the last turn, one box waits for the tile and stays empty."""
    plans = (plan for plan, _ in near_misses(DEAL, 20))
    small = (replace(plan, aim=replace(plan.aim, boxes=0b100001)) for plan in plans)
    plan = next(one for one in small if {region.box for region in late_regions(one)} == {0, 5})
    listed = regions(plan)[::8]  # a small set that is quickly searched
    assert {region.box for region in listed} == {0, 5}
    assert solve(plan, listed, 6, ENDLESS) == ("OPTIMAL", 0)
    assert solve(plan, late_regions(plan), 6, ENDLESS) == ("OPTIMAL", 3)
    waiting = replace(plan, falls=[plan.aim.turns + 1, 0, 0, 0, 0])
    assert solve(waiting, listed, 6, ENDLESS) == ("OPTIMAL", 3)


@pytest.mark.slow
def test_the_solver_fills_more_boxes(near: tuple[Plan, Any]) -> None:
    """Both boxes of sizes 3 and 4 are filled. The number of missing digits can't fall below 0."""
    plan = replace(near[0], aim=replace(near[0].aim, boxes=0b1100011))
    listed = regions(plan)
    assert {region.box for region in listed} == {0, 1, 5, 6}
    assert solve(plan, listed, 14, ENDLESS) == ("OPTIMAL", 0)
    assert solve(plan, listed, 0, ENDLESS) == ("INFEASIBLE", None)
    late = [region for region in listed if region.turn == plan.aim.turns]
    assert solve(plan, late, 14, ENDLESS) == ("OPTIMAL", 14 - max(len(r.cells) for r in late))
