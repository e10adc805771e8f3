"""The command import: a saved log becomes a record."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

import numberdrop as nd
from bga_logs import Form, log_of
from commands import GAMES, Run

RECORD = nd.replay({**GAMES[0], "variant": "bga"})
BRIEF = (
    "65 points (rows 18, identical 12, consecutive 35, bonus 0; bga), 14 turns, all tiles on GO!"
)


def save(name: str, form: Form) -> None:
    Path(name).write_text(json.dumps(log_of(RECORD, form)), "utf-8")


def test_log_becomes_a_record_that_is_reviewed(run: Run, here: Path) -> None:
    save("log.json", Form())
    done = run("import", "log.json", "--out", "game.json")
    assert (done.code, done.out, done.err) == (0, f"game.json: {BRIEF}\n", "")
    record = json.loads((here / "game.json").read_text("utf-8"))
    assert record == {**RECORD, "names": ["AME"]}
    assert run("replay", "game.json", "--json").json() == record
    assert run("import", "log.json", "--json").json() == record


def test_game_is_shown_turn_by_turn(run: Run, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = json.dumps(log_of(RECORD, Form())).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    done = run("import", "-")
    assert done.err == ""
    assert "  14     65  identical 4" in done.out


def test_what_the_log_lacks_is_named(run: Run, here: Path) -> None:
    save("log.json", Form(own=0, cut=True))
    done = run("import", "log.json", "--json")
    assert done.json()["slides_taken"] is True
    assert done.err == (
        "log.json: the log doesn't show the tiles of A and D: these are taken\n"
        "log.json: the log doesn't show the slides: slides that fit are taken\n"
        "log.json: the log breaks off in turn 14, which is left out\n"
    )


def test_tiles_that_never_fell_are_named(run: Run, here: Path) -> None:
    record = nd.replay({**RECORD, "turns": RECORD["turns"][:4]})
    Path("log.json").write_text(json.dumps(log_of(record, Form())), "utf-8")
    done = run("import", "log.json", "--json")
    assert done.json()["tiles_taken"] == ["A", "B", "E"]
    assert done.err == "log.json: the log doesn't show the tiles of A, B and E: these are taken\n"


def test_refusal_is_one_line_and_writes_nothing(run: Run, here: Path) -> None:
    text = json.dumps(log_of(RECORD, Form())).replace('"total": "12"', '"total": "13"', 1)
    Path("log.json").write_text(text, "utf-8")
    failed = run.fails("import", "log.json", "--out", "game.json")
    assert failed.code == 1
    assert "log.json: turn 4: expected a total of 13 as in the log, got 12" in failed.err
    assert not Path("game.json").exists()


def test_output_in_no_folder_is_refused(run: Run, here: Path) -> None:
    save("log.json", Form())
    assert "nowhere" in run.fails("import", "log.json", "--out", "nowhere/game.json").err


def test_wrong_usage_is_refused(run: Run, here: Path) -> None:
    save("log.json", Form())
    for argv in (["--out", "game.txt"], ["--out", "log.json"]):
        assert run.fails("import", "log.json", *argv).code == 2
    assert run.fails("import", "none.json").code == 2
