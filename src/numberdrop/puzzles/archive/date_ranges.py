"""Ranges of days in an archive."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ...errors import NumberdropError
from ..daily import day_text
from .entries import DailyPuzzle
from .shipped import SHIPPED, shipped_month


def days_of(first: datetime.date, count: int) -> list[datetime.date]:
    """Return `count` days, 1 or more, starting with `first`.

    Raises NumberdropError if the range exceeds the calendar.
    """
    try:
        return [first + datetime.timedelta(days=number) for number in range(count)]
    except OverflowError:
        raise NumberdropError(
            f"{day_text(first)}: expected {count} days up to 9999-12-31, and there are fewer"
        ) from None


def days_in(
    entries: Iterable[DailyPuzzle], wanted: Sequence[datetime.date] | None, where: str
) -> list[DailyPuzzle]:
    """Return the puzzles of the `wanted` days, in order, or all if `wanted` is None.

    `where` names the archive in messages. Raises NumberdropError if a wanted day is missing or
    there are no days at all.
    """
    found = {entry.puzzle.day: entry for entry in entries if entry.puzzle.day}
    if not found and wanted is None:
        raise NumberdropError(f"{where}: expected puzzles of days, got none")
    for day in wanted or ():
        if day not in found:
            raise NumberdropError(
                f"{day_text(day)}: {where} doesn't have that day; 'numberdrop puzzles generate' "
                "makes an archive that does, for --archive"
            )
    return [found[day] for day in wanted or sorted(found)]


def shipped_between(
    first: datetime.date, last: datetime.date, folder: Path = SHIPPED
) -> Iterator[DailyPuzzle]:
    """Yield the shipped days from `first` to `last`, inclusive."""
    for month in range(12 * first.year + first.month - 1, 12 * last.year + last.month):
        year, number = divmod(month, 12)
        for entry in shipped_month(f"{year:04}-{number + 1:02}", folder):
            if entry.puzzle.day and first <= entry.puzzle.day <= last:
                yield entry
