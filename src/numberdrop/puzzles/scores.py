"""Results of players, and what follows from them: who was first, and streaks.

Where they are kept is in results.py.
"""

from __future__ import annotations

import datetime
import itertools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import NotationError, as_text, shown
from ..json_reader import Fields
from ..rules import SCORES, Variant
from .daily import parse_date
from .names import NAME
from .targets import MEDALS

#: The numbers that a database can keep a result by.
NUMBERS = (-(2**63), 2**63 - 1)
#: The name of whoever tells none.
UNNAMED = "YOU"
#: Helps of a game, at most: in each turn each of a few grades once.
MOST_HELPS = 99
#: A game counts for a streak if it is handed in no more than so many days from the puzzle's own.
LATE = 1

_PLAYER = re.compile("[A-Z]{3}")


@dataclass(frozen=True, slots=True)
class Result:
    """A game handed in, without its record: `puzzle` is its id, `day` the day in UTC when it was,
    `medal` may be None. `number` is the one by which it is kept, None before it is; `helps` how
    many helps were asked for in the game."""

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
        """Reads a row of the database, by its columns but for `record`, and `has_record` in its
        place; NotationError, naming `where` and the column, where a value isn't one that this
        program writes."""
        fields = Fields(row, where)
        for column, pattern, expected in (
            ("puzzle", NAME, "expected the name of a puzzle"),
            ("name", _PLAYER, "expected three letters A to Z"),
        ):
            if not pattern.fullmatch(fields.text(column)):
                raise fields.fault(column, expected)
        if fields["medal"] not in (None, *MEDALS):
            raise fields.fault("medal", f"expected none, or one of {', '.join(MEDALS)}")
        if not fields["has_record"]:
            raise NotationError(f"{where}, record: expected the record of a game, got another text")
        try:
            day = parse_date(fields.text("day"))
        except NotationError:
            raise fields.fault("day", "expected a day, YYYY-MM-DD") from None
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

    def to_json(self) -> dict[str, Any]:
        """The result in documents (cli.md, Scores)."""
        names = ("number", "puzzle", "variant", "name", "score", "medal", "helps")
        return {name: getattr(self, name) for name in names} | {"day": self.day.isoformat()}


def parse_player(text: str) -> str:
    """A name as the sheet has it: three letters; small ones are taken for capitals."""
    name = as_text(text, "name").upper()
    if not _PLAYER.fullmatch(name):
        raise NotationError.coded(
            "name.expected", "name: expected three letters A to Z, got {got}", got=shown(text)
        )
    return name


def first_results(results: Iterable[Result]) -> list[Result]:
    """Of each name the first result on each puzzle: the rolls are known from then on."""
    found: dict[tuple[str, str, str], Result] = {}
    for result in results:
        found.setdefault((result.puzzle, result.variant, result.name), result)
    return list(found.values())


def highest(results: Iterable[Result], top: int | None = None) -> list[Result]:
    """The highest so many of them, or all, the highest first; of equal scores the first one."""
    return sorted(results, key=lambda result: -result.score)[:top]


def streaks(results: Iterable[Result], today: datetime.date) -> dict[str, tuple[int, int]]:
    """For each name the days in a row of which the puzzle was played in time: up to today or
    yesterday, and the most there were."""
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


def _current(days: set[int], today: int) -> int:
    return max(_run_to(days, today - back) for back in range(-LATE, LATE + 1))


def _longest(days: set[int]) -> int:
    return max((_run_to(days, day) for day in days if day + 1 not in days), default=0)


def _run_to(days: set[int], last: int) -> int:
    """How many days in a row, each by its ordinal, end with this one."""
    return next(count for count in itertools.count() if last - count not in days)
