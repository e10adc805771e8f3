"""puzzles/check.js, the checker that shares no line with numberdrop, against other judges.

It needs Node, as the tests of the page without a server do. `python tests/tools stranger` runs the
large numbers.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

import stranger
from numberdrop.puzzles.archive.entry_text import line_text
from regenerate import GOLDENS, read_golden
from samples import some_days, some_drop

pytestmark = pytest.mark.browser


def test_checker_plays_the_golden_games_to_the_same_sheets() -> None:
    goldens = [path.read_text("utf-8") for path in GOLDENS]
    records = [read_golden(text).record for text in goldens]
    for text, record, found in zip(
        goldens, records, stranger.by_the_stranger(records), strict=True
    ):
        sheets = re.findall(r"^sheets?(?: \d)?: (.*)$", text, re.MULTILINE)
        assert [sheet for sheets in found["texts"] for sheet in sheets] == sheets
        assert len(found["texts"]) == len(record["turns"]) + 1
        [end] = re.findall(r"^end: (.*)$", text, re.MULTILINE)
        assert found["result"]["end"] == end


def test_checker_and_oracle_agree() -> None:
    stranger.compare_games(40, 11)
    stranger.compare_mutants(200, 11)


def test_forged_entries_are_refused_with_a_reason() -> None:
    stranger.check_forged(40, 11)


def test_shipped_days_are_confirmed(tmp_path: Path) -> None:
    path = next(path for path in stranger.ARCHIVES if path.name == "days.jsonl")
    assert {found["answer"] for found in stranger.verdicts(path)} == {"yes"}


def test_shipped_problems_are_confirmed(tmp_path: Path) -> None:
    for name in ("drops.jsonl", "pockets.jsonl"):
        lines = stranger.CHECKER.with_name(name).read_text("utf-8").splitlines()[::10]
        path = tmp_path / name
        path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
        for line, found in zip(lines, stranger.verdicts(path), strict=True):
            expected = "yes" if len(json.loads(line)["rolls"]) == 1 else "score"
            assert (found["answer"], found["id"]) == (expected, json.loads(line)["id"])


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda text: text.replace(", ", ",", 1), "not canonical JSON at character"),
        (lambda text: text.replace('"id": ', '"id": "x", "id": '), "the key id occurs twice"),
        (lambda text: text.replace('"word": "', '"word": "very '), "digest: expected"),
        (lambda text: text[:-1], "the last line has no end"),
        (lambda text: text + text, "occurs twice"),
        (lambda text: "{}\n", "no entry of an archive"),
        (lambda text: "\n", "not canonical JSON at character 1"),
    ],
)
def test_damaged_archive_is_refused(change: object, why: str, tmp_path: Path) -> None:
    assert callable(change)
    path = tmp_path / "days.jsonl"
    path.write_text(change(f"{line_text(some_days()[0])}\n"), "utf-8")
    found = stranger.verdicts(path)[-1]
    assert found["answer"] == "no"
    assert why in found["why"]


def test_entries_of_this_version_are_confirmed(tmp_path: Path) -> None:
    """Entries without a best game have no bound to be checked."""
    path = tmp_path / "new.jsonl"
    entries = [*some_days(), some_drop()]
    path.write_text("".join(f"{line_text(entry)}\n" for entry in entries), "utf-8")
    assert "no" not in {found["answer"] for found in stranger.verdicts(path)}


def test_command_line_names_the_line_and_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "days.jsonl"
    path.write_text(f"{line_text(some_days()[0])}\n{{}}\n", "utf-8")
    done = subprocess.run(["node", stranger.CHECKER, path], capture_output=True, text=True)
    assert done.returncode == 1
    assert f"{path}, line 2: no: no entry of an archive\n" in done.stdout
    usage = subprocess.run(["node", stranger.CHECKER], capture_output=True, text=True)
    assert (usage.returncode, usage.stdout) == (2, "")


#: Runs the checker as a page does: as a script that has no modules.
AS_A_PAGE = """
const vm = require("node:vm"), fs = require("node:fs");
const page = vm.createContext({ TextEncoder });
vm.runInContext(fs.readFileSync(process.argv[1], "utf8"), page);
page.text = fs.readFileSync(process.argv[2], "utf8");
console.log(JSON.stringify(vm.runInContext("[...checkArchive(text)]", page)));
"""


def test_checker_runs_as_a_script_of_a_page(tmp_path: Path) -> None:
    path = tmp_path / "days.jsonl"
    lines = stranger.CHECKER.with_name(path.name).read_text("utf-8").splitlines()[:2]
    path.write_text("".join(f"{line}\n" for line in [*lines, "{}"]), "utf-8")
    done = subprocess.run(
        ["node", "-e", AS_A_PAGE, stranger.CHECKER, path],
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == stranger.verdicts(path)
    page = stranger.CHECKER.with_suffix(".html").read_text("utf-8")
    assert '<script src="check.js"></script>' in page
    assert "checkArchive(text, seen)" in page
