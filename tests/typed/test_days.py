"""Parsing of typed days and variants."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import numberdrop as nd
from growth import grows_in_proportion
from numberdrop.puzzles.daily import parse_date
from numberdrop.puzzles.names import puzzle_number
from numberdrop.typed import read_day, read_puzzle, read_variant
from numberdrop.typed.days import NotDay

DAY = datetime.date(2026, 11, 25)


@pytest.mark.parametrize(
    "text",
    [
        *("2026-11-25", "2026/11/25", "2026.11.25", "2026 11 25", "20261125", "２０２６-１１-２５"),
        *("25.11.2026", "25. 11. 2026", "25/11/2026", "25-11-2026", "11/25/2026", "2026–11–25"),
        *("25 Nov 2026", "25 november 2026", "Nov 25, 2026", "November 25th, 2026", "25-Nov-2026"),
        *(
            "25th of November 2026",
            "2026-Nov-25",
            "25nov2026",
            "Wed, 25 Nov 2026",
            "wed 25.11.2026",
        ),
        *("6", "#6", "# 6", "no. 6", "No 6", "№6", "puzzle 6", "Puzzle #6", "number 6", "#006"),
        *("today", "Today ", "“2026-11-25”", " 2026-11-25\r\n"),
    ],
)
def test_day_in_any_form_is_parsed(text: str) -> None:
    assert read_day(text, DAY) == DAY
    assert read_puzzle(text, DAY) == "2026-11-25"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("yesterday", "2026-11-24"),
        ("TOMORROW", "2026-11-26"),
        ("2026-11-5", "2026-11-05"),
        ("5.11.2026", "2026-11-05"),
        ("11/11/2026", "2026-11-11"),
        ("3 Sept 2026", "2026-09-03"),
        ("May 5 2026", "2026-05-05"),
        ("29 Feb 2028", "2028-02-29"),
        ("1", "2026-11-20"),
        ("#2026", "2032-06-06"),
        ("1234", "2030-04-06"),
        ("1899", "2032-01-31"),
        ("2100", "2032-08-19"),
        ("now", "2026-11-25"),
        ("we 25.11.2026", "2026-11-25"),
        ("0001-01-01", "0001-01-01"),
        ("9999-12-31", "9999-12-31"),
    ],
)
def test_relative_short_and_numbered_days_are_parsed(text: str, day: str) -> None:
    assert str(read_day(text, DAY)) == day


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("05/11/2026", "'05/11/2026' could be 2026-11-05 or 2026-05-11"),
        ("05-11-2026", "could be 2026-11-05 or 2026-05-11"),
        ("2026-02-30", "February 2026 has 28 days, got '2026-02-30'"),
        ("30.02.2026", "February 2026 has 28 days"),
        ("2026-11-00", "November 2026 has 30 days"),
        ("2026-13-01", "expected a month 1 to 12, got 13"),
        ("25112026", "expected a month 1 to 12, got 20"),
        ("0000-01-01", "expected a year 0001 to 9999"),
        ("thu 25 Nov 2026", "2026-11-25 is a Wednesday"),
        *((text, "could be a year or the number") for text in ("1900", "2026", "2099")),
        ("0", "puzzles are numbered from 1, which is 2026-11-20"),
        ("#9999999", "expected a day up to 9999-12-31"),
        *((text, "expected a year of four digits too") for text in ("25.11.26", "26/11/26")),
        *(
            (text, "expected a year")
            for text in ("Nov 26", "26 nov.", "26th of November", "26nov26")
        ),
        *((text, "expected a day such as 2026-11-25") for text in ("99999", "Nov", "25.11", "1 x")),
        *((text, "expected a day such as 2026-11-25") for text in ("", "x", "25 Nob 2026", "-1")),
        *((text, "expected a day such as 2026-11-25") for text in ("2026-11", "2026-11/25")),
        *((text, "expected a day such as 2026-11-25") for text in ("9" * 99_999, "wednesday")),
    ],
)
def test_invalid_day_raises_notation_error(text: str, words: str) -> None:
    with pytest.raises(nd.NotationError) as caught:
        read_day(text, DAY)
    assert str(caught.value).startswith("day: ")
    assert words in str(caught.value)
    assert len(str(caught.value)) < 400


def test_time_is_linear_in_the_length() -> None:
    def refused(size: int) -> None:
        with pytest.raises(nd.NotationError):
            read_day("1 a " * size, DAY)

    assert grows_in_proportion(refused, 250)


def test_day_outside_the_calendar_raises() -> None:
    with pytest.raises(nd.NotationError, match="9999-12-31"):
        read_day("tomorrow", datetime.date.max)
    with pytest.raises(nd.NotationError, match="9999-12-31"):
        read_day("yesterday", datetime.date.min)


FORMS = [
    "{0.year:04}-{0.month}-{0.day}",
    "{0.year:04}/{0.month:02}/{0.day:02}",
    "{0.year:04}{0.month:02}{0.day:02}",
    "{0.day}.{0.month}.{0.year:04}",
    "{0.day} {0:%b} {0.year:04}",
    "{0:%A}, {0:%B} {0.day}, {0.year:04}",
]


@given(st.dates(), st.sampled_from(FORMS), st.sampled_from([str.lower, str.upper, str.title]))
def test_formatted_day_is_read_back(day: datetime.date, form: str, case: object) -> None:
    text = case(f" {form.format(day)} ")  # type: ignore[operator]
    assert read_day(text, DAY) == day
    with pytest.raises(nd.NotationError):
        parse_date(text)


@given(st.dates())
def test_ambiguous_year_last_raises(day: datetime.date) -> None:
    assume(day.day != day.month)
    for text in (f"{day:%d/%m}/{day.year:04}", f"{day:%m-%d}-{day.year:04}"):
        if day.day > 12:
            assert read_day(text) == day
        else:
            with pytest.raises(nd.NotationError, match=f"{day:%m}-{day:%d}"):
                read_day(text)


@given(st.dates(min_value=datetime.date(2026, 11, 20)))
def test_puzzle_number_is_its_day(day: datetime.date) -> None:
    assert read_day(f"#{puzzle_number(day)}") == day


# Variants.


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("BGA", "bga"),
        ("Rulebook", "rulebook"),
        ("bga + Slide", "bga+slide"),
        ("slide,bga", "bga+slide"),
        ("Rulebook+Review Dice+Slide", "rulebook+slide+review-dice"),
        ("review_dice", "rulebook+review-dice"),
    ],
)
def test_variant_in_any_form_is_parsed(text: str, name: str) -> None:
    assert str(read_variant(text)) == name


@pytest.mark.parametrize(
    "text", ["", "house", "rulebook+bga", "bga+slide+slide", "dice", "+", "bga publisher review"]
)
def test_invalid_variant_raises_notation_error(text: str) -> None:
    with pytest.raises(nd.NotationError, match=r"variant: expected rulebook or bga"):
        read_variant(text)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("12/13/2026", "2026-12-13"),
        ("13/12/2026", "2026-12-13"),
        ("11/11/2026", "2026-11-11"),
        ("11.12.2026", "2026-12-11"),
        ("20261113", "2026-11-13"),
    ],
)
def test_numeric_day_that_has_one_meaning_is_parsed(text: str, day: str) -> None:
    assert read_day(text, today=datetime.date(2026, 1, 1)) == datetime.date.fromisoformat(day)


@pytest.mark.parametrize("text", ["13/13/2026", "14/13/2026", "13/14/2026"])
def test_numeric_day_without_a_month_raises(text: str) -> None:
    with pytest.raises(nd.NotationError, match=r"^day: ") as caught:
        read_day(text, today=datetime.date(2026, 1, 1))
    assert "could be" not in str(caught.value)


@pytest.mark.parametrize("text", ["25 no 2026", "w 25.11.2026", "2026111"])
def test_name_or_number_that_is_too_short_is_not_a_day(text: str) -> None:
    with pytest.raises(NotDay):
        read_day(text, DAY)
