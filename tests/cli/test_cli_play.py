"""The commands show, replay and perft."""

from __future__ import annotations

import io
import json
import os
import random
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import numberdrop as nd
from commands import EMPTY, GAMES, MIDDLE, OVER, START, Done, Run, start
from numberdrop.sessions import Store
from schemas import validator
from sessions import after_random_step, begun

pytestmark = pytest.mark.usefixtures("here")

IMPOSSIBLE = "65...../612..../6533... 3:-:- I0,O0,T0,L0,S0 9"

# show


def test_show_draws(run: Run) -> None:
    done = run("show", MIDDLE)
    assert done.code == 0
    assert done.err == ""
    assert "GAME OVER" in done.out
    assert "rulebook, turn 3" in done.out


def test_show_takes_the_empty_sheet_though_it_starts_with_a_dash(run: Run) -> None:
    done = run("show", EMPTY, "--variant", "bga")
    assert done.code == 0
    assert "bga, turn 1" in done.out


def test_show_warns_of_what_cannot_arise(run: Run) -> None:
    done = run("show", "1...... 3:-:- I0,O0,T0,L0,S0 1", "--json")
    assert done.code == 0
    assert done.err.startswith("warning: ")
    assert [f"warning: {problem}" for problem in done.json()["problems"]] == done.err.splitlines()


def test_impossible_position_gets_the_same_warning(run: Run, here: Path) -> None:
    shown = run("show", IMPOSSIBLE)
    assert shown.err.startswith("warning: nine digits on the sheet, but turn 9: is this turn 3?\n")
    assert "warning: row 1 has no 1, and a game starts with a 1 in it" in shown.err
    problems = [line.removeprefix("warning: ") for line in shown.err.splitlines()]
    assert run("show", IMPOSSIBLE, "--json").json()["problems"] == problems
    (here / "sheet.txt").write_text(IMPOSSIBLE)
    (here / "asked.json").write_text(json.dumps({"position": IMPOSSIBLE, "rolls": ["156*O"]}))
    for asked in (
        ["hint", IMPOSSIBLE, "156*O", "--level", "fast"],
        ["hint", "sheet.txt", "156*O", "--level", "fast"],
        ["max", IMPOSSIBLE, "--rolls", "156*O", "--nodes", "1000"],
        ["max", "asked.json", "--nodes", "1000"],
    ):
        done = run(*asked, "--json")
        assert done.code == 0
        assert done.err.startswith(shown.err)
        assert done.json()["problems"] == problems
    for fine in (
        ["hint", MIDDLE, "156*O", "--level", "fast"],
        ["max", "plain#1.0", "--nodes", "1"],
    ):
        done = run(*fine, "--json")
        assert "warning" not in done.err
        assert done.json()["problems"] == []


def test_show_json(run: Run) -> None:
    done = run("show", "555..../5551234 -:3:- I1,O0,T1,L0,S0 3", "--variant", "bga", "--json")
    shown = done.json()
    position = nd.Position.from_text(shown["position"])
    assert shown["score"] == position.score("bga").to_json()
    assert shown["open_boxes"] == position.open_boxes()
    assert shown["over"] is False
    assert shown["variant"] == "bga"
    assert len(shown["grid"]) == 14
    assert shown["grid"][-2:] == ["555....", "5551234"]
    assert {"box": "identical 6", "cells": ["a1", "b1", "c1", "a2", "b2", "c2"]} in shown["claims"]
    assert len(shown["claims"]) == len(position.claims())


def test_show_writes_a_picture(run: Run, here: Path) -> None:
    picture = here / "sheet.svg"
    picture.write_text("old")
    assert run("show", MIDDLE, "--svg", str(picture)).code == 0
    assert picture.read_text("utf-8").startswith("<svg ")
    assert os.listdir(here) == ["sheet.svg"]


def test_a_picture_may_go_to_a_device(run: Run) -> None:
    assert run("show", MIDDLE, "--svg", os.devnull).code == 0
    assert not os.path.isfile(os.devnull)


def test_a_drawing_is_ascii_where_it_has_to_be() -> None:
    plain = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = start("show", MIDDLE, **plain)
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert b"GAME OVER" in done.stdout


# replay


def test_replay_of_one_record(run: Run, here: Path) -> None:
    (here / "game.json").write_text(json.dumps({**GAMES[0], "result": "not believed", "by": "é"}))
    done = run("replay", "game.json")
    assert done.code == 0
    numbered = re.findall(r"^ {2,3}(\d+) ", done.out, re.MULTILINE)
    assert numbered == [str(turn + 1) for turn in range(len(GAMES[0]["turns"]))]
    assert f"score: {GAMES[0]['result']['final']['total']} points" in done.out
    again = run("replay", "game.json", "--json")
    assert again.json() == {**GAMES[0], "by": "é"}
    assert "é" in again.out
    validator("game.schema.json").validate(again.json())


@pytest.mark.parametrize("form", ["lines", "list"])
def test_replay_of_many_records(form: str, run: Run, here: Path) -> None:
    text = json.dumps(GAMES) if form == "list" else "\n".join(map(json.dumps, GAMES))
    (here / "games").write_text(text)
    done = run("replay", "games")
    assert done.code == 0
    lines = done.out.splitlines()
    assert len(lines) == 4
    assert lines[-1] == "3 records, 3 legal"
    for line, game in zip(lines, GAMES, strict=False):
        assert f": {game['result']['final']['total']} points (rows " in line
    whole = run("replay", "games", "--json")
    assert whole.json() == GAMES
    assert whole.out == json.dumps(GAMES, indent=2, ensure_ascii=False) + "\n"
    assert run("replay", "games", "--quiet") == Done(0, "", "")


def test_replay_of_a_list_of_one_is_a_list(run: Run, here: Path) -> None:
    (here / "games").write_text(json.dumps(GAMES[:1]))
    assert run("replay", "games", "--json").json() == GAMES[:1]


def test_replay_names_every_illegal_record(run: Run, here: Path) -> None:
    bad_head = {**GAMES[0], "version": 2}
    bad_turn = json.loads(json.dumps(GAMES[1]))
    bad_turn["turns"][2]["claim"] = ["a1", "b1"]
    lines = [GAMES[0], bad_head, bad_turn]
    (here / "games").write_text("".join(json.dumps(game) + "\n\n" for game in lines))
    done = run("replay", "games")
    assert done.code == 1
    assert done.out.splitlines()[-1] == "3 records, 1 legal"
    assert done.err.splitlines() == [
        "numberdrop: games, line 3: head of the record: version: expected 1, got 2",
        "numberdrop: games, line 5: turn 3: claim: a combo has 3 to 8 cells, not 2",
    ]
    first, second, third = run("replay", "games", "--json").json()
    assert first == GAMES[0]
    assert second["error"]["turn"] == 0
    assert third == {
        "error": {
            "place": "games, line 5",
            "turn": 3,
            "seat": None,
            "message": "claim: a combo has 3 to 8 cells, not 2",
        }
    }


def test_replay_names_the_seat(run: Run, here: Path) -> None:
    turn = {"roll": "1234I", "parts": [{"place": None}, {"place": None}]}
    record = {
        **GAMES[0],
        "players": 2,
        "start": ["a1", "b1"],
        "turns": [turn],
        "tiles": list("IOTLS"),
    }
    (here / "game").write_text(json.dumps(record))
    done = run.fails("replay", "game")
    assert done.code == 1
    assert "turn 1, seat 1: a shape must be placed" in done.err


def test_replay_reads_stdin(here: Path) -> None:
    text = "".join(json.dumps(game) + "\n" for game in GAMES)
    done = start("replay", "-", "--json", stdin=text.encode())
    assert done.returncode == 0
    assert json.loads(done.stdout) == GAMES
    done = start("replay", "-", stdin=text[:-20].encode())
    assert done.returncode == 1
    assert done.stdout.decode().splitlines()[-1] == "3 records, 2 legal"
    assert done.stderr.startswith(b"numberdrop: stdin, line 3: expected JSON")


def test_lone_surrogate_is_escaped(run: Run, here: Path) -> None:
    record = {**GAMES[0], "note": "\ud800 \u2028 \x85"}
    (here / "game").write_text(json.dumps([record, record]))
    assert run("replay", "game", "--json").json() == [record, record]


LINE = nd.maximum(nd.Position.from_text(MIDDLE), ["156*O", "1562L"], nodes=1).solution


def test_replay_of_a_line(run: Run, here: Path) -> None:
    (here / "line.json").write_text(json.dumps({**LINE, "score": -99, "by": "é"}))
    done = run("replay", "line.json")
    assert done.code == 0
    assert done.out.count("GAME OVER") == 2
    assert re.findall(r"^ +([34])  ", done.out, re.MULTILINE) == ["3", "4"]
    assert f"score: {LINE['score']} points (rows " in done.out
    assert done.out.endswith("end: unfinished\n")
    again = run("replay", "line.json", "--json")
    assert again.json() == {**LINE, "by": "é"}
    validator("line.schema.json").validate(again.json())


@pytest.mark.parametrize("question", [("plain#1.0",), (MIDDLE, "--rolls", "156*O 1562L")], ids=str)
def test_replay_of_a_maximum_is_that_of_its_solution(
    question: tuple[str, ...], run: Run, here: Path
) -> None:
    found = run("max", *question, "--nodes", "1", "--out", "best.json", "--json").json()
    done = run("replay", "best.json")
    assert done.code == 0
    assert f"score: {found['score']} points (rows " in done.out
    assert run("replay", "best.json", "--json").json() == found["solution"]


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ({"format": "numberdrop.maximum"}, "expected the key 'solution', which is missing"),
        (
            {
                "format": "numberdrop.maximum",
                "solution": {"format": "numberdrop.maximum", "solution": GAMES[0]},
            },
            "format: expected 'numberdrop.game', got 'numberdrop.maximum'",
        ),
        ({"format": "numberdrop.maximum", "solution": 3}, "expected an object, got 3"),
        (
            {"format": "numberdrop.puzzle", "version": 1},
            "format: expected 'numberdrop.game', got 'numberdrop.puzzle'",
        ),
    ],
    ids=str,
)
def test_replay_of_a_document_without_a_game(
    document: dict[str, object], words: str, run: Run, here: Path
) -> None:
    (here / "file.json").write_text(json.dumps(document))
    done = run.fails("replay", "file.json")
    assert done.code == 1
    assert done.err == f"numberdrop: file.json, line 1: head of the record: {words}\n"
    assert run("replay", "file.json", "--json").json()["error"]["message"] == words


def test_replay_of_games_and_lines(run: Run, here: Path) -> None:
    wrong = {**LINE, "turns": LINE["turns"][:1] * 2}
    (here / "all").write_text("\n".join(map(json.dumps, [GAMES[0], LINE, wrong])))
    done = run("replay", "all")
    assert done.code == 1
    assert done.out.splitlines()[1].startswith(f"all, line 2: {LINE['score']} points (rows ")
    assert done.out.splitlines()[1].endswith("; rulebook), 2 turns, unfinished")
    assert done.out.splitlines()[-1] == "3 records, 2 legal"
    assert done.err.startswith("numberdrop: all, line 3: turn 4: ")
    first, second, third = run("replay", "all", "--json").json()
    assert (first, second, third["error"]["turn"]) == (GAMES[0], LINE, 4)


# perft


def test_perft(run: Run) -> None:
    done = run("lab", "perft", START, "1463O", "1463O")
    assert done.code == 0
    assert [line.split() for line in done.out.splitlines()] == [
        ["1", "1463O", "720"],
        ["2", "1463O", "518400"],
    ]
    assert re.fullmatch(r"\d+\.\d{3} s, [\d,]+ turns a second\n", done.err)


def test_perft_json(run: Run) -> None:
    done = run("lab", "perft", START, "1463O", "1463O", "--variant", "bga+slide", "--json")
    found = done.json()
    assert found.pop("seconds") >= 0
    assert done.err == ""
    assert found == {
        "position": START,
        "variant": "bga+slide",
        "rolls": ["1463O", "1463O"],
        "counts": [720, 518400],
    }


def test_perft_of_a_finished_game_is_refused(run: Run) -> None:
    assert run("lab", "perft", OVER, "1463O", "--json").json()["counts"] == [0]


def test_damaged_game_is_shown_and_its_record_printed(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(here / "data")
    saved = begun(store)
    saved = after_random_step(store, saved, random.Random(1))
    with closing(sqlite3.connect(store.path)) as there:
        there.execute("update steps set step = replace(step, '{', '{ ') where revision = 2")
        there.commit()
    monkeypatch.setattr("sys.stdin", io.StringIO("undo\n"))
    done = run("play", "--resume", saved.id, "--json")
    assert done.json()["start"] == "d1"
    assert done.err.startswith(
        f"numberdrop: game {saved.id}, step 2: it was changed or damaged after it was saved: it is "
        "shown up to there, and can't be continued\n"
    )
    assert done.code == 1
