"""The core's sources: which folder may import from which, array sizes, compiler warnings."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from places import ROOT

SOLVER = ROOT / "solver"
#: The folders of solver/, each with those that it may import from.
ROOMS: dict[str, set[str]] = {
    "game": set(),
    "value": {"game"},
    "fill": {"game"},
    "exhaust": {"game", "fill"},
    "beam": {"game"},
    "construct": {"game", "fill"},
    "gym": {"game"},
    "multiplayer": {"game", "value"},
    "omba": set(),
}
#: The C compilers installed here.
COMPILERS = [name for name in ("gcc", "clang") if shutil.which(name)]


def sources() -> Iterator[tuple[Path, str]]:
    for path in sorted(SOLVER.rglob("*.p[xy]*")):
        yield path, path.read_text("utf-8")


def test_solver_folders_are_those_listed() -> None:
    rooms = {path.parent.name for path in SOLVER.glob("*/__init__.pxd")}
    assert rooms == set(ROOMS)


@pytest.mark.parametrize("room", ROOMS)
def test_solver_folder_imports_only_from_folders_below(room: str) -> None:
    for path in (SOLVER / room).glob("*.pxd"):
        taken = set(re.findall(r"^(?:from|cimport) (\w+)", path.read_text("utf-8"), re.M))
        assert taken <= {room, "libc"} | ROOMS[room], path


def test_array_sizes_are_named_constants() -> None:
    """A size consists of names, and of numbers only added to them, such as CELLS or
    TURNS_MOST + 1."""
    declared = re.compile(
        r"""^\s*(?!return\b)(?:(?:cdef|const|static|unsigned|typedef)[ ])*
            \w+\*?(?:((?:\[[^]]+])+)[ ]\w+|[ ]\w+((?:\[[^]]+])+))\s*(?:[;#]|=(?!=)|$)""",
        re.M | re.X,
    )
    sizes = [
        (path.name, size)
        for path, text in sources()
        for found in declared.findall(text)
        for size in re.findall(r"\[([^]]+)]", "".join(found))
    ]
    assert len(sizes) > 200
    assert not [each for each in sizes if each[1].isdigit()]


@pytest.mark.slow
@pytest.mark.parametrize("compiler", COMPILERS)
def test_compilers_print_no_warnings(compiler: str, tmp_path: Path) -> None:
    """Compiles with optimisation, as for a build, since gcc finds some problems only then."""
    for path in ROOT.iterdir():
        if path.name in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "solver", "src"):
            (tmp_path / path.name).symlink_to(path)
    built = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--build-lib", "lib"],
        cwd=tmp_path,
        env={**os.environ, "CC": compiler, "WARNINGS": "1"},
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stderr
    assert list(tmp_path.glob("lib/numberdrop/_core*"))
