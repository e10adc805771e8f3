"""The counting bound on whole deals."""

from __future__ import annotations

import pytest

import numberdrop as nd
from numberdrop.plan.bounds.bounds import counting_bound
from numberdrop.tile_states import longest_game
from samples import read_rolls


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


@pytest.mark.parametrize(
    ("position", "rolls", "points"),
    [
        # Two claims need two turns, so that the later one decides by when both can be made.
        (
            ".6.4.../dd21.../d11677X/f76b3fX/gcdc2fX/hcef.fX/ccdghf6/ghefgfX/fedcffX/561b1XX "
            "347:3567:- O3o,L4x,T3,I4x,S3o 14",
            "5642S 5261T *5*5I 3*47* 7576L",
            77,
        ),
        (
            "......X/h.6...X/h3326XX/hhedddX/f2e657X/ghe721X/b2eeggX/bbe56gg/bbbb72g "
            "34567:3:- I4x,S3,L4x,T2,O3 12",
            "1*62S 3*37O 7135T",
            79,
        ),
        (
            "4.....X/34....X/26....X/g11.1.X/f17775b/e5efehc/d7e5dgd/cbe14fe "
            "3:367:- S2o,I4x,L3,T0,O3 10",
            "1141S *472S 5*61*",
            61,
        ),
    ],
)
def test_boxes_wait_for_the_turns_of_their_digits(position: str, rolls: str, points: int) -> None:
    start = nd.Position.from_text(position)
    assert counting_bound(start, read_rolls(rolls)) == points
