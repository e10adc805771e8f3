"""The type checker and the linter find nothing, and the formatter would change nothing."""

import subprocess
import sys

import pytest

from places import ROOT


@pytest.mark.parametrize(
    "command",
    [
        ["mypy"],
        [
            "mypy",
            "--config-file",
            "pyproject.toml",
            "tests/oracle.py",
            "tests/tools/agreement.py",
            "bench",
        ],
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
    ],
    ids=" ".join,
)
def test_nothing_is_found(command: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
