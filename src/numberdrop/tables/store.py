"""The stored tables: each is one document, which every change replaces as a whole.

They are in a storage of their own (../database) beside that of the games, since they have secrets
that no file of games may contain.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from ..database import Games, GameStorage, open_games, storage_path
from ..errors import Missing, NotationError, coded_message
from ..sessions.saved_game import as_stored, time_now
from .state import Table

#: The name of the storage.
NAME = "tables"
#: The age at which a table is deleted, counted from its last change. Its games stay.
AGE = datetime.timedelta(days=2)


class TableStore:
    """The tables in a folder. It is safe to use from any number of threads and programs.

    Raises DatabaseUnavailable if the storage can't be opened, read or written.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._opened: GameStorage | None = None

    @property
    def _storage(self) -> GameStorage:
        path = storage_path(self._folder, NAME)
        if self._opened is None or self._opened.path != path:
            self._opened = open_games(path)
        return self._opened

    def all(self) -> Iterator[Table]:
        """Yield the tables that somebody has used lately, the one changed last first. What can't
        be read is left out."""
        limit = _limit()
        return (table for table in self._all() if table.touched >= limit)

    def _all(self) -> Iterator[Table]:
        with self._storage.reading() as games:
            codes = [str(row["id"]) for row in games.rows(None, 0, None) if isinstance(row, dict)]
            for code in codes:
                with suppress(NotationError, Missing):
                    yield _load(games, code)

    def add(self, table: Table) -> Table:
        """Store a new table, and delete those that nobody has used for long."""
        limit = _limit()
        for old in [one.code for one in self._all() if one.touched < limit]:
            self.remove(old)
        with self._storage.writing() as games:
            return _save(games, table)

    def change(self, code: str, function: Callable[[Table], Table]) -> Table:
        """Replace a table by `function(table)`, and return that. Nothing is stored if it returns
        the same table. Raises Missing for an unknown code, and the errors of `function`."""
        with self._storage.writing() as games:
            before = _load(games, code)
            after = function(before)
            return before if after is before else _save(games, after)

    def remove(self, code: str) -> None:
        """Delete a table, if it exists."""
        with self._storage.writing() as games:
            games.remove(code)


def _limit() -> str:
    """Return the time before which tables are old."""
    return as_stored(datetime.datetime.now(datetime.UTC) - AGE)


def missing_table() -> Missing:
    """Return the error for a code that no table has."""
    return Missing(coded_message("table.missing", "there is no table with this code"))


def _load(games: Games, code: str) -> Table:
    found = games.find(code)
    if found is None:
        raise missing_table()
    return Table.from_json(found[0])


def _save(games: Games, table: Table) -> Table:
    """Store a table as its next revision."""
    now = time_now()
    saved = replace(table, revision=table.revision + 1, touched=now)
    row = {
        "id": saved.code,
        "kind": "table",
        "puzzle": None,
        "variant": str(saved.variant),
        "turns": 0,
        "score": None,
        "over": 0,
        "begun": now,
        "touched": now,
    }
    games.insert(saved.to_json(), row, [])
    return saved
