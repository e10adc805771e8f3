"""Books of puzzles, printed from the shipped archive or one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from commands import Run
from numberdrop.puzzles.archive.entry_text import line_text
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
