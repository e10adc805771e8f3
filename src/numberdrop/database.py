"""Databases of SQLite that several programs read and write at once, of different versions even: an
older program is told that it is one, and a newer one brings the tables up to its own.

What is written in one transaction is there whole or not at all: programs that write at once wait
for each other, and a program that is killed, or a disk that is full, leaves what was there.
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

#: Seconds to wait for another program that writes: before something is written, and before what can
#: be done without is read or kept.
WRITE_TIMEOUT = 10.0
READ_TIMEOUT = 0.5

_HELD = "another program holds it"


class DatabaseUnavailable(NumberdropError):  # noqa: N818
    """A database that can't be opened, read or written as things are."""


class Database:
    """The file at `path`, made when it is first written to. The first text of `versions` has the
    statements that make the tables of version 1, and each that follows those that make the next
    version of the last; `layout` is how many there are. `is_log`: what is written goes into a log
    beside the file (WAL), which is quicker for much that is written bit by bit, as long as this
    object lives.

    DatabaseUnavailable, in one line, where it can't be opened, read or written, and for a file of others or
    of a newer version. One of an older version is read as it is, and brought up to this one when it
    is written to.
    Nobody who writes is kept waiting by a reader, and a reader waits a moment at the most.
    Text that isn't UTF-8 is read with lone surrogates.
    """

    def __init__(self, path: Path, versions: Sequence[str], *, is_log: bool = False) -> None:
        self.path = path
        self.layout = len(versions)
        self._versions = versions
        self._is_log = is_log
        self._open_log: sqlite3.Connection | None = None
        self._lock, self._writer = threading.Lock(), threading.Lock()

    def is_there(self) -> bool:
        """Whether anything may have been written."""
        with self._in_one_line():
            return self.path.exists()

    def expect_usable(self) -> None:
        """DatabaseUnavailable unless it can be read and, as far as can be told beforehand, written to."""
        with self._in_one_line():
            with self.reading():
                pass
            nearest = self._nearest()
            for place in (self.path, nearest) if self.is_there() else (nearest,):
                if not os.access(place, os.W_OK):
                    raise DatabaseUnavailable(f"{place}: {os.strerror(errno.EACCES)}")

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection | None]:
        """The database as it stands, without a lock that keeps a writer waiting; None if nothing
        has been written to it yet."""
        with self._in_one_line():
            self._expect_folder()
            if not self.is_there():
                yield None
                return
            # Not mode=ro: what a killed program left half written has to be taken back first.
            with self._connected("rw") as database:
                database.execute("begin")
                yield database if self._layout(database) else None

    @contextmanager
    def writing(self, timeout: float | None = None) -> Iterator[sqlite3.Connection]:
        """The database within one transaction, its tables made if it is new; waited for during
        `timeout` seconds, WRITE_TIMEOUT if that is None. After an error nothing is written."""
        wait = WRITE_TIMEOUT if timeout is None else timeout
        with self._in_one_line(), self._alone(wait):
            if self.path.is_relative_to(home := os.path.expanduser("~")):
                os.stat(home)  # one that is missing isn't ours to make
            self._expect_folder()
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self._connected("rwc") as database:
                # What was said to be kept must outlive a power cut.
                _insist(database, "pragma synchronous = full", wait)
                if self._is_log:
                    if not self._layout(database):
                        _insist(database, "pragma journal_mode = wal", wait)
                    self._keep_log()
                _insist(database, "begin immediate", wait)
                self._bring_up(database)
                yield database
                _insist(database, "commit", wait)

    def _nearest(self) -> Path:
        """What is there of the folder that the file is in, or will be."""
        return next(there for there in self.path.parents if there.exists())

    def _expect_folder(self) -> None:
        """SQLite has but one sentence for all that can be wrong with a file to be opened."""
        nearest = self._nearest()
        if not nearest.is_dir():
            raise DatabaseUnavailable(f"{nearest}: expected a folder, got a file")
        if self.path.is_dir():
            raise DatabaseUnavailable(f"{self.path}: expected a file, got a folder")

    def _bring_up(self, database: sqlite3.Connection) -> None:
        """Make the tables, or those of an older version into this one's."""
        there = self._layout(database)
        for statements in self._versions[there:]:
            for statement in filter(str.strip, statements.split(";")):
                database.execute(statement)
        if there < self.layout:
            database.execute(f"pragma user_version = {self.layout}")

    @contextmanager
    def _alone(self, wait: float) -> Iterator[None]:
        """Only one thread writes: SQLite lets those that wait try again and again, so that of many
        some would never come to it; a lock lets in one after the other."""
        if not self._writer.acquire(timeout=wait):
            raise DatabaseUnavailable(f"{self.path}: {_HELD}")
        try:
            yield
        finally:
            self._writer.release()

    def _keep_log(self) -> None:
        """Stay with the database: whoever leaves it last carries the log into the file, which takes
        as long as a write."""
        with self._lock:
            if self._open_log is None:
                self._open_log = sqlite3.connect(self.path, check_same_thread=False)
                weakref.finalize(self, self._open_log.close)
                self._open_log.execute("select count(*) from sqlite_master").fetchone()

    @contextmanager
    def _connected(self, mode: str) -> Iterator[sqlite3.Connection]:
        """What isn't committed when it is closed is taken back."""
        address = f"{self.path.absolute().as_uri()}?mode={mode}"
        with closing(sqlite3.connect(address, timeout=READ_TIMEOUT, uri=True)) as database:
            database.isolation_level = None
            database.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
            yield database

    def _layout(self, database: sqlite3.Connection) -> int:
        """The version of the tables; 0 where there are none."""
        [version] = database.execute("pragma user_version").fetchone()
        if version > self.layout:
            raise DatabaseUnavailable(
                f"{self.path}: expected tables of version {self.layout}, got {version}: "
                "made by a newer numberdrop"
            )
        tables = {name for [name] in database.execute("select name from sqlite_master")}
        made = {*re.findall(r"create table (\w+)", "".join(self._versions[: max(version, 0)]))}
        if version < 0 or (tables if version == 0 else not made <= tables):
            raise DatabaseUnavailable(f"{self.path}: expected the tables of numberdrop, got others")
        return int(version)

    @contextmanager
    def _in_one_line(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            reason = _HELD if _is_held(error) else str(error)
            raise DatabaseUnavailable(f"{self.path}: {reason}") from None
        except OSError as error:
            raise DatabaseUnavailable(f"{self.path}: {error.strerror}") from None


def _insist(database: sqlite3.Connection, statement: str, timeout: float) -> None:
    """Execute it as soon as no other program is in its way, for so many seconds; a signal is heard
    meanwhile."""
    deadline = time.monotonic() + timeout
    while True:
        try:
            database.execute(statement)
            return
        except sqlite3.OperationalError as error:
            if not _is_held(error) or time.monotonic() >= deadline:
                raise


def _is_held(error: sqlite3.Error) -> bool:
    """Whether another program was in the way."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
