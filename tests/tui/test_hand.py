"""A turn in hand: keys and clicks choose only from the offered options."""

from __future__ import annotations

import random
import re

import pytest

import numberdrop as nd
from numberdrop.rules import CELLS
from numberdrop.sessions import TurnOptions, turn_options
from numberdrop.sessions.key_bindings import STAGES, actions_in
from numberdrop.tui.dice_tray import Tray, arrangements
from numberdrop.tui.hand import END, HELD, SET, Hand

START = "...1... -:-:- I0,O0,T0,L0,S0 1"
#: The tile of D falls with the next slide.
FALLING = "612..../65335.1 -:-:- I1,O0,T1,L3,S0 3"
CLAIMS = "44...../451.... -:-:- I1,O0,T1,L1,S0 3"


def hand_at(position: str, roll: str, variant: str = "rulebook") -> Hand:
    return Hand(turn_options(position, roll, None, variant))


def cells_of(hand: Hand) -> set[str]:
    assert hand.pose
    return set(hand.pose.cells)


def test_left_and_right_stop_at_the_walls() -> None:
    hand = hand_at(START, "1463L")
    assert (hand.stage, hand.slides) == ("slide", tuple("ABCDE"))
    assert hand.do("slide", "A") == SET
    assert hand.stage == "place"
    columns = []
    for _ in range(9):
        assert hand.pose
        columns.append(hand.pose.column)
        assert hand.do("left") == HELD
    assert columns == ["d", "c", "b", *"aaaaaa"]
    hand.do("to-right")
    assert hand.pose
    assert max(cell[0] for cell in hand.pose.cells) == "g"


def test_turning_cycles_through_all_orientations() -> None:
    hand = hand_at(START, "1463L")
    hand.do("slide", "A")
    seen = []
    for _ in range(8):
        assert hand.pose
        seen.append(hand.pose.orientation)
        hand.do("turn")
    assert seen == list(range(8))
    hand.do("turn-back")
    assert hand.pose
    assert hand.pose.orientation == 7
    before = cells_of(hand)
    hand.do("flip")
    assert cells_of(hand) != before
    hand.do("flip")
    assert cells_of(hand) == before


def test_clicks_on_a_cell_cycle_through_its_landings() -> None:
    hand = hand_at(START, "1463T")
    hand.do("slide", "A")
    offered = [pose for pose in hand.shown.poses["T"] if "b1" in pose.cells]
    seen = set()
    for _ in offered:
        hand.click("b1")
        assert hand.pose
        assert "b1" in hand.pose.cells
        seen.add(hand.pose.cells)
    assert len(seen) == len(offered)
    hand.click("g14")
    assert hand.said == "no landing covers g14"


def test_star_offers_any_shape_and_a_shape_no_other() -> None:
    hand = hand_at(START, "1463*")
    hand.do("slide", "A")
    hand.do("slide", "B")
    for shape in "IOTLS":
        hand.do("shape", shape)
        assert hand.pose
        assert hand.pose.shape == shape
    hand = hand_at(START, "1463L")
    hand.do("slide", "A")
    hand.do("shape", "T")
    assert hand.said == "the shape is L"


def test_x_shape_is_dropped_before_the_own_shape() -> None:
    hand = hand_at(FALLING, "1463O")
    hand.do("slide", "D")
    assert (hand.stage, hand.is_due) == ("place", True)
    assert set(hand.ghost.values()) == {"X"}
    assert hand.do("accept") == SET
    assert (hand.stage, hand.is_due) == ("place", False)
    assert sorted(hand.ghost.values()) == ["1", "3", "4", "6"]
    hand.do("back")
    assert hand.is_due
    hand.do("back")
    assert hand.stage == "slide"
    hand.do("back")
    assert hand.said == "this is the start of the turn"


def test_esc_returns_stage_by_stage_and_keeps_the_dice() -> None:
    hand = hand_at(CLAIMS, "1443O")
    hand.do("slide", "A")
    hand.do("to-left")
    hand.do("accept")
    for digit in "4431":
        hand.do("digit", digit)
    hand.do("accept")
    assert hand.stage == "claim"
    hand.do("claim", "1")
    assert hand.chosen.claim
    stages = []
    for _ in range(4):
        hand.do("back")
        stages.append(hand.stage)
    assert stages == ["claim", "digits", "place", "slide"]
    assert hand.tray.faces == list("4431")


@pytest.mark.parametrize("key", ["accept", "end"])
def test_turn_with_an_open_claim_asks_once_before_it_ends(key: str) -> None:
    """Neither key claims anything unseen, and the question is asked again after any change."""
    hand = hand_at(CLAIMS, "1443O")
    for action in ("to-left", "accept"):
        hand.do("slide", "A")
        hand.do(action)
    while hand.stage != "claim":
        hand.do("accept")
    assert hand.do(key) == HELD
    assert re.match(r"\d+ claims? possible: choose a number, or N;", hand.said)
    assert hand.chosen.claim is None
    hand.do("claim", "1")
    hand.do("back")
    assert hand.do(key) == HELD
    assert hand.do(key) == END
    hand.do("no-claim")
    assert hand.do(key) == END, "refused claims aren't asked about"


def test_painted_cells_are_claimed_or_explained() -> None:
    hand = hand_at(CLAIMS, "1443O")
    for action, value in (("slide", "A"), ("to-left", ""), ("accept", ""), ("accept", "")):
        hand.do(action, value)
    assert hand.stage == "claim"
    cells = hand.shown.claims[0].claim.cells
    assert [hand.click(cell) for cell in cells][-1] == SET
    assert hand.chosen.claim == cells
    assert hand.do("accept") == END
    assert hand.click(cells[-1]) == SET
    assert hand.chosen.claim is None
    hand.click("g14")
    assert hand.said
    assert hand.do("accept") == HELD
    assert hand.do("no-claim") == SET
    assert hand.do("accept") == END


def test_star_gives_any_digit_and_other_dice_their_own() -> None:
    hand = hand_at(START, "1*63O")
    hand.do("slide", "A")
    hand.do("accept")
    assert hand.do("accept") == HELD
    assert hand.said == "type the digit of the star"
    hand.tray.at = 0
    for digit in "6913":
        hand.do("digit", digit)
    assert hand.chosen.digits == (6, 9, 1, 3)
    hand = hand_at(START, "1463O")
    hand.do("slide", "A")
    hand.do("accept")
    hand.do("digit", "9")
    assert hand.said == "no die gives 9: the roll is 1463O"
    hand.do("end")
    assert hand.shown.needs == "nothing"


def test_two_clicks_swap_two_dice() -> None:
    hand = hand_at(START, "1463O")
    hand.do("slide", "A")
    hand.do("accept")
    first, last = hand.chosen.cells[0], hand.chosen.cells[3]
    assert hand.click(first) == HELD
    assert hand.click(last) == SET
    assert hand.chosen.digits == (3, 4, 6, 1)


@pytest.mark.parametrize("numbers", ["1234", "1123", "1122", "**11", "****"])
def test_arrange_visits_each_arrangement_once(numbers: str) -> None:
    tray = Tray(list(numbers))
    seen = []
    for _ in arrangements(numbers):
        seen.append(tuple(tray.faces))
        tray.arrange(1)
    assert tuple(tray.faces) == tuple(numbers)
    assert sorted(seen) == arrangements(numbers)
    tray.arrange(-1)
    assert tuple(tray.faces) == seen[-1]


def test_erase_clears_the_digit_of_a_star() -> None:
    tray = Tray(list("1*34"))
    tray.write(1)
    tray.write(8)
    assert tray.digits == (1, 8, 3, 4)
    tray.erase()
    assert (tray.at, tray.digits) == (1, (1, None, 3, 4))


@pytest.mark.parametrize("seed", range(6))
def test_random_keys_and_clicks_give_a_legal_turn(seed: int) -> None:
    """Random keys and clicks, in games with every kind of turn."""
    rng = random.Random(seed)
    variant = ["rulebook", "bga+slide"][seed % 2]
    position = nd.Position.start("IOTLS", "d1")
    for _ in range(4):
        if position.is_over():
            break
        roll = nd.Roll.random(rng, "publisher")
        hand = hand_at(str(position), str(roll), variant)
        turn = random_turn(hand, rng)
        position = nd.play(position, turn, variant)


def random_turn(hand: Hand, rng: random.Random) -> nd.Turn:
    for step in range(2000):
        if step % 7 == 0:
            done = hand.click(rng.choice(CELLS[:49]))
        else:
            keys = actions_in(hand.stage)
            likely = rng.choice([*keys, *["enter"] * 6])
            action, value = keys[likely]
            done = hand.do(action.name, value)
        assert isinstance(hand.shown, TurnOptions)
        assert hand.stage in STAGES
        if done == END:
            return hand.shown.turn()
    raise AssertionError("no turn came to its end")
