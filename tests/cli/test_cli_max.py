"""The command max."""

from __future__ import annotations

import io
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
from commands import ENVIRON, MIDDLE, PROGRAM, START, TIMEOUT, Run
from numberdrop.plan.maxima.upper_bound import AttainedBound
from numberdrop.puzzles.daily import parse_recipe
from numberdrop.puzzles.names import literal_id
from places import ROOT

pytestmark = pytest.mark.usefixtures("here")


def read_json(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


@cache
def some_maximum() -> nd.Maximum:
    """What `max plain#1.0 --nodes 1` finds."""
    return nd.maximum(parse_recipe("plain#1.0"), nodes=1)


def test_max(run: Run) -> None:
    done = run("max", "plain#1.0", "--nodes", "1")
    assert done.code == 0
    for words in ("turn  score  box", "score: ", ": BEST FOUND\n"):
        assert words in done.out
    assert done.out.endswith('\nnumberdrop max "plain#1.0" --nodes 1\n')
    assert "made by: numberdrop " in run("max", "plain#1.0", "--nodes", "1", "--verbose").out
    assert re.match(r" +\d+\.\d s  score \d+ \(beam\), bound 100, [\d,]+ nodes\n", done.err)


@pytest.mark.parametrize("more", [[], ["--workers", "3"], ["--out", "result.json"]])
def test_max_json(more: list[str], run: Run, here: Path) -> None:
    done = run("max", "plain#1.0", "--nodes", "1", "--json", *more)
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
    asked = "numberdrop: --rolls: expected with a position, got none\n"
    assert run.fails("max", position).err == asked
    assert run.fails("max", position, "--variant", "bga").err == asked


def test_max_goes_on_from_its_own_result(run: Run, here: Path) -> None:
    first = run("max", "plain#1.0", "--nodes", "1", "--seed", "4", "--out", "a.json", "--json")
    more = ["--nodes", str(first.json()["nodes"] + 1), "--out", "a.json", "--json"]
    then = run("max", "a.json", *more).json()
    assert then["score"] >= first.json()["score"]
    assert then["nodes"] > first.json()["nodes"]
    assert read_json(here / "a.json") == then
    position = ["max", START, "--rolls", "1562O", "--nodes", "9", "--out", "b.json"]
    assert run(*position).code == run("max", "b.json", "--nodes", "9").code == 0


def test_max_leaves_a_better_result_of_the_same_question(run: Run, here: Path) -> None:
    found, literal = some_maximum(), literal_id(parse_recipe("plain#1.0"))
    more = ["--nodes", "1", "--out", "a.json", "--json"]
    better = run(
        "max", "plain#1.0", "--nodes", "100000", "--seed", "3", "--out", "a.json", "--json"
    )
    score = better.json()["score"]
    assert score > found.score
    for name in ("plain#1.0", literal):
        done = run("max", name, *more)
        assert done.json()["score"] == found.score
        said = f"a.json is unchanged, since its result is better: score {score}, bound 100"
        assert done.err.splitlines()[-1] == said
        assert (here / "a.json").read_text("utf-8") == better.out
    other = run("max", "plain#1.1", *more)
    assert "stays" not in other.err
    assert (here / "a.json").read_text("utf-8") == other.out
    (here / "a.json").write_text(json.dumps({**found.to_json(), "bound": 99}))
    assert "bound 99" in run("max", "plain#1.0", *more).err.splitlines()[-1]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"bound": 3}, "bound"),
        ({"rolls": ["1234I"]}, "expected the roll 1234I"),
        ({"version": 2}, "version"),
        ({"solution": None}, "a.json, line 1: solution: expected an object"),
    ],
)
def test_max_refuses_a_result_that_is_wrong(
    change: dict[str, Any], words: str, run: Run, here: Path
) -> None:
    (here / "a.json").write_text(json.dumps({**some_maximum().to_json(), **change}))
    done = run.fails("max", "a.json", "--nodes", "1")
    assert done.code == 1
    assert words in done.err


def test_max_says_where_a_result_breaks_off(run: Run, here: Path) -> None:
    found = some_maximum().to_json()
    found["solution"]["turns"].pop()
    (here / "a.json").write_text(json.dumps(found))
    for more in (["--check"], ["--nodes", "1"]):
        done = run.fails("max", "a.json", *more)
        said = "the game goes on: expected another turn"
        assert (done.code, done.err) == (
            1,
            f"numberdrop: a.json, line 1: solution: turn 14: {said}\n",
        )


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_an_interrupted_max_ends_with_the_best_so_far(form: list[str], here: Path) -> None:
    words = ["max", "plain#1.0", "--seconds", "100", "--out", "result.json", *form]
    with subprocess.Popen(
        [*PROGRAM, *words], env=ENVIRON, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stderr is not None
        assert b"score" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=TIMEOUT)
        assert process.returncode == 0
    kept = read_json(here / "result.json")
    assert nd.Maximum.from_json(kept).to_json() == kept
    if form:
        assert json.loads(out) == kept
    else:
        assert f"score {kept['score']}, bound {kept['bound']}".encode() in out


def test_max_of_the_game_itself(run: Run) -> None:
    done = run("max", "--free-dice")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("The highest possible score is 100.\n")
    assert "score: 100 points" in done.out
    assert "This is the best game of puzzle 2026-11-20 in the archive; --seed N" in done.out
    found = run("max", "--free-dice", "--json").json()
    assert (found["score"], found["bound"], found["status"]) == (100, 100, "PROVED")
    assert nd.replay(found["solution"]) == found["solution"]
    assert found["made_by"]["archive"] == "2026-11-20"


def test_max_of_the_game_itself_by_a_seed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its game is that of the documents here: to look for one takes long."""
    record = read_json(ROOT / "docs" / "hundred.json")

    def found_at_once(seed: int, progress: Callable[[str, int], None]) -> AttainedBound:
        progress(f"plain#{seed}.0", 85)
        return AttainedBound(record, f"plain#{seed}.1", 2, 3, 0.5, seed)

    monkeypatch.setattr(
        import_module("numberdrop.plan.maxima.upper_bound"), "attain", found_at_once
    )
    done = run("max", "--free-dice", "--seed", "3")
    assert done.err == ""
    assert "on the deal plain#3.1" in done.out
    assert run("max", "--free-dice", "--seed", "3", "--json").json()["made_by"]["seed"] == 3


@pytest.mark.slow
def test_max_looks_for_a_game_of_a_hundred(run: Run) -> None:
    done = run("max", "--free-dice", "--seed", "3", "--json")
    assert nd.replay(done.json()["solution"])["result"]["final"]["total"] == 100


# What is known before, and what has no meaning.


def test_max_knows_what_the_archive_knows(run: Run) -> None:
    for name in ("2026-11-25", "solo#2026-11-25", literal_id(parse_recipe("2026-11-25"))):
        done = run("max", name, "--nodes", "1", "--json")
        found = done.json()
        known = "known before: 100, PROVED by counting (archive, 2026-11-25, numberdrop "
        assert done.err.startswith(known)
        assert (found["score"], found["status"]) == (100, "PROVED")
        assert found["made_by"]["known"]["source"] == "archive"
        assert found["made_by"]["known"]["id"] == "2026-11-25"
    assert known in run("max", "2026-11-25", "--nodes", "1").out
    fresh = run("max", "2026-11-25", "--nodes", "1", "--fresh")
    assert "known" not in fresh.out + fresh.err
    assert ": BEST FOUND\n" in fresh.out
    assert "numberdrop max 2026-11-25 --nodes 1 --fresh\n" in fresh.out


def test_max_of_a_drop_problem_knows_its_answer(run: Run) -> None:
    done = run("max", "drop#1.4", "--nodes", "50000", "--json")
    known = "known before: 58, PROVED by exhaustive (archive, drop#1.4, numberdrop "
    assert done.err.startswith(known)
    assert (done.json()["score"], done.json()["status"]) == (58, "PROVED")
    none = run("max", "drop#1.99")
    assert (none.code, none.err.count("\n")) == (1, 1)
    assert none.err.startswith("numberdrop: drop#1.99: expected one of those that come with")


def test_max_reads_stdin(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    found = some_maximum()
    for text, code in ((json.dumps(found.to_json()), 0), ("a sheet", 1)):
        stdin = io.BufferedReader(io.BytesIO(text.encode()))  # type: ignore[arg-type]
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(stdin))
        done = run("max", "-", "--nodes", "1", "--json")
        assert done.code == code
        if code:
            assert done.err.startswith("numberdrop: stdin: expected JSON")
        else:
            assert done.json()["rolls"] == found.to_json()["rolls"]


def test_max_knows_what_the_document_of_a_puzzle_knows(run: Run, here: Path) -> None:
    found = some_maximum()
    puzzle = {"tiles": list(found.question.deal.tiles), "rolls": found.to_json()["rolls"]}
    best = {"score": 100, "bound": 100, "proof": "mine", "solution": found.solution}

    def asked(best: Any) -> str:
        (here / "puzzle.json").write_text(json.dumps({**puzzle, "id": "mine", "best": best}))
        return "puzzle.json"

    # The search finds this very game itself; its score is worked out, and the bound proved again.
    told = run("max", asked(best), "--nodes", "1", "--json").json()
    assert told["made_by"]["known"]["score"] == told["score"] == found.score
    assert told["bound"] == found.bound
    for nothing in (None, {"score": 3, "bound": None, "proof": None}):
        told = run("max", asked(nothing), "--nodes", "1", "--json").json()
        assert "known" not in told["made_by"]
    game = nd.replay(found.solution)
    for wrong, words in (
        (5, "best: expected an object, got 5"),
        ({**best, "bound": 101}, "best, bound: expected -15 to 100, got 101"),
        ({**best, "bound": 3}, "best, solution: expected a score up to the bound, 3"),
        ({**best, "proof": 1}, "best, proof: expected text"),
        ({**best, "solution": {}}, "best, solution"),
        ({**best, "solution": {**game, "tiles": game["tiles"][::-1]}}, "best, solution"),
        ({"score": 3}, "best: expected the key 'bound'"),
    ):
        done = run.fails("max", asked(wrong), "--nodes", "1")
        assert done.code == 1
        assert done.err.startswith("numberdrop: puzzle.json, line 1: puzzle, best"), done.err
        assert words in done.err


def test_a_position_in_a_file_has_the_format_of_a_puzzle(run: Run, here: Path) -> None:
    for head, words in (
        ({"format": "numberdrop.line"}, "puzzle, format: expected 'numberdrop.puzzle'"),
        ({"format": "numberdrop.puzzle", "version": True}, "puzzle, version: expected 1"),
    ):
        asked = {**head, "position": START, "rolls": ["1562O"]}
        (here / "asked.json").write_text(json.dumps(asked))
        done = run.fails("max", "asked.json", "--nodes", "1")
        assert done.code == 1
        assert words in done.err


def test_earlier_result_continues_with_the_better_game(run: Run, here: Path) -> None:
    run("max", "2026-11-25", "--nodes", "1", "--fresh", "--out", "a.json")
    found = run("max", "a.json", "--nodes", "1", "--json").json()
    assert (found["score"], found["status"]) == (100, "PROVED")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "result.json --check --nodes 5 --out x.json",
            "--check: expected without --nodes and --out,",
        ),
        ("result.json --check --seed 1", "--check: expected without --seed, which has no effect"),
        ("result.json --check --workers 2", "--check: expected without --workers,"),
        ("result.json --check --fresh", "--check: expected without --fresh,"),
        ("--free-dice --seconds 3", "--free-dice: expected without --seconds,"),
        ("--free-dice --check --fresh", "--free-dice: expected without --fresh and --check,"),
        ("--free-dice 2026-11-20", "--free-dice: expected without PUZZLE|FILE|POSITION,"),
        ("plain#1.0 --variant bga", "--variant: expected with --rolls; alone"),
        ("x --rolls 1562O --fresh", "--rolls: expected without --fresh,"),
    ],
)
def test_options_without_a_meaning_are_refused(words: str, said: str, run: Run, here: Path) -> None:
    (here / "result.json").write_text(json.dumps(some_maximum().to_json()))
    done = run.fails("max", *words.split())
    assert done.code == 2
    assert done.err.startswith(f"numberdrop: {said}"), done.err
    assert os.listdir(here) == ["result.json"]


def test_a_check_ends_when_its_time_is_up(run: Run, here: Path) -> None:
    """Every line of twenty turns takes for ever."""
    result = {**some_maximum().to_json(), "bound": 98, "method": "exhaustive"}
    (here / "result.json").write_text(json.dumps(result))
    done = run("max", "result.json", "--check", "--seconds", "0.2")
    assert done.code == 1
    assert f"score {result['score']}: replayed\n" in done.out
    assert done.out.endswith("by exhaustive: not proved again in that time\n")
    told = run("max", "result.json", "--check", "--seconds", "0.2", "--json").json()
    assert (told["checked"], told["cut"]) == (False, True)
    (here / "sure.json").write_text(json.dumps(some_maximum().to_json()))
    done = run("max", "sure.json", "--check", "--seconds", "1000")
    assert (done.code, done.out.split()[-2:]) == (0, ["proved", "again"])
