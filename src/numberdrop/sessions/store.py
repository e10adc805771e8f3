"""The store of games: a database in the user's data folder.

A game is stored as its setup and its steps, which are only appended. A step is stored completely or
not at all. Each step number is used once, so if two programs continue a game at the same time, one
of them gets a Conflict. Since other programs may have changed the data, loading a game replays its
steps by the rules.
"""

from __future__ import annotations

import json
import re
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from pathlib import Path

from ..database import Database, DatabaseUnavailable
from ..errors import (
    Missing,
    NotationError,
    NumberdropError,
    as_text,
    at_place,
    coded_message,
    expected_got,
    shown,
)
from ..folders import data_folder
from ..json_reader import parse_json
from ..lazy import warn_renamed
from ..plurals import count_noun
from .saved_game import SavedGame, Summary, is_id, new_id, read_time, time_now
from .session import Session

#: The most steps of a game; one of 20 turns has some hundreds.
MOST_STEPS = 10_000
#: The number of games cached in memory, to avoid replaying all steps for each new one.
CACHED_GAMES = 256

#: The statements that upgrade the tables from version to version.
_VERSIONS = (
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
)
#: The columns of a Summary; a limit of -1 means no limit.
_LATEST = """
select id, kind, puzzle, variant, turns, score, is_over, begun, touched from games
where :puzzles is null or puzzle in (select value from json_each(:puzzles))
order by touched desc, rowid desc limit :count offset :skip
"""
_KEY = re.compile("[!-~]{1,100}")


class Conflict(NumberdropError):  # noqa: N818
    """Another program or page has continued the game. `saved` is its current state."""

    def __init__(self, saved: SavedGame) -> None:
        super().__init__(
            coded_message(
                "game.elsewhere",
                "game {name}: it was continued elsewhere and now has {steps}; "
                "this step wasn't taken",
                name=saved.id,
                count=saved.revision,
                steps=count_noun(saved.revision, "step"),
            )
        )
        self.saved = saved

    @property
    def kept(self) -> SavedGame:
        """The deprecated name of `saved`."""
        warn_renamed("Conflict.kept", "saved")
        return self.saved


class Store:
    """The stored games in a folder, which is created with the first game.

    A store is safe to use from any number of threads and programs.

    Raises DatabaseUnavailable, with a message of one line, if the database or a game in it can't be
    opened, read or written.
    """

    def __init__(self, folder: Path | None = None) -> None:
        #: The path of the database, whether it exists or not.
        self.path = (folder or data_folder()) / "table.sqlite"
        self._database = Database(self.path, _VERSIONS, use_wal=True)
        self._sessions: OrderedDict[str, tuple[int, Session]] = OrderedDict()
        self._lock = threading.Lock()

    def expect_usable(self) -> None:
        """Raise DatabaseUnavailable if games can't be read or saved, as far as is known now."""
        self._database.expect_usable()

    def begin(self, session: Session, *steps: object, key: str | None = None) -> SavedGame:
        """Store a new game with `steps`.

        A `key` that was used before returns the game that it began, in its current state. Raises
        the errors of Session.do(), and NotationError for an invalid key, as do() does; then nothing
        is stored.
        """
        name, now = new_id(_validate_key(key)), time_now()
        with self._database.writing() as database:
            if key is not None and _exists(database, name):
                return self._load(database, name)
            head, variant = session.setup, str(session.variant)
            database.execute(
                "insert into games (id, head, kind, puzzle, variant, turns, is_over, begun, "
                "touched) values (?, ?, ?, ?, ?, 0, 0, ?, ?)",
                (name, json.dumps(head.to_json()), head.kind, head.puzzle, variant, now, now),
            )
            saved = SavedGame(name, 0, session, now, now)
            _update_summary(database, saved)
            for step in steps:
                saved = _append_step(database, saved, step)
        self._cache(saved)
        return saved

    def get(self, name: str) -> SavedGame:
        """Return the game of this id. Raises Missing for an unknown id."""
        with self._database.reading() as database:
            if database is None:
                raise self._missing(name)
            return self._load(database, name)

    def list(
        self, count: int | None = None, skip: int = 0, puzzles: Iterable[str] | None = None
    ) -> tuple[list[Summary], list[str]]:
        """Return the games, the most recently continued first, and messages about unreadable ones.

        Return at most `count` games after skipping `skip`, and with `puzzles` only games on these.
        """
        found, problems = [], []
        asked = {
            "count": -1 if count is None else count,
            "skip": skip,
            "puzzles": None if puzzles is None else json.dumps([*puzzles]),
        }
        with self._database.reading() as database:
            rows = database.execute(_LATEST, asked) if database else ()
            for row in rows:
                named = dict(zip(Summary.__slots__, row, strict=True))
                try:
                    found.append(Summary.from_row(named, str(self.path)))
                except NotationError as error:
                    problems.append(str(error))
        return found, problems

    def do(self, name: str, revision: int, step: object, key: str | None = None) -> SavedGame:
        """Store another step of a game, and return the game after it.

        A `key` makes a retry safe: with the key and revision of a stored step, the step isn't
        repeated. Raises Conflict unless `revision` is the latest one, or only help was noted since.
        Raises the errors of Session.do(), NotationError for a key that isn't 1 to 100 ASCII
        characters without blanks, and NumberdropError after MOST_STEPS. After an error nothing is
        stored.
        """
        _validate_key(key)
        with self._database.writing() as database:
            saved = self._load(database, name)
            if revision != saved.revision and _is_done(database, saved, revision, key):
                return saved
            saved = _append_step(database, saved, step, key)
        self._cache(saved)
        return saved

    def unscored(self) -> tuple[str, ...]:
        """Return the ids of the finished games whose results submit_once() hasn't submitted."""
        with self._database.reading() as database:
            if database is None or not _has_scored_column(database):
                return ()
            rows = database.execute("select id from games where is_over and not is_scored")
            return tuple(str(name) for [name] in rows)

    def score(self, name: str, see_to: Callable[[SavedGame], object]) -> None:
        """Call submit_once(), under its deprecated name."""
        warn_renamed("Store.score()", "submit_once()")
        self.submit_once(name, see_to)

    def submit_once(self, name: str, submit: Callable[[SavedGame], object]) -> None:
        """Call `submit` with a finished game, unless that succeeded before or the game isn't over.

        No other program calls it at the same time. If it fails, or the program is killed, the
        result stays pending.
        """
        if name not in self.unscored():
            return
        with self._database.writing() as database:
            saved = self._load(database, name)
            query = "select 1 from games where id = ? and is_over and not is_scored"
            if saved.session.is_over() and database.execute(query, (name,)).fetchone():
                submit(saved)
                database.execute("update games set is_scored = 1 where id = ?", (name,))

    def remove(self, name: str) -> None:
        """Delete a game. Raises Missing for an unknown id."""
        if not is_id(name):
            raise self._missing(name)
        with self._database.writing() as database:
            database.execute("delete from steps where game = ?", (name,))
            if not database.execute("delete from games where id = ?", (name,)).rowcount:
                raise self._missing(name)
        with self._lock:
            self._sessions.pop(name, None)

    def _missing(self, name: str) -> Missing:
        named = name if is_id(name) else shown(name)
        fault = coded_message("game.missing", "there is no game {name}", name=named)
        return Missing(at_place(str(self.path), fault))

    def _load(self, database: sqlite3.Connection, name: str) -> SavedGame:
        query = "select head, begun, touched from games where id = ?"
        found = database.execute(query, (name,)).fetchone() if is_id(name) else None
        if found is None:
            raise self._missing(name)
        where = f"{self.path}, game {name}"
        try:
            head, begun, touched = found[0], read_time(found[1]), read_time(found[2])
            done, session = self._cached(database, name)
            if session is None:
                session = Session.begin(parse_json(as_text(head, "head"), "head"))
            for revision, step in database.execute(
                "select revision, step from steps where game = ? and revision > ? "
                "order by revision",
                (name, done),
            ):
                done += 1
                if revision != done:
                    expected = coded_message("step.expected", "expected step {number}", number=done)
                    raise NotationError(expected_got("", expected, revision))
                session = session.do(parse_json(as_text(step, f"step {done}"), f"step {done}"))
        except NumberdropError as error:
            raise DatabaseUnavailable(at_place(where, error.sentence)) from None
        saved = SavedGame(name, done, session, begun, touched)
        self._cache(saved)
        return saved

    def _cached(self, database: sqlite3.Connection, name: str) -> tuple[int, Session | None]:
        """Return the revision and the session of a cached game, or 0 and None.

        A cached session is ignored if the database has been restored to an earlier revision.
        """
        with self._lock:
            done, session = self._sessions.get(name, (0, None))
        query = "select coalesce(max(revision), 0) >= ? from steps where game = ?"
        [is_there] = database.execute(query, (done, name)).fetchone()
        return (done, session) if is_there else (0, None)

    def _cache(self, saved: SavedGame) -> None:
        with self._lock:
            self._sessions[saved.id] = (saved.revision, saved.session)
            self._sessions.move_to_end(saved.id)
            while len(self._sessions) > CACHED_GAMES:
                self._sessions.popitem(last=False)


def _validate_key(key: str | None) -> str | None:
    if key is not None and not _KEY.fullmatch(as_text(key, "key")):
        expected = coded_message("game.key", "expected 1 to 100 ASCII characters")
        raise NotationError(expected_got("key", expected, key))
    return key


def _is_done(
    database: sqlite3.Connection, saved: SavedGame, revision: int, key: str | None
) -> bool:
    """Return whether the step of `key` is already stored after `revision`.

    Raises Conflict if other steps have been stored since. Help doesn't count, as it doesn't affect
    the game.
    """
    query = "select step, key from steps where game = ? and revision > ? order by revision"
    since = database.execute(query, (saved.id, revision)).fetchall()
    others = [used for step, used in since if json.loads(step)["do"] != "help"]
    if revision > saved.revision or (others and (key is None or others != [key])):
        raise Conflict(saved)
    return key is not None and key in [used for _, used in since]


def _exists(database: sqlite3.Connection, name: str) -> bool:
    return database.execute("select 1 from games where id = ?", (name,)).fetchone() is not None


def _has_scored_column(database: sqlite3.Connection) -> bool:
    """Return whether the tables record submitted results; in older ones, all are submitted."""
    columns = "select 1 from pragma_table_info('games') where name = 'is_scored'"
    return database.execute(columns).fetchone() is not None


def _append_step(
    database: sqlite3.Connection, saved: SavedGame, step: object, key: str | None = None
) -> SavedGame:
    """Append a step and return the game after it."""
    if saved.revision == MOST_STEPS:
        raise NumberdropError.coded(
            "game.steps",
            "game {name}: it has {most} steps, the maximum",
            name=saved.id,
            most=MOST_STEPS,
        )
    resolved = saved.session.resolve(step)
    session, number = saved.session.do(resolved), saved.revision + 1
    database.execute(
        "insert into steps values (?, ?, ?, ?)", (saved.id, number, json.dumps(resolved), key)
    )
    after = SavedGame(saved.id, number, session, saved.begun, time_now())
    _update_summary(database, after)
    return after


def _update_summary(database: sqlite3.Connection, saved: SavedGame) -> None:
    """Update the summary of a game for list()."""
    session, position = saved.session, saved.session.position
    score = None if position is None else position.score(session.variant).total
    database.execute(
        "update games set turns = ?, score = ?, is_over = ?, touched = ? where id = ?",
        (len(session.state.turns), score, session.is_over(), saved.touched, saved.id),
    )
