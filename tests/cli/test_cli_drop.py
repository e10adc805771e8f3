"""The command about drop problems."""

from __future__ import annotations

import os
import pty
import subprocess
from pathlib import Path

import pytest

from archives import write
from commands import ENVIRON, PROGRAM, TIMEOUT, Run, read_to_end
from numberdrop.puzzles.archive.entry_text import line_text
from numberdrop.puzzles.lessons import lesson_of
from numberdrop.view.lessons import lesson_lines
from samples import some_drop, some_pocket

PLACED = "D a8=5,b8=4,c8=4,b9=7 !c6b7c7b8c8"
LAST = "d d@e8f8g8f9 a9=6 a10=4 b10=5 b11=5"
OTHER = "4475T D f8=4,e9=7,f9=5,g9=4 !a7b7c7"


@pytest.mark.parametrize("name", ["1.4", "drop#1.4", "#1.4", "Drop 1.4", "2026-11-20", "#1"])
def test_a_problem_is_reached_by_name_and_by_day(name: str, run: Run) -> None:
    done = run("drop", name)
    assert done.code == 0
    assert "Drop problem drop#1.4 (rulebook)" in done.out
    assert "Score at least 58 points with these 2 rolls" in done.out
    assert ("The drop problem of 2026-11-20" in done.out) == ("20" in name or name == "#1")
    assert "a8=5" not in done.out
    assert "a8=5" in run("drop", name, "--solution").out


def test_each_day_has_one(run: Run) -> None:
    assert "The drop problem of " in run("drop").out
    assert run("drop", "today", "--json").json() == run("drop", "--json").json()
    document = run("drop", "1.4", "--json").json()
    assert document["id"] == "drop#1.4"
    assert "solution" not in document["best"]
    assert "solution" in run("drop", "1.4", "--json", "--solution").json()["best"]


def test_a_solution_teaches(run: Run, tmp_path: Path) -> None:
    path, problem = write(tmp_path / "pockets.jsonl", line_text(some_pocket())), some_pocket()
    words = ["drop", problem.id, "--archive", path]
    assert "It ends with" not in run(*words).out
    assert "tempting" not in run(*words, "--json").json()
    lines = "\n".join(lesson_lines(problem))
    assert run(*words, "--solution").out.endswith(f"\n\n{lines}\n")
    for told in (
        run(*words, "--solution", "--json").json(),
        run("drop", "--archive", path, "--solution", "--json").json(),
        run(*words, "--answer", "A a7=1,b7=4,a8=5,b8=6", "--solution", "--json").json(),
    ):
        assert told["lesson"] == lesson_of(problem).to_json()


def test_a_pocket_problem_is_reached_by_name_and_is_that_of_a_date(run: Run) -> None:
    name = run("drop", "2028-02-29", "--json").json()["id"]
    assert name.startswith("pocket#1.")
    assert run("drop", name.replace("#", " "), "--json").json()["id"] == name


def test_an_answer_is_judged(run: Run) -> None:
    done = run("drop", "1.4", "--answer", PLACED, "--answer", LAST + " !a6a7a8a9b9")
    assert (done.code, "Solved: 58 points, the best possible score." in done.out) == (0, True)
    done = run("drop", "1.4", "--answer", PLACED, "--answer", LAST)
    assert done.code == 0
    assert "43 of 58 points: 15 short." in done.out
    assert "missed  consecutive 5\n" in done.out
    assert "a6a7a8a9b9" not in done.out
    assert "turn 2 read as 5546S D D@e8f8g8f9 a9=6,a10=4,b10=5,b11=5\n" in done.err
    done = run("drop", "1.4", "--answer", OTHER)
    assert "39 points so far. A score of 58 has been out of reach since turn 1." in done.out
    assert "rolls   5546S" in done.out


def test_the_verdict_is_a_document(run: Run) -> None:
    answer = ["drop", "1.4", "--answer", PLACED, "--answer", LAST, "--json"]
    document = run(*answer).json()
    assert (document["problem"], document["goal"], document["score"]) == ("drop#1.4", 58, 43)
    assert (document["solved"], document["lost"]) == (False, 2)
    assert "solution" not in document
    assert run(*answer, "--solution").json()["solution"]["score"] == 58


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["1.5"], 1, "drop#1.5: expected one of those that come with the program"),
        (["x"], 2, "puzzle: expected a day such as 2026-11-25"),
        (["plain#1.0"], 2, "expected a drop problem, such as 1.4, or a day, got plain#1.0"),
        (["1.4", "--answer", "x"], 2, "turn 1: roll: expected"),
        (["1.4", "--answer", ""], 2, "turn 1: "),
        (["1.4", *["--answer", PLACED] * 3], 2, "--answer: expected at most 2, one for each roll"),
        (["1.4", *["--answer", PLACED] * 2], 1, "turn 2: "),
        (
            ["1.4", "--answer", "D a7=5,b8=4,c8=4,b9=7"],
            1,
            "turn 1: place: shape T can't come to rest on a7 b8 c8 b9; did you "
            "mean '4475T D a8=5,b8=4,c8=4,b9=7'?",
        ),
        (["1.4", "--archive", "nowhere.jsonl"], 2, "nowhere.jsonl: No such file"),
        (
            ["today", "--archive", "drops.jsonl"],
            2,
            "--archive: expected the name of a drop problem",
        ),
    ],
)
def test_wrong_input_is_reported(words: list[str], code: int, said: str, run: Run) -> None:
    done = run("drop", *words)
    assert (done.code, done.out) == (code, "")
    assert done.err.splitlines()[-1].startswith(f"numberdrop: {said}")


def test_a_problem_of_an_archive_is_reached_too(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path / "drops.jsonl", line_text(some_drop()))
    assert some_drop().id in run("drop", some_drop().id, "--archive", path).out
    done = run("drop", "1.4", "--archive", path)
    assert done.code == 1
    assert f"{path}: expected the drop problem drop#1.4, got none" in done.err


def test_problem_is_printed_and_is_not_a_puzzle(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("sheet", "drop#1.4", "--out", "p.svg").out == "p.svg\n"
    assert "Score at least 58" in Path("p.svg").read_text("utf-8")
    assert "see 'numberdrop drop --help'" in run.fails("daily", "drop#1.4").err


@pytest.mark.parametrize(
    ("typed", "end"),
    [
        (["", "nothing more"], "(return: later): "),
        (["x", PLACED, LAST, ""], "43 of 58 points: 15 short."),
        ([PLACED, ""], "points so far. Score at least 58 with the remaining rolls."),
    ],
)
def test_a_terminal_asks_for_turns(typed: list[str], end: str) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*PROGRAM, "drop", "1.4"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**ENVIRON, "TERM": "dumb"},
    ) as process:
        os.close(theirs)
        os.write(ours, "".join(f"{line}\n" for line in typed).encode())
        shown = b"".join(read_to_end(ours)).decode()
        process.wait(TIMEOUT)
    os.close(ours)
    assert process.returncode == 0
    assert "Your turn 1 of 2, 4475T (return: later): " in shown
    assert end in shown
