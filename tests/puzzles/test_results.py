"""The store of results: storage, validation of foreign changes, concurrency and crashes."""

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
from numberdrop.files import try_lock
from numberdrop.puzzles.archive.shipped import shipped_day
from numberdrop.puzzles.medals import listed_results
from numberdrop.puzzles.results import Results
from numberdrop.puzzles.scores import Result
from numberdrop.puzzles.targets import MEDALS, Targets
from storages import BEGINNINGS, only_files, only_sqlite

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
    """Run SQL statements directly, as another program might."""
    with closing(sqlite3.connect(results.path)) as database:
        for statement in statements:
            database.execute(statement)
        database.commit()


@pytest.fixture
def results(tmp_path: Path, storage: str) -> Results:
    """Three results, on each storage."""
    found = Results(tmp_path / "data")
    for number in range(3):
        add(found, result(number), GAMES[number])
    return found


# Storage


@pytest.mark.usefixtures("storage")
def test_result_added_twice_is_stored_once(tmp_path: Path) -> None:
    results = Results(tmp_path / "new" / "folder")
    assert results.all() == ([], [])
    assert not results.path.parent.exists()
    assert results.add(result(), GAMES[0]) == (1, True)
    assert results.add(result(), GAMES[0]) == (1, False)
    assert results.add(result(name="DEF"), GAMES[0]) == (2, True)
    assert results.add(result(number=1), GAMES[0]) == (3, True)
    expected = [result(), result(name="DEF"), result(number=1)]
    assert [each.to_json() for each in results.all()[0]] == [
        {**each.to_json(), "number": number} for number, each in enumerate(expected, 1)
    ]


def test_medal_is_that_of_the_targets_known_now(results: Results) -> None:
    """An older version stored the same score with the medal of older targets."""
    targets = some_targets(DAY)
    score = targets.gold
    add(results, result(name="OLD", score=score, medal="bronze"))
    add(results, result(name="NEW", score=score, medal="gold"))
    add(results, result(name="OUR", puzzle="plain#1.0", score=score, medal="silver"))
    medals = {one.name: one.medal for one in listed_results(results)[0]}
    assert (medals["OLD"], medals["NEW"], medals["OUR"]) == ("gold", "gold", "silver")


def some_targets(day: datetime.date) -> Targets:
    entry = shipped_day(day)
    assert entry is not None
    return entry.targets


def test_helps_are_counted_but_do_not_change_the_game(results: Results) -> None:
    helped = {**GAMES[0], "help": [{"turn": 1, "grade": "region"}, {"turn": 4, "grade": "turn"}]}
    assert results.add(result(), helped) == (1, False)
    number = add(results, result(5), helped)
    assert [one.helps for one in results.all()[0]] == [0, 0, 0, 2]
    assert results.record(number) == GAMES[0]


def test_record_returns_the_saved_game(results: Results) -> None:
    assert [results.record(number) for number in (1, 2, 3)] == GAMES


def test_removed_result_can_be_added_again(results: Results) -> None:
    assert results.remove(2) == replace(result(1), number=2)
    assert [one.number for one in results.all()[0]] == [1, 3]
    assert results.add(result(1), GAMES[1]) == (4, True)
    assert [results.record(number) for number in (1, 3, 4)] == [GAMES[0], GAMES[2], GAMES[1]]


@pytest.mark.parametrize("number", [0, 4, -1, 2**63, -(2**63) - 1, 10**40])
def test_unknown_number_is_refused(number: int, results: Results, tmp_path: Path) -> None:
    missing = Results(tmp_path / "nothing")
    for database in (results, missing):
        for method in (database.record, database.remove):
            with pytest.raises(nd.NumberdropError, match=f"there is no result {number}$"):
                method(number)
    assert len(results.all()[0]) == 3
    assert not missing.path.parent.exists()


@pytest.mark.usefixtures("storage")
def test_cached_entry_is_returned(tmp_path: Path) -> None:
    results = Results(tmp_path)
    assert results.entry("2026-11-20", "p") is None
    results.keep_entry("2026-11-20", "p", "one")
    results.keep_entry("2026-11-20", "p", "two")
    assert results.entry("2026-11-20", "p") == "two"
    assert results.entry("2026-11-20", "q") is None


@pytest.mark.usefixtures("storage")
def test_unresolvable_data_folder_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """An unresolved `~` must not become a folder in the current one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NUMBERDROP_DATA", raising=False)
    monkeypatch.setattr("numberdrop.folders.user_data_path", lambda *_, **__: Path("~/nd"))
    for call in (Results().all, lambda: Results().add(result(), GAMES[0])):
        with pytest.raises(nd.NumberdropError, match=r"~/nd: .* set NUMBERDROP_DATA$"):
            call()
    assert os.listdir(tmp_path) == []


# Changes by other programs

CHANGES = {
    "day='25/11/2026'": "day: expected a day, YYYY-MM-DD, got '25/11/2026'",
    "day='20261125'": "day: expected a day, YYYY-MM-DD, got '20261125'",
    "day=x'00'": r"day: expected a day, YYYY-MM-DD, got b'\x00'",
    "score='forty'": "score: expected -15 to 100, got 'forty'",
    "score=40.5": "score: expected -15 to 100, got 40.5",
    "score=9223372036854775807": "score: expected -15 to 100, got 9223372036854775807",
    "score=x'28'": "score: expected -15 to 100, got b'('",
    "name='A'||char(27)||'c'": r"name: expected three letters A to Z or digits, got 'A\x1bc'",
    "name='abc'": "name: expected three letters A to Z or digits, got 'abc'",
    "name=cast(x'ff1b41' as text)": r"name: expected three letters A to Z or digits, got '\udcff",
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


@only_sqlite
@pytest.mark.parametrize("setting", CHANGES)
def test_invalid_row_is_reported_and_skipped(setting: str, results: Results) -> None:
    change(results, f"update results set {setting} where number = 2")
    found, problems = results.all()
    assert [one.number for one in found] == [1, 3]
    [problem] = problems
    assert problem.startswith(f"{results.path}, result 2, {CHANGES[setting]}")
    assert problem.isprintable()
    assert results.remove(2) is None
    assert results.all() == (found, [])


@only_sqlite
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
def test_invalid_record_is_refused(record: str | bytes, words: str, results: Results) -> None:
    with closing(sqlite3.connect(results.path)) as database:
        database.execute("update results set record = ? where number = 2", (record,))
        database.commit()
    with pytest.raises(nd.NumberdropError) as caught:
        results.record(2)
    assert str(caught.value).startswith(f"{results.path}, result 2, record: ")
    assert words in str(caught.value)


@only_sqlite
def test_cached_entry_that_is_not_text_is_refused(results: Results) -> None:
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
def test_foreign_file_is_refused_and_unchanged(name: str, tmp_path: Path) -> None:
    results, (spoil, words) = Results(tmp_path), NOT_OURS[name]
    if callable(spoil):
        spoil(results.path)
    else:
        change(results, *spoil)
    before = results.path.is_file() and results.path.read_bytes()
    for call in (
        results.all,
        lambda: results.add(result(), GAMES[0]),
        lambda: results.entry("2026-11-20", "p"),
        lambda: results.record(1),
        lambda: results.remove(1),
    ):
        with pytest.raises(nd.NumberdropError, match=words) as caught:
            call()
        assert str(caught.value).startswith(f"{results.path}: ")
    assert (results.path.is_file() and results.path.read_bytes()) == before


def test_empty_file_is_an_empty_database(tmp_path: Path) -> None:
    results = Results(tmp_path)
    results.path.touch()
    assert results.all() == ([], [])
    assert results.entry("2026-11-20", "p") is None
    assert results.path.read_bytes() == b""
    assert results.add(result(), GAMES[0]) == (1, True)


@only_sqlite
def test_truncated_database_is_refused(results: Results) -> None:
    results.path.write_bytes(results.path.read_bytes()[:-4096])
    with pytest.raises(nd.NumberdropError, match="malformed"):
        results.all()


@pytest.mark.usefixtures("storage")
@pytest.mark.parametrize("folder", ["file/data", "file"])
def test_file_in_place_of_a_folder_is_refused(folder: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    results = Results(tmp_path / folder)
    for call in (results.all, lambda: results.add(result(), GAMES[0])):
        with pytest.raises(nd.NumberdropError, match=r"/file: expected a folder, got a file$"):
            call()


@only_sqlite
def test_read_only_database_can_be_read(results: Results, monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulates a read-only disk, since the tests may run as root."""
    connect = sqlite3.connect

    def read_only(address: str, **more: Any) -> sqlite3.Connection:
        return connect(address.partition("?")[0] + "?mode=ro", **more)

    monkeypatch.setattr(sqlite3, "connect", read_only)
    with pytest.raises(nd.NumberdropError, match=r"results\.sqlite: attempt to write a readonly"):
        results.add(result(9), GAMES[0])
    assert len(results.all()[0]) == 3
    assert results.record(1) == GAMES[0]


# Concurrent programs, crashes and full disks

ADD = """
import datetime, json, sys
from pathlib import Path
from numberdrop.puzzles.results import Results
from numberdrop.puzzles.scores import Result
folder, name, first, count = sys.argv[1:]
day = datetime.date(2026, 11, 20)
print("ready", flush=True)
for number in range(int(first), int(first) + int(count)):
    record = {"number": number, "padding": "x" * (2000 + 40 * (number % 1000))}
    found = Result(f"plain#1.{number}", "rulebook", name, 50, None, day)
    Results(Path(folder)).add(found, record)
    print(number, flush=True)
"""


def adding(
    folder: Path, storage: str, name: str, first: int, count: int, **more: Any
) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [
            sys.executable,
            "-c",
            BEGINNINGS[storage] + ADD,
            str(folder),
            name,
            str(first),
            str(count),
        ],
        env=ENVIRON,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **more,
    )


def added(results: Results, name: str = "AAA") -> list[int]:
    """Return the numbers of the deals whose results were added under `name`."""
    found, problems = results.all()
    assert problems == []
    return [int(one.puzzle.rpartition(".")[2]) for one in found if one.name == name]


def test_concurrent_writers_neither_lose_nor_duplicate_results(
    tmp_path: Path, storage: str
) -> None:
    """Two of the four programs submit the same games."""
    each = [("AAA", 0), ("AAA", 0), ("BBB", 0), ("CCC", 100)]
    processes = [adding(tmp_path, storage, name, first, 15) for name, first in each]
    for process in processes:
        _, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
    for name, first in each:
        assert added(Results(tmp_path), name) == list(range(first, first + 15))


def test_killed_program_loses_no_confirmed_result(tmp_path: Path, storage: str) -> None:
    """The program is killed after confirming a number of results."""
    confirmed: set[int] = set()
    for kill, count in enumerate((1, 2, 7, 20, 50)):
        process = adding(tmp_path, storage, "AAA", 1000 * kill, 1000)
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
        confirmed |= {int(process.stdout.readline()) for _ in range(count)}
        process.send_signal(signal.SIGKILL)
        # communicate() would lose the lines that readline() has buffered.
        confirmed |= {int(line) for line in process.stdout.read().split()}
        process.communicate(timeout=60)
    saved = added(Results(tmp_path))
    assert len(saved) == len(set(saved))
    assert confirmed <= set(saved)
    assert len(set(saved) - confirmed) <= 5
    if storage == "sqlite":
        check = sqlite3.connect(Results(tmp_path).path).execute("pragma integrity_check").fetchone()
        assert check == ("ok",)


def test_full_disk_keeps_earlier_results(tmp_path: Path, storage: str) -> None:
    """Each record is longer than the one before, since files are limited one by one."""
    most = 100_000 if storage == "sqlite" else 5_000

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    process = adding(tmp_path, storage, "AAA", 0, 500, preexec_fn=limit)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "numberdrop.database.interface.DatabaseUnavailable: " in err
    confirmed = [int(line) for line in out.split()[1:]]
    assert 0 < len(confirmed) < 500
    assert added(Results(tmp_path)) == confirmed
    assert Results(tmp_path).add(result(), GAMES[0])[1]


@only_sqlite
def test_transaction_of_a_killed_program_is_rolled_back(results: Results) -> None:
    """Copying the files in the middle of a transaction simulates a killed program."""
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
    """A second connection to the database, as of another program."""
    with closing(sqlite3.connect(results.path, isolation_level=None)) as database:
        yield database


@pytest.fixture
def no_timeouts(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("WRITE_TIMEOUT", "READ_TIMEOUT"):
        monkeypatch.setattr(f"numberdrop.database.interface.{name}", 0)


@pytest.mark.usefixtures("no_timeouts")
@only_sqlite
def test_reads_do_not_wait_for_writers(results: Results, other: sqlite3.Connection) -> None:
    """Hence reads take no exclusive lock."""
    other.execute("begin immediate")
    other.execute("delete from results")
    assert len(results.all()[0]) == 3
    assert results.record(1) == GAMES[0]
    assert results.entry("2026-11-20", "p") is None
    for call in (lambda: results.add(result(9), GAMES[0]), lambda: results.remove(1)):
        with pytest.raises(
            nd.NumberdropError, match=r"results\.sqlite: locked by another program$"
        ):
            call()


@pytest.mark.usefixtures("no_timeouts")
@only_sqlite
def test_locked_database_is_refused(results: Results, other: sqlite3.Connection) -> None:
    other.execute("begin exclusive")
    for call in (
        results.all,
        lambda: results.record(1),
        lambda: results.entry("2026-11-20", "p"),
        lambda: results.keep_entry("2026-11-20", "p", "one"),
        lambda: results.add(result(9), GAMES[0]),
    ):
        with pytest.raises(
            nd.NumberdropError, match=r"results\.sqlite: locked by another program$"
        ):
            call()
    other.execute("rollback")
    assert len(results.all()[0]) == 3


@only_sqlite
def test_interrupt_ends_waiting_for_a_lock(
    results: Results, storage: str, other: sqlite3.Connection
) -> None:
    other.execute("begin exclusive")
    process = adding(results.path.parent, storage, "DEF", 0, 1)
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (out, err.endswith("KeyboardInterrupt\n")) == ("", True)


@only_sqlite
@pytest.mark.parametrize("how", ["begin immediate", "begin exclusive"])
def test_write_waits_for_another_writer(
    how: str, results: Results, storage: str, other: sqlite3.Connection
) -> None:
    other.execute(how)
    process = adding(results.path.parent, storage, "DEF", 0, 1)
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    other.execute("commit")
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert added(results, "DEF") == [0]
    assert os.listdir(results.path.parent) == ["results.sqlite"]


def read_all(results: Results) -> tuple[list[Result], list[str], int]:
    """Return all results, the messages about others, and the most memory that this took, in
    bytes."""
    tracemalloc.start()
    try:
        found, problems = results.all()
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return found, problems, most


@only_sqlite
def test_all_does_not_load_records(results: Results) -> None:
    """Listing thousands of games must not need memory for their records."""
    change(
        results,
        "with recursive n(i) as (select 1 union all select i + 1 from n where i < 200) "
        "insert into results (puzzle, variant, name, score, day, record, digest) "
        "select 'plain#1.' || i, 'rulebook', 'ABC', 50, '2026-11-20', "
        "printf('{%.*c}', 100000, ' '), 'd' from n",
    )
    found, problems, most = read_all(results)
    assert (len(found), problems) == (203, [])
    assert most < 2_000_000


# The storage of files


def rewrite(results: Results, number: int, **values: Any) -> None:
    """Change the values of a result, as an editor does."""
    path = results.path / f"{number}.json"
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), **values}), "utf-8")


FILE_CHANGES: dict[str, tuple[dict[str, Any], str]] = {
    "format": ({"format": "chess"}, "format: expected 'numberdrop.saved-result', got 'chess'"),
    "newer": ({"version": 2}, "version: expected 1, got 2: made by a newer numberdrop"),
    "version": ({"version": True}, "version: expected 1, got True"),
    "day": ({"day": "25/11/2026"}, "day: expected a day, YYYY-MM-DD, got '25/11/2026'"),
    "score": ({"score": 40.5}, "score: expected -15 to 100, got 40.5"),
    "name": ({"name": "A\x1bc"}, r"name: expected three letters A to Z or digits, got 'A\x1bc'"),
    "puzzle": ({"puzzle": ["a"]}, "puzzle: expected text, got ['a']"),
    "variant": ({"variant": "chess"}, "variant: expected 'rulebook' or 'bga'"),
    "medal": ({"medal": "wood"}, "medal: expected none, or one of"),
    "record": ({"record": "{}"}, "record: expected the record of a game, got another text"),
    "helps": ({"record": {"help": [1] * 100}}, "helps: expected 0 to 99, got 100"),
}


@only_files
@pytest.mark.parametrize("name", FILE_CHANGES)
def test_invalid_file_is_reported_and_skipped(name: str, results: Results) -> None:
    values, message = FILE_CHANGES[name]
    rewrite(results, 2, **values)
    found, [problem] = results.all()
    assert [one.number for one in found] == [1, 3]
    assert problem.startswith(f"{results.path}, result 2, {message}")
    assert problem.isprintable()
    assert results.remove(2) is None
    assert results.all() == (found, [])


@only_files
@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"\xff", b"{" * 10_000, b"no result\n"])
def test_file_that_is_not_a_result_is_reported_and_unchanged(data: bytes, results: Results) -> None:
    path = results.path / "2.json"
    path.write_bytes(data)
    (results.path / "notes.json").write_bytes(data)
    found, [problem] = results.all()
    assert [one.number for one in found] == [1, 3]
    assert problem.startswith(f"{results.path}, result 2")
    assert problem.isprintable()
    with pytest.raises(nd.NumberdropError, match="result 2, record") as caught:
        results.record(2)
    assert str(caught.value).isprintable()
    assert results.add(result(9), GAMES[0]) == (4, True)
    assert path.read_bytes() == data
    assert results.remove(2) is None


@only_files
@pytest.mark.parametrize(
    ("record", "words"),
    [
        ({}, "expected the key 'format', which is missing"),
        (7, "expected an object, got 7"),
        ({**GAMES[0], "turns": GAMES[0]["turns"][1:]}, "turn 2: "),
    ],
)
def test_invalid_record_in_a_file_is_refused(record: Any, words: str, results: Results) -> None:
    rewrite(results, 2, record=record)
    with pytest.raises(nd.NumberdropError) as caught:
        results.record(2)
    assert str(caught.value).startswith(f"{results.path}, result 2, record: ")
    assert words in str(caught.value)


@only_files
@pytest.mark.usefixtures("storage")
@pytest.mark.parametrize(
    ("data", "words"), [("{", "expected JSON"), ("{}", "format"), ("7", "expected an object")]
)
def test_damaged_file_of_an_entry_is_refused(data: str, words: str, tmp_path: Path) -> None:
    results = Results(tmp_path)
    results.keep_entry("2026-11-20", "p", "one")
    [path] = results.path.glob("entry-*.json")
    path.write_text(data)
    with pytest.raises(nd.NotationError, match=words) as caught:
        results.entry("2026-11-20", "p")
    assert str(caught.value).startswith(f"{path}")
    results.keep_entry("2026-11-20", "p", "two")
    assert results.entry("2026-11-20", "p") == "two"


@only_files
@pytest.mark.usefixtures("storage")
def test_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    results = Results(tmp_path)
    results.path.write_text("no folder")
    for call in (results.all, results.expect_usable, lambda: results.add(result(), GAMES[0])):
        with pytest.raises(nd.NumberdropError, match=r"\.files: expected a folder, got a file$"):
            call()


@only_files
def test_folder_that_cannot_be_written_is_refused(
    results: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Simulates permissions, since the tests may run as root."""
    monkeypatch.setattr(os, "access", lambda path, mode: path != results.path)
    with pytest.raises(nd.NumberdropError, match=r"results\.files: Permission denied$"):
        results.expect_usable()
    assert len(results.all()[0]) == 3


@only_files
@pytest.mark.usefixtures("no_timeouts")
def test_reads_do_not_wait_for_a_writer_of_files(results: Results) -> None:
    with open(results.path / "lock", "ab") as lock:
        assert try_lock(lock.fileno())
        assert len(results.all()[0]) == 3
        assert results.record(1) == GAMES[0]
        assert results.entry("2026-11-20", "p") is None
        for call in (
            lambda: results.add(result(9), GAMES[0]),
            lambda: results.remove(1),
            lambda: results.keep_entry("2026-11-20", "p", "one"),
        ):
            with pytest.raises(nd.NumberdropError, match=r"\.files: locked by another program$"):
                call()
    assert results.add(result(9), GAMES[0])[1]


@only_files
@pytest.mark.parametrize("is_interrupted", [False, True])
def test_writer_of_files_waits_for_another_one(
    is_interrupted: bool, results: Results, storage: str
) -> None:
    with open(results.path / "lock", "ab") as lock:
        assert try_lock(lock.fileno())
        process = adding(results.path.parent, storage, "DEF", 0, 1)
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
        if is_interrupted:
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=60)
            assert err.endswith("KeyboardInterrupt\n")
    if not is_interrupted:
        _, err = process.communicate(timeout=60)
        assert process.returncode == 0, err
    assert added(results, "DEF") == ([] if is_interrupted else [0])


@only_files
def test_all_holds_one_record_of_files_at_a_time(results: Results) -> None:
    for number in range(4, 44):
        shutil.copy(results.path / "1.json", results.path / f"{number}.json")
        rewrite(results, number, record={"padding": "x" * 100_000})
    found, problems, most = read_all(results)
    assert (len(found), problems) == (43, [])
    assert most < 1_000_000
