"""The command match."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

import numberdrop as nd
from commands import ENVIRON, Run
from numberdrop.bots import play_table
from places import TESTS
from schemas import faults, validator

SCHEMA = validator("match.schema.json")
HERE = ("--workers", "1")


@pytest.fixture
def _failing_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", f"{TESTS / 'support'}:{ENVIRON['PYTHONPATH']}")


def test_match(run: Run, here: Path) -> None:
    words = ("lab", "match", "easy", "beginner", "--games", "2", "--out", "games.jsonl", *HERE)
    told = run(*words, "--json").json()
    assert faults(SCHEMA, told) == []
    assert (told["games"], told["of"]) == (4, 4)
    lines = (here / "games.jsonl").read_text().splitlines()
    records = [json.loads(line) for line in lines]
    assert [nd.replay(record) for record in records] == records
    assert run("replay", "games.jsonl").code == 0
    shown = run(*words)
    assert shown.out.startswith("4 games of 2 players, rulebook, ")
    assert shown.out.splitlines()[-1] == (
        "numberdrop lab match easy beginner --games 2 --seed 1 --out games.jsonl"
    )
    assert os.listdir(here) == ["games.jsonl"]
    assert (here / "games.jsonl").read_text().splitlines() == lines


def test_a_match_of_more_bots_than_seats_has_a_table_of_pairs(run: Run) -> None:
    words = ("lab", "match", "hard", "easy", "beginner", "--players", "2", "--games", "1", *HERE)
    shown = run(*words, "--variant", "bga").out
    assert "ahead of, %" in shown
    assert shown.splitlines()[-1].endswith("--games 1 --players 2 --seed 1 --variant bga")
    assert faults(SCHEMA, run(*words, "--json").json()) == []


@pytest.mark.usefixtures("_failing_bots")
def test_forfeits_are_printed_in_one_line_each(run: Run) -> None:
    done = run(
        *(
            "lab",
            "match",
            "beginner",
            "python:failing_bots:scrawling",
            "--games",
            "1",
            *HERE,
            "--json",
        )
    )
    assert done.code == 0
    told = done.json()
    assert faults(SCHEMA, told) == []
    assert [one["forfeits"] for one in told["standings"]] == [0, 2]
    assert told["standings"][0]["win"] == 1
    warnings = [line for line in done.err.splitlines() if line.startswith("warning: ")]
    assert len(warnings) == 2
    assert warnings[0] == (
        "warning: python:failing_bots:scrawling forfeits a game (table2#1.0, beginner - "
        "python:failing_bots:scrawling, seat 2, turn 1): part.place: expected CELL=DIGIT, "
        "got 'somewhere'"
    )


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["easy"], "BOT: expected 2 to 6, or --players, got 1"),
        (["easy"] * 7, "BOT: expected 2 to 6, or --players, got 7"),
        (["easy", "hard", "--players", "3"], "BOT: expected 3 or more, one for each seat, got 2"),
        (["easy", "nobody"], "bot: expected beginner, easy, medium, hard, "),
        (["easy", "program:"], "bot: expected beginner, easy, medium, hard, "),
        (["easy", "program:'x"], "bot: expected beginner, easy, medium, hard, "),
        (["easy", "python:x"], "bot: expected beginner, easy, medium, hard, "),
        (["easy", "hard\x1b"], "bot: expected beginner, easy, medium, hard, "),
    ],
)
def test_wrong_usage(words: list[str], fault: str, run: Run) -> None:
    done = run.fails("lab", "match", *words)
    assert done.code == 2
    assert done.err.startswith(f"numberdrop: {fault}")


@pytest.mark.parametrize(
    ("bot", "fault"),
    [
        ("program:no-such-program", "expected a program, got 'no-such-program': No such file or "),
        ("python:no_such_module:decide", "expected an answer, and it ended with exit code 1; "),
    ],
)
def test_missing_bot_is_reported_before_the_match(
    bot: str, fault: str, run: Run, here: Path
) -> None:
    done = run.fails("lab", "match", "easy", bot, "--out", "games.jsonl")
    assert done.code == 1
    assert done.err.startswith(f"numberdrop: {bot}: {fault}")
    assert os.listdir(here) == []


def stopping(monkeypatch: pytest.MonkeyPatch, call: int) -> None:
    """Has Ctrl-C come in a game of this number."""
    games = [0]

    def sending(*words: Any) -> Any:
        games[0] += 1
        if games[0] == call:
            os.kill(os.getpid(), signal.SIGINT)
        return play_table(*words)

    monkeypatch.setattr("numberdrop.bots.match.play_table", sending)


def test_an_interrupted_match_keeps_its_games_and_goes_on(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("lab", "match", "easy", "beginner", "--games", "3", "--out", "games.jsonl", *HERE)
    with monkeypatch.context() as patched:
        stopping(patched, 3)
        done = run(*words, "--json")
    assert done.code == 130
    assert done.json()["games"] == 4
    assert "the games are kept in games.jsonl; the same command continues" in done.err
    assert os.listdir(here) == ["games.jsonl"]
    again = run(*words, "--json")
    assert "continuing after 4 of 6 games" in again.err
    assert again.code == 0
    assert os.listdir(here) == ["games.jsonl"]
    bytes_then = (here / "games.jsonl").read_bytes()
    assert again.json() == run(*words, "--json").json()
    assert (here / "games.jsonl").read_bytes() == bytes_then


def test_interrupted_match_without_a_file_prints_its_results(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopping(monkeypatch, 3)
    done = run("lab", "match", "easy", "beginner", "--games", "300", *HERE)
    assert done.code == 0
    assert done.out.startswith("4 of 600 games of 2 players")
