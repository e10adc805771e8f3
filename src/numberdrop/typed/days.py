"""Parsing of typed days."""

from __future__ import annotations

import calendar
import datetime
import re

from ..errors import NotationError, coded_message, shown
from ..puzzles.daily import day_text
from ..puzzles.names import FIRST_DAY
from .characters import normalise

_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
_WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_FROM_TODAY = {"yesterday": -1, "today": 0, "now": 0, "tomorrow": 1}
#: A bare number in this range could be a year or the number of a puzzle.
_YEARS = range(1900, 2100)
_NUMBERED = re.compile(r"(?:daily)? *(?:puzzle)? *(#|no\.?|number|nr\.?)? *(\d{1,7})")
_YEAR_FIRST = re.compile(r"(\d{4})(?:([-/.]| *)(\d{1,2})\2(\d{1,2})\.?)")
_YEAR_LAST = re.compile(r"(\d{1,2})([-/.]| +|\. +)(\d{1,2})\2(\d{4})")
#: The boundary between the name of a month and a number.
_NAME_ENDS = re.compile(r"(?<=[a-z]{3})(?=\d)|(?<=\d)(?=[a-z]{3})")
_WITH_DAY_FIRST = re.compile(r"(\d{1,2})(?:st|nd|rd|th)? (?:of )?([a-z]+) (\d{4})")
_WITH_MONTH_FIRST = re.compile(r"([a-z]+) (\d{1,2})(?:st|nd|rd|th)? (\d{4})")
_WITH_YEAR_FIRST = re.compile(r"(\d{4}) ([a-z]+) (\d{1,2})")


class NotDay(NotationError):  # noqa: N818
    """The text doesn't look like a day at all."""


def read_day(text: str, today: datetime.date | None = None) -> datetime.date:
    """Parse a day in a usual form, or the number of a daily puzzle.

    `today` is what the words today, yesterday and tomorrow refer to; the default is the current day
    in UTC. In a date that ends with the year, dots mean that the day comes first; with slashes or
    dashes the order must be unambiguous. Raises NotationError, which shows both readings of an
    ambiguous date.
    """
    bare = " ".join(normalise(text, "day").lower().split()).strip(" ,.")
    if bare in _FROM_TODAY:
        start = today or datetime.datetime.now(datetime.UTC).date()
        return _days_after(start, _FROM_TODAY[bare], text)
    if numbered := _NUMBERED.fullmatch(bare):
        is_named = bare[0] not in "0123456789"
        if is_named or len(numbered[2]) < 5:
            return _day_of_number(int(numbered[2]), text, is_sure=is_named)
    bare, weekday = _split_weekday(bare)
    found = _read_month_name(bare, text) or _read_numeric(bare, text)
    if found is None and _lacks_year(bare):
        raise NotationError.coded(
            "day.no_year",
            "day: expected a year of four digits too, as in 2026-11-25, got {got}",
            got=shown(text),
        )
    if found is None:
        raise NotDay(
            coded_message(
                "day.expected",
                "day: expected a day such as 2026-11-25, today, or a puzzle's number such as #6, "
                "got {got}",
                got=shown(text),
            )
        )
    if weekday is not None and found.weekday() != weekday:
        raise NotationError.coded(
            "day.weekday",
            "day: {day} is a {weekday}, got {got}",
            day=day_text(found),
            weekday=_WEEKDAYS[found.weekday()].title(),
            got=shown(text),
        )
    return found


def _split_weekday(bare: str) -> tuple[str, int | None]:
    """Split a leading weekday name from the text; the second value is its number, if any."""
    word, _, rest = bare.replace(",", " ").partition(" ")
    for number, name in enumerate(_WEEKDAYS):
        if len(word.strip(".")) >= 2 and name.startswith(word.strip(".")) and rest:
            return rest.strip(), number
    return bare, None


def _read_month_name(bare: str, text: str) -> datetime.date | None:
    words = " ".join(re.sub(r"[,./-]", " ", bare).split())
    words = _NAME_ENDS.sub(" ", words)
    if found := _WITH_DAY_FIRST.fullmatch(words):
        day, name, year = found.groups()
    elif found := _WITH_MONTH_FIRST.fullmatch(words):
        name, day, year = found.groups()
    elif found := _WITH_YEAR_FIRST.fullmatch(words):
        year, name, day = found.groups()
    else:
        return None
    month = _month(name)
    return None if month is None else _date(int(year), month, int(day), text)


def _month(name: str) -> int | None:
    """Return the number of the month that begins with `name`.

    None if no month does, or `name` has fewer than three letters.
    """
    found = [number for number, month in enumerate(_MONTHS, 1) if month.startswith(name)]
    return found[0] if len(name) > 2 and found else None


def _lacks_year(bare: str) -> bool:
    """Return True for a day and a month without a year, or with a year of two digits."""
    words = _NAME_ENDS.sub(
        " ", re.sub(r"(?<=\d)(?:st|nd|rd|th)\b|\bof\b|[,./-]", " ", bare)
    ).split()
    names = [word for word in words if not re.fullmatch(r"\d{1,2}", word)]
    numbers = len(words) - len(names)
    if not names:
        return numbers == 3
    return len(names) == 1 and _month(names[0]) is not None and numbers in (1, 2)


def _read_numeric(bare: str, text: str) -> datetime.date | None:
    if found := _YEAR_FIRST.fullmatch(bare):
        if found[2] == "" and len(bare) != 8:
            return None
        return _date(int(found[1]), int(found[3]), int(found[4]), text)
    found = _YEAR_LAST.fullmatch(bare)
    if found is None:
        return None
    first, second, year = int(found[1]), int(found[3]), int(found[4])
    by_day = (year, second, first)
    by_month = (year, first, second)
    if "." in found[2] or first == second or first > 12:
        return _date(*by_day, text)
    if second > 12:
        return _date(*by_month, text)
    one, other = (f"{y:04}-{m:02}-{d:02}" for y, m, d in (by_day, by_month))
    raise NotationError.coded(
        "day.two",
        "day: {text} could be {one} or {other}: write the one you mean",
        text=shown(text),
        one=one,
        other=other,
    )


def _date(year: int, month: int, day: int, text: str) -> datetime.date:
    if not year:
        raise NotationError.coded(
            "day.year", "day: expected a year 0001 to 9999, got {got}", got=shown(text)
        )
    if not 1 <= month <= 12:
        raise NotationError.coded(
            "day.month",
            "day: expected a month 1 to 12, got {month}: {text}",
            month=month,
            text=shown(text),
        )
    most = calendar.monthrange(year, month)[1]
    if not 1 <= day <= most:
        name = _MONTHS[month - 1].title()
        raise NotationError.coded(
            "day.days",
            "day: {month} {year} has {most} days, got {got}",
            month=name,
            year=year,
            most=most,
            number=month,
            got=shown(text),
        )
    return datetime.date(year, month, day)


def _day_of_number(number: int, text: str, *, is_sure: bool) -> datetime.date:
    if not is_sure and number in _YEARS:
        raise NotationError.coded(
            "day.or_number",
            "day: {text} could be a year or the number of a puzzle: write #{number} or a day",
            text=shown(text),
            number=number,
        )
    if not number:
        raise NotationError.coded(
            "day.zero",
            "day: puzzles are numbered from 1, which is {first}, got {got}",
            first=FIRST_DAY,
            got=shown(text),
        )
    return _days_after(FIRST_DAY, number - 1, text)


def _days_after(start: datetime.date, days: int, text: str) -> datetime.date:
    try:
        return start + datetime.timedelta(days)
    except OverflowError:
        raise NotationError.coded(
            "day.late", "day: expected a day up to 9999-12-31, got {got}", got=shown(text)
        ) from None
