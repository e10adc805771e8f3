"""play at a table with bots, and review of games of several players."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

import numberdrop as nd
from commands import Run
from numberdrop.bots import own_bot, play_table
from schemas import faults, validator

TURN = "e1=3,f1=1,e2=3,f2=5"


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBERDROP_DATA", str(tmp_path / "data"))


def test_table_is_played_in_lines_and_continued(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"d1\n{TURN} end\n"))
    done = run("play", "--bots", "easy,Hard", "--seed", "3", "--json")
    assert done.code == 0
    record = done.json()
    assert (record["players"], len(record["turns"])) == (3, 1)
    assert nd.replay(record) == record
    assert "seat 3 (hard): place " in done.err
    monkeypatch.setattr("sys.stdin", io.StringIO("seats\n"))
    again = run("play", "--resume")
    assert "seat 2 (easy): 0 points" in again.out
    assert [told["kind"] for told in run("play", "--list", "--json").json()] == ["table"]


def test_people_at_a_table_have_names(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("d1\nc1\nseats\n"))
    done = run("play", "--players", "3", "--bots", "easy", "--name", "mum, lu6")
    said = done.out.splitlines()
    assert said[-3:] == [
        "seat 1 (MUM): 0 points",
        "seat 2 (LU6): 0 points",
        "seat 3 (easy): 0 points",
    ]


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["--bots", "easy", "--name", "MUM,DAD"], "--name: expected 1 name for as many people"),
        (["--players", "3", "--name", "MUM"], "--name: expected 3 names for as many people, got 1"),
        (["--name", "MUM,DAD"], "--name: expected 1 name for as many people, got 2"),
        (["--players", "2", "--name", "MUM,"], "name: expected three letters A to Z or digits"),
        (["--bots", "easy,nobody"], "--bots: expected beginner, easy, medium, hard, tough or "),
        (["--bots", ""], "--bots: expected beginner, "),
        (["--bots", "easy", "solo"], "--bots, --players: expected random dice, got 'solo'"),
        (["--players", "2", "--bots", "easy,hard"], "--bots: expected at most 1, got 2"),
        (["--bots", ",".join(["easy"] * 6)], "--bots: expected at most 5, got 6"),
        (["--players", "7"], "--players: expected a whole number 2 to 6, got '7'"),
        (["--resume", "--bots", "easy"], "--resume: expected without --bots"),
    ],
)
def test_wrong_usage(words: list[str], fault: str, run: Run) -> None:
    done = run.fails("play", *words)
    assert done.code == 2
    assert done.err.startswith(f"numberdrop: {fault}")


def test_a_game_of_several_is_reviewed(run: Run, here: Path) -> None:
    game, _ = play_table(nd.table_deal(1, 0), nd.Variant(), [own_bot("hard")] * 2)
    record = {**game.to_record(), "turns": game.to_record()["turns"][:3]}
    (here / "game.json").write_text(json.dumps(record))
    words = ("review", "game.json", "--level", "fast")
    told = run(*words, "--mistake", "50", "--blunder", "60", "--json").json()
    assert faults(validator("review-seats.schema.json"), told) == []
    assert told["made_by"]["thresholds"] == [2.0, 50.0, 60.0]
    assert told["decided"] is None
    shown = run(*words, "--svg", "game.svg")
    assert shown.out.splitlines()[-1] == "numberdrop review game.json --level fast --svg game.svg"
    assert (here / "game.svg").read_text().startswith("<svg ")
    assert run.fails(*words, "--mistake", "1").err.startswith("numberdrop: thresholds: expected")
