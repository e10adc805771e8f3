"""The results of players, in a database in the user's data folder.

Each result is one row. The same game handed in twice under one name is kept once. Other programs
may have changed what is read: nothing of it is believed unseen.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..database import READ_TIMEOUT, Database
from ..errors import NotationError, NumberdropError, as_text
from ..folders import data_folder
from ..json_reader import parse_json
from ..record import load_game
from .scores import NUMBERS, Result

#: The statements that make the tables of each version from the last.
_VERSIONS = (
    """
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
""",
)
#: All of a result but its record, which is a hundred times as long: of that, whether it may be one.
_COLUMNS = {
    **{name: name for name in ("number", "puzzle", "variant", "name", "score", "medal", "day")},
    "has_record": "typeof(record) = 'text' and record like '{%}'",
    "helps": """case when typeof(record) = 'text' and json_valid(record)
        then coalesce(json_array_length(record, '$.help'), 0) else 0 end""",
}


class Results:
    """The database of results in a folder, made when it is first written to; NumberdropError, in
    one line, where it can't be opened, read or written (database.py)."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    @property
    def path(self) -> Path:
        """The file of the database, there or not."""
        return (self._folder or data_folder()) / "results.sqlite"

    @property
    def _database(self) -> Database:
        return Database(self.path, _VERSIONS)

    def expect_usable(self) -> None:
        """Raise DatabaseUnavailable if results can't be read or saved, as far as is known now."""
        self._database.expect_usable()

    def add(self, result: Result, record: Mapping[str, Any]) -> tuple[int, bool]:
        """Keep a result and the record of its game; its number, and False if the same game was
        there under the same name already, `help` in the record or not: the list of helps that were
        asked for, which are counted when the result is read."""
        text, digest = json.dumps(record), _digest(record)
        game = (result.puzzle, result.variant, result.name)
        with self._database.writing() as database:
            done = database.execute(
                "insert or ignore into results (puzzle, variant, name, digest, score, medal, day, "
                "record) values (?, ?, ?, ?, ?, ?, ?, ?)",
                (*game, digest, result.score, result.medal, result.day.isoformat(), text),
            )
            [number] = database.execute(
                "select number from results where (puzzle, variant, name, digest) = (?, ?, ?, ?)",
                (*game, digest),
            ).fetchone()
            return int(number), done.rowcount == 1

    def find(
        self, puzzle: str, variant: str, record: Mapping[str, Any], name: str = ""
    ) -> tuple[int, str] | None:
        """The number and the name by which this game is kept: this name, or else that of the first
        result. None where it isn't."""
        with self._database.reading() as database:
            found = _first(
                database,
                "select number, name from results where (puzzle, variant, digest) = (?, ?, ?) "
                "order by name != ?, number",
                *(puzzle, variant, _digest(record), name),
            )
        if found is None:
            return None
        number, kept = found
        return int(str(number)), as_text(kept, f"{self.path}, result {number}, name")

    def all(self) -> tuple[list[Result], list[str]]:
        """All results, in the order in which they were handed in; and a sentence for each row that
        was passed over, because another program has changed it."""
        results, problems, path = [], [], self.path
        with self._database.reading() as database:
            for row in _rows(database, "order by number"):
                try:
                    results.append(Result.from_row(row, f"{path}, result {row['number']}"))
                except NotationError as error:
                    problems.append(str(error))
        return results, problems

    def record(self, number: int) -> dict[str, Any]:
        """The record of the game kept by this number, replayed."""
        self._expect(number)
        with self._database.reading() as database:
            found = _first(database, "select record from results where number = ?", number)
        if found is None:
            raise self._missing(number)
        where = f"{self.path}, result {number}, record"
        record = parse_json(as_text(found[0], where), where)
        try:
            return load_game(record).to_record()
        except NumberdropError as error:
            raise NumberdropError(f"{where}: {error}") from None

    def remove(self, number: int) -> Result | None:
        """Take a result and its game out for good, and return it; None if its row couldn't be
        read."""
        self._expect(number)
        with self._database.writing() as database:
            found = next(_rows(database, "where number = ?", number), None)
            if found is None:
                raise self._missing(number)
            database.execute("delete from results where number = ?", (number,))
        try:
            return Result.from_row(found, f"{self.path}, result {number}")
        except NotationError:
            return None

    def entry(self, puzzle: str, player: str) -> str | None:
        """The text of the archive's entry that was worked out for a puzzle before, with the games
        of that blind player; or None."""
        with self._database.reading() as database:
            found = _first(
                database, "select line from lines where (puzzle, player) = (?, ?)", puzzle, player
            )
        return None if found is None else as_text(found[0], f"{self.path}, entry of {puzzle}")

    def keep_entry(self, puzzle: str, player: str, line: str) -> None:
        """Keep the text of an entry for the next time."""
        with self._database.writing(READ_TIMEOUT) as database:
            database.execute(
                "insert or replace into lines values (?, ?, ?)", (puzzle, player, line)
            )

    def _expect(self, number: int) -> None:
        """The number can be one of a result, and there are any."""
        if not (self._database.exists() and NUMBERS[0] <= number <= NUMBERS[1]):
            raise self._missing(number)

    def _missing(self, number: int) -> NumberdropError:
        return NumberdropError(f"{self.path}: there is no result {number}")


def _digest(record: Mapping[str, Any]) -> str:
    """What a game is known by, with helps or without."""
    bare = json.dumps({key: value for key, value in record.items() if key != "help"})
    return hashlib.sha256(bare.encode()).hexdigest()


def _rows(
    database: sqlite3.Connection | None, which: str, *values: object
) -> Iterator[dict[str, object]]:
    """Rows of results, by column, without their records."""
    if database is not None:
        columns = ", ".join(_COLUMNS.values())
        for row in database.execute(f"select {columns} from results {which}", values):
            yield dict(zip(_COLUMNS, row, strict=True))


def _first(
    database: sqlite3.Connection | None, query: str, *values: object
) -> tuple[object, ...] | None:
    """The row that a query finds; None if it finds nothing."""
    return database.execute(query, values).fetchone() if database else None
