"""SQLite databases that several programs may use at once, even programs of different versions.

A newer program migrates the tables to its own version. An older one then gets an error that says
so.

A transaction is written completely or not at all. Programs that write at the same time wait for
each other. If a program is killed or the disk is full, the previous content stays.
"""

from __future__ import annotations

import errno
import os
import re
import sqlite3
import threading
import time
import weakref
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from .errors import NumberdropError

#: Seconds to wait for a program that is writing: before a write, and before a read or a write that
#: isn't essential.
WRITE_TIMEOUT = 10.0
READ_TIMEOUT = 0.5

_LOCKED = "locked by another program"


class DatabaseUnavailable(NumberdropError):  # noqa: N818
    """A database that can't be opened, read or written at present."""


class Database:
    """The database in the file at `path`, which is created by the first write.

    `versions` are migrations: the first text has the SQL statements that create the tables of
    version 1, and each later text those that turn one version into the next. `schema_version` is
    the number of texts. With `use_wal` the database uses a write-ahead log as long as this object
    lives, which makes many small writes faster.

    A database of an older version is read as it is and migrated by the first write. Writers never
    wait for readers, and readers wait for at most READ_TIMEOUT. Text that is not UTF-8 is read with
    lone surrogates.

    Raises DatabaseUnavailable, with a one-line message, if the file can't be opened, read or
    written, or if it is of another program or a newer version.
    """

    def __init__(self, path: Path, versions: Sequence[str], *, use_wal: bool = False) -> None:
        self.path = path
        self.schema_version = len(versions)
        self._versions = versions
        self._use_wal = use_wal
        self._wal_connection: sqlite3.Connection | None = None
        self._lock, self._write_lock = threading.Lock(), threading.Lock()

    def exists(self) -> bool:
        """Return whether the file exists."""
        with self._errors_translated():
            return self.path.exists()

    def expect_usable(self) -> None:
        """Raise DatabaseUnavailable if the database can't be read or, as far as can be checked,
        written."""
        with self._errors_translated():
            with self.reading():
                pass
            folder = self._existing_folder()
            for path in (self.path, folder) if self.exists() else (folder,):
                if not os.access(path, os.W_OK):
                    raise DatabaseUnavailable(f"{path}: {os.strerror(errno.EACCES)}")

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection | None]:
        """Yield a connection in a read transaction, or None if nothing has been written yet.

        Readers don't block writers.
        """
        with self._errors_translated():
            self._expect_folder()
            if not self.exists():
                yield None
                return
            # Not mode=ro: the transaction of a killed program may have to be rolled back first.
            with self._connection("rw") as database:
                database.execute("begin")
                yield database if self._stored_version(database) else None

    @contextmanager
    def writing(self, timeout: float | None = None) -> Iterator[sqlite3.Connection]:
        """Yield a connection in a write transaction, with the tables created or migrated.

        Waits up to `timeout` seconds for other writers, WRITE_TIMEOUT by default. An error rolls
        the transaction back.
        """
        wait = WRITE_TIMEOUT if timeout is None else timeout
        with self._errors_translated(), self._only_writer(wait):
            if self.path.is_relative_to(home := os.path.expanduser("~")):
                os.stat(home)  # raises if the home folder is missing: we must not create it
            self._expect_folder()
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self._connection("rwc") as database:
                # Committed data must survive a power cut.
                _execute_when_free(database, "pragma synchronous = full", wait)
                if self._use_wal:
                    if not self._stored_version(database):
                        _execute_when_free(database, "pragma journal_mode = wal", wait)
                    self._hold_wal_open()
                _execute_when_free(database, "begin immediate", wait)
                self._migrate(database)
                yield database
                _execute_when_free(database, "commit", wait)

    def _existing_folder(self) -> Path:
        """Return the nearest parent of the file that exists."""
        return next(folder for folder in self.path.parents if folder.exists())

    def _expect_folder(self) -> None:
        """Raise DatabaseUnavailable if the path can't be a file in a folder.

        SQLite itself has a single message for everything that prevents opening a file.
        """
        folder = self._existing_folder()
        if not folder.is_dir():
            raise DatabaseUnavailable(f"{folder}: expected a folder, got a file")
        if self.path.is_dir():
            raise DatabaseUnavailable(f"{self.path}: expected a file, got a folder")

    def _migrate(self, database: sqlite3.Connection) -> None:
        """Create the tables, or migrate those of an older version."""
        stored = self._stored_version(database)
        for statements in self._versions[stored:]:
            for statement in filter(str.strip, statements.split(";")):
                database.execute(statement)
        if stored < self.schema_version:
            database.execute(f"pragma user_version = {self.schema_version}")

    @contextmanager
    def _only_writer(self, wait: float) -> Iterator[None]:
        """Let only one thread of this process write at a time.

        SQLite's waiting threads just retry, so with many of them some might starve.
        """
        if not self._write_lock.acquire(timeout=wait):
            raise DatabaseUnavailable(f"{self.path}: {_LOCKED}")
        try:
            yield
        finally:
            self._write_lock.release()

    def _hold_wal_open(self) -> None:
        """Keep a connection open, so that closing the others doesn't checkpoint the log.

        A checkpoint takes as long as a write.
        """
        with self._lock:
            if self._wal_connection is None:
                self._wal_connection = sqlite3.connect(self.path, check_same_thread=False)
                weakref.finalize(self, self._wal_connection.close)
                self._wal_connection.execute("select count(*) from sqlite_master").fetchone()

    @contextmanager
    def _connection(self, mode: str) -> Iterator[sqlite3.Connection]:
        """Open a connection. Closing it rolls back an uncommitted transaction."""
        address = f"{self.path.absolute().as_uri()}?mode={mode}"
        with closing(sqlite3.connect(address, timeout=READ_TIMEOUT, uri=True)) as database:
            database.isolation_level = None
            database.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
            yield database

    def _stored_version(self, database: sqlite3.Connection) -> int:
        """Return the version of the tables in the file, or 0 if there are no tables."""
        [version] = database.execute("pragma user_version").fetchone()
        if version > self.schema_version:
            raise DatabaseUnavailable(
                f"{self.path}: expected tables of version {self.schema_version}, got {version}: "
                "made by a newer numberdrop"
            )
        tables = {name for [name] in database.execute("select name from sqlite_master")}
        created = {*re.findall(r"create table (\w+)", "".join(self._versions[: max(version, 0)]))}
        if version < 0 or (tables if version == 0 else not created <= tables):
            raise DatabaseUnavailable(f"{self.path}: expected the tables of numberdrop, got others")
        return int(version)

    @contextmanager
    def _errors_translated(self) -> Iterator[None]:
        """Turn errors of SQLite and the system into DatabaseUnavailable."""
        try:
            yield
        except sqlite3.Error as error:
            reason = _LOCKED if _is_locked(error) else str(error)
            raise DatabaseUnavailable(f"{self.path}: {reason}") from None
        except OSError as error:
            raise DatabaseUnavailable(f"{self.path}: {error.strerror}") from None


def _execute_when_free(database: sqlite3.Connection, statement: str, timeout: float) -> None:
    """Execute a statement, retrying for `timeout` seconds while another program locks the database.

    The retries, unlike SQLite's own waiting, let Python handle signals.
    """
    deadline = time.monotonic() + timeout
    while True:
        try:
            database.execute(statement)
            return
        except sqlite3.OperationalError as error:
            if not _is_locked(error) or time.monotonic() >= deadline:
                raise


def _is_locked(error: sqlite3.Error) -> bool:
    """Return whether the error means that another program has locked the database."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
