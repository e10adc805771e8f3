"""The type checker and the linter find nothing, and the formatter would change nothing."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize(
    "command",
    [
        ["mypy"],
        [
            "mypy",
            "--config-file",
            "pyproject.toml",
            "tests/oracle.py",
            "tests/agreement.py",
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
