"""The counting bound on whole deals."""

from __future__ import annotations

import pytest

import numberdrop as nd
from numberdrop.plan.bounds.bounds import counting_bound
from numberdrop.tile_states import longest_game


@pytest.mark.slow
def test_counting_bound_follows_the_longest_game() -> None:
    bounds: dict[int, int] = {}
    for number in range(60):
        deal = nd.plain_deal(4, number)
        bound = counting_bound(deal)
        assert bounds.setdefault(longest_game(deal.tiles, deal.rolls), bound) == bound
    assert all(bound == 100 for turns, bound in bounds.items() if turns >= 15)
    assert bounds[14] == 92


def test_counting_bound_of_one_roll() -> None:
    # One turn: five cells and no row; 1 2 3 4 is the longest combo.
    deal = nd.Deal("one", tuple("IOTLS"), (nd.Roll.from_text("1234I"),))
    assert counting_bound(deal) == 4
