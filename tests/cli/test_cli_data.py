"""An unusable data folder gives an error of one line, in each command that stores something."""

from __future__ import annotations

import io
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import date
from pathlib import Path

import pytest

from commands import ENVIRON, GAMES, TIMEOUT, Run
from numberdrop.database import DatabaseUnavailable
from numberdrop.puzzles.results import Results
from numberdrop.puzzles.scores import Result
from numberdrop.sessions import Store
from serving import serving
from sessions import after_random_step, begun, new
from storages import only_files

DATABASES = ("table.sqlite", "results.sqlite")


def in_place_of_the_folder(data: Path) -> None:
    data.write_text("", "utf-8")


def folders(data: Path) -> None:
    for name in DATABASES:
        (data / name).mkdir(parents=True)


def no_databases(data: Path) -> None:
    data.mkdir()
    for name in DATABASES:
        (data / name).write_bytes(b"\xff" * 5000)


def newer(data: Path) -> None:
    data.mkdir()
    for name in DATABASES:
        with closing(sqlite3.connect(data / name)) as database:
            database.execute("pragma user_version = 9")


#: Replacements of the data folder, and their error messages.
PLACES: dict[Callable[[Path], None], str] = {
    in_place_of_the_folder: "expected a folder, got a file",
    folders: "expected a file, got a folder",
    no_databases: "file is not a database",
    newer: "got 9: made by a newer numberdrop",
}
COMMANDS = [
    ("serve", "--no-open", "--port", "0"),
    ("play", "solo", "--plain"),
    ("play", "--resume"),
    ("play", "--list"),
    ("scores",),
    ("games", "--out", "games.jsonl"),
]


@pytest.mark.parametrize("argv", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("place", PLACES)
def test_error_is_one_line(
    place: Callable[[Path], None], argv: tuple[str, ...], run: Run, here: Path
) -> None:
    place(here / "data")
    done = run(*argv)
    assert done.code == 1
    assert done.err.startswith(f"numberdrop: {here / 'data'}")
    assert done.err.endswith(f"{PLACES[place]}\n")
    assert done.err.count("\n") == 1


def damaged_schema(file: Path) -> None:
    """Change one byte of the name of an index, so that SQLite's own message isn't UTF-8."""
    with closing(sqlite3.connect(file)) as database:
        database.execute("pragma journal_mode = delete")
    data = file.read_bytes()
    assert b"sqlite_autoindex_" in data
    file.write_bytes(data.replace(b"sqlite_autoindex_", b"sqlite_autoind\xffx_"))


@pytest.mark.parametrize("name", DATABASES)
def test_damaged_schema_is_one_line(
    name: str, run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    (here / "game.json").write_text(json.dumps(GAMES[0]), "utf-8")
    assert run("play", "solo", "--plain").code == 0
    assert run("daily", "plain#1.0", "--submit", "game.json").code == 0
    damaged_schema(here / "data" / name)
    commands = [["serve", "--no-open", "--port", "0"], ["games", "--out", "games.jsonl"]]
    commands += [["play", "--list"], ["play", "--resume"]] if name[0] == "t" else [["scores"]]
    for argv in commands:
        done = run(*argv)
        assert done.code == 1
        assert done.err == f"numberdrop: {here / 'data' / name}: the database is damaged\n"
    assert make_status(here / "data", name) == 503


def make_status(folder: Path, name: str) -> int:
    """Return the status of a request that reads this database."""
    with serving(folder) as client:
        return client.ask("GET", "games" if name[0] == "t" else "scores").status


@contextmanager
def as_nobody(folder: Path) -> Iterator[None]:
    """Make a folder and its files read-only, also for the superuser."""
    for path in folder.iterdir():
        path.chmod(0o444)
    folder.chmod(0o555)
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)
        folder.chmod(0o755)


def test_games_of_a_read_only_folder_are_listed_and_read() -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as made:
        folder = Path(made)
        folder.chmod(0o755)
        saved = begun(Store(folder))
        results = Results(folder)
        results.add(Result("plain#1.0", "rulebook", "ABC", 50, None, date(2026, 11, 25)), GAMES[0])
        with as_nobody(folder):
            store = Store(folder)
            assert [summary.id for summary in store.list()[0]] == [saved.id]
            assert store.get(saved.id) == saved
            assert [one.name for one in Results(folder).all()[0]] == ["ABC"]
            for call in (
                lambda: after_random_step(store, saved, random.Random(1)),
                lambda: begun(store),
                lambda: Results(folder).remove(1),
            ):
                with pytest.raises(DatabaseUnavailable, match="is read-only") as caught:
                    call()
                assert str(caught.value).endswith("is read-only (Permission denied)")
        assert store.get(saved.id) == saved


#: Lists, reads and continues games although no file can grow.
FULL = """
import random, resource, signal, sys
from pathlib import Path
from numberdrop.database import DatabaseUnavailable
from numberdrop.sessions import Session, Store
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
store = Store(Path(sys.argv[1]))
[game], _ = store.list()
saved = store.get(game.id)
for call in (
    lambda: store.do(saved.id, saved.revision, {"do": "start", "cell": "d1"}),
    lambda: store.begin(Session.begin({"kind": "solo"})),
):
    try:
        call()
        print("stored")
    except DatabaseUnavailable as error:
        print(error)
print([game.id for game in Store(Path(sys.argv[1])).list()[0]])
"""


@pytest.mark.parametrize("most", [0, 4096, 24576])
def test_games_on_a_full_disk_are_listed_and_read(most: int, tmp_path: Path) -> None:
    saved = Store(tmp_path).begin(new(kind="solo"))
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path), str(most)],
        env=ENVIRON,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    assert done.stderr == ""
    *lines, listed = done.stdout.splitlines()
    assert listed == f"['{saved.id}']"
    assert [line.partition(": ")[2] for line in lines] == ["the disk is full (File too large)"] * 2


@pytest.mark.parametrize("place", PLACES)
def test_a_game_handed_in_is_judged_all_the_same(
    place: Callable[[Path], None], run: Run, here: Path
) -> None:
    place(here / "data")
    (here / "game.json").write_text(json.dumps(GAMES[0]), "utf-8")
    done = run("daily", "plain#1.0", "--submit", "game.json")
    assert done.code == 1
    assert done.out.startswith(f"{GAMES[0]['result']['final']['total']} points ")
    assert done.err.startswith("numberdrop: the result could not be saved: ")
    assert done.err.endswith(f"{PLACES[place]}\n")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("is_begun", [False, True])
def test_the_page_is_not_served_where_nothing_can_be_kept(
    is_begun: bool, run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_begun:
        monkeypatch.setattr("sys.stdin", io.StringIO())
        assert run("play", "solo", "--plain").code == 0
    there = [here / "data" / "table.sqlite", here / "data"] if is_begun else [here]
    for place in there:
        denied = lambda path, mode, place=place: path != place  # noqa: E731
        monkeypatch.setattr(os, "access", denied)
        done = run("serve", "--no-open", "--port", "0")
        assert (done.code, done.err) == (1, f"numberdrop: {place}: Permission denied\n")


@only_files
@pytest.mark.usefixtures("storage")
@pytest.mark.parametrize("argv", COMMANDS, ids=" ".join)
def test_file_in_place_of_a_folder_of_files_is_one_line(
    argv: tuple[str, ...], run: Run, here: Path
) -> None:
    (here / "data").mkdir()
    for name in ("table.files", "results.files"):
        (here / "data" / name).write_text("", "utf-8")
    done = run(*argv)
    assert done.code == 1
    assert done.err.startswith(f"numberdrop: {here / 'data'}")
    assert done.err.endswith(".files: expected a folder, got a file\n")
    assert done.err.count("\n") == 1


@only_files
@pytest.mark.usefixtures("storage")
def test_commands_use_files_without_sqlite(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("d1\n"))
    assert run("play", "plain#1.0", "--plain").code == 0
    (here / "game.json").write_text(json.dumps(GAMES[0]), "utf-8")
    assert run("daily", "plain#1.0", "--submit", "game.json").code == 0
    assert run("daily", "plain#1.0", "--submit", "game.json").code == 0
    [game] = run("play", "--list", "--json").json()
    assert game["puzzle"] == "plain#1.0"
    [result] = run("scores", "--json").json()["results"]
    assert run("scores", "--record", "1").json() == GAMES[0]
    assert run("scores", "--remove", "1", "--json").json() == {"removed": 1, "result": result}
    assert sorted(os.listdir(here / "data")) == ["results.files", "table.files"]
