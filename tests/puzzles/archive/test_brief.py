"""The shipped puzzles and problems in brief."""

from __future__ import annotations

from pathlib import Path

from archives import write
from numberdrop.puzzles.archive.brief import (
    DayInBrief,
    ProblemInBrief,
    days_in_brief,
    problems_in_brief,
)
from numberdrop.puzzles.archive.entries import DropProblem
from numberdrop.puzzles.archive.entry_text import line_text
from numberdrop.puzzles.archive.reading import read_lines
from numberdrop.puzzles.archive.shipped import POCKETS, PROBLEMS, SHIPPED, shipped_month
from samples import some_days


def test_problems_in_brief_are_those_of_the_entries() -> None:
    entries = [
        entry
        for name in (POCKETS, PROBLEMS)
        for _, entry in read_lines(str(SHIPPED / name))
        if isinstance(entry, DropProblem)
    ]
    assert list(problems_in_brief()) == [ProblemInBrief.of(entry) for entry in entries]


def test_days_in_brief_are_those_of_the_entries(tmp_path: Path) -> None:
    expected = [
        DayInBrief(
            entry.id,
            entry.difficulty.word,
            entry.best and entry.best.score,
            entry.best is not None and entry.best.is_proved,
        )
        for entry in shipped_month("2027-02")
    ]
    assert len(expected) == 28
    assert list(days_in_brief("2027-02")) == expected
    write(tmp_path / "days.jsonl", *map(line_text, some_days()))
    assert [day.best for day in days_in_brief("2026-11", tmp_path)] == [
        entry.best and entry.best.score for entry in some_days()
    ]
