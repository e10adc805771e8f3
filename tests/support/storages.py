"""The two storages of games and results, for tests that run on each."""

from __future__ import annotations

import sys

import pytest

import numberdrop.database

#: SQLite databases, and the plain files of a Python without SQLite.
STORAGES = ("sqlite", "files")
#: Beginnings of programs that use each storage when they begin a store.
BEGINNINGS = {"sqlite": "", "files": "import sys; sys.modules['sqlite3'] = None\n"}

only_sqlite = pytest.mark.parametrize("storage", ["sqlite"], indirect=True)
only_files = pytest.mark.parametrize("storage", ["files"], indirect=True)


def block_sqlite(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make imports of SQLite fail, as in a Python without it."""
    monkeypatch.setitem(sys.modules, "sqlite3", None)
    for name in ("sqlite", "sqlite_games", "sqlite_results"):
        monkeypatch.delitem(sys.modules, f"numberdrop.database.{name}", raising=False)
    monkeypatch.delattr(numberdrop.database, "sqlite", raising=False)
