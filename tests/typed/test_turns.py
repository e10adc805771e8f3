"""Parsing of typed turns."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import numberdrop as nd
from commands import GAMES
from numberdrop.typed import read_part, read_shared_turn, read_turn

TURN = "156*O C,D D@a1b1a2b2 a3=6,b3=1,a4=5,b4=5 !a4b4c4"


@pytest.mark.parametrize(
    "text",
    [
        *(TURN, TURN.lower(), TURN.upper(), TURN.replace(" ", "  "), TURN.replace(",", " ")),
        *(f"1. {TURN}", f"12) {TURN}", f"Turn 3: {TURN}", f"#4 {TURN}", f"7 {TURN}", f"1.{TURN}"),
        TURN.replace("=", "=000000000"),
        *(f"\ufeff{TURN}\r\n", f"\t{TURN} ", TURN.replace("=", " = "), TURN.replace("=", ":")),
        "1 5 6 * O  C D  D@a1,b1,a2,b2  a3=6 b3=1 a4=5 b4=5  !a4,b4,c4",
        "1,5,6,*,o cd d @ a1 b1 a2 b2 a3=6; b3=1; a4=5; b4=5 ! a4-b4-c4",
        "1.5.6.*.O slide C, D; drop D@a1b1a2b2; place a3=6 b3=1 a4=5 b4=5; claim a4 b4 c4",
        "156★O C+D D@a1+b1+a2+b2 a3→6,b3->1,a4=5,b4=5 !a4b4c4",
    ],
)
def test_turn_in_any_form_is_parsed(text: str) -> None:
    assert str(read_turn(text)) == TURN


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("4445t a -", "4445T A -"),
        ("4445T A none !a1b1c1", "4445T A - !a1b1c1"),
        ("4445T - a1=4,b1=4,c1=4,b2=5", "4445T - a1=4,b1=4,c1=4,b2=5"),
        ("4445T - -", "4445T - -"),
        ("4445T A A@- a1=4,b1=4,c1=4,b2=5", "4445T A A@- a1=4,b1=4,c1=4,b2=5"),
        ("12. 4 4 4 5 T A a1=4", "4445T A a1=4"),
        ("4445T A g14=4 !g13g14a10", "4445T A g14=4 !g13g14a10"),
    ],
)
def test_turn_without_slides_or_place_is_parsed(text: str, turn: str) -> None:
    assert str(read_turn(text)) == turn


def test_known_roll_may_be_left_out() -> None:
    roll = nd.Roll.from_text("4445T")
    for text in (
        *("A a1=4 b1=4 c1=4 b2=5", "3. a a1=4,b1=4,c1=4,b2=5", "4445T A a1=4b1=4c1=4b2=5"),
        *("3 A a1=4 b1=4 c1=4 b2=5", "12  a  a1=4,b1=4,c1=4,b2=5"),
    ):
        assert str(read_turn(text, roll=roll)) == "4445T A a1=4,b1=4,c1=4,b2=5"
    for text in ("- -", "12 - -"):
        assert str(read_turn(text, roll=roll)) == "4445T - -"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "expected its roll first"),
        ("A a1=4", "expected its roll first"),
        ("8445T A a1=4", "no die shows '8'"),
        ("4445T", "where nothing fits PLACE is -"),
        ("4445T A", "where nothing fits PLACE is -"),
        ("4445T A a1=4 a1b1c1", "or !a1b1c1 to claim cells"),
        ("4445T A a1=45", "place.a1: expected a digit 0..9, got 45"),
        ("4445T A a15=4", "expected a cell a1..g14, got 'a15'"),
        ("4445T A h1=4", "expected a cell a1..g14, got 'h1'"),
        ("4445T A a1=4 a1=5", "place: expected each cell once"),
        ("4445T A a1=1234567890", "expected a digit 0..9, got 1234567890"),
        ("4445T A a1=4 !h1", "claim: expected cells like !a1b1a10"),
        ("4445T A a1=4 !a1b1c1 !d1e1f1", "expected one claim"),
        ("4445T A a1=4 well played", "can't read"),
        ("4445T A a1=" + "4" * 99, "expected a digit 0..9"),
        ("4445T A a1=\x1b4", "turn: expected ROLL SLIDES PLACE"),
        ("- " * 99_999, "turn: expected a shorter text"),
    ],
)
def test_invalid_turn_raises_notation_error(text: str, words: str) -> None:
    with pytest.raises(nd.NotationError) as caught:
        read_turn(text)
    assert words in str(caught.value)
    assert len(str(caught.value)) < 900


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("123*t|a@d2,e2,f2,d3,f3| .", "123*T | A@d2e2f2d3f3 | ."),
        (
            "3. 1113o | B1=1 c1=3 b2=1 c2=1 | b1=3,c1=1,b2=1,c2=1 !c1,b2,c2",
            "1113O | b1=1,c1=3,b2=1,c2=1 | b1=3,c1=1,b2=1,c2=1 !c1b2c2",
        ),
        ("1113O | - | none", "1113O | - | -"),
    ],
)
def test_shared_turn_is_parsed(text: str, turn: str) -> None:
    assert str(read_shared_turn(text)) == turn


@pytest.mark.parametrize(
    "text", ["1113O", "| - | -", "1113O | A a1=1 | .", "1113O | A@a1 | !a1b1c1"]
)
def test_invalid_shared_turn_raises_notation_error(text: str) -> None:
    with pytest.raises(nd.NotationError):
        read_shared_turn(text)


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("a1=1 b1=2 c1=3 d1=4 !a1b1c1", "1234I - a1=1,b1=2,c1=3,d1=4 !a1b1c1"),
        ("A@b2c2d2", "1234I - A@b2c2d2 -"),
        ("1234i a@-", "1234I - A@- -"),
        ("-", "1234I - -"),
        ("- !a1b1c1", "1234I - - !a1b1c1"),
        (".", "1234I - -"),
        ("1234I .", "1234I - -"),
    ],
)
def test_part_is_parsed_as_a_turn(text: str, turn: str) -> None:
    assert str(read_part(text, roll=nd.Roll.from_text("1234I"))) == turn


@pytest.mark.parametrize("text", ["", "1234I", "B", "!a1b1c1", "a1=", "A@"])
def test_invalid_part_raises_notation_error(text: str) -> None:
    with pytest.raises(nd.NotationError):
        read_part(text, roll=nd.Roll.from_text("1234I"))


TURNS = [nd.Turn.from_json(turn) for game in GAMES for turn in game["turns"]]
MANGLINGS: list[Callable[[str], str]] = [
    str.lower,
    lambda text: text.replace(" ", "   "),
    lambda text: re.sub(r",(?=[a-g]\d)", " ", text),
    lambda text: re.sub(r"(?<=\d)(?=[a-g]\d)", ",", text),
    lambda text: " ".join(text[:5]) + text[5:],  # before the manglings that add a prefix
    lambda text: f"14. {text}",
    lambda text: f"“{text}”\r\n",
    lambda text: text.replace("!", "! "),
    lambda text: text.replace("=", " = "),
]


@given(st.sampled_from(TURNS), st.sets(st.sampled_from(range(len(MANGLINGS))), min_size=1))
def test_mangled_turn_is_read_back(turn: nd.Turn, manglings: set[int]) -> None:
    text = str(turn)
    for which in sorted(manglings):
        text = MANGLINGS[which](text)
    assert read_turn(text) == turn
    if text != str(turn):
        with pytest.raises(nd.NotationError):
            nd.Turn.from_text(text)


@given(st.sampled_from(TURNS))
def test_canonical_turn_equals_strict_parsing(turn: nd.Turn) -> None:
    assert read_turn(str(turn)) == nd.Turn.from_text(str(turn)) == turn


def test_turn_has_at_most_a_thousand_characters() -> None:
    assert str(read_turn(TURN.ljust(1000))) == TURN
    with pytest.raises(nd.NotationError, match="expected a shorter text"):
        read_turn(TURN.ljust(1001))
