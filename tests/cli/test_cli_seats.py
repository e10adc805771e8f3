"""The command hint in games of several players, and train --players."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

import numberdrop as nd
from commands import MIDDLE, Run
from numberdrop.multiplayer.weights import SeatWeights
from tables import some_game

pytestmark = pytest.mark.usefixtures("here")

OWN = "...1... -:-:- V3,I,O,X5,T 1"
OTHER = "...2... -:-:- V3,I,O,X5,T 1"
SHORT = ("--playouts", "12", "--workers", "1")


def test_a_hint_for_a_seat_of_a_record(run: Run, here: Path) -> None:
    record = some_game(3, 2, 7).to_record()
    (here / "three.json").write_text(json.dumps(record))
    done = run("hint", "three.json", "--turn", "7", "--seat", "2", *SHORT)
    assert done.code == 0
    for word in ("win  error", "seat 2 of 3 players, ranked by the win share", "GAME OVER"):
        assert word in done.out
    program, *words = shlex.split(done.out.splitlines()[-1])
    assert program == "numberdrop"
    again = run(*words, "--workers", "2")
    assert again.out.splitlines()[:5] == done.out.splitlines()[:5]
    told = json.loads(run("hint", "three.json", "--turn", "7", *SHORT, "--json").out)
    game = some_game(3, 2, 6)
    assert told["positions"] == [*map(str, game.positions)]
    assert (told["seat"], told["for"], told["variant"]) == (1, "win", "rulebook")
    assert told["roll"] == record["turns"][6]["roll"]
    first = told["turns"][0]
    assert {"turn", "win", "win_se", "alone", "shared", "margin", "ev", "se", "ends"} <= {*first}
    part = nd.Part.from_json({k: v for k, v in first["turn"].items() if k != "roll"})
    game.play_part(1, nd.Roll.from_text(told["roll"]), part)


def test_a_hint_for_sheets_on_the_command_line(run: Run) -> None:
    asked = ("hint", OWN, "4525T", "--other", OTHER)
    done = run(*asked, "--for", "points", "--level", "fast", "--verbose")
    assert "seat 1 of 2 players, ranked by points" in done.out
    assert "\nmade by: numberdrop " in done.out
    known = ("--chosen", "2=a1=4,a2=5,b1=5,b2=2")
    broken = run.fails(*asked, *known)
    assert broken.code == 1
    assert "turn 1, seat 2: " in broken.err
    known = ("--chosen", "2=a1=4,b1=5,c1=5,b2=2")
    told = json.loads(run(*asked, *known, *SHORT, "--json").out)
    assert told["chosen"]["2"]["place"] == {"a1": 4, "b1": 5, "c1": 5, "b2": 2}


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ([OWN, "4525T", "--other", OTHER, "--games", "2"], 2, "--games"),
        ([OWN, "4525T", "--other", OTHER, "--chosen", "7=-"], 2, "--chosen: expected SEAT=PART"),
        ([OWN, "4525T", "--other", OTHER, "--chosen", "2"], 2, "--chosen: expected SEAT=PART"),
        (
            [OWN, "4525T", "--other", OTHER, *("--chosen", "2=-") * 2],
            2,
            "--chosen: expected each seat once",
        ),
        (
            [OWN, "4525T", "--other", OTHER, "--chosen", "1=-"],
            2,
            "--chosen: expected a seat other than 1, which the hint is for, got '1=-'",
        ),
        (
            [OWN, "4525T", "--other", OTHER, "--chosen", "3=-"],
            2,
            "of one of the 2 seats, got '3=-'",
        ),
        (
            ["three.json", "--turn", "2", "--seat", "3", "--chosen", "3=-"],
            2,
            "--chosen: expected a seat other than 3, which the hint is for, got '3=-'",
        ),
        ([OWN, "4525T", "--other", OTHER, "--for", "fun"], 2, "--for: expected win or points"),
        ([OWN, "4525T", "--for", "points"], 2, "--for: expected with --other"),
        ([OWN, "--other", OTHER], 2, "ROLL: expected one after the position"),
        ([OWN, "4525T", "--other", MIDDLE], 1, "seat 2: expected a position of a game for several"),
        (
            [OWN, "4525T", "--other", OTHER, "--level", "fast", "--playouts", "5"],
            2,
            "--level: expected strong or deep",
        ),
        (
            ["three.json", "--other", OTHER],
            2,
            "--other: expected without a record, which has the sheets",
        ),
        (["three.json", "--seat", "5", "--turn", "2"], 2, "--seat: the record has 3 players"),
    ],
)
def test_wrong_questions_are_refused(
    run: Run, here: Path, words: list[str], code: int, said: str
) -> None:
    (here / "three.json").write_text(json.dumps(some_game(3, 2, 7).to_record()))
    done = run.fails("hint", *words)
    assert done.code == code
    assert said in done.err


@pytest.mark.slow
def test_training_of_tables_continues_and_is_reported(run: Run, here: Path) -> None:
    asked = ("lab", "train", "--players", "2", "--games", "1", "--seed", "3")
    done = run(*asked, "--out", "part.npz", "--weights", "value.npz", "--check", "2")
    assert "check: mean score" in done.out
    made = SeatWeights.load(here / "value.npz")
    assert made.about["settings"]["players"] == 2
    assert made.about["check"]["games"] == 2
    assert len(made.spread) == 21
    assert json.loads((here / "value.json").read_text())["name"] == made.name
    again = run(
        "lab", "train", "--players", "2", "--games", "1", "--resume", "part.npz", "--check", "0"
    )
    assert "128 games, weights " in again.out
    for words, said in (
        (["--players", "7"], "--players: expected all, 2, 3, 4, 5 or 6, got '7'"),
        (["--players", "2", "--executor", "processes"], "--executor: expected threads"),
        (["--resume", "part.npz"], "or for another number of players"),
    ):
        assert said in run.fails("lab", "train", "--games", "1", *words).err
