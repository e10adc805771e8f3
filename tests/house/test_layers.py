"""Data flows one way: a room of the package imports only rooms that stand before it."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import numberdrop.plan
from places import TESTS

PACKAGE = Path(numberdrop.__file__).parent

#: Later ones may import earlier ones; the rooms that are folders import freely within themselves.
ROOMS = [
    "_core",
    "errors",
    "late",
    "version",
    "rules",
    "dice",
    "notches",
    "notation",
    "turn",
    "combo",
    "position",
    "play",
    "game",
    "record",
    "__init__",
    "problems",
    "plan",
    "puzzles",
    "view",
    "cli",
    "__main__",
]
#: What the package gives out when it is asked for, and doesn't load before.
LATE = {"__init__": {"numberdrop.plan"}}
#: What isn't in the standard library, and the one room that may use it.
OUTSIDE = {"numpy": "plan", "ortools": "plan", "reportlab": "view", "typer": "cli"}

FILES = sorted(PACKAGE.rglob("*.py"))


def name_of(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def imports(path: Path) -> Iterator[str]:
    """The modules that a file imports anywhere, by their full names."""
    inside = ["numberdrop", *path.relative_to(PACKAGE).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = inside[: len(inside) + 1 - node.level] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                is_module = module == "numberdrop" and alias.name in ROOMS
                yield f"{module}.{alias.name}" if is_module else module


def loaded_by(statement: str) -> set[str]:
    """The modules in memory after a statement, in a fresh interpreter."""
    shown = subprocess.run(
        [sys.executable, "-c", f"{statement}\nimport sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(shown.stdout.split())


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_file_imports_only_rooms_before_its_own(path: Path) -> None:
    room = room_of(path)
    for module in imports(path):
        if module.split(".")[0] != "numberdrop" or module in LATE.get(room, ()):
            continue
        other = module.split(".")[1] if "." in module else "__init__"
        is_within = other == room and path.parent != PACKAGE
        assert is_within or ROOMS.index(other) < ROOMS.index(room), f"imports {module}"


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_file_imports_only_what_its_room_may_use(path: Path) -> None:
    for module in imports(path):
        top = module.split(".")[0]
        if top not in sys.stdlib_module_names and top != "numberdrop":
            assert OUTSIDE.get(top) == room_of(path), f"imports {module}"


def test_every_room_is_known() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()}
    assert {room_of(path) for path in FILES} <= set(ROOMS)
    assert folders <= {"plan", "puzzles", "view", "cli"}


def test_the_oracle_imports_nothing_of_ours() -> None:
    text = (TESTS / "oracle.py").read_text("utf-8")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            tops = {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            tops = {(node.module or "").split(".")[0]}
        else:
            continue
        assert tops <= sys.stdlib_module_names
    assert "__import__" not in text
    assert "importlib" not in text


def test_the_package_alone_loads_nothing_heavy() -> None:
    loaded = loaded_by("import numberdrop")
    assert "numberdrop.position" in loaded
    for top in (*OUTSIDE, "numberdrop.plan"):
        assert top not in loaded


def test_the_planners_load_nothing_heavy_before_they_are_asked_for() -> None:
    assert not loaded_by("import numberdrop.plan") & {*OUTSIDE, "numberdrop.plan.ply"}
    for name in numberdrop.plan.__all__:
        assert getattr(numberdrop.plan, name).__name__ == name
    assert {*numberdrop.plan.__all__} <= {*dir(numberdrop.plan)}


def test_the_package_gives_out_planners_when_they_are_asked_for() -> None:
    assert "numberdrop.plan.maxima.maximum" in loaded_by("import numberdrop; numberdrop.maximum")
    assert "ortools" not in loaded_by("from numberdrop import Maximum")
    assert "numberdrop.plan.hints.hint" in loaded_by("import numberdrop; numberdrop.hint")
    assert {"hint", "Hint", "maximum", "Maximum"} <= set(dir(numberdrop)) & set(numberdrop.__all__)
    with pytest.raises(AttributeError, match=r"'numberdrop' has no attribute 'minimum'"):
        numberdrop.minimum  # noqa: B018


def test_the_help_text_does_not_load_the_planner() -> None:
    loaded = loaded_by("import numberdrop.cli")
    assert "typer" in loaded
    assert not {"ortools", "numpy", "numberdrop.plan"} & loaded


def test_the_check_sees_every_way_to_import(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(globals(), "PACKAGE", tmp_path)
    (tmp_path / "plan").mkdir()
    file = tmp_path / "plan" / "hint.py"
    file.write_text(
        "import json, numpy.linalg\nfrom . import bounds\nfrom .. import _core, __version__\n"
        "from ..dice import Roll\nfrom .bounds import least\nfrom numberdrop.view import text\n"
        "def late():\n    from ortools.sat import python\n"
    )
    assert list(imports(file)) == [
        "json",
        "numpy.linalg",
        "numberdrop.plan",
        "numberdrop._core",
        "numberdrop",
        "numberdrop.dice",
        "numberdrop.plan.bounds",
        "numberdrop.view",
        "ortools.sat",
    ]
