"""What a command loads: its own module, and no library or planner that it doesn't need."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import written
from commands import ENVIRON
from numberdrop.cli.commands import LISTS
from numberdrop.cli.groups import Commands

#: What takes long to load, by the beginning of a module's name. The values of plan.question and
#: plan.outcome search for nothing.
HEAVY = {
    "numpy": "numpy",
    "ortools": "ortools",
    "pydantic": "pydantic",
    "rich": "rich",
    "sqlite3": "sqlite3",
    "textual": "textual",
    "starlette": "starlette",
    "reportlab": "reportlab",
    "multiprocessing": "multiprocessing",
    "numberdrop.plan.bounds": "planner",
    "numberdrop.plan.exhaustive": "planner",
    "numberdrop.plan.hints": "planner",
    "numberdrop.plan.maxima": "planner",
    "numberdrop.plan.ply": "planner",
    "numberdrop.plan.weights": "planner",
}
#: What each command loads of these. Commands that are not here may load what they like.
LOADS: dict[str, set[str]] = {
    "show": set(),
    "replay": set(),
    "daily": set(),
    "drop": set(),
    "scores": {"sqlite3"},
    "play": {"sqlite3"},
    "games": {"sqlite3"},
    "hint": {"planner"},
    "omba show": set(),
    "omba replay": set(),
    "--help": set(),
    "max --help": set(),
    "puzzles generate --help": set(),
    "lab train --help": set(),
    "omba solve --help": set(),
}
#: The modules of commands that another command imports, for what they share.
SHARED = {"max": {"drop"}, "omba solve": {"omba"}, "scores": {"daily"}}

LOADED = """
import json, sys
from numberdrop.cli import main
code = main(sys.argv[1:])
print("\\n" + json.dumps([code, *sys.modules]))
"""


@pytest.mark.parametrize("command", LOADS)
def test_a_command_loads_what_it_needs(command: str, tmp_path: Path) -> None:
    written.lay_out(tmp_path)
    words = [*command.split(), *written.SHORT.get(command, [])]
    environ = {**ENVIRON, "NUMBERDROP_DATA": str(tmp_path / "data")}
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *words],
        env=environ,
        cwd=tmp_path,
        capture_output=True,
        check=True,
    )
    code, *loaded = json.loads(done.stdout.splitlines()[-1])
    assert code == 0
    found = {
        what
        for name in loaded
        for prefix, what in HEAVY.items()
        if name == prefix or name.startswith(f"{prefix}.")
    }
    assert found == LOADS[command]

    listed = {
        " ".join([group, name]).strip(): each.module
        for group, sections in LISTS.items()
        for section in sections.values()
        for name, each in section.items()
    }
    command = command.removesuffix("--help").strip()
    ours = {name.removeprefix("numberdrop.cli.") for name in loaded} & {*listed.values()}
    assert ours == ({listed[command], *SHARED.get(command, ())} if command else set())


WRONG = ("hint", "hnit", "daily --upto x", "puzzles generate --from 2026-11-20", "omba show --nope")
WITHOUT_PYDANTIC = """
import sys
sys.modules["pydantic"] = None
from numberdrop.cli import main
print([main(words.split()) for words in sys.argv[1:]])
"""


def test_wrong_usage_needs_no_pydantic() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_PYDANTIC, *WRONG], env=ENVIRON, capture_output=True
    )
    assert done.stdout == b"[2, 2, 2, 2, 2]\n", done.stderr


def test_lists_show_the_first_sentence_of_the_help() -> None:
    for group, sections in LISTS.items():
        commands = Commands(group)
        for names in sections.values():
            for name, listed in names.items():
                summary = commands[name].get_short_help_str(1000).removesuffix(".")
                assert listed.summary == ("" if commands[name].hidden else summary)
