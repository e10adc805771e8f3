"""The commands about archives: what is no archive, what is believed, and what is written."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from archives import sealed, write
from commands import GAMES, Run
from numberdrop.puzzles.archive.entries import Best
from numberdrop.puzzles.archive.entry_text import line_text, to_json
from numberdrop.puzzles.archive.make_entries import completed
from samples import some_days, some_drop


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an archive of days and one of drop problems."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "days.jsonl", *map(line_text, some_days()))
    write(tmp_path / "drops.jsonl", line_text(some_drop()))
    return tmp_path


#: Every command that reads an archive.
READERS = {
    "verify": ["puzzles", "verify", "a.jsonl", "--workers", "1"],
    "daily": ["daily", "--archive", "a.jsonl"],
    "export": ["puzzles", "export", "a.jsonl"],
    "export to a file": ["puzzles", "export", "a.jsonl", "--out", "a.json"],
    "choose": [
        *("puzzles", "choose", "a.jsonl", "--from", "2027-01-01", "--days", "1"),
        *("--effort", "1", "--out", "b.jsonl"),
    ],
    "sheet": ["sheet", "--drops", "a.jsonl", "--out", "a.svg"],
    "drop": ["drop", "1.4", "--archive", "a.jsonl"],
    "generate": [
        *("puzzles", "generate", "--from", "2026-11-20", "--days", "1", "--games", "1"),
        *("--workers", "1", "--out", "a.jsonl"),
    ],
    "drops": [
        *("puzzles", "drops", "--seed", "1", "--count", "1"),
        *("--workers", "1", "--out", "a.jsonl"),
    ],
    "choose more": [
        *("puzzles", "choose", "drops.jsonl", "--from", "2027-01-01", "--days", "1"),
        *("--effort", "1", "--out", "a.jsonl"),
    ],
}
#: Those that make an archive, which takes long.
MAKERS = ("generate", "drops", "choose more")


def without(key: str) -> bytes:
    document = to_json(some_drop())
    del document[key], document["digest"]
    return sealed(document).encode() + b"\n"


DROP = line_text(some_drop()).encode()
FAULTS: dict[str, tuple[bytes, str]] = {
    "a key is missing": (without("targets"), "a.jsonl, line 1: expected the key 'targets', which"),
    "no id": (without("id"), "a.jsonl, line 1: expected the key 'id', which is missing"),
    "line ends": (DROP + b"\r\n", "a.jsonl, line 1: expected a newline at the end, got a carriage"),
    "mark": (b"\xef\xbb\xbf" + DROP + b"\n", "a.jsonl: expected UTF-8 without a byte-order mark"),
    "a record": (
        json.dumps(GAMES[0]).encode() + b"\n",
        "a.jsonl: expected an archive, whose lines",
    ),
    "blank": (b"\n \n", "a.jsonl: expected an archive, whose lines have the format "),
    "cut off": (DROP, "a.jsonl, line 1: expected a newline at the end: the last line is cut off"),
}


@pytest.mark.parametrize("name", FAULTS)
@pytest.mark.parametrize("reader", READERS)
def test_error_is_one_line_for_every_reader(reader: str, name: str, run: Run, here: Path) -> None:
    data, words = FAULTS[name]
    Path("a.jsonl").write_bytes(data)
    before = sorted(os.listdir(here))
    done = run(*READERS[reader])
    assert done.code == 1
    [said] = [line for line in done.err.splitlines() if "read as" not in line]
    assert said.startswith(f"numberdrop: {words}")
    assert not done.out or reader == "verify"
    assert Path("a.jsonl").read_bytes() == data
    assert sorted(os.listdir(here)) == before


@pytest.mark.parametrize(
    "reader",
    [pytest.param(name, marks=[pytest.mark.slow] * (name in MAKERS)) for name in READERS],
)
def test_empty_file_becomes_an_archive(reader: str, run: Run, here: Path) -> None:
    Path("a.jsonl").touch()
    done = run(*READERS[reader])
    if reader in MAKERS:
        assert (done.code, Path("a.jsonl").read_text("utf-8").count("\n")) == (0, 1)
    else:
        assert (done.code, "a.jsonl: expected an archive, got an empty file" in done.err) == (
            1,
            True,
        )


def test_unreadable_files_do_not_stop_the_verification(run: Run, here: Path) -> None:
    Path("game.json").write_text(json.dumps(GAMES[0]))
    done = run("puzzles", "verify", "game.json", "drops.jsonl", "--workers", "1", "--json")
    document = done.json()
    assert (done.code, document["puzzles"]) == (1, 1)
    assert [fault["place"] for fault in document["faults"]] == ["game.json"]
    assert run("puzzles", "verify", "game.json").out == ""


def test_unchecked_bounds_are_counted(run: Run, here: Path) -> None:
    """A false bound, by a method that takes long: the digest is right, and all that follows."""
    day = some_days()[0]
    assert isinstance(day.best, Best)
    forged = replace(day.best, bound=day.best.score, proof="relaxation")
    write(here / "forged.jsonl", line_text(completed(day.puzzle, day.simulated, day.blind, forged)))
    done = run("puzzles", "verify", "forged.jsonl", "--workers", "1")
    assert done.code == 0
    assert done.out == (
        "1 puzzle, 0 of them wrong\n"
        "1 bound not proved again: --deep proves them\n"
        "7 games not played again: --deep plays them\n"
    )
    document = run("puzzles", "verify", "forged.jsonl", "--workers", "1", "--json").json()
    assert (document["bounds_not_proved"], document["games_not_played"]) == (1, 7)


def is_csv(text: str) -> bool:
    return [row["id"] for row in csv.DictReader(io.StringIO(text))] == ["2026-11-20", "2026-11-21"]


def is_json(text: str) -> bool:
    found: list[dict[str, Any]] = json.loads(text)
    return [entry["id"] for entry in found] == ["2026-11-20", "2026-11-21"]


@pytest.mark.parametrize(
    ("words", "file", "is_written"),
    [
        (["--out", "o.json"], "o.json", is_json),
        (["--out", "o.JSON"], "o.JSON", is_json),
        (["--out", "o.csv"], "o.csv", is_csv),
        (["--out", "o.txt", "--form", "csv"], "o.txt", is_csv),
        (["--out", "o", "--form", "json"], "o", is_json),
        (["--out", "o.json", "--form", "json"], "o.json", is_json),
    ],
)
def test_an_export_is_what_the_name_says(
    words: list[str], file: str, is_written: Callable[[str], bool], run: Run, here: Path
) -> None:
    done = run("puzzles", "export", "days.jsonl", *words)
    assert (done.code, done.out) == (0, f"{file}: 2 puzzles\n")
    assert is_written(Path(file).read_bytes().decode())


def test_export_reports_itself_as_a_document(run: Run, here: Path) -> None:
    for file in ("o.csv", "o.json"):
        told = run("puzzles", "export", "days.jsonl", "--out", file, "--json").json()
        assert told == {"file": file, "puzzles": 2}
    assert is_csv(Path("o.csv").read_bytes().decode())
    assert is_csv(run("puzzles", "export", "days.jsonl").out)
    assert is_json(run("puzzles", "export", "days.jsonl", "--json").out)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--out", "o.txt"], "--out: expected a name that ends in .csv or .json, got 'o.txt'"),
        (["--out", "o"], "--out: expected a name that ends in .csv or .json, got 'o'"),
        (
            ["--out", "o.json", "--form", "csv"],
            "--form: expected json, as 'o.json' ends, got 'csv'",
        ),
        (["--out", "o.csv", "--form", "json"], "--form: expected csv, as 'o.csv' ends, got 'json'"),
        (["--json", "--form", "csv"], "--json: expected without --form csv"),
        (["--days", "2"], "--days: expected with --from; alone it has no effect"),
        (["--language", "de"], "--language: expected en or fr, got 'de'"),
        (["--out", "days.jsonl"], "days.jsonl: expected an output file that is not also an input"),
    ],
)
def test_an_export_that_contradicts_itself_is_refused(
    words: list[str], said: str, run: Run, here: Path
) -> None:
    before = sorted(os.listdir(here))
    done = run.fails("puzzles", "export", "days.jsonl", *words)
    assert done.code == 2
    assert said in done.err
    assert sorted(os.listdir(here)) == before


def test_an_export_of_some_days_has_no_drop_problems(run: Run, here: Path) -> None:
    argv = ["puzzles", "export", "days.jsonl", "drops.jsonl"]
    rows = run(*argv, "--language", "fr").out.splitlines()
    assert len(rows) == 4
    assert run(*argv, "--from", "2026-11-21", "--language", "fr").out.splitlines() == [
        rows[0],
        rows[2],
    ]
    both = run(*argv, "--from", "2026-11-20", "--days", "9", "--json").json()
    assert [puzzle["id"] for puzzle in both] == ["2026-11-20", "2026-11-21"]
    done = run.fails(*argv, "--from", "2026-11-22")
    assert (done.code, done.out) == (1, "")
    assert "days.jsonl, drops.jsonl: expected a puzzle of these days, got none" in done.err


def test_nothing_is_exported_of_an_archive_with_a_fault(run: Run, here: Path) -> None:
    """However far it is from the beginning; and the same puzzle of two files is one too."""
    Path("a.jsonl").write_bytes(Path("days.jsonl").read_bytes() + without("needs"))
    for words in ([], ["--json"], ["--out", "o.csv"], ["--out", "o.json"]):
        done = run.fails("puzzles", "export", "a.jsonl", *words)
        assert "a.jsonl, line 3: expected the key 'needs', which is missing" in done.err
    done = run.fails("puzzles", "export", "days.jsonl", "drops.jsonl", "./days.jsonl")
    assert (
        "./days.jsonl, line 1, id: '2026-11-20' is already used at days.jsonl, line 1" in done.err
    )
    assert not Path("o.csv").exists()


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
@pytest.mark.parametrize(
    ("words", "content"),
    [
        (["replay"], json.dumps(GAMES[0])),
        (["replay"], json.dumps(GAMES[0], indent=1).replace("\n", "\r\n")),
        (["replay"], f"{json.dumps(GAMES[0])}\r\n{json.dumps(GAMES[1])}\r\n"),
        (["show"], "612..../65335.1 -:-:- I1,O0,T1,L0,S0 3\r\n"),
        (
            ["max", "--nodes", "1", "--workers", "1"],
            '{"tiles": ["T","S","O","I","L"], "rolls": ["5127I"]}',
        ),
    ],
)
def test_a_mark_and_other_line_ends_do_no_harm_elsewhere(
    words: list[str], content: str, encoding: str, run: Run, here: Path
) -> None:
    path = here / "file.txt"
    path.write_bytes(content.encode(encoding))
    done = run(words[0], str(path), *words[1:], "--json")
    assert done.code == 0, done.err
    path.write_bytes(content.replace("\r", "").encode())
    plain = run(words[0], str(path), *words[1:], "--json")
    if words[0] != "max":  # which prints its time
        assert plain.out == done.out


def test_a_literal_id_is_printed_on_request(run: Run, here: Path) -> None:
    name = run("daily", "2026-11-20", "--id").out.strip()
    assert name.startswith("TSOIL:5127I,5463T,3663*,")
    document = run("daily", name, "--json").json()
    puzzle = run("daily", "2026-11-20", "--json").json()
    assert document["rolls"] == puzzle["rolls"]
    told = run("daily", "2026-11-20", "--id", "--json").json()
    assert told == {"puzzle": "2026-11-20", "literal_id": name}
    assert run("daily", name, "--id").out.strip() == name
    assert run.fails("daily", "2026-11-20", "--id", "--open").code == 2
