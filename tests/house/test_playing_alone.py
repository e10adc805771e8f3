"""Playing needs no NumPy, no OR-Tools and no threads."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from all_play import ABSENT
from commands import ENVIRON, MIDDLE
from places import ROOT

PATHS = [str(ROOT / folder) for folder in ("src", "tests", "tests/support")]


def printed(here: Path, *words: str) -> list[str]:
    """Return the lines that a program of Python prints."""
    environ = {**ENVIRON, "PYTHONPATH": ":".join(PATHS)}
    done = subprocess.run(
        [sys.executable, *words], env=environ, cwd=here, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_answers_are_the_same_without_arrays_and_threads(here: Path) -> None:
    program = str(ROOT / "tests/support/all_play.py")
    alone, ordinary = printed(here, program, "alone"), printed(here, program)
    assert len(alone) > 20
    for one, other in zip(alone, ordinary, strict=True):
        assert one == other


def test_fast_hint_loads_neither_numpy_nor_ortools(here: Path) -> None:
    hint = f'import numberdrop as nd, sys; nd.hint("{MIDDLE}", "156*O", level="fast")'
    [loaded] = printed(here, "-c", f"{hint}; print(*sys.modules)")
    assert "numberdrop.plan.weights" in loaded.split()
    assert not {*ABSENT} & {*loaded.split()}
