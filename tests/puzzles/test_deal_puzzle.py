"""Puzzles as documents."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

import numberdrop as nd
from numberdrop.puzzles.daily import daily_deal
from numberdrop.puzzles.deal_puzzle import daily_puzzle, parse_puzzle, puzzle_of

TILES = ["I", "O", "T", "L", "S"]


def test_daily_puzzle_round_trips_to_its_deal() -> None:
    day = datetime.date(2026, 11, 22)
    deal, variant = parse_puzzle(daily_puzzle(day).to_json())
    assert (deal.tiles, deal.rolls) == (daily_deal(day).tiles, daily_deal(day).rolls)
    assert variant == nd.Variant()


def test_puzzle_of_a_deal_recognises_a_day() -> None:
    day = datetime.date(2026, 11, 21)
    assert puzzle_of(daily_deal(day)) == daily_puzzle(day)
    other = puzzle_of(nd.plain_deal(1, 2), nd.Variant.from_text("bga"))
    assert (other.kind, other.id, other.day) == ("deal", "plain#1.2", None)
    assert "recipe" not in other.to_json()
    assert parse_puzzle(other.to_json()) == (other.deal, other.variant)


def test_deal_with_other_dice_than_the_variant_is_refused() -> None:
    with pytest.raises(nd.NotationError, match=r"^dice: expected a deal of the publisher dice"):
        puzzle_of(nd.plain_deal(1, 5, "review"))


def test_document_with_only_tiles_and_rolls_is_parsed() -> None:
    deal, variant = parse_puzzle({"tiles": TILES, "rolls": ["1234I", "****O"], "variant": REVIEW})
    assert [str(roll) for roll in deal.rolls] == ["1234I", "****O"]
    assert (str(variant), deal.dice) == (REVIEW, "review")


REVIEW = "bga+review-dice"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"tiles": None}, "puzzle, tiles: expected I, O, T, L, S in some order, got None"),
        ({"tiles": ["I", "O", "T", "L", "L"]}, "puzzle, tiles: expected I, O, T, L, S"),
        ({"tiles": ["V3", "O", "T", "L", "S"]}, "puzzle, tiles: expected I, O, T, L, S"),
        ({"rolls": []}, "puzzle, rolls: expected 1 to 20, got 0"),
        ({"rolls": ["1234I"] * 21}, "puzzle, rolls: expected 1 to 20, got 21"),
        ({"rolls": "1234I"}, "puzzle, rolls: expected a list of strings, got '1234I'"),
        ({"rolls": ["1234I", 5]}, "puzzle, rolls, roll 2: expected text, got 5"),
        ({"rolls": ["1234I", "****O"]}, "puzzle, rolls, roll 2: expected one that the publisher"),
        ({"variant": "tournament"}, "variant: expected 'rulebook' or 'bga'"),
        ({"format": "numberdrop.game"}, "puzzle, format: expected 'numberdrop.puzzle'"),
        ({"version": 2}, "puzzle, version: expected 1, got 2"),
        ({"version": True}, "puzzle, version: expected 1, got True"),
        ({"id": 7}, "puzzle, id: expected text, got 7"),
    ],
)
def test_invalid_key_is_named(change: dict[str, Any], words: str) -> None:
    puzzle = {"tiles": TILES, "rolls": ["1234I"]} | change
    with pytest.raises(nd.NotationError) as caught:
        parse_puzzle(puzzle)
    assert str(caught.value).startswith(words)


@pytest.mark.parametrize("value", [None, [], "2026-11-20", 7])
def test_document_that_is_not_an_object_is_refused(value: object) -> None:
    with pytest.raises(nd.NotationError, match="puzzle: expected an object"):
        parse_puzzle(value)
