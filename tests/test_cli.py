"""The command line: its documents, its exit codes, and one line for whatever goes wrong."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import typer

import numberdrop as nd
from numberdrop.cli import app, main
from numberdrop.plan.selfplay import play_game
from numberdrop.puzzles.archive import line_text
from numberdrop.puzzles.daily import daily_deal, daily_puzzle, parse_date
from numberdrop.puzzles.names import literal_id
from numberdrop.record import load_record
from samples import some_days, some_drop
from test_schemas import validator

EMPTY = "- -:-:- I0,O0,T0,L0,S0 1"
START = "1...... -:-:- I0,O0,T0,L0,S0 1"
MIDDLE = "612..../65335.1 -:-:- I1,O0,T1,L0,S0 3"
OVER = "1...... -:-:- I4x,O4x,T4x,L4x,S4x 18"
COMMANDS = [
    *("daily", "scores", "show", "replay", "perft", "hint", "review", "selfplay", "max", "sheet"),
    *("train", "puzzles"),
]
GROUPS = {"puzzles": ["generate", "drops", "show", "verify", "export"]}
EVERY_COMMAND = [f"{name} {one}".strip() for name in COMMANDS for one in GROUPS.get(name, [""])]


@dataclass
class Done:
    """What a run came to."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        """The one document on stdout; it ends with the only newline behind it."""
        assert self.out.endswith("\n")
        assert not self.out.endswith("\n\n")
        return json.loads(self.out)


class Run:
    """Runs a command line in this process."""

    def __init__(self, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
        self.capture = capfdbinary

    def __call__(self, *argv: str) -> Done:
        code = main(argv)
        out, err = self.capture.readouterr()
        return Done(code, out.decode(), err.decode())

    def fails(self, *argv: str) -> Done:
        """A run with nothing on stdout and one line on stderr."""
        done = self(*argv)
        assert done.out == ""
        assert re.fullmatch(r"numberdrop: [^\n]+\n", done.err), done.err
        assert "Traceback" not in done.err
        return done


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    return Run(capfdbinary)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test runs in a folder of its own, and no terminal is too narrow."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NUMBERDROP_DATA", str(tmp_path / "data"))
    return tmp_path


GAMES = [play_game(1, number).to_record() for number in range(3)]


PROGRAM = [sys.executable, "-m", "numberdrop"]
ENVIRON = {**os.environ, "PYTHONPATH": str(Path(nd.__file__).parent.parent)}


def start(
    *argv: str, stdin: bytes | None = None, **environ: str
) -> subprocess.CompletedProcess[bytes]:
    """A run as a user starts it, with more variables in its environment."""
    return subprocess.run(
        [*PROGRAM, *argv], input=stdin, env={**ENVIRON, **environ}, capture_output=True, timeout=60
    )


# Help.


def examples(command: str, run: Run) -> list[str]:
    return re.findall(r"^ +numberdrop (.+)$", help_of(command, run).out, re.MULTILINE)


def help_of(command: str, run: Run) -> Done:
    return run(*command.split(), "--help")


def test_the_commands_are_these(run: Run) -> None:
    done = run("--help")
    assert done.code == 0
    listed = done.out.partition("Commands:\n")[2]
    assert re.findall(r"^  ([a-z]+) ", listed, re.MULTILINE) == COMMANDS
    assert "..." not in re.sub(r"deep\.\.\.", "", listed)


@pytest.mark.parametrize("group", GROUPS)
def test_the_commands_of_a_group_are_these(group: str, run: Run) -> None:
    listed = run(group, "--help").out.partition("Commands:\n")[2]
    assert re.findall(r"^  ([a-z]+) ", listed, re.MULTILINE) == GROUPS[group]


@pytest.mark.parametrize("command", EVERY_COMMAND)
def test_every_command_is_documented(command: str, run: Run) -> None:
    done = help_of(command, run)
    assert done.code == 0
    assert "\n  Example:\n    numberdrop " in done.out
    assert "--json" in done.out
    options = done.out.partition("Options:\n")[2]
    assert all(re.search(r"\S  +\S|^ {10}", line) for line in options.splitlines())


@pytest.mark.parametrize("command", EVERY_COMMAND)
def test_every_example_runs(
    command: str, run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "game.json").write_text(json.dumps(GAMES[0], indent=1))
    puzzle = daily_puzzle(parse_date("2026-11-20"))
    (here / "puzzle.json").write_text(json.dumps(puzzle))
    (here / "games.jsonl").write_text("".join(json.dumps(game) + "\n" for game in GAMES))
    if command.startswith("puzzles "):
        (here / "days.jsonl").write_text("".join(f"{line_text(line)}\n" for line in some_days()))
    if command == "sheet":
        (here / "drops.jsonl").write_text(line_text(some_drop()) + "\n")
    found = examples(command, run)
    assert found
    for example in found:
        words, _, source = example.partition(" < ")
        with Path(source or os.devnull).open() as stdin:
            monkeypatch.setattr("sys.stdin", stdin)
            done = run(*shlex.split(words))
        assert done.code == 0, example
        assert done.out, example
        assert "warning" not in done.err, example
        if "--json" in words:
            done.json()


def test_the_version(run: Run) -> None:
    assert run("--version") == Done(0, f"numberdrop {nd.__version__}\n", "")


def test_help_loads_nothing_heavy() -> None:
    program = (
        "import sys\nfrom numberdrop.cli import main\n"
        "assert main(['--help']) == main(['hint', '--help']) == 0\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], env=ENVIRON, capture_output=True, text=True
    )
    assert done.returncode == 0
    loaded = set(done.stderr.split())
    assert "typer" in loaded
    heavy = {"numpy", "ortools", "rich", "pandas", "numberdrop.plan", "numberdrop.view"}
    assert not heavy & loaded


def test_the_module_runs_as_the_program_does() -> None:
    done = start("--version")
    assert (done.returncode, done.stdout) == (0, f"numberdrop {nd.__version__}\n".encode())


def test_typer_knows_the_app() -> None:
    assert isinstance(app, typer.Typer)


def test_completion_offers_the_commands() -> None:
    more = {
        "_NUMBERDROP_COMPLETE": "complete_bash",
        "COMP_WORDS": "numberdrop ",
        "COMP_CWORD": "1",
    }
    done = start(**more)
    assert done.returncode == 0
    assert set(COMMANDS) <= set(done.stdout.decode().split())


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
    assert len(done.out.splitlines()) == len(GAMES[0]["turns"]) + 3
    assert f"final score: {GAMES[0]['result']['final']['total']} points" in done.out
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


def test_replay_tells_the_seat(run: Run, here: Path) -> None:
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


def test_what_utf_8_cannot_hold_is_escaped(run: Run, here: Path) -> None:
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
    assert f"final score: {LINE['score']} points (rows " in done.out
    assert done.out.endswith("end: unfinished\n")
    again = run("replay", "line.json", "--json")
    assert again.json() == {**LINE, "by": "é"}
    validator("line.schema.json").validate(again.json())


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
    done = run("perft", START, "1463O", "1463O")
    assert done.code == 0
    assert [line.split() for line in done.out.splitlines()] == [
        ["1", "1463O", "720"],
        ["2", "1463O", "518400"],
    ]
    assert re.fullmatch(r"\d+\.\d{3} s, [\d,]+ turns a second\n", done.err)


def test_perft_json(run: Run) -> None:
    done = run("perft", START, "1463O", "1463O", "--variant", "bga+slide", "--json")
    found = done.json()
    assert found.pop("seconds") >= 0
    assert done.err == ""
    assert found == {
        "position": START,
        "variant": "bga+slide",
        "rolls": ["1463O", "1463O"],
        "counts": [720, 518400],
    }


def test_perft_of_a_finished_game_is_none(run: Run) -> None:
    assert run("perft", OVER, "1463O", "--json").json()["counts"] == [0]


# hint, selfplay


def test_hint(run: Run) -> None:
    done = run("hint", MIDDLE, "156*O", "--top", "3")
    assert done.code == 0
    assert done.err == ""
    for word in ("points", "best: slide ", "GAME OVER", "made by: numberdrop "):
        assert word in done.out


def test_hint_json(run: Run) -> None:
    asked = ["--top", "4", "--variant", "bga+slide", "--level", "fast", "--json"]
    done = run("hint", MIDDLE, "156*O", *asked)
    found = done.json()
    assert done.err == ""
    assert found["position"] == MIDDLE
    assert found["roll"] == "156*O"
    assert found["variant"] == "bga+slide"
    assert found["made_by"]
    assert len(found["turns"]) == 4
    there = nd.Position.from_text(MIDDLE)
    for ranked in found["turns"]:
        assert {"turn", "ev", "loss", "se"} <= set(ranked)
        nd.play(there, nd.Turn.from_json(ranked["turn"]), "bga+slide")
    assert found["turns"][0]["loss"] == 0
    assert [turn["ev"] for turn in found["turns"]] == sorted(
        (turn["ev"] for turn in found["turns"]), reverse=True
    )


def test_hint_takes_a_position_from_a_file(run: Run, here: Path) -> None:
    asked = ["156*O", "--level", "fast", "--json"]
    told = run("hint", MIDDLE, *asked).json()
    (here / "line.txt").write_text(MIDDLE + "\n")
    (here / "sheet.txt").write_text(run("show", MIDDLE).out)
    for name in ("line.txt", "sheet.txt"):
        found = run("hint", name, *asked).json()
        assert (found["position"], found["turns"]) == (MIDDLE, told["turns"])
    (here / "sheet.txt").write_text(run("show", MIDDLE).out.replace(" 14 ", " 15 "))
    assert "expected row 14" in run.fails("hint", "sheet.txt", *asked).err
    (here / "bytes.txt").write_bytes(b"\xff\xfe")
    assert "expected text in UTF-8" in run.fails("hint", "bytes.txt", *asked).err


def test_hint_takes_a_turn_of_a_record(run: Run, here: Path) -> None:
    (here / "game.jsonl").write_text(json.dumps(GAMES[0]))
    game = load_record(GAMES[0])
    assert isinstance(game, nd.Game)
    for turn in (5, 2):
        found = run("hint", "game.jsonl", "--turn", str(turn), "--level", "fast", "--json").json()
        while len(game.turns) >= turn:
            game.pop()
        assert found["position"] == str(game.positions[0])
        assert found["roll"] == GAMES[0]["turns"][turn - 1]["roll"]
        assert found["turns"][0]["turn"] == GAMES[0]["turns"][turn - 1]
    assert "the game is over" in run.fails("hint", "game.jsonl", "1463L").err
    for more in (["--turn", "19"], ["--turn", "2", "--seat", "2"], ["--variant", "bga"]):
        assert run.fails("hint", "game.jsonl", "1463L", *more).code == 2
    assert run.fails("hint", MIDDLE, "156*O", "--turn", "2").code == 2
    assert run.fails("hint", MIDDLE).code == 2


def test_hint_of_a_last_roll(run: Run) -> None:
    found = run("hint", MIDDLE, "156*O", "--last", "--target", "9", "--json").json()
    assert found["made_by"]["exact"]
    assert found["target"] == 9
    assert (
        found["turns"][0]["ev"]
        == nd.maximum(nd.Position.from_text(MIDDLE), ["156*O"], nodes=100_000).score
    )


def test_an_interrupted_hint_prints_what_it_has(here: Path) -> None:
    command = ["hint", MIDDLE, "156*O", "--seconds", "100", "--json"]
    with subprocess.Popen(
        [sys.executable, "-m", "numberdrop", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRON,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert len(json.loads(out)["turns"]) == 5


def test_review(run: Run, here: Path) -> None:
    (here / "game.jsonl").write_text(json.dumps(GAMES[0]))
    found = run("review", "game.jsonl", "--level", "fast", "--json").json()
    assert [turn["played"] for turn in found["turns"]] == [
        str(nd.Turn.from_json(turn)) for turn in GAMES[0]["turns"]
    ]
    assert {turn["word"] for turn in found["turns"]} == {"good"}
    assert found["skill"] == 0
    assert found["score"] == GAMES[0]["result"]["final"]["total"]
    options = ["--inaccuracy", "1e-9", "--mistake", "1e-9", "--blunder", "2e-9"]
    done = run("review", "game.jsonl", "--level", "strong", *options)
    assert done.err.splitlines()[-1].endswith(" turns")
    assert "skill -" in done.out
    assert "best: slide " in done.out
    assert run.fails("review", "game.jsonl", "--blunder", "0.1").code == 1
    (here / "none.json").write_text(json.dumps({**GAMES[0], "turns": []}))
    assert "at least one turn" in run.fails("review", "none.json").err
    (here / "two.jsonl").write_text("\n".join(map(json.dumps, GAMES[:2])))
    assert "expected one record, got 2" in run.fails("review", "two.jsonl").err


def test_hint_takes_the_dice_of_the_variant(run: Run) -> None:
    assert run("hint", START, "6663O", "--level", "fast").code == 0
    assert run.fails("hint", START, "6663O", "--variant", "rulebook+review-dice").code == 2


@pytest.mark.parametrize("command", ["hint", "perft"])
def test_the_review_dice_can_show_four_stars(command: str, run: Run) -> None:
    assert run.fails(command, START, "****O").code == 2
    assert run(command, START, "****O", "--variant", "rulebook+review-dice").code == 0


def test_selfplay(run: Run, here: Path) -> None:
    done = run("selfplay", "--games", "3", "--seed", "1", "--records", "games.jsonl", "--json")
    found = done.json()
    assert {"games", "mean", "se", "quantiles", "ms_per_turn", "made_by"} <= set(found)
    assert found["games"] == 3
    assert done.err.splitlines()[-1] == "3 of 3 games"
    assert [json.loads(line) for line in (here / "games.jsonl").read_text().splitlines()] == GAMES
    assert found["mean"] == sum(game["result"]["final"]["total"] for game in GAMES) / 3
    assert run("replay", "games.jsonl", "--quiet").code == 0
    assert os.listdir(here) == ["games.jsonl"]


def test_records_are_written_whole_or_not_at_all(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "games.jsonl").write_text("old")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("numberdrop.plan.selfplay.play_game", interrupted)
    done = run.fails("selfplay", "--games", "3", "--seed", "1", "--records", "games.jsonl")
    assert done == Done(130, "", "numberdrop: interrupted\n")
    assert (here / "games.jsonl").read_text() == "old"
    assert os.listdir(here) == ["games.jsonl"]


# train


def test_train_goes_on_from_its_checkpoint(run: Run, here: Path) -> None:
    first = run("train", "--games", "128", "--seed", "7", "--out", "part.npz", "--check", "0")
    assert first.code == 0
    assert first.out.startswith("128 games, weights ")
    assert first.err.startswith("128 of 128 games, recent mean ")
    more = ["--games", "256", "--check", "2", "--weights", "value.npz", "--json"]
    resumed = run("train", *more, "--resume", "part.npz").json()
    assert json.loads((here / "value.json").read_text("utf-8")) == {
        key: value for key, value in resumed.items() if key != "curve"
    }
    whole = run("train", *more, "--seed", "7").json()
    assert whole["name"] == resumed["name"]
    assert whole["curve"] == resumed["curve"]
    assert whole["check"]["games"] == 2
    assert sorted(os.listdir(here)) == ["part.npz", "value.json", "value.npz"]


def test_an_interrupted_training_keeps_whole_rounds(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from numberdrop.plan.training import Training

    played = Training.round

    def interrupted(self: Training, workers: int = 1) -> list[int]:
        os.kill(os.getpid(), signal.SIGINT)
        return played(self, workers)

    monkeypatch.setattr(Training, "round", interrupted)
    done = run("train", "--games", "1000000", "--out", "part.npz")
    assert (done.code, done.out) == (130, "")
    assert done.err.splitlines()[-1] == "numberdrop: interrupted"
    assert os.listdir(here) == ["part.npz"]
    assert Training.resume("part.npz").games == 128


def test_train_refuses_what_is_no_checkpoint(run: Run, here: Path) -> None:
    (here / "text.npz").write_text("weights")
    assert run.fails("train", "--games", "1", "--resume", "text.npz").code == 1
    assert run.fails("train", "--games", "1", "--resume", "none.npz").code == 2


# max


def read_json(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def test_max(run: Run) -> None:
    done = run("max", "2026-11-20", "--nodes", "1")
    assert done.code == 0
    for words in ("turn  score  box", "final score: ", ": BEST FOUND\n", "made by: numberdrop "):
        assert words in done.out
    assert re.match(r" +\d+\.\d s  score \d+ \(beam\), bound 100, [\d,]+ nodes\n", done.err)


@pytest.mark.parametrize("more", [[], ["--workers", "3"], ["--out", "result.json"]])
def test_max_json(more: list[str], run: Run, here: Path) -> None:
    done = run("max", "2026-11-20", "--nodes", "1", "--json", *more)
    found = done.json()
    maximum = nd.maximum(nd.deal("solo#2026-11-20.0"), nodes=1)
    assert {**found, "seconds": 0} == {**maximum.to_json(), "seconds": 0}
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
    run("max", "2026-11-20", "--nodes", "1", "--out", "a.json")
    (here / "a.json").write_text(json.dumps({**read_json(here / "a.json"), **change}))
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
        out, _ = process.communicate(timeout=50)
        assert process.returncode == 0
    kept = read_json(here / "result.json")
    assert nd.Maximum.from_json(kept).to_json() == kept
    if form:
        assert json.loads(out) == kept
    else:
        assert f"score {kept['score']}, bound {kept['bound']}".encode() in out


def test_max_of_the_game_itself(run: Run) -> None:
    done = run("max", "--free-dice", "--seed", "3")
    assert done.code == 0
    assert done.out.startswith("The highest score that there can be is 100.\n")
    assert done.err == "plain#3.0: no game of 100 found\n"
    found = run("max", "--free-dice", "--seed", "3", "--json").json()
    assert (found["score"], found["bound"], found["status"]) == (100, 100, "PROVED")
    assert nd.replay(found["solution"]) == found["solution"]


# daily


def test_daily(run: Run) -> None:
    done = run("daily", "2026-11-20")
    assert done.code == 0
    assert "daily puzzle 2026-11-20 (rulebook)" in done.out
    rolls = daily_puzzle(parse_date("2026-11-20"))["rolls"]
    assert [roll for roll in rolls if roll in done.out] == rolls[:1]
    everything = run("daily", "2026-11-20", "--open").out
    assert [roll for roll in rolls if roll in everything] == rolls
    for shown in (0, 7, 20):
        part = run("daily", "2026-11-20", "--upto", str(shown)).out
        assert [roll for roll in rolls if roll in part] == rolls[:shown]
        assert ("--open" in part) == (shown < 20)


def test_daily_tells_which_day_it_is(run: Run) -> None:
    assert "number 1, recipe solo#2026-11-20.0" in run("daily", "2026-11-20").out
    assert "number 832," in run("daily", "2029-02-28").out
    assert "number" not in run("daily", "2026-11-19").out.split("\n")[1]
    assert "a day before the first numbered puzzle, 2026-11-20" in run("daily", "0001-01-01").out
    assert "a day to come: today is 2" in run("daily", "9999-12-31").out
    assert "2028-02-29 (rulebook)" in run("daily", "2028-02-29").out
    assert "got '2027-02-29'" in run.fails("daily", "2027-02-29").err


def test_daily_takes_the_dice_themselves(run: Run) -> None:
    literal = literal_id(daily_deal(parse_date("2026-11-20")))
    found = run("daily", literal, "--json").json()
    validator("puzzle.schema.json").validate(found)
    there = daily_puzzle(parse_date("2026-11-20"))
    assert {key: found[key] for key in ("tiles", "rolls")} == {
        key: there[key] for key in ("tiles", "rolls")
    }
    assert found["id"] == literal
    assert f"deal puzzle {literal}" in run("daily", literal, "--upto", "0").out
    assert run("daily", "plain#1.2", "--json").json()["id"] == "plain#1.2"
    answer = run("max", literal, "--nodes", "1", "--json").json()
    assert answer["rolls"] == there["rolls"]


@pytest.mark.parametrize("name", ["2026-11-20", "solo#2026-11-20", "solo#2026-11-20.0"])
def test_daily_json(name: str, run: Run) -> None:
    done = run("daily", name, "--json")
    puzzle = daily_puzzle(parse_date("2026-11-20"))
    assert done.out == json.dumps(puzzle, indent=2, ensure_ascii=False) + "\n"
    validator("puzzle.schema.json").validate(done.json())


def test_daily_is_the_same_bytes_under_every_locale() -> None:
    plain = {"PYTHONIOENCODING": "utf-16", "PYTHONUTF8": "0", "LC_ALL": "C"}
    done = start("daily", "2026-11-20", "--json", **plain)
    puzzle = daily_puzzle(parse_date("2026-11-20"))
    assert done.stdout == (json.dumps(puzzle, indent=2) + "\n").encode()


def test_daily_without_a_date_is_of_today(run: Run) -> None:
    before = time.strftime("%Y-%m-%d", time.gmtime())
    shown = run("daily").out.split()[4]
    assert before <= shown <= time.strftime("%Y-%m-%d", time.gmtime())


# What goes wrong.

USAGE = {
    "no command": [],
    "unknown command": ["shew"],
    "no position": ["show"],
    "one argument more": ["show", MIDDLE, "more"],
    "unknown option": ["show", MIDDLE, "--colour"],
    "option of another command": ["daily", "--top", "3"],
    "option without its value": ["hint", MIDDLE, "156*O", "--top"],
    "not a number": ["hint", MIDDLE, "156*O", "--top", "many"],
    "number out of range": ["hint", MIDDLE, "156*O", "--top", "0"],
    "negative number": ["selfplay", "--games", "-3", "--seed", "1"],
    "seed too large": ["selfplay", "--games", "1", "--seed", str(2**64)],
    "no seed": ["selfplay", "--games", "1"],
    "not four fields": ["show", "1......"],
    "empty position": ["show", ""],
    "bad symbol": ["show", "1....k. -:-:- I0,O0,T0,L0,S0 1"],
    "wrong row length": ["show", "1..... -:-:- I0,O0,T0,L0,S0 1"],
    "too many rows": ["show", "/".join(["1......"] * 15) + " -:-:- I0,O0,T0,L0,S0 1"],
    "box twice": ["show", "1...... 33:-:- I0,O0,T0,L0,S0 1"],
    "floating cell": ["show", "2....../......./1...... -:-:- I0,O0,T0,L0,S0 1"],
    "unknown tile": ["show", "1...... -:-:- I0,O0,T0,L0,Q0 1"],
    "tile twice": ["show", "1...... -:-:- I0,O0,T0,L0,L0 1"],
    "bad turn number": ["show", "1...... -:-:- I0,O0,T0,L0,S0 0"],
    "huge position": ["show", "1" * 100_000],
    "line break in an argument": ["show", "1\n2", "3\n\x1b[31m4"],
    "unknown variant": ["show", MIDDLE, "--variant", "house"],
    "impossible roll": ["hint", START, "****O"],
    "short roll": ["hint", START, "146O"],
    "bad second roll": ["perft", START, "1463O", "1463Q"],
    "no roll": ["perft", START],
    "position without rolls": ["max", START],
    "max of nothing": ["max"],
    "free dice of a puzzle": ["max", "2026-11-20", "--free-dice"],
    "free dice with a budget": ["max", "--free-dice", "--nodes", "3"],
    "max of an impossible roll": ["max", START, "--rolls", "****O"],
    "max of other dice": [
        *["max", START, "--rolls", "6662O", "--variant", "rulebook+review-dice"],
    ],
    "max of no roll": ["max", START, "--rolls", ""],
    "max of 21 rolls": ["max", START, "--rolls", "1562O " * 21],
    "variant of a puzzle": ["max", "2026-11-20", "--variant", "bga"],
    "no seconds": ["max", "2026-11-20", "--seconds", "0"],
    "no nodes": ["max", "2026-11-20", "--nodes", "0"],
    "no workers": ["max", "2026-11-20", "--workers", "0"],
    "result into a missing folder": [
        *["max", "2026-11-20", "--nodes", "1", "--out", os.path.join("no", "result.json")],
    ],
    "bad date": ["daily", "2026-02-30"],
    "date in another form": ["daily", "20.11.2026"],
    "candidate that is not the day's": ["daily", "solo#2026-11-20.7"],
    "sheet on other paper": ["sheet", "--paper", "a5"],
    "sheet in another language": ["sheet", "--language", "de"],
    "sheet as another file": ["sheet", "--out", "sheet.png"],
    "sheet of two things": ["sheet", "2026-11-20", "--drops", "drops.jsonl"],
    "problems of no file": ["sheet", "--drops", "nowhere.jsonl"],
    "name of four letters": ["daily", "2026-11-20", "--submit", "-", "--name", "ABCD"],
    "game and rolls": ["daily", "2026-11-20", "--submit", "-", "--open"],
    "archive from no day": ["puzzles", "generate", "--from", "x", "--days", "1", "--out", "x"],
    "table with solutions": ["puzzles", "export", "days.jsonl", "--solution"],
    "no name of a puzzle": ["daily", ""],
    "open and not": ["daily", "2026-11-20", "--open", "--upto", "3"],
    "more rolls than there are": ["daily", "2026-11-20", "--upto", "21"],
    "literal id with a roll missing": ["daily", "TSOIL:5127I,5463T"],
    "literal id that dice can't show": ["daily", "TSOIL:" + ",".join(["2626I"] * 20)],
    "missing file": ["replay", "nothing.json"],
    "directory": ["replay", "."],
    "path through a file": ["replay", os.path.join(os.path.abspath(__file__), "game.json")],
    "picture into a missing folder": ["show", MIDDLE, "--svg", os.path.join("no", "sheet.svg")],
    "picture over a directory": ["show", MIDDLE, "--svg", "."],
    "records into a missing folder": [
        *["selfplay", "--games", "1", "--seed", "1", "--records"],
        os.path.join("no", "games.jsonl"),
    ],
}


@pytest.mark.parametrize("argv", USAGE.values(), ids=USAGE.keys())
def test_wrong_usage_is_one_line_and_2(argv: list[str], run: Run, here: Path) -> None:
    assert run.fails(*argv).code == 2
    assert os.listdir(here) == []


def with_turns(*turns: Any, **more: Any) -> str:
    return json.dumps({**GAMES[0], "turns": list(turns), **more})


TURNS = GAMES[0]["turns"]
CONTENT: dict[str, tuple[str | bytes, str]] = {
    "empty file": ("", "empty file"),
    "blanks alone": (" \n\n", "empty file"),
    "truncated JSON": (json.dumps(GAMES[0])[:-9], "expected JSON"),
    "binary file": (bytes(range(256)), "expected JSON"),
    "not UTF-8": (json.dumps({**GAMES[0], "by": "?"}).encode().replace(b"?", b"\xe9"), "UTF-8"),
    "huge file": ("[" + " " * 5_000_000 + "]", "bytes"),
    "nested too deeply": ("[" * 50_000, "nested"),
    "duplicate keys": (json.dumps(GAMES[0])[:-1] + ', "variant": "bga"}', "twice"),
    "number": ("42", "expected an object"),
    "empty list": ("[]", "empty list"),
    "wrong format": (with_turns(format="numberdrop.puzzle"), "format"),
    "wrong version": (with_turns(version=2), "version"),
    "unknown variant in a record": (with_turns(variant="house"), "variant"),
    "no players": (with_turns(players=0), "players"),
    "bad start": (with_turns(start="a2"), "start"),
    "bad tiles": (with_turns(tiles=list("IIIII")), "tiles"),
    "turn after the end": (with_turns(*TURNS, TURNS[-1]), f"turn {len(TURNS) + 1}: the game ended"),
    "wrong claim": (with_turns({**TURNS[0], "claim": ["a14", "b14", "c14"]}), "turn 1: claim"),
    "bad cell": (with_turns({**TURNS[0], "place": {"h1": 1}}), "turn 1: place: expected a cell"),
    "wrong digits": (
        with_turns({**TURNS[0], "place": dict.fromkeys(TURNS[0]["place"], 9)}),
        "turn 1: place:",
    ),
    "no slide": (with_turns({**TURNS[0], "slides": []}), "turn 1: expected the letter"),
    "turn that is text": (with_turns("156*O"), "turn 1: turn: expected an object"),
}


@pytest.mark.parametrize(("content", "words"), CONTENT.values(), ids=CONTENT.keys())
def test_bad_content_is_one_line_and_1(
    content: str | bytes, words: str, run: Run, here: Path
) -> None:
    (here / "game").write_bytes(content if isinstance(content, bytes) else content.encode())
    done = run.fails("replay", "game")
    assert done.code == 1
    assert done.err.startswith("numberdrop: game")
    assert words in done.err
    as_json = run("replay", "game", "--json")
    assert (as_json.code, as_json.err) == (1, done.err)
    assert as_json.json()["error"]["message"] in done.err


def test_a_list_in_a_list_is_no_record(run: Run, here: Path) -> None:
    (here / "game").write_text("[[]]")
    done = run("replay", "game")
    assert (done.code, done.out) == (1, "1 records, 0 legal\n")
    assert "record 1: head of the record: expected an object" in done.err


def test_a_record_that_json_cannot_hold(run: Run, here: Path) -> None:
    (here / "game").write_text(json.dumps({**GAMES[0], "by": float("nan")}))
    done = run("replay", "game", "--json")
    assert done.code == 1
    assert re.fullmatch(r"numberdrop: [^\n]*NaN[^\n]*\n", done.err)


def test_a_finished_game_has_no_hint(run: Run) -> None:
    done = run.fails("hint", OVER, "1463O")
    assert done.code == 1
    assert "the game is over" in done.err
    assert run.fails("hint", OVER, "1463O", "--json").code == 1


def test_a_finished_game_has_no_maximum(run: Run) -> None:
    table = "1...... -:-:- V3,I3,U5,X5,T5 1"
    for position, words in ((OVER, "the game is over"), (table, "a position of a solo game")):
        done = run.fails("max", position, "--rolls", "1562O")
        assert done.code == 1
        assert words in done.err


def test_a_name_with_a_line_break_breaks_no_line(run: Run, here: Path) -> None:
    (here / "a\nb").write_text("[")
    assert run.fails("replay", "a\nb").err.startswith("numberdrop: a b: expected JSON")


def test_usage_says_where_help_is(run: Run) -> None:
    assert run.fails("hint").err == (
        "numberdrop: missing argument 'POSITION|FILE', see 'numberdrop hint --help'\n"
    )
    assert run.fails("shov").err.endswith("Did you mean 'show'? see 'numberdrop --help'\n")
    assert run.fails().err == "numberdrop: missing command, see 'numberdrop --help'\n"


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (KeyboardInterrupt(), 130, "interrupted"),
        (OSError(28, "No space left on device"), 1, "No space left on device"),
        (PermissionError(13, "Permission denied", "f"), 2, "f: Permission denied"),
        (nd.NumberdropError("no"), 1, "no"),
        (MemoryError(), 1, "out of memory"),
        (RecursionError("too deep"), 1, "too deep"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else "",
)
def test_every_error_has_its_line(
    error: BaseException, code: int, words: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr("numberdrop.puzzles.daily.daily_puzzle", fails)
    assert run.fails("daily") == Done(code, "", f"numberdrop: {words}\n")


def test_a_fault_of_the_program_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("numberdrop.puzzles.daily.daily_puzzle", fails)
    with pytest.raises(ZeroDivisionError):
        main(["daily"])


def shell(command: str) -> tuple[int, str, str]:
    command = command.replace("numberdrop", shlex.join(PROGRAM), 1)
    done = subprocess.run(["bash", "-c", command], env=ENVIRON, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("command", "code", "err"),
    [
        ("numberdrop daily --json >&-", 1, "stdout is closed"),
        ("numberdrop replay - <&-", 1, "stdin is closed"),
        ("numberdrop daily > /dev/full", 1, "No space left on device"),
    ],
)
def test_streams_that_are_shut(command: str, code: int, err: str) -> None:
    assert shell(command) == (code, "", f"numberdrop: {err}\n")


def test_a_reader_that_goes_away_is_no_error() -> None:
    assert shell("numberdrop daily | true; exit ${PIPESTATUS[0]}") == (141, "", "")


def test_without_stderr_nothing_goes_to_stdout() -> None:
    assert shell("numberdrop show x 2>&-") == (2, "", "")


def test_an_interrupt_stops_the_core() -> None:
    words = ["perft", START, "1463L", "*153*", "*153*", "*153*"]
    with subprocess.Popen(
        [*PROGRAM, *words], env=ENVIRON, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().split()[:2] == [b"1", b"1463L"]
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 130
        assert process.stderr.read() == b"numberdrop: interrupted\n"


# daily --submit, scores


def submitted(here: Path, run: Run, *more: str) -> Done:
    (here / "game.json").write_text(json.dumps(GAMES[0]))
    return run("daily", "plain#1.0", "--submit", "game.json", *more)


def test_a_game_is_submitted_and_stands_in_the_table(run: Run, here: Path) -> None:
    total = GAMES[0]["result"]["final"]["total"]
    done = submitted(here, run, "--name", "abc")
    assert done.code == 0
    assert f"Number Drop plain#1.0: {total} " in done.out
    assert "is there already" in submitted(here, run, "--name", "ABC").err
    assert f"{total}  ABC  plain#1.0" in run("scores").out
    table = run("scores", "--json").json()
    assert [result["score"] for result in table["results"]] == [total]
    assert table["streaks"] == {"ABC": {"now": 0, "most": 0}}
    assert run("scores", "2026-11-20", "--json").json()["results"] == []


def test_a_typed_game_is_submitted(run: Run, here: Path) -> None:
    game = play_game(1, 0)
    (here / "game.txt").write_text("\n".join([game.start[0], *map(str, game.turns)]))
    found = run("daily", "plain#1.0", "--submit", "game.txt", "--json").json()
    assert (found["name"], found["kept"], found["medal"]) == ("YOU", True, None)


def test_a_game_on_the_puzzle_of_a_day_earns_its_medal(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = some_days()[0]
    monkeypatch.setattr("numberdrop.puzzles.shipped.shipped_line", lambda name: line)
    (here / "game.json").write_text(json.dumps(line["best"]["solution"]))
    done = run("daily", "2026-11-20", "--submit", "game.json", "--json")
    found = done.json()
    assert found["score"] == line["best"]["score"]
    assert found["medal"] in ("gold", "perfect")
    assert found["share"].startswith("Number Drop #1 2026-11-20: ")
    validator("puzzle.schema.json").validate(run("daily", "2026-11-20", "--hint", "--json").json())


def test_nothing_is_spoiled_unless_asked_for(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    line = some_days()[0]
    monkeypatch.setattr("numberdrop.puzzles.shipped.shipped_line", lambda name: line)
    turns = [str(nd.Turn.from_json(turn)) for turn in line["best"]["solution"]["turns"]]
    for quiet in ([], ["--open"], ["--hint"], ["--upto", "20"]):
        out = run("daily", "2026-11-20", *quiet).out
        assert not any(turn in out for turn in turns)
        assert (f"{line['best']['score']} found" in out) == ("--hint" in quiet)
    out = run("daily", "2026-11-20", "--solution").out
    assert all(turn in out for turn in turns)
    assert "solution" not in run("daily", "2026-11-20", "--json", "--hint").json()["best"]
    assert run("daily", "2026-11-20", "--json", "--solution").json() == line
    assert run("daily", "2026-11-20", "--json").json()["best"] is None


def test_an_edited_record_is_refused_and_not_kept(run: Run, here: Path) -> None:
    record = json.loads(json.dumps(GAMES[0]))
    record["turns"][2]["slides"] = []
    (here / "game.json").write_text(json.dumps(record))
    done = run.fails("daily", "plain#1.0", "--submit", "game.json")
    assert done.code == 1
    assert done.err.startswith("numberdrop: turn 3: ")
    assert run("scores", "--json").json() == {"results": [], "streaks": {}}


def test_a_broken_database_is_no_reason_not_to_show_a_puzzle(run: Run, here: Path) -> None:
    (here / "data").mkdir()
    (here / "data" / "results.sqlite").write_bytes(b"no database" * 100)
    done = run("daily", "0033-04-03")
    assert done.code == 0
    assert done.err.startswith("warning: ")
    assert run.fails("scores").code == 1
