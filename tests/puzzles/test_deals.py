"""Deals by name, and the puzzle of a day."""

from __future__ import annotations

import datetime

import pytest

import numberdrop as nd
from numberdrop.dice import deal as deal_of_text
from numberdrop.plan import Question
from numberdrop.puzzles import DealPuzzle, daily_deal, literal_id, parse_name
from numberdrop.puzzles.deal_puzzle import daily_puzzle

DAY = datetime.date(2026, 11, 25)


@pytest.mark.parametrize("day", ["2026-11-20", "2026-11-25", "2027-01-01", "2025-02-28"])
def test_day_gives_the_dice_of_its_puzzle(day: str) -> None:
    found = daily_deal(datetime.date.fromisoformat(day))
    assert nd.deal(day) == nd.deal(f"solo#{day}") == nd.deal(found.recipe) == found
    assert nd.daily(day).deal == found
    assert Question.of(day) == Question.of(found)


def test_recipe_or_literal_id_gives_the_same_deal_as_parse_name() -> None:
    for name in ("plain#1.0", "2026-11-25", "solo#2026-11-25.1"):
        assert nd.deal(name) == parse_name(name)[0]
    dealt = nd.plain_deal(3, 1, "review")
    literal = literal_id(dealt, "bga+review-dice")
    assert nd.deal(literal).rolls == dealt.rolls
    assert nd.deal(literal, "review").dice == "review"
    for name in (literal, "2026-11-25"):
        with pytest.raises(nd.NotationError, match=r"^dice: expected (review|publisher) with this"):
            nd.deal(name, "publisher" if ":" in name else "review")


def test_other_recipe_gives_the_dice_generated_from_its_text() -> None:
    """Includes candidates that aren't the day's puzzle, and arbitrary texts."""
    for name, first in (
        ("solo#2026-11-25.0", "7*73*"),
        ("plain#1.0", "*4*3S"),
        ("drop#1.4", "1433*"),
        ("x", "52*1*"),
        ("my-seed-7", "45*6L"),
    ):
        assert str(nd.deal(name).rolls[0]) == first
        assert nd.deal(name) == deal_of_text(name)


@pytest.mark.parametrize(
    ("name", "suggested"),
    [
        ("2026-11-5", "solo#2026-11-05.2"),
        ("2026/11/25", "solo#2026-11-25.1"),
        ("20261125", "solo#2026-11-25.1"),
        ("Solo#2026-11-25", "solo#2026-11-25.1"),
        ("solo#2026-11-25.01", "solo#2026-11-25.1"),
        ("solo#2026-11-25.", "solo#2026-11-25.1"),
        ("2026-11-25.1", "solo#2026-11-25.1"),
        ("25.11.2026", ""),
        ("solo#2026-13-25.0", ""),
        ("#6", ""),
        ("6", ""),
        ("today", ""),
        ("Plain#1.0", ""),
        ("plain#1", ""),
        ("plain#01.0", ""),
        ("drop#1", ""),
        ("pocket#1", ""),
    ],
)
def test_misspelled_name_is_refused_with_a_suggestion(name: str, suggested: str) -> None:
    with pytest.raises(nd.NotationError, match=r"^deal: expected YYYY-MM-DD, ") as raised:
        nd.deal(name)
    message = str(raised.value)
    assert f"got {name!r}" in message
    assert message.endswith(f": {suggested} is the puzzle of that day" if suggested else repr(name))
    with pytest.raises(nd.NotationError, match=r"^recipe: expected solo#YYYY-MM-DD.J, "):
        deal_of_text(name)


def test_invalid_date_literal_id_or_text_is_refused() -> None:
    for name in ("2026-02-30", "solo#2026-02-30"):
        with pytest.raises(nd.NotationError, match=r"^date: expected a day of the calendar"):
            nd.deal(name)
    for name in ("a:b", "2026-11-20T00:00", "IOTLS:4567I"):
        with pytest.raises(nd.NotationError, match=r"^(literal id|variant): expected "):
            nd.deal(name)
        with pytest.raises(nd.NotationError, match=r"^recipe: expected "):
            deal_of_text(name)
    for name in ("", "a b", "é", "a\n"):
        with pytest.raises(nd.NotationError, match=r"^recipe: expected printable ASCII"):
            nd.deal(name)


def test_daily_accepts_dates_texts_and_no_argument() -> None:
    puzzle = nd.daily(DAY)
    assert isinstance(puzzle, DealPuzzle)
    assert puzzle == nd.daily("2026-11-25") == nd.daily(datetime.datetime(2026, 11, 25, 23, 59))
    assert puzzle == daily_puzzle(DAY)
    assert (puzzle.id, puzzle.day, puzzle.kind) == ("2026-11-25", DAY, "daily")
    before = datetime.datetime.now(datetime.UTC).date()
    assert before <= (nd.daily().day or before) <= datetime.datetime.now(datetime.UTC).date()
    with pytest.raises(nd.NotationError, match=r"^date: expected a day of the calendar"):
        nd.daily("6")


def test_archived_returns_the_shipped_entry_or_none() -> None:
    known = nd.daily(DAY).archived()
    assert known is not None
    asked = nd.daily(DAY)
    assert (known.puzzle.id, known.puzzle.deal) == (asked.id, asked.deal)
    assert known.best is not None
    assert known.best.score == 100
    assert nd.daily("2025-01-01").archived() is None
