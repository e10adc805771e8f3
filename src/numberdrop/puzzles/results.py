"""The results of players, in a database in the user's data folder.

Each result is one row, written in one transaction: programs that write at once wait for each other,
and a program that is killed, or a disk that is full, leaves what was there. The same game handed in
twice under one name is kept once.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import os
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from ..errors import NotationError, NumberdropError, as_text, shown

#: Set to a folder, it is used in place of the user's data folder.
VARIABLE = "NUMBERDROP_DATA"
#: The version of the tables, kept in the database.
LAYOUT = 1
#: Seconds to wait for another program that writes.
PATIENCE = 30.0
#: A game counts for a streak if it is handed in no more than so many days from the puzzle's own.
LATE = 1

_NAME = re.compile("[A-Z]{3}")
_TABLES = """
create table results (
    number integer primary key,
    puzzle text not null,
    variant text not null,
    name text not null,
    score integer not null,
    medal text,
    day text not null,
    record text not null,
    digest text not null,
    unique (puzzle, variant, name, digest)
);
create table lines (puzzle text not null, player text not null, line text not null,
    primary key (puzzle, player));
"""


@dataclass(frozen=True, slots=True)
class Result:
    """A game handed in: `puzzle` is its id, `day` the day in UTC when it was, `medal` may be
    None."""

    puzzle: str
    variant: str
    name: str
    score: int
    medal: str | None
    day: datetime.date
    record: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        """The result without its record (cli.md, Scores)."""
        names = ("puzzle", "variant", "name", "score", "medal")
        return {name: getattr(self, name) for name in names} | {"day": self.day.isoformat()}


def data_folder() -> Path:
    """The folder of the user's data: $NUMBERDROP_DATA, or as the system has it."""
    chosen = os.environ.get(VARIABLE)
    return Path(chosen) if chosen else user_data_path("numberdrop", appauthor=False)


def parse_player(text: str) -> str:
    """A name as the sheet has it: three letters; small ones are taken for capitals."""
    name = as_text(text, "name").upper()
    if not _NAME.fullmatch(name):
        raise NotationError(f"name: expected three letters A to Z, got {shown(text)}")
    return name


class Results:
    """The database of results in a folder, made when it is first written to.

    NumberdropError, in one line, where it can't be opened, read or written.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (folder or data_folder()) / "results.sqlite"

    def add(self, result: Result) -> bool:
        """Keep a result; False if the same game is there under the same name already."""
        record = json.dumps(result.record)
        row = (
            *(result.puzzle, result.variant, result.name, result.score, result.medal),
            *(result.day.isoformat(), record, hashlib.sha256(record.encode()).hexdigest()),
        )
        with self._open() as database:
            done = database.execute(
                "insert or ignore into results (puzzle, variant, name, score, medal, day, record, "
                "digest) values (?, ?, ?, ?, ?, ?, ?, ?)",
                row,
            )
            return done.rowcount == 1

    def all(self) -> list[Result]:
        """All results, in the order in which they were handed in."""
        if not self.path.exists():
            return []
        with self._open() as database:
            rows = database.execute(
                "select puzzle, variant, name, score, medal, day, record from results "
                "order by number"
            ).fetchall()
        return [
            Result(puzzle, variant, name, score, medal, _day(day), json.loads(record))
            for puzzle, variant, name, score, medal, day, record in rows
        ]

    def line(self, puzzle: str, player: str) -> str | None:
        """The text of the line worked out for a puzzle before, with the games of that blind player;
        or None."""
        if not self.path.exists():
            return None
        with self._open() as database:
            row = database.execute(
                "select line from lines where puzzle = ? and player = ?", (puzzle, player)
            ).fetchone()
        return str(row[0]) if row else None

    def keep_line(self, puzzle: str, player: str, line: str) -> None:
        """Keep the text of a line for the next time."""
        with self._open() as database:
            database.execute(
                "insert or replace into lines values (?, ?, ?)", (puzzle, player, line)
            )

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """The database within one transaction, its tables made if it is new."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path, timeout=PATIENCE)) as database:
                database.isolation_level = None
                database.execute("pragma synchronous = full")
                database.execute("begin immediate")
                self._lay_out(database)
                yield database
                database.execute("commit")
        except sqlite3.Error as error:
            raise NumberdropError(f"{self.path}: {error}") from None

    def _lay_out(self, database: sqlite3.Connection) -> None:
        [found] = database.execute("pragma user_version").fetchone()
        if found > LAYOUT:
            raise NumberdropError(
                f"{self.path}: expected tables of version {LAYOUT}, got {found}: "
                "made by a newer numberdrop"
            )
        if found < LAYOUT:
            for statement in filter(str.strip, _TABLES.split(";")):
                database.execute(statement)
            database.execute(f"pragma user_version = {LAYOUT}")


def _day(text: str) -> datetime.date:
    return datetime.date.fromisoformat(text)


def first_results(results: Iterable[Result]) -> list[Result]:
    """Of each name the first result on each puzzle: the rolls are known from then on."""
    found: dict[tuple[str, str, str], Result] = {}
    for result in results:
        found.setdefault((result.puzzle, result.variant, result.name), result)
    return list(found.values())


def streaks(results: Iterable[Result], today: datetime.date) -> dict[str, tuple[int, int]]:
    """For each name the days in a row of which the puzzle was played in time: up to today or
    yesterday, and the most there were."""
    days: dict[str, set[datetime.date]] = {}
    for result in results:
        played = days.setdefault(result.name, set())
        try:
            day = datetime.date.fromisoformat(result.puzzle)
        except ValueError:
            continue
        if abs((result.day - day).days) <= LATE:
            played.add(day)
    return {name: (_current(played, today), _longest(played)) for name, played in days.items()}


def _current(days: set[datetime.date], today: datetime.date) -> int:
    return max(_run_to(days, today - datetime.timedelta(back)) for back in range(-LATE, LATE + 1))


def _longest(days: set[datetime.date]) -> int:
    return max((_run_to(days, day) for day in days), default=0)


def _run_to(days: set[datetime.date], last: datetime.date) -> int:
    """How many days in a row end with this one."""
    count = 0
    while (
        last.toordinal() - count > 0 and datetime.date.fromordinal(last.toordinal() - count) in days
    ):
        count += 1
    return count
