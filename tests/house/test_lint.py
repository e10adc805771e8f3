"""The linter, the formatter and the checkers of types, stubs, layers and workflows report
nothing."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from packages import SMOKE
from places import DATA, ROOT

PROGRAMS = Path(sys.executable).parent
CYTHON = str(DATA / "stubtest.txt")
WORKFLOWS = [str(path) for path in sorted(ROOT.glob(".github/workflows/*.yml"))]


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(["mypy"], marks=pytest.mark.slow),
        *(
            pytest.param(
                ["stubtest", core, "--ignore-disjoint-bases", "--allowlist", CYTHON],
                marks=pytest.mark.slow,
            )
            for core in (
                "numberdrop._core",
                "numberdrop.gym._core",
                "numberdrop.omba._core",
                "numberdrop.multiplayer._core",
            )
        ),
        ["lint-imports", "--no-cache"],
        ["check-jsonschema", "--builtin-schema", "vendor.github-workflows", *WORKFLOWS],
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
    ],
    ids=lambda command: " ".join(command[:2]),
)
def test_nothing_is_found(command: list[str]) -> None:
    words = [str(PROGRAMS / command[0]), *command[1:]]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("file", [".ci/run", ".github/workflows/tests.yml"])
def test_the_command_of_the_readme_is_what_is_run_elsewhere(file: str) -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    [command] = re.findall(r"^(.* && \.venv/bin/pytest)$", readme, re.MULTILINE)
    assert f"{command}\n" in (ROOT / file).read_text("utf-8")


def test_the_packages_are_tried_by_tests_that_are_there() -> None:
    assert [file for file in SMOKE if not (ROOT / file).is_file()] == []
