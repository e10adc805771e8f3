"""What numberdrop.puzzles offers, and what it doesn't load before it is asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

from commands import ENVIRON
from numberdrop import puzzles


def loaded_by(statement: str) -> set[str]:
    """The modules in memory after a statement, in a fresh interpreter."""
    shown = subprocess.run(
        [sys.executable, "-c", f"{statement}\nimport sys; print(*sys.modules)"],
        env=ENVIRON,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(shown.stdout.split())


def test_every_name_is_there() -> None:
    for name in puzzles.__all__:
        assert getattr(puzzles, name).__module__.startswith("numberdrop.puzzles.")
    assert set(puzzles.__all__) <= set(dir(puzzles))
    with pytest.raises(AttributeError, match=r"'numberdrop\.puzzles' has no attribute 'riddle'"):
        _ = puzzles.riddle  # type: ignore[attr-defined]


def test_reading_an_archive_loads_no_planner() -> None:
    loaded = loaded_by("from numberdrop.puzzles import read_lines, daily_puzzle, DropProblem")
    assert "numberdrop.puzzles.archive.reading" in loaded
    assert not {"numpy", "ortools", "numberdrop.puzzles.blind_player"} & loaded
