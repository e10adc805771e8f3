"""Parsing of typed positions."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import numberdrop as nd
from numberdrop.typed import read_position
from numberdrop.typed.positions import has_grid
from samples import BENCH

MIDDLE = "612..../65335.1 -:-:- I1,O0,T1,L0,S0 3"


@pytest.mark.parametrize(
    "text",
    [
        *(MIDDLE, f"  {MIDDLE}\r\n", f"“{MIDDLE}”", f"\ufeff{MIDDLE}", f"{MIDDLE}/", f"/{MIDDLE}"),
        *(MIDDLE.lower(), MIDDLE.replace(" ", "\t "), MIDDLE.replace("/", "/\n")),
        *(MIDDLE.replace(".1 ", ".1/ "), f"......./......./{MIDDLE}", MIDDLE.replace(".", "·")),
        *(MIDDLE.replace(",", " , "), MIDDLE.replace(",", " "), MIDDLE.replace("L0", "j0")),
        *(
            MIDDLE.replace(" 3", " turn 3"),
            MIDDLE.replace(" 3", " 03"),
            MIDDLE.replace(" 3", " #3"),
        ),
        *(MIDDLE.replace("-", "–"), MIDDLE.replace("-:-:-", "- : - : -"), "６" + MIDDLE[1:]),
        *(
            MIDDLE.replace("-:-:-", "::"),
            MIDDLE.replace("-:-:-", "-:-"),
            MIDDLE.replace("/", " / "),
            MIDDLE.replace("....", "_.._"),
            MIDDLE.replace("...", "…"),
        ),
    ],
)
def test_position_in_any_form_is_parsed(text: str) -> None:
    assert str(read_position(text)) == MIDDLE


@pytest.mark.parametrize(
    ("text", "position"),
    [
        (
            "G5...../GBC..../G5D3... 3:3:- i3O,o0,t1,J0,z2X 9",
            "g5...../gbc..../g5d3... 3:3:- I3o,O0,T1,L0,S2x 9",
        ),
        ("x....../x5..... 3:3:- v3,oo,u5X,T5O,s 9", "X....../X5..... 3:3:- V3,Oo,U5x,T5o,S 9"),
        ("1...... 6,4,3:-:8 I0,O0,T0,L0,S0 1", "1...... 346:-:8 I0,O0,T0,L0,S0 1"),
        ("....... -:-:- - 1", "- -:-:- - 1"),
        ("- -:-:- I0,O0,T0,L0,S0 1", "- -:-:- I0,O0,T0,L0,S0 1"),
        # Fields that follow from the grid.
        ("...1... I O T L S", "...1... -:-:- I0,O0,T0,L0,S0 1"),
        ("12345.. tiles I4x O T L S", "12345.. -:-:- I4x,O0,T0,L0,S0 2"),
        ("12345.. V3 O U5 T5 S", "12345.. -:-:- V3,O,U5,T5,S 2"),
        ("12345.. v3 OX u5 t5 s 2", "12345.. -:-:- V3,Ox,U5,T5,S 2"),
        ("(6)[6]{6}12.. 3:-:- I1 O T L S", "ggg12.. 3:-:- I1,O0,T0,L0,S0 2"),
    ],
)
def test_unusual_position_is_parsed(text: str, position: str) -> None:
    assert str(read_position(text)) == position


@pytest.mark.parametrize(
    ("text", "words"),
    [
        *(
            (text, "position: expected the grid first")
            for text in ("", "d1", "156*O", "x", "dead", "26/11/2026", "1.4")
        ),
        ("2026-11-20", "position: expected the grid first, its rows from the top down, such as"),
        ("612....", "expected the tiles on A to E after the grid, as in '612.... I1 O T4 L0 S2'"),
        ("...1...", "as in '...1... I O T L S', got '...1...'"),
        ("612..../65335.1 -:-:- 3", "as in '612..../65335.1 -:-:- I1 O T4 L0 S2'"),
        ("612..../gg335.1 turn 3", "as in '612..../gg335.1 34:3:- I1 O T4 L0 S2'"),
        ("gg.....", "as in 'gg..... 34:3:- I1 O T4 L0 S2', got 'gg.....'"),
        ("12.....", "as in '12..... I1 O T4 L0 S2', got '12.....'"),
        ("12345.. I O T L S", "tiles: expected the shapes on A to E with their notches"),
        ("12345.. V3x O U5 T5 S", "turn: expected a number, which 5 digits don't determine"),
        ("12345.. -:-:- -", "turn: expected a number, which 5 digits don't determine"),
        ("12..... I1 O T L S", "turn: expected a number, as 2 digits aren't one plus four"),
        ("12345z", "position: expected the grid first"),
        ("12345", "grid row 1: expected 7 characters, got 5"),
        ("6120..../65335.1", "grid row 2: expected 7 characters, got 8"),
        ("g12.... I1OT1LS", "boxes: expected the boxes of the 1 used digit, such as"),
        ("1" * 100_000, "position: expected a shorter text"),
        ("1......//2...... -:-:- I0,O0,T0,L0,S0 2", "grid row 2: expected 7 characters, got 0"),
        ("1..... -:-:- I0,O0,T0,L0,S0 1", "grid row 1: expected 7 characters, got 6"),
        ("1...... 33:-:- I0,O0,T0,L0,S0 1", "boxes, identical"),
        ("1...... -:-:- I0,O0,T0,L0,Q0 1", "tiles, letter E"),
        ("1...... -:-:- I0,O0,T0,L0,J0 1", "got L again"),
        ("1...... 99é I0,O0,T0,L0,S0 1", "or - for none, got '99é I0,O0,T0,L0,S0'"),
        ("1...... -:-:- I0,O0,T0,L0,S0 0", "turn: expected a number 1..99"),
        ("k...... -:-:- I0,O0,T0,L0,S0 1", "grid row 1: expected one of"),
    ],
)
def test_invalid_position_raises_notation_error(text: str, words: str) -> None:
    with pytest.raises(nd.NotationError) as caught:
        read_position(text)
    assert words in str(caught.value)
    assert len(str(caught.value)) < 500


MANGLINGS: list[Callable[[str], str]] = [
    str.lower,
    lambda text: re.sub(r"(?<= )[A-Z]\S*(?= )", lambda tiles: tiles[0].lower(), text),
    lambda text: text.replace(" ", " \t"),
    lambda text: text.replace(",", ", "),
    lambda text: f"......./{text}",
    lambda text: text.replace(" ", "/ ", 1),
    lambda text: text.replace("-", "—"),
    lambda text: re.sub(r"(\d+)$", r"turn 0\1", text),
    lambda text: f"'{text}'",
    lambda text: text.replace("S", "z").replace("L", "J"),
]


@given(st.sampled_from(BENCH), st.lists(st.sampled_from(MANGLINGS), min_size=1, unique=True))
def test_mangled_position_is_read_back(
    position: nd.Position, manglings: list[Callable[[str], str]]
) -> None:
    text = str(position)
    for mangle in manglings:
        text = mangle(text)
    assert read_position(text) == position
    if text != str(position):
        with pytest.raises(nd.NotationError):
            nd.Position.from_text(text)


def test_position_has_at_most_a_thousand_characters() -> None:
    assert str(read_position(MIDDLE.ljust(1000))) == MIDDLE
    with pytest.raises(nd.NotationError, match="expected a shorter text"):
        read_position(MIDDLE.ljust(1001))


@pytest.mark.parametrize(
    ("text", "has"),
    [
        *((MIDDLE, True), ("1234567", True), ("....... turn 1", True)),
        *(("12345 1234567", False), ("abcdefg", False), ("", False)),
    ],
)
def test_grid_begins_with_a_row_of_seven_cells(text: str, has: bool) -> None:
    assert has_grid(text) is has
