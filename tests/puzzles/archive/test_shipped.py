"""Lines that the program comes with, has worked out before, or works out now."""

from __future__ import annotations

import datetime
from importlib import resources
from pathlib import Path

import pytest

import numberdrop as nd
from archives import SHIPPED, write
from numberdrop.puzzles.archive import shipped
from numberdrop.puzzles.archive.lines import line_text
from numberdrop.puzzles.archive.puzzles import DailyPuzzle, DropProblem
from numberdrop.puzzles.results import Results
from places import ROOT
from samples import some_days

FIRST = datetime.date(2026, 11, 20)


def test_the_archives_of_the_repository_are_those_of_the_package() -> None:
    inside = resources.files("numberdrop.puzzles") / "shipped"
    found = {file.name: file.read_bytes() for file in inside.iterdir() if file.name.endswith("l")}
    assert found == {path.name: path.read_bytes() for path in SHIPPED}
    assert (ROOT / "puzzles" / "days.jsonl").is_file()


def test_a_shipped_puzzle_is_found_by_its_id() -> None:
    day, drop = shipped.shipped_entry("2026-11-21"), shipped.shipped_entry("drop#1.4")
    assert isinstance(day, DailyPuzzle)
    assert day.puzzle.day == datetime.date(2026, 11, 21)
    assert isinstance(drop, DropProblem)
    assert shipped.shipped_entry("1999-01-01") is None


def test_a_folder_of_archives_is_looked_into(tmp_path: Path) -> None:
    write(tmp_path / "days.jsonl", *map(line_text, some_days()))
    assert shipped.shipped_entry("2026-11-21", tmp_path) == some_days()[1]
    assert shipped.shipped_entry("2026-11-21", tmp_path / "nowhere") is None
    results = Results(tmp_path / "data")
    assert shipped.known_entry("1999-01-01", results, tmp_path) is None
    assert shipped.entry_of(FIRST, results, folder=tmp_path) == some_days()[0]
    assert not results.path.exists()


def test_a_day_that_is_not_shipped_is_worked_out_once(tmp_path: Path) -> None:
    results, told = Results(tmp_path / "data"), []
    for _ in range(2):
        line = shipped.entry_of(FIRST, results, told.append, games=3, folder=tmp_path)
        assert line.targets == some_days()[0].targets or line.best is None
        assert len(line.blind.scores) == 3
    assert told == [1, 2, 3]


def test_a_kept_line_that_was_changed_is_not_believed(tmp_path: Path) -> None:
    results = Results(tmp_path / "data")
    line = shipped.entry_of(FIRST, results, games=1, folder=tmp_path)
    player = shipped.player_key()
    results.keep_line("2026-11-20", player, line_text(line).replace('"word": "', '"word": "very '))
    with pytest.raises(nd.NotationError, match="line of 2026-11-20, digest"):
        shipped.known_entry("2026-11-20", results, tmp_path)
