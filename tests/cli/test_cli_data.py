"""An unusable data folder gives an error of one line, in each command that stores something."""

from __future__ import annotations

import io
import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from commands import GAMES, Run
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
