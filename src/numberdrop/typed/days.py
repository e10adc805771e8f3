"""Days as people write them."""

from __future__ import annotations

import calendar
import datetime
import re

from ..errors import NotationError, coded_message, shown
from ..puzzles.daily import day_text
from ..puzzles.names import FIRST_DAY
from .signs import plain

_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
_WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_FROM_TODAY = {"yesterday": -1, "today": 0, "now": 0, "tomorrow": 1}
#: A bare number in this range is a year as likely as a puzzle's number.
_YEARS = range(1900, 2100)
_NUMBERED = re.compile(r"(?:daily)? *(?:puzzle)? *(#|no\.?|number|nr\.?)? *(\d{1,7})")
_YEAR_FIRST = re.compile(r"(\d{4})(?:([-/.]| *)(\d{1,2})\2(\d{1,2})\.?)")
_YEAR_LAST = re.compile(r"(\d{1,2})([-/.]| +|\. +)(\d{1,2})\2(\d{4})")
#: Where the name of a month begins or ends at a number.
_NAME_ENDS = re.compile(r"(?<=[a-z]{3})(?=\d)|(?<=\d)(?=[a-z]{3})")
_WITH_DAY_FIRST = re.compile(r"(\d{1,2})(?:st|nd|rd|th)? (?:of )?([a-z]+) (\d{4})")
_WITH_MONTH_FIRST = re.compile(r"([a-z]+) (\d{1,2})(?:st|nd|rd|th)? (\d{4})")
_WITH_YEAR_FIRST = re.compile(r"(\d{4}) ([a-z]+) (\d{1,2})")


class NotDay(NotationError):  # noqa: N818
    """A text that isn't like a day at all."""


def read_day(text: str, today: datetime.date | None = None) -> datetime.date:
    """A day in a usual form, or the number of its puzzle.

    `today` is the day that the words today, yesterday and tomorrow are told from, the one in UTC
    where it isn't given. With the year last, numbers with slashes or dashes are read if they can be
    read in one way; with dots, the day is first. NotationError, with both readings where there are
    two.
    """
    bare = " ".join(plain(text, "day").lower().split()).strip(" ,.")
    if bare in _FROM_TODAY:
        start = today or datetime.datetime.now(datetime.UTC).date()
        return _days_after(start, _FROM_TODAY[bare], text)
    if numbered := _NUMBERED.fullmatch(bare):
        is_named = bare[0] not in "0123456789"
        if is_named or len(numbered[2]) < 5:
            return _of_number(int(numbered[2]), text, is_sure=is_named)
    bare, weekday = _without_weekday(bare)
    found = _with_name_of_month(bare, text) or _in_numbers(bare, text)
    if found is None and _is_without_year(bare):
        raise NotationError.coded(
            "day.no_year",
            "day: expected its year in four digits as well, as in 2026-11-25, got {got}",
            got=shown(text),
        )
    if found is None:
        raise NotDay(
            coded_message(
                "day.expected",
                "day: expected one such as 2026-11-25, today, or a puzzle's number such as #6, "
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


def _without_weekday(bare: str) -> tuple[str, int | None]:
    """The text without the name of a weekday at its head, and the number of that day."""
    word, _, rest = bare.replace(",", " ").partition(" ")
    for number, name in enumerate(_WEEKDAYS):
        if len(word.strip(".")) >= 2 and name.startswith(word.strip(".")) and rest:
            return rest.strip(), number
    return bare, None


def _with_name_of_month(bare: str, text: str) -> datetime.date | None:
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
    """The number of the month that begins so; None for fewer than three letters, and for others."""
    found = [number for number, month in enumerate(_MONTHS, 1) if month.startswith(name)]
    return found[0] if len(name) > 2 and found else None


def _is_without_year(bare: str) -> bool:
    """Whether this is a day and a month, without a year or with two digits of it."""
    words = _NAME_ENDS.sub(
        " ", re.sub(r"(?<=\d)(?:st|nd|rd|th)\b|\bof\b|[,./-]", " ", bare)
    ).split()
    names = [word for word in words if not re.fullmatch(r"\d{1,2}", word)]
    numbers = len(words) - len(names)
    if not names:
        return numbers == 3
    return len(names) == 1 and _month(names[0]) is not None and numbers in (1, 2)


def _in_numbers(bare: str, text: str) -> datetime.date | None:
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
    if "." in found[2] or first == second or second <= 12 < first:
        return _date(*by_day, text)
    if first <= 12 < second:
        return _date(*by_month, text)
    if first <= 12 and second <= 12:
        one, other = (f"{y:04}-{m:02}-{d:02}" for y, m, d in (by_day, by_month))
        raise NotationError.coded(
            "day.two",
            "day: {text} may be {one} or {other}: write the one you mean",
            text=shown(text),
            one=one,
            other=other,
        )
    return _date(*by_day, text)


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


def _of_number(number: int, text: str, *, is_sure: bool) -> datetime.date:
    if not is_sure and number in _YEARS:
        raise NotationError.coded(
            "day.or_number",
            "day: {text} may be a year or the number of a puzzle: write #{number} or a day",
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
            "day.late", "day: expected one up to 9999-12-31, got {got}", got=shown(text)
        ) from None
