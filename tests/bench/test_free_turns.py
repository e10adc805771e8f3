"""A window of a near miss is filled as the rules allow."""

from __future__ import annotations

from collections import Counter

import pytest

import numberdrop as nd
from free_turns import NearMiss, Window
from numberdrop import Stream
from numberdrop.plan.bounds import Known
from numberdrop.plan.bounds.drop_plans import full_turns
from numberdrop.plan.maxima import Construction
from stacking import neighbours

#: No limit: a solution may take as long as it needs on any machine.
ENDLESS = 1e9


@pytest.fixture(scope="module")
def whole() -> NearMiss:
    """A drop plan with all boxes filled."""
    deal = nd.plain_deal(4021, 0)
    construction = Construction(nd.Position.starts(deal.tiles), deal.rolls, nd.Variant())
    objective = construction.objectives(full_turns(Known.of(deal)))[0]
    stream = Stream(1)
    while True:
        initial = construction.initial_solutions.draw(objective, stream)
        for drop_plan in construction.drop_plans(objective, initial, stream, 16):
            drop_plan.site.fill(stream.next64(), 400, 20)
            if drop_plan.site.missing == 0:
                return NearMiss.of(construction, objective, drop_plan)


def owners(near: NearMiss) -> dict[int, int]:
    """Return the turn that writes each cell, 0 for the first digit."""
    found = {near.first: 0}
    for piece, drop in zip(near.pieces, near.drops, strict=True):
        if piece.turn is not None:
            found |= dict.fromkeys(drop, piece.turn)
    return found


def test_an_open_box_is_filled_again(whole: NearMiss) -> None:
    box = max(whole.boxes, key=lambda box: -len(whole.boxes[box].cells))
    owner = owners(whole)
    first = max(1, min(owner[cell] for cell in whole.boxes[box].cells))
    whole.boxes.pop(box)
    assert whole.missing == 3
    status, found = Window(whole, first, first + 2).solve(ENDLESS, 1)
    assert status == "SOLVED"
    assert found is not None
    assert found.missing == 0
    owner, used = owners(found), Counter[int]()
    shown: dict[int, list[int]] = {}
    for filled in found.boxes.values():
        used.update(filled.cells)
        for cell, digit in zip(filled.cells, filled.digits, strict=True):
            shown.setdefault(owner[cell], []).append(digit)
        assert filled.turn >= max(owner[cell] for cell in filled.cells)
        assert all(set(neighbours(cell)) & set(filled.cells) for cell in filled.cells)
    assert max(used.values()) == 1
    assert len({filled.turn for filled in found.boxes.values()}) == len(found.boxes) == 11
    for turn, digits in shown.items():
        dice = Counter(found.dice[turn - 1]) if turn else Counter([1])
        assert sum((Counter(digits) - dice).values()) <= dice[-1]


def test_no_window_is_filled_without_the_dice(whole: NearMiss) -> None:
    box = next(iter(whole.boxes))
    whole.boxes.pop(box)
    whole.dice = [(9, 9, 9, 9)] * len(whole.dice)
    whole.boxes = {}
    assert Window(whole, 1, 2).solve(ENDLESS, 1) == ("INFEASIBLE", None)
