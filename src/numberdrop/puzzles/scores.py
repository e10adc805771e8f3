"""Results of players, high scores and streaks. The database that stores them is in results.py."""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import NotationError, coded_message
from ..initials import INITIALS, LETTERS_EXPECTED
from ..json_reader import Fields
from ..rules import SCORES, Variant
from .daily import parse_date
from .names import NAME, PUZZLE_EXPECTED
from .targets import MEDALS

#: The range of the row numbers in SQLite.
NUMBERS = (-(2**63), 2**63 - 1)
#: The name of a player who doesn't give one.
UNNAMED = "YOU"
#: The most helps that a game can have: each kind of help once a turn.
MOST_HELPS = 99
#: The most days between the puzzle's day and the submission for a game to count for a streak.
LATE = 1


@dataclass(frozen=True, slots=True)
class Result:
    """A submitted game without its record.

    `puzzle` is the puzzle's id, `day` the day of the submission in UTC, and `medal` None without a
    medal. `number` is the row number in the database, None before the result is saved. `helps`
    counts the helps taken in the game.
    """

    puzzle: str
    variant: str
    name: str
    score: int
    medal: str | None
    day: datetime.date
    number: int | None = None
    helps: int = 0

    @classmethod
    def from_row(cls, row: Mapping[str, object], where: str) -> Result:
        """Read a row of the database, a mapping by column, with `has_record` in place of `record`.

        Raises NotationError, naming `where` and the column, if a value isn't one that this program
        writes.
        """
        fields = Fields(row, where)
        for column, pattern, expected in (
            ("puzzle", NAME, PUZZLE_EXPECTED),
            ("name", INITIALS, LETTERS_EXPECTED),
        ):
            if not pattern.fullmatch(fields.text(column)):
                raise fields.fault(column, expected)
        if fields["medal"] not in (None, *MEDALS):
            expected = coded_message(
                "medal.none_or", "expected none, or one of {names}", names=list(MEDALS)
            )
            raise fields.fault("medal", expected)
        if not fields["has_record"]:
            raise NotationError(f"{where}, record: expected the record of a game, got another text")
        try:
            day = parse_date(fields.text("day"))
        except NotationError:
            expected = coded_message("day.iso", "expected a day, YYYY-MM-DD")
            raise fields.fault("day", expected) from None
        return cls(
            fields.text("puzzle"),
            str(fields.read("variant", Variant.from_text)),
            fields.text("name"),
            fields.count("score", *SCORES),
            fields["medal"],
            day,
            fields.count("number", *NUMBERS),
            fields.count("helps", 0, MOST_HELPS),
        )

    def to_row(self) -> dict[str, object]:
        """Return the columns that from_row() reads, without `number`, `helps` and `has_record`."""
        names = ("puzzle", "variant", "name", "score", "medal")
        return {name: getattr(self, name) for name in names} | {"day": self.day.isoformat()}

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object (cli.md, Scores)."""
        names = ("number", "puzzle", "variant", "name", "score", "medal", "helps")
        return {name: getattr(self, name) for name in names} | {"day": self.day.isoformat()}


def first_results(results: Iterable[Result]) -> list[Result]:
    """Return the first result of each name on each puzzle, since the rolls are known afterwards."""
    found: dict[tuple[str, str, str], Result] = {}
    for result in results:
        found.setdefault((result.puzzle, result.variant, result.name), result)
    return list(found.values())


def highest(results: Iterable[Result], top: int | None = None) -> list[Result]:
    """Return the `top` best results, or all, best first. Ties keep the order of `results`."""
    return sorted(results, key=lambda result: -result.score)[:top]


def streaks(results: Iterable[Result], today: datetime.date) -> dict[str, tuple[int, int]]:
    """Return the current and the longest streak of each name, in days.

    A day counts if its puzzle was played in time. The current streak may end up to LATE days before
    or after `today`.
    """
    days: dict[str, set[int]] = {}
    for result in results:
        played = days.setdefault(result.name, set())
        try:
            day = parse_date(result.puzzle)
        except NotationError:
            continue
        if abs((result.day - day).days) <= LATE:
            played.add(day.toordinal())
    return {
        name: (_current(played, today.toordinal()), _longest(played))
        for name, played in days.items()
    }


def streak_to_json(streak: tuple[int, int]) -> dict[str, int]:
    """Return the JSON object of a streak (cli.md, Scores)."""
    now, most = streak
    return {"now": now, "most": most}


def _current(days: set[int], today: int) -> int:
    return max(_run_to(days, today - back) for back in range(-LATE, LATE + 1))


def _longest(days: set[int]) -> int:
    return max((_run_to(days, day) for day in days if day + 1 not in days), default=0)


def _run_to(days: set[int], last: int) -> int:
    """Count the consecutive days, as ordinals in `days`, that end with `last`."""
    return next(count for count in itertools.count() if last - count not in days)
