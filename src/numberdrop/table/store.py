"""The games on the table, kept step by step in a database in the user's data folder.

A game is its head and its steps, which are only ever added: a step is there whole or not at all,
and each number of a step is taken once, so that of two programs that go on with one game at once
one is told of the other. Other programs may have changed what is read: steps are taken again by the
rules.
"""

from __future__ import annotations

import datetime
import json
import secrets
import sqlite3
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..documents import Fields, parse_json
from ..errors import NotationError, NumberdropError
from ..notation import MOST_TURN
from ..puzzles.names import NAME
from ..puzzles.results import GLANCE, PATIENCE, data_folder
from ..puzzles.targets import SCORES
from ..rules import Variant
from .heads import KINDS
from .sitting import Sitting

#: The version of the tables, kept in the database.
LAYOUT = 1
#: Games held in memory, so that not all steps of a game are taken again for the next one.
HELD = 256

_TABLES = """
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
"""


@dataclass(frozen=True, slots=True)
class Kept:
    """A game as it is kept: its `id`, its `revision`, which is the number of its steps, the sitting
    after them, and when it was begun and last gone on with (UTC)."""

    id: str
    revision: int
    sitting: Sitting
    begun: str
    touched: str

    def to_json(self) -> dict[str, Any]:
        """The document of the sitting, with the head of what is kept."""
        head = {"id": self.id, "revision": self.revision}
        return {**head, "begun": self.begun, "touched": self.touched, **self.sitting.to_json()}


@dataclass(frozen=True, slots=True)
class Summary:
    """What is told of a game in a list of many: its kind and puzzle, how many turns are ended, the
    score (None before the first cell is chosen), and whether it is over."""

    id: str
    kind: str
    puzzle: str | None
    variant: str
    turns: int
    score: int | None
    over: bool
    begun: str
    touched: str

    @classmethod
    def from_row(cls, row: sqlite3.Row, where: str) -> Summary:
        """Reads a row, which another program may have changed; NotationError, naming the column,
        where a value isn't one that this program writes."""
        fields = Fields({**row, "over": bool(row["over"])}, where)
        kind = fields.text("kind")
        if kind not in KINDS:
            raise fields.fault("kind", f"expected one of {', '.join(KINDS)}")
        if fields["puzzle"] is not None and not NAME.fullmatch(fields.text("puzzle")):
            raise fields.fault("puzzle", "expected the name of a puzzle")
        return cls(
            fields.text("id"),
            kind,
            fields["puzzle"],
            str(fields.read("variant", Variant.from_text)),
            fields.count("turns", 0, MOST_TURN),
            None if fields["score"] is None else fields.count("score", *SCORES),
            fields["over"],
            fields.read("begun", _time),
            fields.read("touched", _time),
        )

    def to_json(self) -> dict[str, Any]:
        """The object in documents (formats.md, Game on the table)."""
        return {name: getattr(self, name) for name in self.__slots__}


class Conflict(NumberdropError):  # noqa: N818
    """Another program or page has gone on with the game: `kept` is how it stands."""

    def __init__(self, kept: Kept) -> None:
        super().__init__(
            f"game {kept.id}: it went on elsewhere and has {kept.revision} steps by now"
        )
        self.kept = kept


class Missing(NumberdropError):  # noqa: N818
    """There is no such game."""


class Store:
    """The games on the table in a folder, made when the first is begun. For any number of threads
    and programs at once.

    NumberdropError, in one line, where the database can't be opened, read or written.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._held: OrderedDict[str, tuple[int, Sitting]] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def path(self) -> Path:
        """The file of the database, there or not."""
        return (self._folder or data_folder()) / "table.sqlite"

    def begin(self, sitting: Sitting) -> Kept:
        """Keep a new game, no step of it done."""
        name, now = secrets.token_hex(8), _now()
        head = json.dumps(sitting.head.to_json())
        with self._writing() as database:
            database.execute(
                "insert into games values (?, ?, ?, ?, ?, 0, null, 0, ?, ?)",
                (
                    name,
                    head,
                    sitting.head.kind,
                    sitting.head.puzzle,
                    str(sitting.variant),
                    now,
                    now,
                ),
            )
            _sum_up(database, name, sitting, now)
        self._hold(name, 0, sitting)
        return Kept(name, 0, sitting, now, now)

    def get(self, name: str) -> Kept:
        """The game of this id; Missing if there is none, NumberdropError if it can't be read."""
        with self._reading() as database:
            return self._get(database, name)

    def list(self, count: int = 100) -> tuple[list[Summary], list[str]]:
        """The games gone on with last, as many as that, latest first; and a sentence for each that
        was passed over because it can't be read."""
        found, problems = [], []
        with self._reading() as database:
            database.row_factory = sqlite3.Row
            for row in database.execute(
                "select id, kind, puzzle, variant, turns, score, is_over as over, begun, touched "
                "from games order by touched desc, rowid desc limit ?",
                (count,),
            ):
                try:
                    found.append(Summary.from_row(row, f"{self.path}, game {row['id']}"))
                except (NotationError, ValueError) as error:
                    problems.append(str(error))
        return found, problems

    def do(self, name: str, revision: int, step: object, key: str | None = None) -> Kept:
        """The game after another step, which is kept. Conflict unless `revision` is its latest one;
        but the same `key` again, at the revision where it was used, is answered as done.

        Errors of Sitting.do(), and nothing is kept.
        """
        with self._writing() as database:
            kept = self._get(database, name)
            if revision != kept.revision:
                same = "select revision from steps where (game, revision, key) = (?, ?, ?)"
                done = database.execute(same, (name, revision + 1, key)).fetchone()
                if key is not None and done and done[0] == kept.revision:
                    return kept
                raise Conflict(kept)
            settled = kept.sitting.settled(step)
            sitting, now = kept.sitting.do(settled), _now()
            number = revision + 1
            database.execute(
                "insert into steps values (?, ?, ?, ?)", (name, number, json.dumps(settled), key)
            )
            _sum_up(database, name, sitting, now)
        self._hold(name, number, sitting)
        return Kept(name, number, sitting, kept.begun, now)

    def remove(self, name: str) -> None:
        """Take a game out for good; Missing if there is none."""
        with self._writing() as database:
            database.execute("delete from steps where game = ?", (name,))
            if not database.execute("delete from games where id = ?", (name,)).rowcount:
                raise Missing(f"{self.path}: there is no game {name}")
        with self._lock:
            self._held.pop(name, None)

    def _get(self, database: sqlite3.Connection, name: str) -> Kept:
        head = database.execute("select head, begun, touched from games where id = ?", (name,))
        if (found := head.fetchone()) is None:
            raise Missing(f"{self.path}: there is no game {name}")
        where = f"{self.path}, game {name}"
        with self._lock:
            done, sitting = self._held.get(name, (0, None))
        rows = database.execute(
            "select revision, step from steps where game = ? and revision > ? order by revision",
            (name, done),
        ).fetchall()
        try:
            if sitting is None:
                sitting = Sitting.begin(parse_json(found[0], f"{where}, head"))
            for number, (revision, step) in enumerate(rows, done + 1):
                if revision != number:
                    raise NotationError(f"expected step {number}, got {revision}")
                sitting = sitting.do(parse_json(step, f"step {number}"))
        except (NumberdropError, TypeError) as error:
            raise NumberdropError(f"{where}: {error}") from None
        self._hold(name, done + len(rows), sitting)
        return Kept(name, done + len(rows), sitting, str(found[1]), str(found[2]))

    def _hold(self, name: str, revision: int, sitting: Sitting) -> None:
        with self._lock:
            self._held[name] = (revision, sitting)
            self._held.move_to_end(name)
            while len(self._held) > HELD:
                self._held.popitem(last=False)

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._in_one_line(), self._connected() as database:
            database.execute("begin")
            yield database

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """The database within one transaction."""
        with self._in_one_line(), self._connected() as database:
            _insist(database, "begin immediate")
            try:
                yield database
            except BaseException:
                database.execute("rollback")
                raise
            _insist(database, "commit")

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self.path, timeout=GLANCE)) as database:
            database.isolation_level = None
            [version] = database.execute("pragma user_version").fetchone()
            if version == 0:
                self._make(database)
            elif version != LAYOUT:
                raise NumberdropError(
                    f"{self.path}: expected tables of version {LAYOUT}, got {version}: "
                    "made by another numberdrop"
                )
            # A step that was answered as kept must outlive a power cut.
            database.execute("pragma synchronous = full")
            yield database

    def _make(self, database: sqlite3.Connection) -> None:
        """The tables of a new database; another program may be making them at this moment."""
        _insist(database, "pragma journal_mode = wal")
        _insist(database, "begin immediate")
        if database.execute("pragma user_version").fetchone() == (0,):
            if database.execute("select count(*) from sqlite_master").fetchone() != (0,):
                raise NumberdropError(f"{self.path}: expected the games on the table, got others")
            for statement in filter(str.strip, _TABLES.split(";")):
                database.execute(statement)
            database.execute(f"pragma user_version = {LAYOUT}")
        _insist(database, "commit")

    @contextmanager
    def _in_one_line(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise NumberdropError(f"{self.path}: {error}") from None
        except OSError as error:
            raise NumberdropError(f"{self.path}: {error.strerror}") from None


def _insist(database: sqlite3.Connection, statement: str) -> None:
    """Execute it as soon as no other program is in its way, within PATIENCE seconds."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            database.execute(statement)
            return
        except sqlite3.OperationalError as error:
            is_held = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
            if not is_held or time.monotonic() >= deadline:
                raise


def _sum_up(database: sqlite3.Connection, name: str, sitting: Sitting, now: str) -> None:
    """What list() tells of a game, as it stands now."""
    position = sitting.position
    score = None if position is None else position.score(sitting.variant).total
    database.execute(
        "update games set turns = ?, score = ?, is_over = ?, touched = ? where id = ?",
        (len(sitting.state.turns), score, sitting.is_over(), now, name),
    )


def _now() -> str:
    return _time(datetime.datetime.now(datetime.UTC).isoformat())


def _time(text: str) -> str:
    """A time as it is kept; ValueError if it is none."""
    return datetime.datetime.fromisoformat(text).isoformat(timespec="milliseconds")
