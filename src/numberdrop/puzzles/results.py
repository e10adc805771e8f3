"""The results of players, stored in a database in the user's data folder.

Each result is one row. Submitting the same game twice under one name stores it once. All data read
is validated, since other programs may have changed it.
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

#: The statements that upgrade the database to each version from the one before.
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
#: The columns of a result. The record, a hundred times as long, isn't read: `has_record` only
#: checks that it looks like one.
_COLUMNS = {
    **{name: name for name in ("number", "puzzle", "variant", "name", "score", "medal", "day")},
    "has_record": "typeof(record) = 'text' and record like '{%}'",
    "helps": """case when typeof(record) = 'text' and json_valid(record)
        then coalesce(json_array_length(record, '$.help'), 0) else 0 end""",
}


class Results:
    """The database of results in a folder, created by the first write.

    Methods raise NumberdropError, with a message of one line, if the database can't be opened, read
    or written (database.py).
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    @property
    def path(self) -> Path:
        """The path of the database, which may not exist yet."""
        return (self._folder or data_folder()) / "results.sqlite"

    @property
    def _database(self) -> Database:
        return Database(self.path, _VERSIONS)

    def expect_usable(self) -> None:
        """Raise DatabaseUnavailable if it is known that results can't be read or saved."""
        self._database.expect_usable()

    def add(self, result: Result, record: Mapping[str, Any]) -> tuple[int, bool]:
        """Save a result and the record of its game.

        Returns the result's number, and False if the name already has the same game. The list of
        helps taken, `help` in `record`, is ignored in this comparison. The helps are counted when
        the result is read.
        """
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
        """Return the number and the name of a saved game, or None if it isn't saved.

        A result of `name` takes precedence, then the first one.
        """
        with self._database.reading() as database:
            found = _first(
                database,
                "select number, name from results where (puzzle, variant, digest) = (?, ?, ?) "
                "order by name != ?, number",
                *(puzzle, variant, _digest(record), name),
            )
        if found is None:
            return None
        number, saved_name = found
        return int(str(number)), as_text(saved_name, f"{self.path}, result {number}, name")

    def all(self) -> tuple[list[Result], list[str]]:
        """Return all results in the order of submission, and an error message for each invalid row,
        which is skipped."""
        results, problems, path = [], [], self.path
        with self._database.reading() as database:
            for row in _rows(database, "order by number"):
                try:
                    results.append(Result.from_row(row, f"{path}, result {row['number']}"))
                except NotationError as error:
                    problems.append(str(error))
        return results, problems

    def record(self, number: int) -> dict[str, Any]:
        """Return the record of result `number`, after replaying it."""
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
        """Delete a result with its game. Returns the result, or None if its row was invalid."""
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
        """Return the cached archive entry of a puzzle as text, or None.

        `player` identifies the players whose games the entry holds.
        """
        with self._database.reading() as database:
            found = _first(
                database, "select line from lines where (puzzle, player) = (?, ?)", puzzle, player
            )
        return None if found is None else as_text(found[0], f"{self.path}, entry of {puzzle}")

    def keep_entry(self, puzzle: str, player: str, line: str) -> None:
        """Cache the text of an entry."""
        with self._database.writing(READ_TIMEOUT) as database:
            database.execute(
                "insert or replace into lines values (?, ?, ?)", (puzzle, player, line)
            )

    def _expect(self, number: int) -> None:
        """Raise NumberdropError if there is no database or `number` is out of range."""
        if not (self._database.exists() and NUMBERS[0] <= number <= NUMBERS[1]):
            raise self._missing(number)

    def _missing(self, number: int) -> NumberdropError:
        return NumberdropError(f"{self.path}: there is no result {number}")


def _digest(record: Mapping[str, Any]) -> str:
    """Return the digest that identifies a game, without its list of helps."""
    bare = json.dumps({key: value for key, value in record.items() if key != "help"})
    return hashlib.sha256(bare.encode()).hexdigest()


def _rows(
    database: sqlite3.Connection | None, which: str, *values: object
) -> Iterator[dict[str, object]]:
    """Yield rows of results as mappings by column, without their records."""
    if database is not None:
        columns = ", ".join(_COLUMNS.values())
        for row in database.execute(f"select {columns} from results {which}", values):
            yield dict(zip(_COLUMNS, row, strict=True))


def _first(
    database: sqlite3.Connection | None, query: str, *values: object
) -> tuple[object, ...] | None:
    """Return the first row of a query, or None."""
    return database.execute(query, values).fetchone() if database else None
