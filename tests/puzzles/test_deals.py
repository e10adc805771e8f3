"""The dice that a name stands for, and the puzzle of a day."""

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
def test_a_day_is_its_puzzle_s_dice(day: str) -> None:
    found = daily_deal(datetime.date.fromisoformat(day))
    assert nd.deal(day) == nd.deal(f"solo#{day}") == nd.deal(found.recipe) == found
    assert nd.daily(day).deal == found
    assert Question.of(day) == Question.of(found)


def test_recipes_and_literal_ids_are_read_as_the_command_line_reads_them() -> None:
    for name in ("plain#1.0", "2026-11-25", "solo#2026-11-25.1"):
        assert nd.deal(name) == parse_name(name)[0]
    there = nd.plain_deal(3, 1, "review")
    literal = literal_id(there, "bga+review-dice")
    assert nd.deal(literal).rolls == there.rolls
    assert nd.deal(literal, "review").dice == "review"
    for name in (literal, "2026-11-25"):
        with pytest.raises(nd.NotationError, match=r"^dice: expected (review|publisher) with this"):
            nd.deal(name, "publisher" if ":" in name else "review")


def test_dice_that_are_not_refused_stay_as_they_are() -> None:
    """Candidates that aren't the puzzle's among them, and texts of one's own."""
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
    ("name", "meant"),
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
def test_what_is_almost_a_name_is_refused_with_what_was_meant(name: str, meant: str) -> None:
    with pytest.raises(nd.NotationError, match=r"^deal: expected YYYY-MM-DD, ") as raised:
        nd.deal(name)
    message = str(raised.value)
    assert f"got {name!r}" in message
    assert message.endswith(f": {meant} is the puzzle of that day" if meant else repr(name))
    with pytest.raises(nd.NotationError, match=r"^recipe: expected solo#YYYY-MM-DD.J, "):
        deal_of_text(name)


def test_names_that_no_calendar_and_no_dice_know_are_refused() -> None:
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


def test_the_puzzle_of_a_day() -> None:
    puzzle = nd.daily(DAY)
    assert isinstance(puzzle, DealPuzzle)
    assert puzzle == nd.daily("2026-11-25") == nd.daily(datetime.datetime(2026, 11, 25, 23, 59))
    assert puzzle == daily_puzzle(DAY)
    assert (puzzle.id, puzzle.day, puzzle.kind) == ("2026-11-25", DAY, "daily")
    before = datetime.datetime.now(datetime.UTC).date()
    assert before <= (nd.daily().day or before) <= datetime.datetime.now(datetime.UTC).date()
    with pytest.raises(nd.NotationError, match=r"^date: expected a day of the calendar"):
        nd.daily("6")


def test_the_archive_is_asked_when_it_is_wanted() -> None:
    known = nd.daily(DAY).archived()
    assert known is not None
    asked = nd.daily(DAY)
    assert (known.puzzle.id, known.puzzle.deal) == (asked.id, asked.deal)
    assert known.best is not None
    assert known.best.score == 100
    assert nd.daily("2025-01-01").archived() is None
