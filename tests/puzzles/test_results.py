"""The database of results: kept once, lost never, and not believed where it was changed."""

from __future__ import annotations

import datetime
import json
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import numberdrop as nd
from commands import ENVIRON, GAMES
from numberdrop.puzzles.results import Results
from numberdrop.puzzles.scores import Result
from numberdrop.puzzles.targets import MEDALS

DAY = datetime.date(2026, 11, 20)


def result(number: int = 0, name: str = "ABC", score: int = 50, **more: Any) -> Result:
    day = DAY + datetime.timedelta(number)
    values = {"puzzle": day.isoformat(), "variant": "rulebook", "medal": None, "day": day}
    return Result(**{**values, "name": name, "score": score, **more})


def add(results: Results, found: Result, record: Any = GAMES[0]) -> int:
    number, is_new = results.add(found, record)
    assert is_new
    return number


def change(results: Results, *statements: str) -> None:
    """As another program does that knows nothing of ours."""
    with closing(sqlite3.connect(results.path)) as database:
        for statement in statements:
            database.execute(statement)
        database.commit()


@pytest.fixture
def results(tmp_path: Path) -> Results:
    """A database with three results."""
    found = Results(tmp_path / "data")
    for number in range(3):
        add(found, result(number), GAMES[number])
    return found


# Keeping


def test_a_result_is_kept_once(tmp_path: Path) -> None:
    results = Results(tmp_path / "new" / "folder")
    assert results.all() == ([], [])
    assert not results.path.parent.exists()
    assert results.add(result(), GAMES[0]) == (1, True)
    assert results.add(result(), GAMES[0]) == (1, False)
    assert results.add(result(name="DEF"), GAMES[0]) == (2, True)
    assert results.add(result(number=1), GAMES[0]) == (3, True)
    kept = [result(), result(name="DEF"), result(number=1)]
    assert [one.to_json() for one in results.all()[0]] == [
        {**one.to_json(), "number": number} for number, one in enumerate(kept, 1)
    ]


def test_helps_are_counted_and_make_no_other_game(results: Results) -> None:
    helped = {**GAMES[0], "help": [{"turn": 1, "grade": "region"}, {"turn": 4, "grade": "turn"}]}
    assert results.add(result(), helped) == (1, False)
    number = add(results, result(5), helped)
    assert [one.helps for one in results.all()[0]] == [0, 0, 0, 2]
    assert results.record(number) == GAMES[0]


def test_a_game_is_given_back(results: Results) -> None:
    assert [results.record(number) for number in (1, 2, 3)] == GAMES


def test_a_result_is_removed(results: Results) -> None:
    assert results.remove(2) == replace(result(1), number=2)
    assert [one.number for one in results.all()[0]] == [1, 3]
    assert results.add(result(1), GAMES[1])[1]


@pytest.mark.parametrize("number", [0, 4, -1, 2**63, -(2**63) - 1, 10**40])
def test_a_wrong_number_is_told(number: int, results: Results, tmp_path: Path) -> None:
    nothing = Results(tmp_path / "nothing")
    for there in (results, nothing):
        for ask in (there.record, there.remove):
            with pytest.raises(nd.NumberdropError, match=f"there is no result {number}$"):
                ask(number)
    assert len(results.all()[0]) == 3
    assert not nothing.path.parent.exists()


def test_entries_are_remembered(tmp_path: Path) -> None:
    results = Results(tmp_path)
    assert results.entry("2026-11-20", "p") is None
    results.keep_entry("2026-11-20", "p", "one")
    results.keep_entry("2026-11-20", "p", "two")
    assert results.entry("2026-11-20", "p") == "two"
    assert results.entry("2026-11-20", "q") is None


def test_a_user_without_a_folder_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A name that the system can't resolve is no folder in the one that is worked in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NUMBERDROP_DATA", raising=False)
    monkeypatch.setattr("numberdrop.folders.user_data_path", lambda *_, **__: Path("~/nd"))
    for ask in (Results().all, lambda: Results().add(result(), GAMES[0])):
        with pytest.raises(nd.NumberdropError, match=r"~/nd: .* set NUMBERDROP_DATA$"):
            ask()
    assert os.listdir(tmp_path) == []


# What other programs did

CHANGES = {
    "day='25/11/2026'": "day: expected a day, YYYY-MM-DD, got '25/11/2026'",
    "day='20261125'": "day: expected a day, YYYY-MM-DD, got '20261125'",
    "day=x'00'": r"day: expected a day, YYYY-MM-DD, got b'\x00'",
    "score='forty'": "score: expected -15 to 100, got 'forty'",
    "score=40.5": "score: expected -15 to 100, got 40.5",
    "score=9223372036854775807": "score: expected -15 to 100, got 9223372036854775807",
    "score=x'28'": "score: expected -15 to 100, got b'('",
    "name='A'||char(27)||'c'": r"name: expected three letters A to Z, got 'A\x1bc'",
    "name='abc'": "name: expected three letters A to Z, got 'abc'",
    "name=cast(x'ff1b41' as text)": r"name: expected three letters A to Z, got '\udcff\x1bA'",
    "name=x'414243'": "name: expected text, got b'ABC'",
    "puzzle='a'||char(10)||'b'": r"puzzle: expected the name of a puzzle, got 'a\nb'",
    "puzzle=''": "puzzle: expected the name of a puzzle, got ''",
    "puzzle=printf('%.9999c','1')": "puzzle: expected the name of a puzzle, got '1111",
    "variant='chess'": "variant: expected 'rulebook' or 'bga'",
    "medal='wood'": f"medal: expected none, or one of {', '.join(MEDALS)}, got 'wood'",
    "medal=x'ff'": rf"medal: expected none, or one of {', '.join(MEDALS)}, got b'\xff'",
    "record='{'": "record: expected the record of a game, got another text",
    "record=''": "record: expected the record of a game, got another text",
    "record=x'7b7d'": "record: expected the record of a game, got another text",
    f"record='{json.dumps({'help': [1] * 100})}'": "helps: expected 0 to 99, got 100",
}


@pytest.mark.parametrize("setting", CHANGES)
def test_a_row_that_was_changed_is_named_and_passed_over(setting: str, results: Results) -> None:
    change(results, f"update results set {setting} where number = 2")
    found, problems = results.all()
    assert [one.number for one in found] == [1, 3]
    [problem] = problems
    assert problem.startswith(f"{results.path}, result 2, {CHANGES[setting]}")
    assert problem.isprintable()
    assert results.remove(2) is None
    assert results.all() == (found, [])


@pytest.mark.parametrize(
    ("record", "words"),
    [
        ("{", "expected JSON, error at column 2: "),
        ("[" * 100_000, "expected JSON, got one nested too deeply"),
        ("{}", "expected the key 'format', which is missing"),
        ('{"a": 1, "a": 2}', "the key 'a' occurs twice"),
        (json.dumps({**GAMES[0], "start": "a9"}), "start"),
        (json.dumps({**GAMES[0], "turns": GAMES[0]["turns"][1:]}), "turn 2: "),
        (b"\xff\x1b", r"expected text, got b'\xff\x1b'"),
    ],
)
def test_a_record_that_was_changed_is_not_given_back(
    record: str | bytes, words: str, results: Results
) -> None:
    with closing(sqlite3.connect(results.path)) as database:
        database.execute("update results set record = ? where number = 2", (record,))
        database.commit()
    with pytest.raises(nd.NumberdropError) as caught:
        results.record(2)
    assert str(caught.value).startswith(f"{results.path}, result 2, record: ")
    assert words in str(caught.value)


def test_an_entry_that_is_no_text_is_named(results: Results) -> None:
    results.keep_entry("2026-11-20", "p", "one")
    change(results, "update lines set line = x'00'")
    with pytest.raises(nd.NotationError, match=r"entry of 2026-11-20: expected text, got b'.x00'"):
        results.entry("2026-11-20", "p")


NOT_OURS = {
    "another file": (lambda path: path.write_bytes(b"no database" * 100), "not a database"),
    "a folder": (lambda path: path.mkdir(), "expected a file, got a folder"),
    "a newer one": (["pragma user_version = 9"], "expected tables of version 1, got 9: made by a"),
    "an odd one": (["pragma user_version = -1"], "expected the tables of numberdrop, got others"),
    "another's": (["create table music (name)"], "expected the tables of numberdrop, got others"),
    "half of ours": (
        ["create table results (number)", "pragma user_version = 1"],
        "expected the tables of numberdrop, got others",
    ),
    "other columns": (
        ["create table results (a)", "create table lines (b)", "pragma user_version = 1"],
        "no such column|no column named",
    ),
    "other tables": (
        ["create table results (a)", "create table lines (b)"],
        "expected the tables of numberdrop, got others",
    ),
}


@pytest.mark.parametrize("name", NOT_OURS)
def test_another_file_is_left_alone(name: str, tmp_path: Path) -> None:
    results, (spoil, words) = Results(tmp_path), NOT_OURS[name]
    if callable(spoil):
        spoil(results.path)
    else:
        change(results, *spoil)
    before = results.path.is_file() and results.path.read_bytes()
    for ask in (
        results.all,
        lambda: results.add(result(), GAMES[0]),
        lambda: results.entry("2026-11-20", "p"),
        lambda: results.record(1),
        lambda: results.remove(1),
    ):
        with pytest.raises(nd.NumberdropError, match=words) as caught:
            ask()
        assert str(caught.value).startswith(f"{results.path}: ")
    assert (results.path.is_file() and results.path.read_bytes()) == before


def test_an_empty_file_is_a_database_without_results(tmp_path: Path) -> None:
    results = Results(tmp_path)
    results.path.touch()
    assert results.all() == ([], [])
    assert results.entry("2026-11-20", "p") is None
    assert results.path.read_bytes() == b""
    assert results.add(result(), GAMES[0]) == (1, True)


def test_a_database_that_is_cut_off_is_told(results: Results) -> None:
    results.path.write_bytes(results.path.read_bytes()[:-4096])
    with pytest.raises(nd.NumberdropError, match="malformed"):
        results.all()


@pytest.mark.parametrize("folder", ["file/data", "file"])
def test_a_folder_that_is_none_is_told(folder: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    results = Results(tmp_path / folder)
    for ask in (results.all, lambda: results.add(result(), GAMES[0])):
        with pytest.raises(nd.NumberdropError, match=r"/file: expected a folder, got a file$"):
            ask()


def test_a_database_that_must_not_be_written_is_read(
    results: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a disk that is read-only: tests may run as one who may write everywhere."""
    connect = sqlite3.connect

    def read_only(address: str, **more: Any) -> sqlite3.Connection:
        return connect(address.partition("?")[0] + "?mode=ro", **more)

    monkeypatch.setattr(sqlite3, "connect", read_only)
    with pytest.raises(nd.NumberdropError, match=r"results\.sqlite: attempt to write a readonly"):
        results.add(result(9), GAMES[0])
    assert len(results.all()[0]) == 3
    assert results.record(1) == GAMES[0]


# Programs at once, killed, and without room

ADD = """
import datetime, json, sys
from pathlib import Path
from numberdrop.puzzles.results import Results
from numberdrop.puzzles.scores import Result
folder, name, first, count = sys.argv[1:]
day = datetime.date(2026, 11, 20)
print("ready", flush=True)
for number in range(int(first), int(first) + int(count)):
    record = {"number": number, "padding": "x" * 2000}
    found = Result(f"plain#1.{number}", "rulebook", name, 50, None, day)
    Results(Path(folder)).add(found, record)
    print(number, flush=True)
"""


def adding(folder: Path, name: str, first: int, count: int, **more: Any) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", ADD, str(folder), name, str(first), str(count)],
        env=ENVIRON,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **more,
    )


def added(results: Results, name: str = "AAA") -> list[int]:
    """The numbers of what the program has added under this name."""
    found, problems = results.all()
    assert problems == []
    return [int(one.puzzle.rpartition(".")[2]) for one in found if one.name == name]


def test_programs_that_write_at_once_lose_and_double_nothing(tmp_path: Path) -> None:
    """Two of the four hand in the same games."""
    each = [("AAA", 0), ("AAA", 0), ("BBB", 0), ("CCC", 100)]
    processes = [adding(tmp_path, name, first, 15) for name, first in each]
    for process in processes:
        _, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
    for name, first in each:
        assert added(Results(tmp_path), name) == list(range(first, first + 15))


def test_a_killed_program_loses_nothing_that_it_said_was_kept(tmp_path: Path) -> None:
    """Killed while it goes on, once it has said so much."""
    said: set[int] = set()
    for kill, heard in enumerate((1, 2, 7, 20, 50)):
        process = adding(tmp_path, "AAA", 1000 * kill, 1000)
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
        said |= {int(process.stdout.readline()) for _ in range(heard)}
        process.send_signal(signal.SIGKILL)
        out, _ = process.communicate(timeout=60)
        said |= {int(line) for line in out.split()}
    kept = added(Results(tmp_path))
    assert len(kept) == len(set(kept))
    assert said <= set(kept)
    assert len(set(kept) - said) <= 5
    check = sqlite3.connect(Results(tmp_path).path).execute("pragma integrity_check").fetchone()
    assert check == ("ok",)


def test_a_full_disk_keeps_what_there_was(tmp_path: Path) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    process = adding(tmp_path, "AAA", 0, 500, preexec_fn=limit)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "numberdrop.database.DatabaseUnavailable: " in err
    said = [int(line) for line in out.split()[1:]]
    assert 0 < len(said) < 500
    assert added(Results(tmp_path)) == said
    assert Results(tmp_path).add(result(), GAMES[0])[1]


def test_what_a_killed_program_left_half_written_is_taken_back(results: Results) -> None:
    """A copy of the files as they are in the middle of a long change is what a kill leaves."""
    writer = sqlite3.connect(results.path, isolation_level=None)
    for statement in ("pragma cache_size = 1", "begin", "update results set name = 'ZZZ'"):
        writer.execute(statement)
    for number in range(40):
        row = (f"plain#9.{number}", "rulebook", "ZZZ", 1, "2026-11-20", "{" * 4000, "d")
        writer.execute(
            "insert into results (puzzle, variant, name, score, day, record, digest) "
            "values (?, ?, ?, ?, ?, ?, ?)",
            row,
        )
    killed = Results(results.path.parent.with_name("killed"))
    shutil.copytree(results.path.parent, killed.path.parent)
    writer.close()
    journal = killed.path.with_name("results.sqlite-journal")
    assert journal.stat().st_size > 512
    assert b"ZZZ" in killed.path.read_bytes()
    assert killed.all() == results.all()
    assert not journal.exists()


@pytest.fixture
def other(results: Results) -> Iterator[sqlite3.Connection]:
    """Another program with the database open."""
    with closing(sqlite3.connect(results.path, isolation_level=None)) as database:
        yield database


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("WRITE_TIMEOUT", "READ_TIMEOUT"):
        monkeypatch.setattr(f"numberdrop.database.{name}", 0)


@pytest.mark.usefixtures("impatient")
def test_reading_waits_for_nobody_who_writes(results: Results, other: sqlite3.Connection) -> None:
    """And so takes no lock that only one can have."""
    other.execute("begin immediate")
    other.execute("delete from results")
    assert len(results.all()[0]) == 3
    assert results.record(1) == GAMES[0]
    assert results.entry("2026-11-20", "p") is None
    for ask in (lambda: results.add(result(9), GAMES[0]), lambda: results.remove(1)):
        with pytest.raises(
            nd.NumberdropError, match=r"results\.sqlite: locked by another program$"
        ):
            ask()


@pytest.mark.usefixtures("impatient")
def test_a_database_that_is_held_is_told(results: Results, other: sqlite3.Connection) -> None:
    other.execute("begin exclusive")
    for ask in (
        results.all,
        lambda: results.record(1),
        lambda: results.entry("2026-11-20", "p"),
        lambda: results.keep_entry("2026-11-20", "p", "one"),
        lambda: results.add(result(9), GAMES[0]),
    ):
        with pytest.raises(
            nd.NumberdropError, match=r"results\.sqlite: locked by another program$"
        ):
            ask()
    other.execute("rollback")
    assert len(results.all()[0]) == 3


def test_a_signal_is_heard_while_waiting(results: Results, other: sqlite3.Connection) -> None:
    other.execute("begin exclusive")
    process = adding(results.path.parent, "DEF", 0, 1)
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (out, err.endswith("KeyboardInterrupt\n")) == ("", True)


@pytest.mark.parametrize("how", ["begin immediate", "begin exclusive"])
def test_who_writes_is_waited_for(how: str, results: Results, other: sqlite3.Connection) -> None:
    other.execute(how)
    process = adding(results.path.parent, "DEF", 0, 1)
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    other.execute("commit")
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert added(results, "DEF") == [0]
    assert os.listdir(results.path.parent) == ["results.sqlite"]


def test_records_are_left_where_they_are(results: Results) -> None:
    """The table of thousands of games costs no more memory than its lines."""
    change(
        results,
        "with recursive n(i) as (select 1 union all select i + 1 from n where i < 200) "
        "insert into results (puzzle, variant, name, score, day, record, digest) "
        "select 'plain#1.' || i, 'rulebook', 'ABC', 50, '2026-11-20', "
        "printf('{%.*c}', 100000, ' '), 'd' from n",
    )
    tracemalloc.start()
    try:
        found, problems = results.all()
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (len(found), problems) == (203, [])
    assert most < 2_000_000
