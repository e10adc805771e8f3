"""Shipped, cached and newly computed archive entries."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import pytest

import numberdrop as nd
from archives import SHIPPED, write
from numberdrop.puzzles.archive import shipped
from numberdrop.puzzles.archive.entries import DailyPuzzle, DropProblem
from numberdrop.puzzles.archive.entry_text import line_text
from numberdrop.puzzles.results import Results
from places import ROOT
from samples import some_days, some_drop

FIRST = datetime.date(2026, 11, 20)


def test_package_contains_the_archives_of_the_repository() -> None:
    inside = resources.files("numberdrop.puzzles") / "shipped"
    found = {
        file.name: file.read_bytes() for file in inside.iterdir() if file.name.endswith(".jsonl")
    }
    assert found == {path.name: path.read_bytes() for path in SHIPPED}
    assert (ROOT / "puzzles" / "days.jsonl").is_file()


def test_shipped_entry_is_found_by_its_id() -> None:
    day, drop = shipped.shipped_entry("2026-11-21"), shipped.shipped_entry("drop#1.4")
    assert isinstance(day, DailyPuzzle)
    assert day.puzzle.day == datetime.date(2026, 11, 21)
    assert isinstance(drop, DropProblem)
    assert shipped.shipped_entry("1999-01-01") is None


def test_known_entry_searches_a_folder_of_archives(tmp_path: Path) -> None:
    write(tmp_path / "days.jsonl", *map(line_text, some_days()))
    assert shipped.shipped_entry("2026-11-21", tmp_path) == some_days()[1]
    assert shipped.shipped_entry("2026-11-21", tmp_path / "nowhere") is None
    results = Results(tmp_path / "data")
    assert shipped.known_entry("1999-01-01", results, tmp_path) is None
    assert shipped.known_entry("2026-11-20", results, tmp_path) == some_days()[0]
    assert not results.path.exists()


def test_computed_entry_is_cached(tmp_path: Path) -> None:
    results, progress = Results(tmp_path / "data"), []
    made = shipped.made_entry(FIRST, results, progress.append, games=3)
    assert len(made.blind.scores) == 3
    assert progress == list(range(1, 12))
    assert shipped.known_entry("2026-11-20", results, tmp_path) == made


def test_entry_is_computed_without_a_usable_cache(tmp_path: Path) -> None:
    (tmp_path / "results.sqlite").mkdir()
    assert shipped.made_entry(FIRST, Results(tmp_path), games=1).id == "2026-11-20"


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (lambda line: line.replace('"word": "fair"', '"word": "hard"'), "digest: expected '"),
        (lambda line: line.replace('"word": "', '"word": "very '), "word: expected one of"),
        (lambda line: "{", "expected JSON, error at column 2"),
        (lambda line: "", "expected JSON"),
        (lambda line: line_text(some_days()[1]), "id: expected '2026-11-20', got '2026-11-21'"),
        (lambda line: line_text(some_drop()), "id: expected '2026-11-20', got 'drop#10."),
    ],
)
def test_changed_cached_entry_is_refused(
    changed: Callable[[str], str], words: str, tmp_path: Path
) -> None:
    results = Results(tmp_path / "data")
    line = line_text(some_days()[0])
    results.keep_entry("2026-11-20", shipped.player_key(), changed(line))
    with pytest.raises(nd.NotationError, match="entry of 2026-11-20") as caught:
        shipped.known_entry("2026-11-20", results, tmp_path)
    assert words in str(caught.value)
