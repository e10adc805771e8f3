"""Books of puzzles, printed from the shipped archive or one's own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from commands import Run
from numberdrop.puzzles.archive.entry_text import line_text
from places import ROOT
from samples import some_days, some_drop

MINE = "mine.jsonl"


@pytest.fixture
def mine(here: Path) -> str:
    entries = [*some_days(), some_drop()]
    (here / MINE).write_text("".join(f"{line_text(entry)}\n" for entry in entries))
    return MINE


def pages(run: Run, *argv: str) -> int:
    return int(run("sheet", *argv, "--json").json()["pages"])


def test_a_book_of_the_shipped_days(run: Run, here: Path) -> None:
    argv = ["--from", "2026-12-30", "--days", "2", "--language", "fr", "--title", "Fêtes"]
    done = run("sheet", *argv, "--out", "book.pdf")
    assert done.out == "book.pdf\n"
    made = (here / "book.pdf").read_bytes()
    assert b"/Lang (fr)" in made
    # Rules and contents; two sheets with their rolls; a page of problems; one each of solutions.
    assert made.count(b"/Type /Page\n") == 1 + 4 + 1 + 2


def test_a_book_of_an_archive_of_ones_own(run: Run, mine: str) -> None:
    without = ["--archive", mine, "--no-solution", "--out", "book.pdf"]
    assert pages(run, *without) == 1 + 4 + 1
    assert pages(run, *without, "--from", "2026-11-21") == 1 + 2 + 1
    assert pages(run, *without, "--drops", mine, "--count", "1") == 1 + 4 + 1
    assert pages(run, *without, "--paper", "booklet") == 2 * 2


def test_a_book_takes_the_problems_of_its_days(run: Run, here: Path) -> None:
    """From a file in the order of the days, as `puzzles choose` makes it."""
    lines = (ROOT / "puzzles" / "pockets.jsonl").read_text("utf-8").splitlines()[:40]
    (here / "chosen.jsonl").write_text("".join(f"{line}\n" for line in lines))
    book = ["--from", "2026-12-30", "--days", "2", "--drops", "chosen.jsonl", "--out", "book.svg"]
    for more, numbers in ([], [0, 1]), (["--drops-from", "2026-12-01"], [29, 30]):
        run("sheet", *book, *more)
        printed = "".join(page.read_text("utf-8") for page in here.glob("book*.svg"))
        found = {number for number in range(40) if f"{json.loads(lines[number])['id']}<" in printed}
        assert found == {*numbers}
    for first, count in ("2026-12-31", 40), ("2026-11-01", 40), ("9999-12-31", 40):
        done = run.fails("sheet", *book, "--drops-from", first)
        assert done.err == (
            f"numberdrop: 2026-12-30: expected one of the {count} days from {first} on, for which "
            "chosen.jsonl has drop problems\n"
        )


def test_black_ink_and_the_title_are_in_the_file(run: Run, here: Path, mine: str) -> None:
    run("sheet", "--drops", mine, "--ink", "black", "--title", "Nuts", "--out", "drops.pdf")
    made = (here / "drops.pdf").read_bytes()
    assert b"/Title (Nuts)" in made
    assert b" rg\n" not in made


@pytest.mark.parametrize(
    ("argv", "words", "code"),
    [
        (
            "--from 2029-01-01",
            "2029-01-01: the archive that comes with the program doesn't have",
            1,
        ),
        (
            "--from 2026-12-01 --archive mine.jsonl",
            "2026-12-01: mine.jsonl doesn't have that day",
            1,
        ),
        ("--from 9999-12-31 --days 2", "9999-12-31: expected 2 days up to 9999-12-31", 1),
        ("--archive drops.jsonl", "drops.jsonl: expected puzzles of days, got none", 1),
        ("--archive nowhere.jsonl", "nowhere.jsonl", 2),
        ("--from soon", "day: expected", 2),
        ("--days 3", "--days: expected with --from; alone it has no effect", 2),
        ("--from 2026-12-01 --days 0", "--days", 2),
        ("--from 2026-12-01 2026-12-01", "--from: expected without PUZZLE", 2),
        ("--drops mine.jsonl --per-page 3 --paper a5", "--per-page: expected at most 2 on a5", 2),
        ("--drops mine.jsonl --drops-from 2026-12-01", "--drops-from: expected with --from or", 2),
        ("--from 2026-12-01 --drops-from 2026-12-01", "--drops-from: expected with --drops;", 2),
        ("--title a\x07", "--title: expected printable text, got 'a\\x07'", 2),
        ("--ink blue", "--ink: expected colour or black, got 'blue'", 2),
    ],
)
def test_unprintable_sheet_is_reported(
    argv: str, words: str, code: int, run: Run, here: Path, mine: str
) -> None:
    (here / "drops.jsonl").write_text(f"{line_text(some_drop())}\n")
    done = run.fails("sheet", *argv.split())
    assert done.code == code
    assert done.err.startswith("numberdrop: ")
    assert words in done.err
    assert not (here / "sheet.pdf").exists()
