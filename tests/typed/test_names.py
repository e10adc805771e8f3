"""Parsing of typed puzzle names."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

import numberdrop as nd
from numberdrop.dice import plain_deal
from numberdrop.puzzles.names import literal_id
from numberdrop.typed import read_puzzle

DAY = datetime.date(2026, 11, 25)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("SOLO#2026-11-25", "solo#2026-11-25"),
        ("solo#2026-11-5", "solo#2026-11-05"),
        ("Solo#2026-11-5.01", "solo#2026-11-05.1"),
        ("PLAIN # 01 . 0", "plain#1.0"),
        ("plain#1.0", "plain#1.0"),
        ("plain 1.0", "plain#1.0"),
        ("solo 5 Nov 2026", "solo#2026-11-05"),
        ("solo #6", "solo#2026-11-25"),
        ("Solo today", "solo#2026-11-25"),
        ("Drop #96.0", "drop#96.0"),
        *((text, "pocket#1.5") for text in ("pocket 1.5", "Pocket#1.5", "pocket1.05")),
        *((text, "pocket#1.5") for text in ("pocket problem 1.5", "pocket: 1.5")),
        *((text, "drop#1.4") for text in ("1.4", " 1 . 4 ", "#1.4", "01.04", "“1.4”", "１.４")),
        *((text, "drop#1.4") for text in ("drop 1.4", "drop1.4", "drop#1.4", "DROP#1.4.")),
        *((text, "drop#1.4") for text in ("drop: 1.4", "Drop problem 1.4", "problem #1.4")),
    ],
)
def test_recipe_in_any_form_is_parsed(text: str, name: str) -> None:
    assert read_puzzle(text, DAY) == name


@given(st.integers(0, 99), st.sampled_from(["rulebook", "bga", "bga+slide+review-dice"]))
def test_literal_id_in_any_form_is_parsed(seed: int, name: str) -> None:
    variant = nd.Variant.from_text(name)
    text = literal_id(plain_deal(seed, 0, variant.dice), variant)
    assert read_puzzle(text) == text
    assert read_puzzle(text.lower()) == text
    assert read_puzzle(f" {text} ".replace(":", " : ").replace(",", ", ")) == text
    assert read_puzzle(text.replace("L", "J").replace("S", "Z")) == text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello", "puzzle: expected a day such as 2026-11-25, today, a puzzle's number"),
        ("", "puzzle: expected a day"),
        ("2026-02-30", "day: February 2026"),
        ("solo#x", "day: expected a day"),
        ("drop 6", "drop problem: expected its two numbers, such as 1.4, got 'drop 6'"),
        ("problem", "drop problem: expected its two numbers"),
        (
            "pocket 6",
            "pocket problem: expected its two numbers, such as pocket 1.4, got 'pocket 6'",
        ),
        ("plain#1", "puzzle: expected seed and number of the dice, such as plain#1.0"),
        *((text, "puzzle: expected a day") for text in ("droplet", "solo", "Solo ", "solos 6")),
        ("TSOII:5127I", "tiles: expected I, O, T, L, S in some order, got 'TSOII'"),
        ("TSOIL:5127I,2626I", "roll 2 of 2"),
        ("chess:TSOIL:5127I", "variant: expected rulebook or bga"),
        ("a:b:c:d", "literal id: expected"),
    ],
)
def test_invalid_name_raises_notation_error(text: str, words: str) -> None:
    with pytest.raises(nd.NotationError) as caught:
        read_puzzle(text)
    assert words in str(caught.value)
