"""Games in a SQLite database."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..errors import as_text
from ..json_reader import parse_json
from .digests import NO_DIGEST, damaged, next_digest
from .interface import CHANGING, KeyedStep, Row
from .sqlite import Database

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
