"""The storage of games and results: SQLite databases, or plain files where Python has no SQLite.

This is the only place that chooses between them. Whatever began a store continues it, so that no
second, empty store appears beside the first. Only a new store depends on what this Python has.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from .interface import DatabaseUnavailable, Games, GameStorage, KeyedStep, ResultStorage, Row

__all__ = [
    "DatabaseUnavailable",
    "GameStorage",
    "Games",
    "KeyedStep",
    "ResultStorage",
    "Row",
    "open_games",
    "open_results",
    "storage_path",
]

_SQLITE, _FILES = ".sqlite", ".files"


def storage_path(folder: Path, name: str) -> Path:
    """Return the path of the store `name` in a folder, whether it exists yet or not.

    It is the file NAME.sqlite or the folder NAME.files. Raises DatabaseUnavailable if both exist.
    """
    database, files = folder / f"{name}{_SQLITE}", folder / f"{name}{_FILES}"
    if not os.path.lexists(files):
        return database if os.path.lexists(database) or _has_sqlite() else files
    if os.path.lexists(database):
        raise DatabaseUnavailable(
            f"{folder}: expected {database.name} or {files.name}, got both: move one of them away"
        )
    return files


def open_games(path: Path) -> GameStorage:
    """Return the storage of games at a path from storage_path().

    Raises DatabaseUnavailable if it is a database and this Python has no SQLite.
    """
    games, _ = _storages(path)
    return games(path)


def open_results(path: Path) -> ResultStorage:
    """Return the storage of results at a path from storage_path().

    Raises DatabaseUnavailable if it is a database and this Python has no SQLite.
    """
    _, results = _storages(path)
    return results(path)


def _storages(
    path: Path,
) -> tuple[Callable[[Path], GameStorage], Callable[[Path], ResultStorage]]:
    """Return the classes of the two storages, of the kind that a path names."""
    if path.suffix == _FILES:
        from .plain_files import FileGames, FileResults

        return FileGames, FileResults
    try:
        from .sqlite_games import SqliteGames
        from .sqlite_results import SqliteResults
    except ImportError:
        raise DatabaseUnavailable(
            f"{path}: expected a Python with SQLite, got one without it"
        ) from None
    return SqliteGames, SqliteResults


def _has_sqlite() -> bool:
    """Return whether this Python has SQLite. Some builds have its package, but can't import it."""
    try:
        from . import sqlite  # noqa: F401
    except ImportError:
        return False
    return True
