"""The public names of numberdrop.puzzles and their lazy import."""

from __future__ import annotations

import subprocess
import sys

import pytest

from commands import ENVIRON
from numberdrop import puzzles


def loaded_by(statement: str) -> set[str]:
    """Return the modules imported by `statement` in a fresh interpreter."""
    done = subprocess.run(
        [sys.executable, "-c", f"{statement}\nimport sys; print(*sys.modules)"],
        env=ENVIRON,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def test_every_public_name_is_importable() -> None:
    for name in puzzles.__all__:
        assert getattr(puzzles, name).__module__.startswith("numberdrop.puzzles.")
    assert set(puzzles.__all__) <= set(dir(puzzles))
    with pytest.raises(AttributeError, match=r"'numberdrop\.puzzles' has no attribute 'riddle'"):
        _ = puzzles.riddle  # type: ignore[attr-defined]


def test_importing_read_lines_loads_no_planner() -> None:
    loaded = loaded_by("from numberdrop.puzzles import read_lines, daily_puzzle, DropProblem")
    assert "numberdrop.puzzles.archive.reading" in loaded
    assert not {"numpy", "ortools", "numberdrop.puzzles.blind_player"} & loaded
