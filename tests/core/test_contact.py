"""Claims that new digits bring are looked for only where solver/contact.pxd says there may be some.

The counts of the core rest on that; here every placement's claims are listed from nothing instead.
"""

import random

import pytest

import numberdrop as nd
import oracle
from built import build_sheet


def placements(position: nd.Position, roll: nd.Roll) -> int:
    """The distinct placements of a roll with all their claims, by listing them."""
    total = 0
    for cells in position.places(roll):
        for digits in roll.arrangements():
            total += 1 + len(position.place(cells, digits).claims())
    return total or 1 + len(position.claims())


def without_tiles(position: nd.Position) -> nd.Position:
    grid, boxes, _, turn = str(position).split(" ")
    return nd.Position.from_text(f"{grid} {boxes} - {turn}")


@pytest.mark.parametrize("seed", range(8))
def test_counts_agree_with_claims_listed_from_nothing_on_built_sheets(seed: int) -> None:
    rng = random.Random(seed)
    compared = 0
    while compared < 12:
        position = without_tiles(nd.Position.from_text(build_sheet(rng).to_text()))
        roll = nd.Roll.from_text(oracle.random_roll(rng))
        if position.is_over() or len(roll.arrangements()) > 400 or roll.shape == "*":
            continue
        assert position.count_turns(roll) == placements(position, roll), (str(position), str(roll))
        compared += 1


@pytest.mark.parametrize("seed", range(8))
def test_counts_agree_with_claims_listed_from_nothing_in_play(seed: int) -> None:
    rng = random.Random(100 + seed)
    compared = 0
    while compared < 25:
        sheet = oracle.new_game(list("IOTLS"), "d1")
        for _ in range(rng.randint(1, 11)):
            if not oracle.is_over(sheet):
                sheet = oracle.random_turn(sheet, oracle.random_roll(rng), rng, care=20)[1]
        position = without_tiles(nd.Position.from_text(sheet.to_text()))
        roll = nd.Roll.from_text(oracle.random_roll(rng))
        if position.is_over() or len(roll.arrangements()) > 400 or roll.shape == "*":
            continue
        assert position.count_turns(roll) == placements(position, roll), (str(position), str(roll))
        compared += 1
