"""Random rolls and random turns."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from typing import Any

import numpy as np
import pytest

import numberdrop as nd
from numberdrop import random_turn
from numberdrop.dice import dice_set
from numberdrop.random_turn import most_new_claims
from samples import BENCH, some_rolls


class RejectedError(Exception):
    """Raised when a draw was rejected."""


class FixedRng:
    """An `rng` that returns one known number and then raises."""

    def __init__(self) -> None:
        self.numbers: list[int] = []
        self._limit = 0

    def integers(self, low: int, /) -> int:
        self._limit = low
        if not self.numbers:
            raise RejectedError
        return self.numbers.pop()

    def value_count(self, position: nd.Position, roll: nd.Roll, variant: str) -> int:
        """Return the number of values that a turn is drawn from."""
        with pytest.raises(RejectedError):
            position.random_turn(roll, self, variant)
        return self._limit


SMALL = [
    ("...1... -:-:- I0,O0,T0,L0,S0 1", "5566O", "rulebook"),
    ("6655.../123.... -:-:- I1,O0,T0,L0,S0 3", "5555O", "rulebook"),
    # A tile falls here, and there are claims before the drop.
    ("111..../123.... -:-:- I4x,O3,T4x,L4x,S4x 9", "5555O", "bga"),
    ("6611..7/6611.77/6122.37 -:-:- V3,I3,U5,X5,T5 5", "7777O", "rulebook+slide"),
]


@pytest.mark.parametrize(("text", "roll", "variant"), SMALL)
def test_every_turn_is_drawn_by_exactly_one_number(text: str, roll: str, variant: str) -> None:
    """So all turns are equally likely if the numbers are."""
    position, rolled = nd.Position.from_text(text), nd.Roll(roll[:4], roll[4])
    rng = FixedRng()
    drawn: Counter[nd.Turn] = Counter()
    for number in range(rng.value_count(position, rolled, variant)):
        rng.numbers = [number]
        with suppress(RejectedError):
            drawn[position.random_turn(rolled, rng, variant)] += 1
    assert drawn == Counter(position.turns(rolled, variant))
    assert len(drawn) == position.count_turns(rolled, variant) > 100


def test_turns_are_counted_if_the_bound_on_claims_is_too_high(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(random_turn, "MOST_TRIES", 0)
    position, roll = nd.Position.start("IOTLS", "d1"), nd.Roll.from_text("5567O")
    count, rng = position.count_turns(roll), FixedRng()
    assert rng.value_count(position, roll, "rulebook") == count
    for number, turn in islice(enumerate(position.turns(roll)), 0, None, 97):
        rng.numbers = [number]
        assert position.random_turn(roll, rng) == turn


def test_new_claims_never_exceed_the_bound() -> None:
    """Checks sheets from the middle of games, striped sheets, and sheets full of one digit."""
    rng = random.Random(1)
    sheets = [*BENCH[:12]]
    for rows in (["1234567", "2345678", "3456789"], ["6677667", "6677667"], ["5555555", "555.555"]):
        sheets.append(nd.Position.from_text(f"{'/'.join(rows)} -:-:- I0,O0,T0,L0,S0 5"))
    most = 0
    for sheet in sheets:
        for roll in some_rolls(rng, 6):
            bound = most_new_claims(sheet.core.grid, roll)
            cells = sheet.places(roll)
            for _ in range(20):
                where, digits = rng.choice(cells), rng.choice(roll.arrangements())
                placed = sheet.place(where, digits)
                new = len(placed.claims()) - len(sheet.claims())
                most = max(most, new)
                assert new <= bound, (sheet, roll, where, digits)
    assert most > 20


def test_random_turns_are_legal_and_reproducible_to_the_end() -> None:
    makers: list[Callable[[], Any]] = [
        lambda: random.Random(3),
        lambda: np.random.default_rng(3),
        lambda: nd.Stream(3),
    ]
    for make in makers:
        games = []
        for _ in range(2):
            rng = make()
            game = nd.Game("TLSIO", "c1", "rulebook+slide+review-dice")
            while not game.is_over():
                roll = nd.Roll.random(rng, "review")
                game.push(game.positions[0].random_turn(roll, rng, game.variant))
            games.append(game)
        assert games[0] == games[1]
    with pytest.raises(nd.NumberdropError, match="the game is over, there is no turn to play"):
        game.positions[0].random_turn("4567I", random.Random(1))


def test_random_turn_with_three_stars_is_fast() -> None:
    """There are over a hundred million turns, so they can't be enumerated."""
    position = nd.Position.from_text("612..../65335.1 -:-:- I3,O3,T3,L3,S3 3")
    roll, rng = nd.Roll("***5", "*"), random.Random(2)
    for _ in range(3):
        assert nd.play(position, position.random_turn(roll, rng)).turn == 4


def test_random_rolls_show_every_face() -> None:
    for make in (random.Random, np.random.default_rng, nd.Stream):
        rng = make(5)
        for dice in ("publisher", "review"):
            rolls = [nd.Roll.random(rng, dice) for _ in range(300)]
            for place, faces in enumerate(dice_set(dice)):
                assert {roll.numbers[place] for roll in rolls} == set(faces)
            assert {roll.shape for roll in rolls} == set("IOTLS*")
    with pytest.raises(nd.NotationError, match="dice: expected one of publisher, review"):
        nd.Roll.random(random.Random(1), "mine")
    with pytest.raises(TypeError, match=r"^rng: expected a random.Random, .*, got <class"):
        nd.Roll.random(np.random.Generator)  # type: ignore[arg-type]


def test_random_roll_from_stream_is_that_of_a_deal() -> None:
    deal, stream = nd.plain_deal(1, 0), nd.Stream.from_key("plain#1.0")
    tiles = [*"IOTLS"]
    stream.shuffle(tiles)
    assert tuple(tiles) == deal.tiles
    assert tuple(nd.Roll.random(stream) for _ in range(20)) == deal.rolls
