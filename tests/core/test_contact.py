"""Claims with new digits are searched only where solver/game/contact.pxd says.

The counts of the core rely on that. These tests list the claims of every placement from scratch.
"""

import random
from collections.abc import Callable

import pytest

import numberdrop as nd
import oracle
from built import build_sheet, played_sheet


def placements(position: nd.Position, roll: nd.Roll) -> int:
    """Count the distinct placements of a roll with all their claims, by listing them."""
    total = 0
    for cells in position.places(roll):
        for digits in roll.arrangements():
            total += 1 + len(position.place(cells, digits).claims())
    return total or 1 + len(position.claims())


def without_tiles(position: nd.Position) -> nd.Position:
    grid, boxes, _, turn = str(position).split(" ")
    return nd.Position.from_text(f"{grid} {boxes} - {turn}")


#: The number of positions with a roll for each seed, and the most turns of one.
few = (6, 4_000)
many = pytest.param(10, 1_000_000, marks=pytest.mark.slow)


@pytest.mark.parametrize("make", [build_sheet, played_sheet])
@pytest.mark.parametrize(("wanted", "most"), [few, many])
@pytest.mark.parametrize("seed", range(8))
def test_counts_agree_with_claims_listed_from_scratch(
    seed: int, wanted: int, most: int, make: Callable[[random.Random], oracle.Sheet]
) -> None:
    rng = random.Random(seed)
    compared = 0
    while compared < wanted:
        position = without_tiles(nd.Position.from_text(make(rng).to_text()))
        roll = nd.Roll.from_text(oracle.random_roll(rng))
        if position.is_over() or len(roll.arrangements()) > 400 or roll.shape == "*":
            continue
        count = position.count_turns(roll)
        if count <= most:
            assert count == placements(position, roll), (str(position), str(roll))
            compared += 1
