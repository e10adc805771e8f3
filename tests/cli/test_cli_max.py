"""The command max."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import numberdrop as nd
from commands import ENVIRON, MIDDLE, PATIENCE, PROGRAM, START, Run
from numberdrop.plan.maxima.ceiling import Summit
from places import ROOT

pytestmark = pytest.mark.usefixtures("here")


def read_json(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


@cache
def some_maximum() -> nd.Maximum:
    """What `max 2026-11-20 --nodes 1` finds."""
    return nd.maximum(nd.deal("solo#2026-11-20.0"), nodes=1)


def test_max(run: Run) -> None:
    done = run("max", "2026-11-20", "--nodes", "1")
    assert done.code == 0
    for words in ("turn  score  box", "final score: ", ": BEST FOUND\n"):
        assert words in done.out
    assert done.out.endswith("\nnumberdrop max 2026-11-20 --nodes 1\n")
    assert "made by: numberdrop " in run("max", "2026-11-20", "--nodes", "1", "--verbose").out
    assert re.match(r" +\d+\.\d s  score \d+ \(beam\), bound 100, [\d,]+ nodes\n", done.err)


@pytest.mark.parametrize("more", [[], ["--workers", "3"], ["--out", "result.json"]])
def test_max_json(more: list[str], run: Run, here: Path) -> None:
    done = run("max", "2026-11-20", "--nodes", "1", "--json", *more)
    found = done.json()
    assert {**found, "seconds": 0} == {**some_maximum().to_json(), "seconds": 0}
    assert nd.replay(found["solution"]) == found["solution"]
    if "--out" in more:
        assert (here / "result.json").read_text("utf-8") == done.out
        assert os.listdir(here) == ["result.json"]


def test_max_from_a_position(run: Run, here: Path) -> None:
    words = ["--rolls", "1562O  1234I", "--variant", "bga+slide", "--nodes", "100000", "--json"]
    found = run("max", START, *words).json()
    assert (found["position"], found["variant"], found["status"]) == (START, "bga+slide", "PROVED")
    assert found["rolls"] == ["1562O", "1234I"]
    keys = ("position", "variant", "rolls")
    (here / "asked.json").write_text(json.dumps({key: found[key] for key in keys}))
    again = run("max", "asked.json", "--nodes", "100000", "--json").json()
    assert {**again, "seconds": 0} == {**found, "seconds": 0}
    shown = run("max", START, *words[:-1]).out
    assert f"score {found['score']}, bound {found['bound']} by {found['method']}: PROVED" in shown


@pytest.mark.parametrize("position", [START, MIDDLE])
def test_max_of_a_position_asks_for_its_rolls(position: str, run: Run) -> None:
    asked = "numberdrop: --rolls: expected the rolls to come after a position, got none\n"
    assert run.fails("max", position).err == asked
    assert run.fails("max", position, "--variant", "bga").err == asked


def test_max_goes_on_from_its_own_result(run: Run, here: Path) -> None:
    first = run("max", "2026-11-20", "--nodes", "1", "--seed", "4", "--out", "a.json", "--json")
    more = ["--nodes", str(first.json()["nodes"] + 1), "--out", "a.json", "--json"]
    then = run("max", "a.json", *more).json()
    assert then["score"] >= first.json()["score"]
    assert then["nodes"] > first.json()["nodes"]
    assert read_json(here / "a.json") == then
    position = ["max", START, "--rolls", "1562O", "--nodes", "9", "--out", "b.json"]
    assert run(*position).code == run("max", "b.json", "--nodes", "9").code == 0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"bound": 3}, "bound"),
        ({"rolls": ["1234I"]}, "expected the roll 1234I"),
        ({"version": 2}, "version"),
        ({"solution": None}, "solution: expected an object"),
    ],
)
def test_max_refuses_a_result_that_is_wrong(
    change: dict[str, Any], words: str, run: Run, here: Path
) -> None:
    (here / "a.json").write_text(json.dumps({**some_maximum().to_json(), **change}))
    done = run.fails("max", "a.json", "--nodes", "1")
    assert done.code == 1
    assert words in done.err


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_an_interrupted_max_ends_with_the_best_so_far(form: list[str], here: Path) -> None:
    words = ["max", "2026-11-20", "--seconds", "100", "--out", "result.json", *form]
    with subprocess.Popen(
        [*PROGRAM, *words], env=ENVIRON, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stderr is not None
        assert b"score" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
    kept = read_json(here / "result.json")
    assert nd.Maximum.from_json(kept).to_json() == kept
    if form:
        assert json.loads(out) == kept
    else:
        assert f"score {kept['score']}, bound {kept['bound']}".encode() in out


def test_max_of_the_game_itself(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its game is that of the documents here: to look for one takes long."""
    record = read_json(ROOT / "docs" / "hundred.json")

    def found_at_once(seed: int, progress: Callable[[str, int], None]) -> Summit:
        progress(f"plain#{seed}.0", 85)
        return Summit(record, f"plain#{seed}.1", 2, 3, 0.5, seed)

    monkeypatch.setattr(import_module("numberdrop.plan.maxima.ceiling"), "summit", found_at_once)
    done = run("max", "--free-dice", "--seed", "3")
    assert done.code == 0
    assert done.out.startswith("The highest score that there can be is 100.\n")
    assert done.err == "plain#3.0: no game of 100 found\n"
    found = run("max", "--free-dice", "--seed", "3", "--json").json()
    assert (found["score"], found["bound"], found["status"]) == (100, 100, "PROVED")
    assert nd.replay(found["solution"]) == found["solution"]


@pytest.mark.slow
def test_max_looks_for_a_game_of_a_hundred(run: Run) -> None:
    assert "\n    numberdrop max --free-dice --seed 8\n" in run("max", "--help").out
    assert "100" in run("max", "--free-dice", "--seed", "8").out
    done = run("max", "--free-dice", "--seed", "3", "--json")
    assert done.err == "plain#3.0: no game of 100 found\n"
    assert nd.replay(done.json()["solution"])["result"]["final"]["total"] == 100
