"""Stored games, kept step by step in a database in the user's data folder.

A game is its setup and its steps, which are only appended. A step is stored completely or not at
all, and each step number is used once, so if two programs continue one game at once, one of them
gets a conflict. Other programs may have changed the data, so steps are replayed by the rules.
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
from ..plurals import count_noun
from .saved_game import SavedGame, Summary, is_id, new_id, read_time, time_now
from .session import Session

#: The most steps of a game; one of 20 turns has some hundreds.
MOST_STEPS = 10_000
#: Games cached in memory, so that not all steps are replayed for the next one.
HELD = 256

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
    # twice. Programs before this version added it whenever a game was looked at.
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
    """Another program or page has continued the game: `kept` is its current state."""

    def __init__(self, kept: SavedGame) -> None:
        super().__init__(
            coded_message(
                "game.elsewhere",
                "game {name}: it went on elsewhere and has {steps} by now; this one isn't done",
                name=kept.id,
                count=kept.revision,
                steps=count_noun(kept.revision, "step"),
            )
        )
        self.kept = kept


class Store:
    """The stored games in a folder, created with the first game. Safe for any number of threads and
    programs.

    Raises DatabaseUnavailable, with a message of one line, if the database or a game in it can't be
    opened, read or written.
    """

    def __init__(self, folder: Path | None = None) -> None:
        #: The path of the database, whether it exists or not.
        self.path = (folder or data_folder()) / "table.sqlite"
        self._database = Database(self.path, _VERSIONS, use_wal=True)
        self._held: OrderedDict[str, tuple[int, Session]] = OrderedDict()
        self._lock = threading.Lock()

    def expect_usable(self) -> None:
        """Raise DatabaseUnavailable if games can't be read or saved, as far as is known now."""
        self._database.expect_usable()

    def begin(self, session: Session, *steps: object, key: str | None = None) -> SavedGame:
        """Store a new game with these steps. The same `key` again returns the game that it began,
        in its current state.

        Raises the errors of Session.do(), and NotationError for a key as in do(); then nothing is
        stored.
        """
        name, now = new_id(_read_key(key)), time_now()
        with self._database.writing() as database:
            if key is not None and _is_there(database, name):
                return self._get(database, name)
            head, variant = session.head, str(session.variant)
            database.execute(
                "insert into games (id, head, kind, puzzle, variant, turns, is_over, begun, "
                "touched) values (?, ?, ?, ?, ?, 0, 0, ?, ?)",
                (name, json.dumps(head.to_json()), head.kind, head.puzzle, variant, now, now),
            )
            kept = SavedGame(name, 0, session, now, now)
            _sum_up(database, kept)
            for step in steps:
                kept = _add(database, kept, step)
        self._hold(kept)
        return kept

    def get(self, name: str) -> SavedGame:
        """Return the game of this id. Raises Missing for an unknown id."""
        with self._database.reading() as database:
            if database is None:
                raise self._missing(name)
            return self._get(database, name)

    def list(
        self, count: int | None = None, skip: int = 0, puzzles: Iterable[str] | None = None
    ) -> tuple[list[Summary], list[str]]:
        """Return the games, the most recently continued first, and a sentence for each unreadable
        one, which is skipped. At most `count` of them after the first `skip`; with `puzzles`, only
        games on these."""
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
        """Store another step of a game, and return the game after it. Raises Conflict unless
        `revision` is its latest one, or only help was noted since. The same `key` at the revision
        where it was used returns the game without repeating the step.

        Raises the errors of Session.do(), NotationError for a key that isn't 1 to 100 ASCII
        characters without blanks, and NumberdropError after MOST_STEPS; then nothing is stored.
        """
        _read_key(key)
        with self._database.writing() as database:
            kept = self._get(database, name)
            if revision != kept.revision and _is_done(database, kept, revision, key):
                return kept
            kept = _add(database, kept, step, key)
        self._hold(kept)
        return kept

    def unscored(self) -> tuple[str, ...]:
        """Return the ids of the finished games whose results score() hasn't handled."""
        with self._database.reading() as database:
            if database is None or not _has_scored(database):
                return ()
            rows = database.execute("select id from games where is_over and not is_scored")
            return tuple(str(name) for [name] in rows)

    def score(self, name: str, see_to: Callable[[SavedGame], object]) -> None:
        """Have the result of a finished game handled once; do nothing if it was handled before, or
        the game isn't over. `see_to` is called while no other program does the same. If it fails,
        or the program is killed, the result stays pending."""
        if name not in self.unscored():
            return
        with self._database.writing() as database:
            kept = self._get(database, name)
            query = "select 1 from games where id = ? and is_over and not is_scored"
            if kept.session.is_over() and database.execute(query, (name,)).fetchone():
                see_to(kept)
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
            self._held.pop(name, None)

    def _missing(self, name: str) -> Missing:
        named = name if is_id(name) else shown(name)
        fault = coded_message("game.missing", "there is no game {name}", name=named)
        return Missing(at_place(str(self.path), fault))

    def _get(self, database: sqlite3.Connection, name: str) -> SavedGame:
        query = "select head, begun, touched from games where id = ?"
        found = database.execute(query, (name,)).fetchone() if is_id(name) else None
        if found is None:
            raise self._missing(name)
        where = f"{self.path}, game {name}"
        try:
            head, begun, touched = found[0], read_time(found[1]), read_time(found[2])
            done, session = self._gone_on_with(database, name)
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
        kept = SavedGame(name, done, session, begun, touched)
        self._hold(kept)
        return kept

    def _gone_on_with(self, database: sqlite3.Connection, name: str) -> tuple[int, Session | None]:
        """Return the latest session of a cached game and its revision, unless the database has been
        put back to an earlier one; otherwise 0 and None."""
        with self._lock:
            done, session = self._held.get(name, (0, None))
        query = "select coalesce(max(revision), 0) >= ? from steps where game = ?"
        [is_there] = database.execute(query, (done, name)).fetchone()
        return (done, session) if is_there else (0, None)

    def _hold(self, kept: SavedGame) -> None:
        with self._lock:
            self._held[kept.id] = (kept.revision, kept.session)
            self._held.move_to_end(kept.id)
            while len(self._held) > HELD:
                self._held.popitem(last=False)


def _read_key(key: str | None) -> str | None:
    if key is not None and not _KEY.fullmatch(as_text(key, "key")):
        expected = coded_message("game.key", "expected 1 to 100 ASCII characters")
        raise NotationError(expected_got("key", expected, key))
    return key


def _is_done(database: sqlite3.Connection, kept: SavedGame, revision: int, key: str | None) -> bool:
    """Return whether a step for another revision than the latest was done before. Raises Conflict
    if anything but help, which doesn't affect steps, has changed since."""
    query = "select step, key from steps where game = ? and revision > ? order by revision"
    since = database.execute(query, (kept.id, revision)).fetchall()
    others = [used for step, used in since if json.loads(step)["do"] != "help"]
    if revision > kept.revision or (others and (key is None or others != [key])):
        raise Conflict(kept)
    return key is not None and key in [used for _, used in since]


def _is_there(database: sqlite3.Connection, name: str) -> bool:
    return database.execute("select 1 from games where id = ?", (name,)).fetchone() is not None


def _has_scored(database: sqlite3.Connection) -> bool:
    """Return whether the tables record handled results; in older ones, all were handled."""
    columns = "select 1 from pragma_table_info('games') where name = 'is_scored'"
    return database.execute(columns).fetchone() is not None


def _add(
    database: sqlite3.Connection, kept: SavedGame, step: object, key: str | None = None
) -> SavedGame:
    """Append a step and return the game after it."""
    if kept.revision == MOST_STEPS:
        raise NumberdropError.coded(
            "game.steps",
            "game {name}: it has {most} steps, the most it can",
            name=kept.id,
            most=MOST_STEPS,
        )
    settled = kept.session.settled(step)
    session, number = kept.session.do(settled), kept.revision + 1
    database.execute(
        "insert into steps values (?, ?, ?, ?)", (kept.id, number, json.dumps(settled), key)
    )
    after = SavedGame(kept.id, number, session, kept.begun, time_now())
    _sum_up(database, after)
    return after


def _sum_up(database: sqlite3.Connection, kept: SavedGame) -> None:
    """Update the summary of a game for list()."""
    session, position = kept.session, kept.session.position
    score = None if position is None else position.score(session.variant).total
    database.execute(
        "update games set turns = ?, score = ?, is_over = ?, touched = ? where id = ?",
        (len(session.state.turns), score, session.is_over(), kept.touched, kept.id),
    )
