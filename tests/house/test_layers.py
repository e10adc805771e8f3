"""Tests of which modules load which, and when. The layers themselves are contracts in
pyproject.toml."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import numberdrop.plan
import numberdrop.view
from places import ROOT, TESTS

PACKAGE = Path(numberdrop.__file__).parent
SOURCES = sorted(PACKAGE.rglob("*.py"))
#: Libraries that are slow to load.
HEAVY = {
    "dask",
    "distributed",
    "numpy",
    "ortools",
    "reportlab",
    "textual",
    "typer",
    "rich",
    "gymnasium",
    "pettingzoo",
    "pyspiel",
}


#: Function-level imports that break a cycle within one room. Those that import from a higher room
#: are exceptions to the first contract in pyproject.toml.
CYCLES_WITHIN_A_ROOM = {
    # DealPuzzle.archived(): an archive entry holds a puzzle, and a puzzle finds its entry.
    ("numberdrop.puzzles.deal_puzzle", "numberdrop.puzzles.archive.shipped"),
}

Graph = dict[str, set[str]]


def loaded_by(statement: str) -> set[str]:
    """Return the modules loaded after a statement in a fresh interpreter."""
    shown = subprocess.run(
        [sys.executable, "-c", f"{statement}\nimport sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(shown.stdout.split("\n")[-2].split())


def test_only_the_command_line_imports_the_package_itself() -> None:
    """The contracts can't check this: to them, `from . import _core` imports the package itself."""
    for path in PACKAGE.rglob("*.py"):
        room = path.relative_to(PACKAGE).parts
        if room[0] not in ("cli", "__init__.py", "__main__.py"):
            front = rf"^ *(?:import numberdrop|from (?:numberdrop|\.{{{len(room)}}}) import (.*))$"
            found = re.findall(front, path.read_text("utf-8"), re.MULTILINE)
            assert set(found) <= {"_core"}, path


@pytest.mark.parametrize("oracle", ["oracle.py", "omba/oracle.py"])
def test_the_oracle_imports_nothing_of_ours(oracle: str) -> None:
    text = (TESTS / oracle).read_text("utf-8")
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


def import_graph(*, in_functions: bool) -> Graph:
    """Map each module of the package to the modules it imports, except for type checking."""
    parts = {path: path.relative_to(PACKAGE.parent).with_suffix("").parts for path in SOURCES}
    modules = {".".join(part for part in parts[path] if part != "__init__") for path in SOURCES}
    graph: Graph = {}
    for path in SOURCES:
        package = parts[path][:-1]
        name = ".".join(package if path.stem == "__init__" else parts[path])
        found: set[str] = set()
        for node in nodes_below(ast.parse(path.read_text("utf-8")), in_functions=in_functions):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                above = package[: len(package) + 1 - node.level] if node.level else ()
                home = ".".join([*above, *filter(None, [node.module])])
                for alias in node.names:
                    inside = f"{home}.{alias.name}"
                    found.add(inside if inside in modules or alias.name == "_core" else home)
        graph[name] = (found & modules) - {name}
    return graph


def nodes_below(node: ast.AST, *, in_functions: bool) -> Iterator[ast.AST]:
    """Yield the nodes below `node`, except in `if TYPE_CHECKING` and, unless `in_functions`, in
    functions."""
    for child in ast.iter_child_nodes(node):
        is_function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        if in_functions or not is_function:
            yield child
            yield from nodes_below(child, in_functions=in_functions)


def upward_imports() -> set[tuple[str, str]]:
    """Return the exceptions to the first contract in pyproject.toml."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    pairs = (pair.split(" -> ") for pair in contracts["contracts"][0]["ignore_imports"])
    return {(importer, imported) for importer, imported in pairs if "*" not in importer}


def expect_no_cycle(graph: Graph) -> None:
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        cycle = " -> ".join(reversed(error.args[1]))
        pytest.fail(f"expected no import cycle, got {cycle}")


def test_top_level_imports_form_no_cycle() -> None:
    expect_no_cycle(import_graph(in_functions=False))


def test_function_level_imports_form_no_cycle_but_the_named_ones() -> None:
    graph = import_graph(in_functions=True)
    for importer, imported in upward_imports() | CYCLES_WITHIN_A_ROOM:
        graph[importer].remove(imported)  # raises KeyError for an outdated exception
    expect_no_cycle(graph)


def test_named_exceptions_are_function_level_imports() -> None:
    top_level = import_graph(in_functions=False)
    for importer, imported in upward_imports() | CYCLES_WITHIN_A_ROOM:
        assert imported not in top_level[importer]


def test_the_package_loads_what_is_asked_of_it() -> None:
    front = loaded_by("import numberdrop")
    ours = {name for name in front if name.startswith("numberdrop")}
    assert ours == {"numberdrop", "numberdrop.lazy", "numberdrop.version"}
    loaded = loaded_by("import numberdrop; numberdrop.Position")
    assert "numberdrop.position" in loaded
    assert not {*HEAVY, "numberdrop.plan", "numberdrop.puzzles", "numberdrop.view"} & loaded


def test_the_planners_load_nothing_heavy_before_they_are_asked_for() -> None:
    assert not loaded_by("import numberdrop.plan") & {*HEAVY, "numberdrop.plan.ply"}
    for name in numberdrop.plan.__all__:
        exported = getattr(numberdrop.plan, name)
        assert name.isupper() or exported.__name__ == name
    assert {*numberdrop.plan.__all__} <= {*dir(numberdrop.plan)}


def test_the_package_gives_out_planners_when_they_are_asked_for() -> None:
    assert "numberdrop.plan.maxima.maximum" in loaded_by("import numberdrop; numberdrop.maximum")
    assert "ortools" not in loaded_by("from numberdrop import Maximum")
    assert "numberdrop.plan.hints.hint" in loaded_by("import numberdrop; numberdrop.hint")
    assert {"hint", "Hint", "maximum", "Maximum"} <= set(dir(numberdrop)) & set(numberdrop.__all__)
    assert "numberdrop.puzzles.names" in loaded_by("import numberdrop; numberdrop.deal")
    with pytest.raises(AttributeError, match=r"'numberdrop' has no attribute 'minimum'"):
        numberdrop.minimum  # noqa: B018


def test_a_value_loads_what_draws_it_once_it_is_drawn() -> None:
    """This is the only upward import: before a drawing, neither the view nor its slow libraries
    load."""
    position = "numberdrop.Position.start('IOTLS', 'd1')"
    assert not {*HEAVY, "numberdrop.view"} & loaded_by(f"import numberdrop; repr({position})")
    drawn = loaded_by(f"import numberdrop; {position}.svg(); {position}.problems()")
    assert {"numberdrop.view.svg", "numberdrop.consistency"} <= drawn
    assert not HEAVY & drawn


def test_the_view_gives_out_what_it_says() -> None:
    for name in numberdrop.view.__all__:
        assert getattr(numberdrop.view, name) is not None
    assert {*numberdrop.view.__all__} <= {*dir(numberdrop.view)}


def test_the_view_draws_without_what_prints_and_plans() -> None:
    loaded = loaded_by("from numberdrop.view import draw_position, position_svg")
    assert "numberdrop.view.svg" in loaded
    assert not HEAVY & loaded


def test_omba_loads_nothing_of_number_drop_but_what_both_share() -> None:
    """Importing the package itself loads nothing of Omba."""
    front = loaded_by("import numberdrop")
    assert not [name for name in front if name.startswith("numberdrop.omba")]
    loaded = loaded_by("from numberdrop import omba; omba.Position.start()")
    assert not HEAVY & loaded
    more = {name for name in loaded - front if name.startswith("numberdrop.")}
    rooms = {name.split(".")[1] for name in more}
    shared = {"cpus", "errors", "files", "json_reader", "lazy", "plurals", "validate", "version"}
    assert rooms <= {"omba", "_cyutility"} | shared


@pytest.mark.parametrize(
    ("lines", "used"), [("tui.plain_lines", "sessions.store"), ("omba.lines", "omba.session")]
)
def test_a_game_in_lines_needs_nothing_heavy(lines: str, used: str) -> None:
    loaded = loaded_by(f"from numberdrop.{lines} import Lines")
    assert f"numberdrop.{used}" in loaded
    assert not HEAVY & loaded


def test_stores_load_sqlite_only_once_they_are_used() -> None:
    stores = "from numberdrop.puzzles.results import Results\nfrom numberdrop.sessions import Store"
    assert "sqlite3" not in loaded_by(f"{stores}\nStore(), Results()")
    assert "sqlite3" in loaded_by(f"{stores}\nfrom pathlib import Path\nStore(Path('no')).list()")


def test_the_command_line_loads_nothing_before_it_needs_it() -> None:
    heavy = {*HEAVY - {"typer"}, "pandas", "numberdrop.plan", "numberdrop.view"}
    for asked in ("['--help']", "['hint', '--help']", "['--version', '--json']"):
        loaded = loaded_by(f"from numberdrop.cli import main\nassert main({asked}) == 0")
        assert "typer" in loaded
        assert not heavy & loaded
