"""Turns as values, JSON and text, and the errors of illegal turns."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numberdrop.dice import Roll
from numberdrop.errors import IllegalTurn, NotationError, NumberdropError, shown
from numberdrop.rules import CELLS, LETTERS
from numberdrop.turn import Drop, Part, SharedTurn, Turn

EXAMPLE_TEXT = "156*O C,D D@a1b1a2b2 a3=6,b3=1,a4=5,b4=5 !a4b4c4"
EXAMPLE_JSON: dict[str, Any] = {
    "roll": "156*O",
    "slides": ["C", "D"],
    "drops": [{"tile": "D", "cells": ["a1", "b1", "a2", "b2"]}],
    "place": {"a3": 6, "b3": 1, "a4": 5, "b4": 5},
    "claim": ["a4", "b4", "c4"],
}
EXAMPLE = Turn(
    Roll("156*", "O"),
    ("C", "D"),
    (Drop("D", ("a1", "b1", "a2", "b2")),),
    (("a3", 6), ("b3", 1), ("a4", 5), ("b4", 5)),
    ("a4", "b4", "c4"),
)
SHARED_TEXT = "4561I | a1=4,b1=5,c1=6,d1=1 !a1b1c1 | - | -"
BLOCK_TEXT = "456*I | A@a1b1c1 | . | A@-"

LETTER = st.sampled_from(LETTERS)
CELL_LISTS = st.lists(st.sampled_from(CELLS), unique=True, max_size=9).map(tuple)
PLACES = st.none() | st.dictionaries(
    st.sampled_from(CELLS), st.integers(0, 9), min_size=1, max_size=5
).map(lambda place: tuple(place.items()))
CLAIMS = st.none() | CELL_LISTS.filter(len)
ROLLS = st.sampled_from([Roll("156*", "O"), Roll("7**1", "*"), Roll("1234", "S")])
DROPS = st.builds(Drop, LETTER, CELL_LISTS)
TURNS = st.builds(
    Turn,
    ROLLS,
    st.lists(LETTER, max_size=3).map(tuple),
    st.lists(DROPS, max_size=3).map(tuple),
    PLACES,
    CLAIMS,
)
PARTS = st.builds(Part, st.none(), PLACES, CLAIMS) | st.builds(
    Part, st.lists(DROPS, max_size=1).map(tuple)
)
SHARED = st.builds(SharedTurn, ROLLS, st.lists(PARTS, min_size=2, max_size=6).map(tuple))

LEAVES = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3)
    | st.sampled_from([*CELLS[:9], *LETTERS, "156*O"])
)  # fmt: skip
KEYS = st.sampled_from(
    ["roll", "slides", "drops", "place", "claim", "parts", "tile", "cells", "a1", "b1", "x"]
)
JSON = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5)
)


def error_of(obj: object) -> str:
    with pytest.raises(NotationError) as caught:
        Turn.from_json(obj)
    return str(caught.value)


def changed(**keys: object) -> dict[str, object]:
    return {**EXAMPLE_JSON, **keys}


def without(key: str) -> dict[str, object]:
    return {name: value for name, value in EXAMPLE_JSON.items() if name != key}


# Solo turns


def test_example_turn_in_all_three_forms() -> None:
    assert Turn.from_text(EXAMPLE_TEXT) == EXAMPLE
    assert Turn.from_json(EXAMPLE_JSON) == EXAMPLE
    assert str(EXAMPLE) == EXAMPLE_TEXT
    assert json.dumps(EXAMPLE.to_json()) == json.dumps(EXAMPLE_JSON)


def test_empty_turn_has_every_key() -> None:
    turn = Turn(Roll("1234", "I"), ("A",))
    assert turn.to_json() == {
        "roll": "1234I",
        "slides": ["A"],
        "drops": [],
        "place": None,
        "claim": None,
    }
    assert str(turn) == "1234I A -"


@given(TURNS)
def test_every_turn_round_trips(turn: Turn) -> None:
    assert Turn.from_text(str(turn)) == turn
    assert Turn.from_json(json.loads(json.dumps(turn.to_json()))) == turn
    assert pickle.loads(pickle.dumps(turn)) == turn


@given(st.text() | st.text("ABCDEabcd123456789*O@=,!- ", max_size=60))
def test_random_text_is_a_turn_or_notation_error(text: str) -> None:
    try:
        turn = Turn.from_text(text)
    except NotationError:
        return
    assert Turn.from_text(str(turn)) == turn


@given(st.data())
def test_mutated_text_is_a_turn_or_notation_error(
    data: st.DataObject,
) -> None:
    whole = data.draw(TURNS.map(str) | SHARED.map(str))
    at = data.draw(st.integers(0, len(whole)))
    patch = data.draw(st.text("ABEabg0156*O@=,!-| ", max_size=3))
    text = whole[:at] + patch + whole[at + data.draw(st.integers(0, 3)) :]
    for kind in (Turn, SharedTurn):
        try:
            turn = kind.from_text(text)
        except NotationError:
            continue
        assert kind.from_text(str(turn)) == turn


@given(JSON, st.sampled_from(sorted(EXAMPLE_JSON)))
def test_random_json_value_is_a_turn_or_notation_error(value: object, key: str) -> None:
    for obj in (value, changed(**{key: value})):
        try:
            turn = Turn.from_json(obj)
        except NotationError:
            continue
        assert Turn.from_json(turn.to_json()) == turn


def test_cells_of_place_and_drops_are_kept_in_cell_order() -> None:
    turn = Turn.from_text("156*O C,D D@b2a2b1a1 b4=5,a4=5,b3=1,a3=6 !a4b4c4")
    assert turn == EXAMPLE
    assert Drop("A", ("a10", "g9", "a2")).cells == ("a2", "g9", "a10")
    assert Turn(Roll("1234", "I"), ("A",), (), (("b1", 2), ("a1", 1))).place == (
        ("a1", 1),
        ("b1", 2),
    )


def test_cells_of_a_claim_are_kept_as_given() -> None:
    assert Turn.from_json(changed(claim=["c4", "a4", "b4"])).claim == ("c4", "a4", "b4")


def test_drops_and_claim_may_be_left_out() -> None:
    assert Turn.from_json(without("drops")).drops == ()
    assert Turn.from_json(without("claim")).claim is None
    assert Turn.from_json(changed(claim=None)).claim is None


def test_drop_without_room_has_no_cells() -> None:
    turn = Turn.from_text("156*O C,D D@- -")
    assert turn.drops == (Drop("D", ()),)
    assert turn.to_json()["drops"] == [{"tile": "D", "cells": []}]
    assert str(turn) == "156*O C,D D@- -"


def test_several_drops_keep_their_order() -> None:
    turn = Turn.from_text("156*O D,C D@a1 C@b1 -")
    assert [drop.tile for drop in turn.drops] == ["D", "C"]
    assert str(turn) == "156*O D,C D@a1 C@b1 -"


@pytest.mark.parametrize("key", ["roll", "slides", "place"])
def test_missing_key_is_named(key: str) -> None:
    assert error_of(without(key)).startswith(f"turn: expected the key '{key}', got {{")


def test_unknown_key_is_named() -> None:
    assert error_of(changed(rotation=1)) == (
        "turn: expected no keys but roll, slides, place, drops, claim, got 'rotation'"
    )
    assert error_of(changed(drops=[{"tile": "D", "cells": [], "shape": "I"}])) == (
        "drops[0]: expected no keys but tile, cells, got 'shape'"
    )


@pytest.mark.parametrize(
    ("obj", "message"),
    [
        (None, "turn: expected an object, got None"),
        ([EXAMPLE_JSON], "turn: expected an object, got ["),
        (changed(roll=1560), "roll: expected text, got 1560"),
        (changed(roll="****O"), "roll: expected one that the publisher dice can show, got '****O'"),
        (changed(slides="CD"), "slides: expected a list, got 'CD'"),
        (changed(slides=["C", "F"]), "slides[1]: expected a letter A..E, got 'F'"),
        (changed(slides=["CD"]), "slides[0]: expected a letter A..E, got 'CD'"),
        (changed(slides=[""]), "slides[0]: expected a letter A..E, got ''"),
        (changed(slides=[None]), "slides[0]: expected a letter A..E, got None"),
        (changed(drops=None), "drops: expected a list, got None"),
        (changed(drops=["D"]), "drops[0]: expected an object, got 'D'"),
        (changed(drops=[{"tile": "D"}]), "drops[0]: expected the key 'cells', got {'tile': 'D'}"),
        (changed(drops=[{"tile": 4, "cells": []}]), "drops[0].tile: expected a letter A..E, got 4"),
        (changed(drops=[{"tile": "D", "cells": None}]), "drops[0].cells: expected a list, got "),
        (
            changed(drops=[{"tile": "D", "cells": ["a1", "h3"]}]),
            "drops[0].cells[1]: expected a cell a1..g14, got 'h3'",
        ),
        (
            changed(drops=[{"tile": "D", "cells": ["a1", "a1"]}]),
            "drops[0].cells[1]: expected each cell once, got 'a1' again",
        ),
        (changed(place=[]), "place: expected null or cells with digits, got []"),
        (changed(place={}), "place: expected null or cells with digits, got {}"),
        (changed(place={"a15": 1}), "place: expected a cell a1..g14, got 'a15'"),
        (changed(place={"a1": 10}), "place.a1: expected a digit 0..9, got 10"),
        (changed(place={"a1": -1}), "place.a1: expected a digit 0..9, got -1"),
        (changed(place={"a1": 1.0}), "place.a1: expected a digit 0..9, got 1.0"),
        (changed(place={"a1": "1"}), "place.a1: expected a digit 0..9, got '1'"),
        (changed(place={"a1": None}), "place.a1: expected a digit 0..9, got None"),
        (changed(claim=[]), "claim: expected null or some cells, got []"),
        (changed(claim="a4b4c4"), "claim: expected a list, got 'a4b4c4'"),
        (changed(claim=["a4", "a4"]), "claim[1]: expected each cell once, got 'a4' again"),
        (changed(claim=[1]), "claim[0]: expected text, got 1"),
    ],
)
def test_malformed_json_is_refused_with_the_key(obj: object, message: str) -> None:
    assert error_of(obj).startswith(message)


def test_true_is_not_a_digit() -> None:
    assert error_of(changed(place={"a1": True})) == "place.a1: expected a digit 0..9, got True"


def test_huge_value_is_shortened_in_the_message() -> None:
    for value in (10**6000, "x" * 10**6, [["x" * 1000] * 1000] * 1000, {"x" * 10**6: 1}):
        assert len(error_of(changed(place=value))) < 1000
        assert len(error_of(changed(claim=value))) < 1000
        assert len(error_of(value)) < 1000


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "turn: expected ROLL SLIDES PLACE, a field TILE@CELLS before PLACE for each tile"),
        ("156*O C,D", "turn: expected ROLL SLIDES PLACE"),
        ("156*O C,D !a1b1c1", "turn: expected ROLL SLIDES PLACE"),
        ("156*O  C,D -", "turn: expected fields separated by single spaces, got '156*O  C,D -'"),
        ("156*O C,D - ", "turn: expected fields separated by single spaces"),
        ("156*O CD -", "slides[0]: expected a letter A..E, got 'CD'"),
        ("156*O C, -", "slides[1]: expected a letter A..E, got ''"),
        ("156*O C,D - -", "drops[0]: expected TILE@CELLS, got '-'"),
        ("156*O C,D Da1 -", "drops[0]: expected TILE@CELLS, got 'Da1'"),
        ("156*O C,D D@ -", "drops[0].cells: expected cells like a1b1a10, got ''"),
        ("156*O C,D F@a1 -", "drops[0].tile: expected a letter A..E, got 'F'"),
        ("156*O C,D a1", "place: expected CELL=DIGIT, got 'a1'"),
        ("156*O C,D a1=10", "place: expected CELL=DIGIT, got 'a1=10'"),
        ("156*O C,D a1=\uff11", "place: expected CELL=DIGIT, got 'a1=\uff11'"),
        ("156*O C,D a1=1,", "place: expected CELL=DIGIT, got ''"),
        ("156*O C,D a1=1,a1=2", "place: expected each cell once, got 'a1' again"),
        ("156*O C,D h1=1", "place: expected a cell a1..g14, got 'h1'"),
        ("156*O C,D - !", "claim: expected cells like a1b1a10, got ''"),
        ("156*O C,D - !a1a1", "claim[1]: expected each cell once, got 'a1' again"),
        ("156*O C,D !a1b1c1 -", "drops[0]: expected TILE@CELLS, got '!a1b1c1'"),
    ],
)
def test_malformed_turn_text_is_refused_with_the_field(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        Turn.from_text(text)
    assert str(caught.value).startswith(message)


def test_turn_is_parsed_with_the_dice_of_the_variant() -> None:
    text = "****O A -"
    with pytest.raises(NotationError, match="publisher dice"):
        Turn.from_text(text)
    assert str(Turn.from_text(text, "review")) == text
    assert Turn.from_json(Turn.from_text(text, "review").to_json(), "review").roll.shape == "O"


# Turns of several players


def test_parts_of_an_ordinary_turn() -> None:
    turn = SharedTurn.from_text(SHARED_TEXT)
    assert [part.is_block for part in turn.parts] == [False, False, False]
    assert turn.to_json() == {
        "roll": "4561I",
        "parts": [
            {"place": {"a1": 4, "b1": 5, "c1": 6, "d1": 1}, "claim": ["a1", "b1", "c1"]},
            {"place": None, "claim": None},
            {"place": None, "claim": None},
        ],
    }
    assert str(turn) == SHARED_TEXT


def test_parts_of_a_block_turn() -> None:
    turn = SharedTurn.from_text(BLOCK_TEXT)
    assert [part.is_block for part in turn.parts] == [True, True, True]
    assert turn.to_json() == {
        "roll": "456*I",
        "parts": [
            {"drops": [{"tile": "A", "cells": ["a1", "b1", "c1"]}]},
            {},
            {"drops": [{"tile": "A", "cells": []}]},
        ],
    }
    assert str(turn) == BLOCK_TEXT


@given(SHARED)
def test_every_shared_turn_round_trips(turn: SharedTurn) -> None:
    assert SharedTurn.from_text(str(turn)) == turn
    assert SharedTurn.from_json(json.loads(json.dumps(turn.to_json()))) == turn
    assert [Part.from_text(str(part)) for part in turn.parts] == list(turn.parts)


@given(st.text() | st.text("AEabc123456*I@=,!-|. ", max_size=60))
def test_random_text_is_a_shared_turn_or_notation_error(text: str) -> None:
    try:
        turn = SharedTurn.from_text(text)
    except NotationError:
        return
    assert SharedTurn.from_text(str(turn)) == turn


@given(JSON)
def test_random_json_value_is_a_shared_turn_or_notation_error(value: object) -> None:
    for obj in (
        value,
        {"roll": "4561I", "parts": value},
        {"roll": "4561I", "parts": [{}, value]},
        {"roll": "4561I", "parts": [{}, {"place": None, "claim": value}]},
    ):
        try:
            turn = SharedTurn.from_json(obj)
        except NotationError:
            continue
        assert SharedTurn.from_json(turn.to_json()) == turn


def test_drops_may_be_absent_or_empty() -> None:
    assert Part.from_json({}) == Part.from_json({"drops": []}) == Part(())
    assert Part.from_json({"drops": [], "place": None}) == Part.from_json({"place": None}) == Part()


@pytest.mark.parametrize(
    ("part", "message"),
    [
        (None, "parts[1]: expected an object, got None"),
        ({"slides": ["A"]}, "parts[1]: expected no keys but drops, place, claim, got 'slides'"),
        ({"claim": ["a1"]}, "parts[1]: expected the key 'place', got {'claim': ['a1']}"),
        ({"place": {"a1": True}}, "parts[1].place.a1: expected a digit 0..9, got True"),
        ({"place": None, "claim": ["a1", 2]}, "parts[1].claim[1]: expected text, got 2"),
        ({"drops": [{"tile": "F", "cells": []}]}, "parts[1].drops[0].tile: expected a letter A..E"),
        ({"drops": None}, "parts[1].drops: expected a list, got None"),
        (
            {"drops": [{"tile": "A", "cells": []}] * 2},
            "parts[1].drops: expected one tile at most, got 2",
        ),
        (
            {"drops": [{"tile": "A", "cells": []}], "place": None},
            "parts[1]: expected only drops, or place and claim, got {",
        ),
    ],
)
def test_malformed_part_is_refused_with_seat_and_key(part: object, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        SharedTurn.from_json({"roll": "4561I", "parts": [{}, part]})
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ("", "parts[0].place: expected CELL=DIGIT, got ''"),
        ("!a1", "parts[0]: expected PLACE, PLACE !CLAIM, TILE@CELLS or ., got '!a1'"),
        ("A@a1 !a1", "parts[0]: expected PLACE, PLACE !CLAIM, TILE@CELLS or ., got 'A@a1 !a1'"),
        ("A@a1 B@b1", "parts[0]: expected PLACE, PLACE !CLAIM, TILE@CELLS or ., got 'A@a1 B@b1'"),
        (". !a1", "parts[0].place: expected CELL=DIGIT, got '.'"),
        ("- !", "parts[0].claim: expected cells like a1b1a10, got ''"),
        ("F@a1", "parts[0].drops[0].tile: expected a letter A..E, got 'F'"),
    ],
)
def test_malformed_part_text_is_refused_with_the_seat(part: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        SharedTurn.from_text(f"4561I | {part} | .")
    assert str(caught.value) == message


@pytest.mark.parametrize("count", [0, 1, 7])
def test_shared_turn_without_two_to_six_parts_is_refused(count: int) -> None:
    message = f"parts: expected one for each of 2 to 6 players, got {count}$"
    with pytest.raises(NotationError, match=message):
        SharedTurn.from_json({"roll": "4561I", "parts": [{}] * count})
    with pytest.raises(NotationError, match=message):
        SharedTurn.from_text(" | ".join(["4561I"] + ["."] * count))


# Errors


def test_illegal_turn_names_the_place() -> None:
    assert str(IllegalTurn("no landing", turn=5)) == "turn 5: no landing"
    assert str(IllegalTurn("no landing", turn=5, seat=2)) == "turn 5, seat 2: no landing"
    assert str(IllegalTurn("no tiles", turn=0)) == "head of the record: no tiles"
    assert str(IllegalTurn("no 2", turn=0, seat=2)) == "head of the record, seat 2: no 2"


def test_illegal_turn_can_be_pickled_and_copied() -> None:
    error = IllegalTurn("no landing", turn=5, seat=2)
    for twin in (pickle.loads(pickle.dumps(error)), copy.deepcopy(error)):
        assert isinstance(twin, IllegalTurn)
        assert (twin.message, twin.turn, twin.seat) == ("no landing", 5, 2)
        assert (str(twin), repr(twin)) == (str(error), repr(error))
    assert repr(error) == "IllegalTurn('no landing', turn=5, seat=2)"


def test_all_errors_are_value_errors() -> None:
    assert issubclass(NotationError, NumberdropError)
    assert issubclass(IllegalTurn, NumberdropError)
    assert issubclass(NumberdropError, ValueError)


def test_int_too_long_to_print_is_shown() -> None:
    assert len(shown(10**6000)) < 200
    assert len(shown([10**6000])) < 200
