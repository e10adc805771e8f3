"""Games and results in SQLite databases, which programs of different versions may use at once.

A newer program migrates the tables to its own version. An older one then gets an error that says
so.

A transaction is written completely or not at all. Programs that write at the same time wait for
each other. If a program is killed or the disk is full, the previous content stays.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
import threading
import time
import weakref
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

from ..errors import as_text
from ..json_reader import parse_json
from . import interface
from .digests import NO_DIGEST, damaged, next_digest
from .interface import CHANGING, DatabaseUnavailable, KeyedStep, Row
from .location import DAMAGED, LOCKED, Location

#: The statements that upgrade the tables of games from version to version.
_GAMES = (
    """
create table games (
    id text primary key,
    head text not null,
    kind text not null,
    puzzle text,
    variant text not null,
    turns integer not null,
    score integer,
    is_over integer not null,
    begun text not null,
    touched text not null
);
create table steps (
    game text not null references games (id) on delete cascade,
    revision integer not null,
    step text not null,
    key text,
    primary key (game, revision)
) without rowid;
""",
    # Whether the result has been added to the high scores, or doesn't belong there: it isn't added
    # twice. Earlier versions added it whenever a finished game was opened.
    """
alter table games add column is_scored integer not null default 0;
update games set is_scored = is_over;
""",
    # Games begun by earlier versions have no digests before their next step.
    """
alter table games add column digest text;
alter table steps add column digest text;
""",
)
#: The versions of these tables since which games are marked as submitted, and have digests.
_WITH_MARKS, _WITH_DIGESTS = 2, 3
#: The columns of games; a limit of -1 means no limit.
_LATEST = """
select id, kind, puzzle, variant, turns, score, is_over as over, begun, touched from games
where (:puzzles is null or puzzle in (select value from json_each(:puzzles)))
    and (:untouched or turns <> 0 or touched <> begun)
order by touched desc, rowid desc limit :count offset :skip
"""

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
        it can't, because the folder is read-only or the disk full, it is told not to write.
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


class SqliteGames:
    """A database of games (interface.GameStorage)."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._database = Database(path, _GAMES, use_wal=True)

    def expect_usable(self) -> None:
        self._database.expect_usable()

    @contextmanager
    def reading(self) -> Iterator[_Games]:
        with self._database.reading() as database:
            yield _Games(database)

    @contextmanager
    def writing(self) -> Iterator[_Games]:
        with self._database.writing() as database:
            yield _Games(database)


class _Games:
    """The games within a transaction; None in place of a connection means that there are none."""

    def __init__(self, database: sqlite3.Connection | None) -> None:
        self._database = database
        self._read: dict[str, list[tuple[object, object, object, str | None]]] = {}
        found = self._execute("pragma user_version")
        self._version = int(found[0][0]) if found else 0

    def find(self, name: str) -> tuple[Any, object, object] | None:
        for head, begun, touched, digest in self._heads(name):
            setup = parse_json(as_text(head, "head"), "head")
            if digest not in (None, _head_digest(name, head, begun)):
                raise damaged("head")
            return setup, begun, touched
        return None

    def steps(self, name: str, after: int) -> Iterator[tuple[object, Any, object]]:
        for number, step, key, digest in self._digested(name):
            where = f"step {number}"
            if digest is None:
                raise damaged(where)
            if not isinstance(number, int) or number > after:
                yield number, parse_json(as_text(step, where), where), key

    def digest(self, name: str, number: int) -> str | None:
        if number == 0:
            for head, begun, *_ in self._heads(name):
                return _head_digest(name, head, begun)
        for step_number, _, _, digest in self._digested(name):
            if digest is None or step_number == number:
                return digest
        return None

    def _heads(self, name: str) -> Sequence[sqlite3.Row]:
        return self._execute(
            f"select head, begun, touched, {self._digest_column} from games where id = ?", name
        )

    def _digested(self, name: str) -> list[tuple[object, object, object, str | None]]:
        """Return the number, the text and the key of each step, and the digest up to it.

        The digest is None if it isn't the stored one. Steps of earlier versions have no digest; the
        first one that is stored covers them too.
        """
        if name in self._read:
            return self._read[name]
        found = self._read[name] = []
        for head, begun, _, stored in self._heads(name):
            before, has_digests = _head_digest(name, head, begun), stored is not None
            for number, step, key, stored in self._execute(
                f"select revision, step, key, {self._digest_column} from steps where game = ? "
                "order by revision",
                name,
            ):
                before = _step_digest(before, number, step, key)
                has_digests = has_digests or stored is not None
                digest = None if has_digests and stored != before else before
                found.append((number, step, key, digest))
        return found

    @property
    def _digest_column(self) -> str:
        return "digest" if self._version >= _WITH_DIGESTS else "null as digest"

    def rows(
        self,
        count: int | None,
        skip: int,
        puzzles: Sequence[str] | None,
        *,
        untouched: bool = True,
    ) -> Iterable[Row]:
        if self._database is None:
            return []
        asked = {
            "count": -1 if count is None else count,
            "skip": skip,
            "puzzles": None if puzzles is None else json.dumps(puzzles),
            "untouched": untouched,
        }
        return map(dict, self._database.execute(_LATEST, asked))

    def unsubmitted(self) -> list[str]:
        if self._version < _WITH_MARKS:
            return []
        rows = self._execute("select id from games where is_over and not is_scored")
        return [str(name) for [name] in rows]

    def is_submitted(self, name: str) -> bool:
        # In older tables all results count as submitted.
        column = "is_scored" if self._version >= _WITH_MARKS else "is_over"
        rows = self._execute(f"select {column} from games where id = ?", name)
        return any(value for [value] in rows)

    def insert(
        self,
        setup: Mapping[str, Any],
        row: Row,
        steps: Sequence[KeyedStep],
        *,
        is_submitted: bool = False,
    ) -> None:
        name, head = row["id"], json.dumps(setup)
        self._read.clear()
        digest = _head_digest(name, head, row["begun"])
        self._execute("delete from steps where game = ?", name)
        self._execute(
            "insert or replace into games (id, head, kind, puzzle, variant, turns, score, is_over, "
            "begun, touched, is_scored, digest) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            *(name, head, row["kind"], row["puzzle"], row["variant"], row["turns"], row["score"]),
            *(row["over"], row["begun"], row["touched"], int(is_submitted), digest),
        )
        for number, (step, key) in enumerate(steps, 1):
            digest = self._add_step(name, number, step, key, digest)

    def append(self, number: int, step: Mapping[str, Any], key: str | None, row: Row) -> None:
        name = str(row["id"])
        before = self.digest(name, number - 1)
        assert before is not None  # damaged games aren't continued
        self._add_step(name, number, step, key, before)
        self._read.clear()
        self._execute(
            "update games set turns = ?, score = ?, is_over = ?, touched = ? where id = ?",
            *(*(row[column] for column in CHANGING), row["id"]),
        )

    def mark_submitted(self, name: str) -> None:
        self._execute("update games set is_scored = 1 where id = ?", name)

    def remove(self, name: str) -> bool:
        is_known = bool(self._execute("select 1 from games where id = ?", name))
        for table, column in (("steps", "game"), ("games", "id")):
            self._execute(f"delete from {table} where {column} = ?", name)
        return is_known

    def _add_step(
        self, name: object, number: int, step: Mapping[str, Any], key: str | None, before: str
    ) -> str:
        """Add a step with its digest after `before`, and return the digest."""
        text = json.dumps(step)
        digest = _step_digest(before, number, text, key)
        self._execute(
            "insert into steps (game, revision, step, key, digest) values (?, ?, ?, ?, ?)",
            *(name, number, text, key, digest),
        )
        return digest

    def _execute(self, statement: str, *values: object) -> Sequence[sqlite3.Row]:
        if self._database is None:
            return []
        return self._database.execute(statement, values).fetchall()


def _head_digest(name: object, head: object, begun: object) -> str:
    """Return the digest of what a game begins with. The values may be those of another program."""
    return next_digest(NO_DIGEST, json.dumps([name, head, begun], default=repr).encode())


def _step_digest(before: str, number: object, step: object, key: object) -> str:
    return next_digest(before, json.dumps([number, step, key], default=repr).encode())


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
