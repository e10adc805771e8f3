"""SQLite databases, which programs of different versions may use at once.

A newer program migrates the tables to its own version. An older one then gets an error that says
so.

A transaction is written completely or not at all. Programs that write at the same time wait for
each other. If a program is killed or the disk is full, the previous content stays.
"""

from __future__ import annotations

import os
import re
import sqlite3
import threading
import time
import weakref
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from . import interface
from .interface import DatabaseUnavailable
from .location import DAMAGED, LOCKED, Location

#: The primary result codes of SQLite if it can't write a file.
_WRITES_FAILED = (
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
)


class Database(Location):
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
        super().__init__(path)
        self.schema_version = len(versions)
        self._versions = versions
        self._use_wal = use_wal
        self._wal_connection: sqlite3.Connection | None = None
        self._lock = threading.Lock()

    def expect_usable(self) -> None:
        """Raise DatabaseUnavailable if the database can't be read or, as far as can be checked,
        written."""
        with self.reading():
            pass
        self.expect_writable()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection | None]:
        """Yield a connection in a read transaction, or None if nothing has been written yet.

        Readers don't block writers.
        """
        with self.errors_translated():
            self.expect_possible()
            if not self.exists():
                yield None
                return
            with self._reading_connection() as database:
                yield database if self._stored_version(database) else None

    @contextmanager
    def _reading_connection(self) -> Iterator[sqlite3.Connection]:
        """Open a connection in a read transaction.

        SQLite may need to write for this: a log, its index, the rollback of a killed program. Where
        it can't, because the folder is read-only or the disk full, the connection only reads.
        """
        failure: sqlite3.Error | None = None
        for mode in ("rw", "ro", "ro&immutable=1", "rw&exclusive=1"):
            if "immutable" in mode and self._has_log():
                continue
            try:
                with ExitStack() as stack:
                    database = stack.enter_context(self._connection(mode))
                    if "exclusive" in mode:  # the index of the log is then in memory
                        database.execute("pragma locking_mode = exclusive")
                    database.execute("begin")
                    database.execute("select count(*) from sqlite_master").fetchone()
                    opened = stack.pop_all()
            except sqlite3.Error as error:
                failure = failure or error
                if _primary_code(error) not in _WRITES_FAILED:
                    break
            else:
                with opened:
                    yield database
                return
        assert failure is not None
        raise failure

    def _has_log(self) -> bool:
        """Return whether the database alone may lack steps, or have some of a killed program."""
        logs = [f"{self.path}-{end}" for end in ("wal", "journal")]
        return any(os.path.exists(log) and os.path.getsize(log) for log in logs)

    @contextmanager
    def writing(self, timeout: float | None = None) -> Iterator[sqlite3.Connection]:
        """Yield a connection in a write transaction, with the tables created or migrated.

        Waits up to `timeout` seconds for other writers, WRITE_TIMEOUT by default. An error rolls
        the transaction back.
        """
        wait = interface.WRITE_TIMEOUT if timeout is None else timeout
        with self.errors_translated(), self.only_writer(wait):
            self.make_folder()
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

    def _migrate(self, database: sqlite3.Connection) -> None:
        """Create the tables, or migrate those of an older version."""
        stored = self._stored_version(database)
        for statements in self._versions[stored:]:
            for statement in filter(str.strip, statements.split(";")):
                database.execute(statement)
        if stored < self.schema_version:
            database.execute(f"pragma user_version = {self.schema_version}")

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
        with closing(
            sqlite3.connect(address, timeout=interface.READ_TIMEOUT, uri=True)
        ) as database:
            database.isolation_level = None
            database.row_factory = sqlite3.Row
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
    def errors_translated(self) -> Iterator[None]:
        """Turn errors of SQLite and the system into DatabaseUnavailable."""
        try:
            with super().errors_translated():
                yield
        except sqlite3.Error as error:
            raise DatabaseUnavailable(f"{self.path}: {self._reason(error)}") from None
        except UnicodeDecodeError:  # a message or a name in the file isn't UTF-8
            raise DatabaseUnavailable(f"{self.path}: {DAMAGED}") from None

    def _reason(self, error: sqlite3.Error) -> str:
        """Return the reason of an error of SQLite, whose own words often name only its effect."""
        code = _primary_code(error)
        if code == sqlite3.SQLITE_BUSY:
            return LOCKED
        if code == sqlite3.SQLITE_CORRUPT:
            return f"{DAMAGED} ({error})"
        if code in _WRITES_FAILED and (reason := self.why_unwritable()):
            return reason
        return str(error)


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
    return _primary_code(error) == sqlite3.SQLITE_BUSY


def _primary_code(error: sqlite3.Error) -> int:
    """Return the primary result code of an error, or 0 if it isn't SQLite's own."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
