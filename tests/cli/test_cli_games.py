"""The command games: all games and results are written to a file, and taken in from one."""

from __future__ import annotations

import io
import json
import random
import resource
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from commands import Run
from numberdrop.cli import main
from numberdrop.puzzles.results import Results
from numberdrop.sessions import Store
from numberdrop.sessions.outcome import submit_result
from sessions import after_random_step, begun, ended
from storages import only_files

HEAD = '{"format": "numberdrop.games", "version": 1, "problems": []}\n'


@pytest.fixture
def file(run: Run, here: Path) -> Path:
    """The file of a game in progress, and of a finished one with its result."""
    store, results = Store(here / "data"), Results(here / "data")
    begun(store)
    submit_result(store, ended(store, random.Random(1), kind="solo", seed=9).id, results, "ABC")
    done = run("games", "--out", "games.jsonl")
    assert (done.code, done.out, done.err) == (0, "games.jsonl: 2 games, 1 result\n", "")
    return here / "games.jsonl"


@pytest.fixture
def elsewhere(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Another data folder, which the commands use from now on."""
    monkeypatch.setenv("NUMBERDROP_DATA", str(here / "other"))
    return here / "other"


def test_games_are_taken_in_elsewhere(run: Run, file: Path, elsewhere: Path) -> None:
    done = run("games", "--take", "games.jsonl")
    counts = "2 games taken in, 0 continued, 0 here already; 1 new result"
    assert (done.code, done.out, done.err) == (0, f"games.jsonl: {counts}\n", "")
    assert run("games", "--out", "again.jsonl").code == 0
    assert (file.parent / "again.jsonl").read_bytes() == file.read_bytes()
    assert "ABC  plain#9.0" in run("scores", "--all").out
    assert run("games", "--take", "games.jsonl", "--json").json() == {
        "taken": 0,
        "continued": 0,
        "known": 2,
        "copies": [],
        "results": 0,
        "problems": [],
    }


def test_file_of_counts_as_json(run: Run, file: Path) -> None:
    found = run("games", "--out", "again.jsonl", "--json").json()
    assert found == {"games": 2, "results": 1, "problems": []}


def test_game_continued_differently_is_named(run: Run, file: Path, here: Path) -> None:
    store = Store(here / "data")
    [game] = [one for one in store.list()[0] if not one.over]
    saved = after_random_step(store, store.get(game.id), random.Random(1))
    head, *lines = file.read_text().splitlines()
    line = next(
        line for line in map(json.loads, lines) if line.get("game", {}).get("id") == game.id
    )
    line["game"]["steps"].append({"step": {"do": "help", "grade": "turn"}})
    file.write_text(f"{head}\n{json.dumps(line)}\n")
    done = run("games", "--take", "games.jsonl")
    first, second = done.out.splitlines()
    assert first.endswith("1 game taken in, 0 continued, 0 here already; 0 new results")
    assert second.startswith(f"game {game.id} was continued differently here: taken in as ")
    assert store.get(game.id) == saved


@pytest.mark.parametrize("form", ["utf-8-sig", "utf-16"])
def test_byte_order_marks_and_windows_line_ends_are_read(
    form: str, run: Run, file: Path, elsewhere: Path
) -> None:
    file.write_bytes(file.read_text("utf-8").replace("\n", "\r\n").encode(form))
    assert run("games", "--take", "games.jsonl", "--json").json()["taken"] == 2


def test_stdin_is_read(
    run: Run, file: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(file.read_bytes())))
    assert run("games", "--take", "-").out.startswith("stdin: 2 games taken in")


def test_lines_left_out_are_named(run: Run, file: Path, elsewhere: Path) -> None:
    head, *lines = file.read_text().splitlines()
    file.write_text("\n".join([head, "{}", *lines, *["spoilt"] * 7]))
    done = run("games", "--take", "games.jsonl")
    assert done.code == 1
    assert done.out.startswith("games.jsonl: 2 games taken in")
    messages = done.err.splitlines()
    assert messages[0] == (
        "warning: games.jsonl, line 2: expected a game or a result, got {}: left out"
    )
    assert messages[1].startswith("warning: games.jsonl, line 6: expected JSON, error at column 1")
    assert messages[-1] == "warning: 3 more lines of the file left out"
    assert len(messages) == 6


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("", "this isn't a file of games: it is empty"),
        ("7\n", "this isn't a file of games: expected an object, got 7"),
        ("x\n", "this isn't a file of games: line 1: expected JSON, error at column 1: "),
        ("[" * 5_000_000, "expected a document of at most 4194304 bytes, got a longer one"),
    ],
)
def test_another_file_is_refused(content: str, why: str, run: Run, here: Path) -> None:
    (here / "x.jsonl").write_text(content)
    done = run.fails("games", "--take", "x.jsonl")
    assert done.code == 1
    assert done.err.startswith(f"numberdrop: x.jsonl: {why}")
    assert not (here / "data").exists()


def test_missing_file_is_reported(run: Run, here: Path) -> None:
    done = run.fails("games", "--take", "none.jsonl")
    assert (done.code, done.err) == (2, "numberdrop: none.jsonl: No such file or directory\n")


@pytest.mark.parametrize("options", [[], ["--out", "a", "--take", "b"], ["--json"]])
def test_other_options_are_refused(options: list[str], run: Run, here: Path) -> None:
    done = run.fails("games", *options)
    assert done.code == 2
    assert done.err == "numberdrop: games: expected --out FILE or --take FILE\n"
    assert list(here.iterdir()) == []


@pytest.mark.parametrize("name", ["-", "", "link", "data/results.sqlite", "none/games.jsonl"])
def test_wrong_output_is_refused(name: str, run: Run, file: Path, here: Path) -> None:
    (here / "link").symlink_to(Store(here / "data").path)
    before = {path: path.read_bytes() for path in here.rglob("*.sqlite")}
    assert run.fails("games", "--out", name).code == 2
    assert {path: path.read_bytes() for path in here.rglob("*.sqlite")} == before


@only_files
def test_full_disk_leaves_the_old_file(
    storage: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said, before = io.StringIO(), file.read_bytes()
    monkeypatch.setattr("sys.stderr", said)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        code = main(["games", "--out", "games.jsonl"])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert (code, said.getvalue()) == (1, "numberdrop: games.jsonl: File too large\n")
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir() if "draft" in path.name] == []


def test_unreadable_game_is_named(run: Run, file: Path, here: Path) -> None:
    with closing(sqlite3.connect(here / "data" / "table.sqlite")) as database:
        database.execute("update steps set step = '{'")
        database.commit()
    done = run("games", "--out", "again.jsonl")
    assert (done.code, done.out) == (0, "again.jsonl: 0 games, 1 result\n")
    assert len(done.err.splitlines()) == 2
    assert ": step 1: it was changed or damaged after it was saved" in done.err
    found = run("games", "--out", "again.jsonl", "--json").json()
    assert len(found["problems"]) == 2
