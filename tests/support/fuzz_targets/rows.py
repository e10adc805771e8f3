"""Fuzz targets for databases that other programs have changed: results and saved games."""

from __future__ import annotations

import contextlib
import json
import random
import shutil
import sqlite3
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from commands import GAMES
from numberdrop.sessions import Session, Store
from sessions import new, next_step

from .cases import Case, Fault
from .nearly import as_bytes, near_document
from .trying import environ, run

#: Values that another program might write to a row.
_VALUES = (
    "null", "''", "'forty'", "-1", "0", "1e300", "9223372036854775807", "x'00ff1b'", "'25/11/2026'",
    "'{'", "'[]'", "'{}'", "'\x1b[31m'", "'2026-02-30'", "0.5", "'" + "9" * 50 + "'",
    "'a' || char(0) || 'b'", "'" + "[" * 5000 + "'", "'plain#1.0'", "'bga'", "'\u2028'",
)  # fmt: skip
_RESULTS, _TABLE = "results.sqlite", "table.sqlite"
_ID = "select printf('%016x', games.rowid) from games"


def results(rng: random.Random) -> Case:
    """Draw a case with a changed database of results."""
    statements = [_change(rng, _RESULTS)]
    if rng.random() < 0.3:
        record = near_document(rng, GAMES[0])
        statements = [f"update results set record = {_quoted(record)}"]
    argv, judged = rng.choice(
        [
            (["scores"], []),
            (["scores", "plain#1.0"], []),
            (["scores", "--all"], []),
            (["scores", "--stats"], []),
            (["scores", "--json"], ["listed", "api.schema.json#/$defs/scores"]),
            (["scores", "--record", "1"], ["kept"]),
            (["scores", "--remove", "1"], []),
            (["scores", "--remove", "1", "--json"], []),
            (["daily", "plain#1.0"], []),
            (["daily", "2026-11-20", "--json"], []),
            (["daily", "plain#1.0", "--submit", "f.json"], []),
            ([], []),
        ]
    )
    requests = [] if argv else [["GET", "/scores", None], ["GET", "/days", None]]
    files = {"f.json": as_bytes(GAMES[0])}
    return Case(argv, files, requests=requests, results=statements, judged=judged)


def table(rng: random.Random) -> Case:
    """Draw a case with a changed database of saved games."""
    statements = [_change(rng, _TABLE)]
    if rng.random() < 0.6:
        name, steps, heads = rng.choice(_games())
        if rng.random() < 0.2:
            head = near_document(rng, heads)
            statements = [f"update games set head = {_quoted(head)} where id = '{name}'"]
        else:
            number = rng.randrange(len(steps))
            step = near_document(rng, steps[number])
            where = f"game = '{name}' and revision = {number + 1}"
            statements = [f"update steps set step = {_quoted(step)} where {where}"]
    name = rng.choice(_games())[0]
    game = f"/games/{name}"
    end = {"revision": rng.choice([0, 3, "LATEST"]), "step": {"do": "end"}}
    requests: list[list[Any]] = [
        *(["GET", path, None] for path in ("/games", game, f"{game}/record", "/drops", "/days")),
        ["POST", f"{game}/steps", end],
        ["GET", game, None],
        ["DELETE", game, None],
    ]
    if rng.random() < 0.5:
        return Case(requests=requests, table=statements, judged=["table", 0])
    argv, judged = rng.choice(
        [
            (["play", "--list"], []),
            (["play", "--list", "--json"], []),
            (["play", "--resume"], []),
            (["play", "--resume", name, "--json"], ["kept"]),
            (["play", "plain#1.0"], []),
        ]
    )
    lines = b"board\nclaims\nend\nundo\n"
    return Case(argv, stdin=lines, table=statements, judged=judged)


def _change(rng: random.Random, file: str) -> str:
    """Draw an SQL statement that changes a database."""
    named, columns = rng.choice(sorted(_tables(file).items()))
    column, value = rng.choice(columns), rng.choice(_VALUES)
    if rng.random() < 0.8:
        where = "" if rng.random() < 0.8 else " where rowid = 1"
        return f"update {named} set {column} = {value}{where}"
    return rng.choice(
        [
            f"alter table {named} drop column {column}",
            f"alter table {named} rename column {column} to other",
            f"drop table {named}",
            f"delete from {named}",
            f"insert into {named} select * from {named}",
            f"create view other as select * from {named}",
            f"create trigger stop before insert on {named} begin select raise(abort, 'no'); end",
            f"pragma user_version = {rng.choice([-1, 0, 1, 99, 2**31 - 1])}",
        ]
    )


def _quoted(document: Any) -> str:
    return "'" + json.dumps(document).replace("'", "''") + "'"


# The initial content of the databases.


@cache
def _data(file: str) -> bytes:
    with (
        tempfile.TemporaryDirectory() as folder,
        environ(NUMBERDROP_DATA=folder, NUMBERDROP_CACHE=folder),
    ):
        if file == _TABLE:
            _begin_games(Path(folder))
        else:
            game = Path(folder) / "game.json"
            game.write_text(json.dumps(GAMES[0]), "utf-8")
            for argv in (
                ["daily", "plain#1.0", "--submit", str(game)],
                ["daily", "plain#1.0", "--submit", str(game), "--name", "ABC"],
            ):
                if (ended := run(argv)).code:
                    raise Fault(f"no result could be saved: {ended.err}")
        with contextlib.closing(sqlite3.connect(Path(folder) / file)) as database:
            database.execute("pragma journal_mode = delete")
            if file == _TABLE:  # the same ids every time
                database.execute(f"update steps set game = ({_ID} where id = game)")
                database.execute("update games set id = printf('%016x', rowid)")
                database.commit()
            return database.serialize()


def _begin_games(folder: Path) -> None:
    store, rng = Store(folder), random.Random(1)
    for head in (
        {"kind": "daily", "puzzle": "plain#1.0"},
        {"kind": "solo", "seed": 4, "variant": "bga"},
        {"kind": "drop", "puzzle": "drop#1.4"},
    ):
        kept = store.begin(new(**head))
        for step in _steps_of(new(**head), rng):
            kept = store.do(kept.id, kept.revision, step)


def _steps_of(session: Session, rng: random.Random) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = []
    while len(session.state.turns) < 2 and not session.is_over():
        steps.append(next_step(session, rng))
        session = session.do(steps[-1])
    return steps


@cache
def _games() -> list[tuple[str, list[Any], Any]]:
    """Return the initial games: id, steps and setup."""
    with contextlib.closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(_data(_TABLE))
        return [
            (
                name,
                [
                    json.loads(step)
                    for (step,) in database.execute(
                        "select step from steps where game = ? order by revision", (name,)
                    )
                ],
                json.loads(head),
            )
            for name, head in database.execute("select id, head from games order by rowid")
        ]


@cache
def _tables(file: str) -> dict[str, list[str]]:
    with contextlib.closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(_data(file))
        names = database.execute("select name from sqlite_master where type = 'table'").fetchall()
        return {
            name: [row[1] for row in database.execute(f"pragma table_info({name})")]
            for (name,) in names
            if not name.startswith("sqlite_")
        }


def lay_databases(folder: Path, results: Sequence[str] | None, table: Sequence[str] | None) -> None:
    """Write the databases to a folder and run the statements on them. A database is only written if
    its statements aren't None."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for file, statements in ((_RESULTS, results), (_TABLE, table)):
        if statements is None:
            continue
        (folder / file).write_bytes(_data(file))
        with contextlib.closing(sqlite3.connect(folder / file)) as database:
            for statement in statements:
                with contextlib.suppress(sqlite3.Error):
                    database.execute(statement)
            database.commit()
