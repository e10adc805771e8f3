"""Results in a SQLite database."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..errors import as_text
from ..json_reader import parse_json
from . import interface
from .interface import Row
from .sqlite import Database

#: The statements that upgrade the tables of results from version to version.
_RESULTS = (
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
_RESULT = """
select number, puzzle, variant, name, score, medal, day,
    typeof(record) = 'text' and record like '{%}' as has_record,
    case when typeof(record) = 'text' and json_valid(record)
        then coalesce(json_array_length(record, '$.help'), 0) else 0 end as helps
from results
"""


class SqliteResults:
    """A database of results (interface.ResultStorage)."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._database = Database(path, _RESULTS)

    def expect_usable(self) -> None:
        self._database.expect_usable()

    def add(self, results: Sequence[tuple[Row, Mapping[str, Any]]]) -> list[tuple[int, bool]]:
        added = []
        with self._database.writing() as database:
            for row, record in results:
                game = (row["puzzle"], row["variant"], row["name"], row["digest"])
                done = database.execute(
                    "insert or ignore into results (puzzle, variant, name, digest, score, medal, "
                    "day, record) values (?, ?, ?, ?, ?, ?, ?, ?)",
                    (*game, row["score"], row["medal"], row["day"], json.dumps(record)),
                )
                [number] = database.execute(
                    "select number from results "
                    "where (puzzle, variant, name, digest) = (?, ?, ?, ?)",
                    game,
                ).fetchone()
                added.append((int(number), done.rowcount == 1))
        return added

    def find(self, puzzle: str, variant: str, digest: str, name: str) -> tuple[int, object] | None:
        for number, found in self._select(
            "select number, name from results where (puzzle, variant, digest) = (?, ?, ?) "
            "order by name != ?, number limit 1",
            *(puzzle, variant, digest, name),
        ):
            return number, found
        return None

    def rows(self) -> Iterator[Row]:
        return map(dict, self._select(f"{_RESULT} order by number"))

    def record(self, number: int) -> Any:
        for [record] in self._select("select record from results where number = ?", number):
            return parse_json(as_text(record, "record"), "record")
        raise KeyError(number)

    def remove(self, number: int) -> Row:
        if not self._database.exists():
            raise KeyError(number)
        with self._database.writing() as database:
            found = database.execute(f"{_RESULT} where number = ?", (number,)).fetchone()
            if found is None:
                raise KeyError(number)
            database.execute("delete from results where number = ?", (number,))
        return dict(found)

    def entry(self, puzzle: str, player: str) -> object:
        query = "select line from lines where (puzzle, player) = (?, ?)"
        for [line] in self._select(query, puzzle, player):
            return line
        return None

    def keep_entry(self, puzzle: str, player: str, line: str) -> None:
        with self._database.writing(interface.READ_TIMEOUT) as database:
            database.execute(
                "insert or replace into lines values (?, ?, ?)", (puzzle, player, line)
            )

    def _select(self, query: str, *values: object) -> Sequence[sqlite3.Row]:
        with self._database.reading() as database:
            return [] if database is None else database.execute(query, values).fetchall()
