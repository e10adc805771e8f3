"""The games on the table, kept step by step in a database in the user's data folder.

A game is its head and its steps, which are only ever added: a step is there whole or not at all,
and each number of a step is taken once, so that of two programs that go on with one game at once
one is told of the other. Other programs may have changed what is read: steps are taken again by the
rules.
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

#: Steps that a game can have; one of 20 turns has some hundreds.
MOST_STEPS = 10_000
#: Games held in memory, so that not all steps of a game are taken again for the next one.
HELD = 256

#: The statements that make the tables of each version from the last.
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
    # Whether the result has been put into the high scores, or has no place there: once it was, it
    # isn't put there again. Programs before this one did so each time that a game was looked at.
    """
alter table games add column is_scored integer not null default 0;
update games set is_scored = is_over;
""",
)
#: As a Summary has them; a limit of -1 is none.
_LATEST = """
select id, kind, puzzle, variant, turns, score, is_over, begun, touched from games
where :puzzles is null or puzzle in (select value from json_each(:puzzles))
order by touched desc, rowid desc limit :count offset :skip
"""
_KEY = re.compile("[!-~]{1,100}")


class Conflict(NumberdropError):  # noqa: N818
    """Another program or page has gone on with the game: `kept` is how it stands."""

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
    """The games on the table in a folder, made when the first is begun. For any number of threads
    and programs at once.

    Raises DatabaseUnavailable, with a message of one line, if the database or a game in it can't be
    opened, read or written.
    """

    def __init__(self, folder: Path | None = None) -> None:
        #: The file of the database, there or not.
        self.path = (folder or data_folder()) / "table.sqlite"
        self._database = Database(self.path, _VERSIONS, use_wal=True)
        self._held: OrderedDict[str, tuple[int, Session]] = OrderedDict()
        self._lock = threading.Lock()

    def expect_usable(self) -> None:
        """Raise DatabaseUnavailable if games can't be read or saved, as far as is known now."""
        self._database.expect_usable()

    def begin(self, sitting: Session, *steps: object, key: str | None = None) -> SavedGame:
        """Keep a new game, and these steps of it. The same `key` again is answered with the game
        that it began, as it stands by now, and none is begun.

        Errors of Sitting.do(), and NotationError for a key as do() has it; nothing is kept then.
        """
        name, now = new_id(_read_key(key)), time_now()
        with self._database.writing() as database:
            if key is not None and _is_there(database, name):
                return self._get(database, name)
            head, variant = sitting.head, str(sitting.variant)
            database.execute(
                "insert into games (id, head, kind, puzzle, variant, turns, is_over, begun, "
                "touched) values (?, ?, ?, ?, ?, 0, 0, ?, ?)",
                (name, json.dumps(head.to_json()), head.kind, head.puzzle, variant, now, now),
            )
            kept = SavedGame(name, 0, sitting, now, now)
            _sum_up(database, kept)
            for step in steps:
                kept = _add(database, kept, step)
        self._hold(kept)
        return kept

    def get(self, name: str) -> SavedGame:
        """The game of this id; Missing if there is none."""
        with self._database.reading() as database:
            if database is None:
                raise self._missing(name)
            return self._get(database, name)

    def list(
        self, count: int | None = None, skip: int = 0, puzzles: Iterable[str] | None = None
    ) -> tuple[list[Summary], list[str]]:
        """The games, those gone on with last first, and a sentence for each that is passed over
        because it can't be read. At most `count` of them after the first `skip`; with `puzzles`,
        games of these alone."""
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
        """The game after another step, which is kept. Conflict unless `revision` is its latest one,
        or nothing but helps was noted since; but the same `key` again, at the revision where it was
        used, is answered as done.

        Errors of Sitting.do(), NotationError for a key that isn't 1 to 100 signs of ASCII without
        blanks, and NumberdropError after MOST_STEPS; nothing is kept then.
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
        """The ids of the games that are over and whose results score() hasn't seen to."""
        with self._database.reading() as database:
            if database is None or not _has_scored(database):
                return ()
            rows = database.execute("select id from games where is_over and not is_scored")
            return tuple(str(name) for [name] in rows)

    def score(self, name: str, see_to: Callable[[SavedGame], object]) -> None:
        """Have the result of a game that is over seen to, once and for all; nothing where it was
        before, or the game goes on. `see_to` is called while no other program does the same; after
        its error, or when the program is killed, the result isn't seen to.
        """
        if name not in self.unscored():
            return
        with self._database.writing() as database:
            kept = self._get(database, name)
            query = "select 1 from games where id = ? and is_over and not is_scored"
            if kept.sitting.is_over() and database.execute(query, (name,)).fetchone():
                see_to(kept)
                database.execute("update games set is_scored = 1 where id = ?", (name,))

    def remove(self, name: str) -> None:
        """Take a game out for good; Missing if there is none."""
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
            done, sitting = self._gone_on_with(database, name)
            if sitting is None:
                sitting = Session.begin(parse_json(as_text(head, "head"), "head"))
            for revision, step in database.execute(
                "select revision, step from steps where game = ? and revision > ? "
                "order by revision",
                (name, done),
            ):
                done += 1
                if revision != done:
                    expected = coded_message("step.expected", "expected step {number}", number=done)
                    raise NotationError(expected_got("", expected, revision))
                sitting = sitting.do(parse_json(as_text(step, f"step {done}"), f"step {done}"))
        except NumberdropError as error:
            raise DatabaseUnavailable(at_place(where, error.sentence)) from None
        kept = SavedGame(name, done, sitting, begun, touched)
        self._hold(kept)
        return kept

    def _gone_on_with(self, database: sqlite3.Connection, name: str) -> tuple[int, Session | None]:
        """The latest sitting of a game in memory and its revision, unless the database has been put
        back to an earlier one; else 0 and None."""
        with self._lock:
            done, sitting = self._held.get(name, (0, None))
        query = "select coalesce(max(revision), 0) >= ? from steps where game = ?"
        [is_there] = database.execute(query, (done, name)).fetchone()
        return (done, sitting) if is_there else (0, None)

    def _hold(self, kept: SavedGame) -> None:
        with self._lock:
            self._held[kept.id] = (kept.revision, kept.sitting)
            self._held.move_to_end(kept.id)
            while len(self._held) > HELD:
                self._held.popitem(last=False)


def _read_key(key: str | None) -> str | None:
    if key is not None and not _KEY.fullmatch(as_text(key, "key")):
        expected = coded_message("game.key", "expected 1 to 100 ASCII characters")
        raise NotationError(expected_got("key", expected, key))
    return key


def _is_done(database: sqlite3.Connection, kept: SavedGame, revision: int, key: str | None) -> bool:
    """Whether a step for another revision than the latest was done before; Conflict where the game
    went on since then otherwise than by helps, which change nothing that a step is about."""
    query = "select step, key from steps where game = ? and revision > ? order by revision"
    since = database.execute(query, (kept.id, revision)).fetchall()
    others = [used for step, used in since if json.loads(step)["do"] != "help"]
    if revision > kept.revision or (others and (key is None or others != [key])):
        raise Conflict(kept)
    return key is not None and key in [used for _, used in since]


def _is_there(database: sqlite3.Connection, name: str) -> bool:
    return database.execute("select 1 from games where id = ?", (name,)).fetchone() is not None


def _has_scored(database: sqlite3.Connection) -> bool:
    """Whether the tables tell of results that were seen to; in those that don't, all were."""
    columns = "select 1 from pragma_table_info('games') where name = 'is_scored'"
    return database.execute(columns).fetchone() is not None


def _add(
    database: sqlite3.Connection, kept: SavedGame, step: object, key: str | None = None
) -> SavedGame:
    """The game after another step."""
    if kept.revision == MOST_STEPS:
        raise NumberdropError.coded(
            "game.steps",
            "game {name}: it has {most} steps, the most it can",
            name=kept.id,
            most=MOST_STEPS,
        )
    settled = kept.sitting.settled(step)
    sitting, number = kept.sitting.do(settled), kept.revision + 1
    database.execute(
        "insert into steps values (?, ?, ?, ?)", (kept.id, number, json.dumps(settled), key)
    )
    after = SavedGame(kept.id, number, sitting, kept.begun, time_now())
    _sum_up(database, after)
    return after


def _sum_up(database: sqlite3.Connection, kept: SavedGame) -> None:
    """What list() tells of a game, as it stands now."""
    sitting, position = kept.sitting, kept.sitting.position
    score = None if position is None else position.score(sitting.variant).total
    database.execute(
        "update games set turns = ?, score = ?, is_over = ?, touched = ? where id = ?",
        (len(sitting.state.turns), score, sitting.is_over(), kept.touched, kept.id),
    )
