"""Names of puzzles: day numbers and literal ids."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

import numberdrop as nd
from numberdrop.dice import plain_deal
from numberdrop.puzzles.daily import daily_deal
from numberdrop.puzzles.names import day_of, literal_id, parse_name, puzzle_number

FIRST = (
    "TSOIL:5127I,5463T,3663*,7163O,1437L,3125L,7243*,5445T,4445L,7465S,"
    "*271L,*526O,4662T,3**6L,5467I,*465*,***5*,1632*,3637*,5225*"
)


def test_first_day_has_number_1() -> None:
    assert puzzle_number(datetime.date(2026, 11, 20)) == 1
    assert puzzle_number(datetime.date(2026, 11, 19)) is None
    assert puzzle_number(datetime.date(1, 1, 1)) is None
    assert puzzle_number(datetime.date(2028, 2, 29)) == 467


@given(st.dates(min_value=datetime.date(2026, 11, 21)))
def test_next_day_has_the_next_number(day: datetime.date) -> None:
    before = puzzle_number(day - datetime.timedelta(days=1))
    assert before is not None
    assert puzzle_number(day) == before + 1


def test_literal_id_contains_the_dice() -> None:
    deal = daily_deal(datetime.date(2026, 11, 20))
    assert literal_id(deal) == FIRST
    found, variant = parse_name(FIRST)
    assert (found.recipe, found.tiles, found.rolls) == (FIRST, deal.tiles, deal.rolls)
    assert variant == nd.Variant()


def test_recipe_is_parsed_as_a_name() -> None:
    day = datetime.date(2026, 11, 20)
    assert parse_name("solo#2026-11-20") == (daily_deal(day), nd.Variant())
    assert day_of(parse_name("2026-11-20")[0]) == day
    assert day_of(parse_name("plain#1.2")[0]) is None
    assert day_of(parse_name(FIRST)[0]) is None


@given(
    st.integers(0, 2**64 - 1),
    st.sampled_from(["rulebook", "bga", "rulebook+slide", "bga+review-dice"]),
)
def test_literal_ids_round_trip(seed: int, name: str) -> None:
    variant = nd.Variant.from_text(name)
    text = literal_id(plain_deal(seed, 0, variant.dice), variant)
    found, again = parse_name(text)
    assert again == variant
    assert literal_id(found, again) == text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (FIRST + ",1234I", "literal id: expected 20 rolls, got 21"),
        ("TSOIL:", "literal id: expected 20 rolls, got 1"),
        (FIRST.replace("TSOIL", "TSOII"), "tiles: expected I, O, T, L, S in some order"),
        (FIRST.replace("5463T", "2626T"), "rolls, roll 2: expected one that the publisher dice"),
        ("rulebook:" + FIRST, "literal id: expected 'TSOIL:"),
        ("chess:" + FIRST, "variant"),
        (":" + FIRST, "literal id: expected 'TSOIL:"),
        (FIRST.replace("5127I", "5127I "), "rolls, roll 1: expected five characters"),
    ],
)
def test_invalid_literal_id_is_refused(text: str, words: str) -> None:
    with pytest.raises(nd.NotationError) as caught:
        parse_name(text)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("dealt", "words"),
    [
        (nd.plain_deal(1, 5, "review"), "dice: expected a deal of the publisher dice in rulebook"),
        (nd.table_deal(1, 0), "tiles: expected five different shapes"),
        (nd.Deal("x", tuple("IOTLS"), nd.plain_deal(1, 5).rolls[:3]), "expected 20 rolls, got 3"),
    ],
)
def test_deal_without_a_literal_id_is_refused(dealt: nd.Deal, words: str) -> None:
    with pytest.raises(nd.NotationError, match=words):
        literal_id(dealt)
