"""One ply of several: parts are legal, values are those made from nothing, seats are alike."""

from __future__ import annotations

from typing import Any

import pytest

import numberdrop as nd
from numberdrop import _core as solo
from numberdrop.errors import NumberdropError
from numberdrop.multiplayer import Seats, choices, choose, shipped
from numberdrop.multiplayer._core import seat_value
from numberdrop.turn import SharedTurn
from tables import some_game, some_rolls


@pytest.mark.parametrize("aim", ["points", "win"])
@pytest.mark.parametrize("players", [2, 5])
def test_chosen_parts_are_played_to_the_end_of_a_game(players: int, aim: str) -> None:
    game = nd.Game(["V3", "I", "O", "X5", "T"], ["d1"] * players)
    for roll in some_rolls(players, 44):
        if game.is_over():
            break
        parts = [choose(game, seat, roll, aim) for seat in range(1, players + 1)]  # type: ignore[arg-type]
        game.push(SharedTurn(roll, tuple(parts)))
    assert game.is_over()


@pytest.mark.parametrize("variant", ["rulebook", "bga+slide"])
def test_a_value_in_steps_is_the_value_from_nothing(variant: str) -> None:
    for seed, roll in enumerate(some_rolls(3, 6)):
        game = some_game(3, seed, 6, variant)
        if game.is_over():
            continue
        seats = Seats.of(game)
        for choice in choices(seats, 2, roll, 20):
            sheet = choice.sheet
            worth = seat_value(sheet, seats.core, 1, shipped().table, seats.flags)
            assert choice.value == pytest.approx(worth, abs=0.006)


def test_swapping_seats_swaps_choices() -> None:
    for seed, roll in enumerate(some_rolls(4, 4)):
        game = some_game(3, seed, 5)
        if game.is_over():
            continue
        one = Seats.of(game)
        other = Seats(one.positions[::-1], one.variant)
        assert choices(one, 1, roll, 5) == choices(other, 3, roll, 5)
        assert one.ordered([3, 2, 1]) == other


def test_a_protected_seat_has_one_part_and_the_others_drop_the_block() -> None:
    text = "...1... 3:3:- V3{},I,O,X5,T 4"
    seats = Seats([text.format("o"), text.format("")])
    roll = nd.Roll.from_text("*456O")
    assert seats.falling(roll) == "A"
    assert [choice.part for choice in choices(seats, 1, roll, 9)] == [nd.Part(())]
    drops = [choice.part.drops for choice in choices(seats, 2, roll, 99)]
    landings = {drop[0].cells for drop in drops if drop}
    assert len(landings) == len(seats.positions[1].landings("V3"))
    assert all(choice.sheet.crossed & 1 for choice in choices(seats, 2, roll, 99))
    assert solo.BLOCK in choices(seats, 2, roll)[0].sheet.grid


@pytest.mark.parametrize(
    ("positions", "words"),
    [
        (["...1... -:-:- V3,I,O,X5,T 1"], "expected 2 to 6"),
        (
            ["...1... -:-:- V3,I,O,X5,T 1", "...2... -:-:- V3,I,O,X5,S 1"],
            "seat 2: expected the tiles",
        ),
        (["...1... -:-:- V3,I,O,X5,T 1", "...2... -:-:- V3,I,O,X5,T 2"], "expected the turn"),
        (["...1... -:-:- V3x,I,O,X5,T 1", "...2... -:-:- V3,I,O,X5,T 1"], "letters crossed off"),
        (["...1... -:-:- I0,O0,T0,L0,S0 1"] * 2, "of a game for several"),
    ],
)
def test_positions_that_cannot_stand_side_by_side_are_refused(
    positions: list[str], words: str
) -> None:
    with pytest.raises(NumberdropError, match=words):
        Seats(positions)


def test_seats_that_are_not_there_are_refused() -> None:
    game = some_game(2, 1, 3)
    for seat in (0, 3):
        with pytest.raises(NumberdropError, match="seat: expected 1 to 2"):
            choose(game, seat, "1456O")


def test_choices_take_what_a_hint_takes() -> None:
    game = some_game(2, 1, 3)
    found = choices(Seats.of(game), 1, nd.Roll.from_text("1456O"), 3)
    assert choices(game, 1, "1456O", 3) == found
    with pytest.raises(nd.NotationError, match="roll: expected five characters"):
        choices(game, 1, "1456")


@pytest.mark.parametrize("top", [0, -1, 10**30, 1.5, True, "x", None])
def test_invalid_top_is_refused(top: Any) -> None:
    with pytest.raises(nd.NotationError, match="top: expected "):
        choices(some_game(2, 1, 3), 1, "1456O", top)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"aim": []}, "aim: expected one of win, points, got "),
        ({"aim": "x" * 3000}, "aim: expected one of win, points, got "),
        ({"weights": True}, "weights: expected SeatWeights, got True"),
        ({"weights": 0}, "weights: expected SeatWeights, got 0"),
    ],
)
def test_unknown_aim_and_wrong_weights_are_refused(asked: dict[str, Any], words: str) -> None:
    with pytest.raises(NumberdropError, match=words) as caught:
        choose(some_game(2, 1, 3), 1, "1456O", **asked)
    assert len(str(caught.value)) < 300
