"""The commands hint, review, selfplay and train."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import numberdrop as nd
from commands import EMPTY, ENVIRON, GAMES, MIDDLE, START, TIMEOUT, Run, played
from numberdrop.record import load_record

pytestmark = pytest.mark.usefixtures("here")

# hint, selfplay


def test_hint(run: Run) -> None:
    done = run("hint", MIDDLE, "156*O", "--top", "3")
    assert done.code == 0
    assert done.err == ""
    for word in ("points", "best: slide ", "GAME OVER"):
        assert word in done.out
    last = done.out.splitlines()[-1]
    assert last == f'numberdrop hint "{MIDDLE}" "156*O" --top 3'
    assert "made by: " not in done.out
    told = run("hint", MIDDLE, "156*O", "--top", "3", "--all", "--verbose").out
    assert "\nmade by: numberdrop " in told
    assert "\n  ~ " in told


@pytest.mark.parametrize(
    "asked",
    [
        ["--seed", "5", "--playouts", "20", "--variant", "bga", "--top", "2"],
        ["--level", "fast", "--games", "2", "--games-level", "quick", "--target", "50"],
        ["--last"],
    ],
)
def test_the_last_line_repeats_the_run(run: Run, asked: list[str]) -> None:
    first = run("hint", MIDDLE, "156*O", *asked, "--workers", "1").out
    program, *words = shlex.split(first.splitlines()[-1])
    assert program == "numberdrop"
    assert run(*words).out == first


def test_who_plays_the_games_is_one_of_those_that_there_are(run: Run) -> None:
    done = run.fails("hint", MIDDLE, "156*O", "--games", "2", "--games-level", "quik")
    assert done.code == 2
    assert "--games-level: expected quick, fast, strong or deep, got 'quik'" in done.err


def test_a_hint_that_shows_every_turn_is_repeated_by_its_last_line(run: Run) -> None:
    done = run("hint", MIDDLE, "156*O", "--level", "fast", "--all")
    again = shlex.split(done.out.splitlines()[-1])[1:]
    assert again[-1] == "--all"
    assert run(*again).out == done.out


def test_an_interrupted_hint_is_repeated_by_its_last_line(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("numberdrop.plan.hints.search.time.monotonic", count().__next__)
    cut = run("hint", MIDDLE, "156*O", "--seconds", "50", "--workers", "1")
    monkeypatch.undo()
    again = shlex.split(cut.out.splitlines()[-1])[1:]
    assert again[-2] == "--playouts"
    assert run(*again).out == cut.out


def test_the_workers_are_as_many_as_the_cores(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    inner = nd.hint

    def watched(*asked: Any, workers: int, **more: Any) -> Any:
        seen.append(workers)
        return inner(*asked, workers=workers, **more)

    monkeypatch.setattr("numberdrop.plan.hints.hint.hint", watched)
    monkeypatch.setattr("numberdrop.cli.hint.available_cpus", lambda: 3)
    said = [
        run("hint", MIDDLE, "156*O", "--playouts", "48", *more).out
        for more in ([], ["--workers", "1"], ["--workers", "2"])
    ]
    assert seen == [3, 1, 2]
    assert len(set(said)) == 1


def test_hint_of_an_empty_sheet_says_where_to_start(run: Run) -> None:
    done = run("hint", EMPTY, "--playouts", "48")
    assert (done.code, done.err) == (0, "")
    assert all(cell in done.out for cell in ("a1 or g1", "b1 or f1", "c1 or e1", "  d1\n"))
    assert done.out.endswith(f'\nnumberdrop hint "{EMPTY}" --playouts 48\n')
    found = run("hint", EMPTY, "--playouts", "48", "--json", "--workers", "3").json()
    assert {start["cell"] for start in found["starts"]} == {f"{column}1" for column in "abcdefg"}
    assert [start["loss"] for start in found["starts"]] == sorted(
        start["loss"] for start in found["starts"]
    )
    assert found["problems"] == []
    one = run("hint", EMPTY, "--playouts", "48", "--json", "--workers", "1").json()
    assert {**one, "seconds": 0} == {**found, "seconds": 0}
    useless = run.fails("hint", EMPTY, "--target", "50", "--last")
    assert useless.code == 2
    assert "an empty sheet without a roll: expected without --target and --last" in useless.err


def test_games_have_a_level_only_where_they_are_played(run: Run) -> None:
    done = run.fails("hint", MIDDLE, "156*O", "--games-level", "fast")
    assert done.code == 2
    assert "--games-level: expected with --games or --target; alone" in done.err


def test_a_file_that_is_not_there_is_called_so(run: Run) -> None:
    done = run("hint", "nowhere.json", "156*O")
    assert (done.code, done.out) == (2, "")
    assert done.err == "numberdrop: nowhere.json: No such file or directory\n"


def test_hint_json(run: Run) -> None:
    asked = ["--top", "4", "--variant", "bga+slide", "--level", "fast", "--json"]
    done = run("hint", MIDDLE, "156*O", *asked)
    found = done.json()
    assert done.err == ""
    assert found["position"] == MIDDLE
    assert found["roll"] == "156*O"
    assert found["variant"] == "bga+slide"
    assert found["made_by"]
    assert found["ideas"][0]["turns"][0] == 0
    assert len(found["ideas"]) == 4
    assert len(found["turns"]) == sum(
        len(idea["turns"]) + len(idea["worse"]) for idea in found["ideas"]
    )
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
    assert "row 15 (line 2): expected at most 14 rows" in run.fails("hint", "sheet.txt", *asked).err
    (here / "bytes.txt").write_bytes(b"\xff\x80")
    assert "expected text in UTF-8" in run.fails("hint", "bytes.txt", *asked).err


def test_hint_takes_a_turn_of_a_record(run: Run, here: Path) -> None:
    [record] = played(1)
    (here / "game.jsonl").write_text(json.dumps(record))
    game = load_record(record)
    assert isinstance(game, nd.Game)
    for turn in (5, 2):
        found = run("hint", "game.jsonl", "--turn", str(turn), "--level", "fast", "--json").json()
        while len(game.turns) >= turn:
            game.pop()
        assert found["position"] == str(game.positions[0])
        assert found["roll"] == record["turns"][turn - 1]["roll"]
        assert found["turns"][0]["turn"] == record["turns"][turn - 1]
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
        assert process.stderr is not None
        first = process.stderr.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 0, err
    told = r" +\d+\.\d s  [\d,]+ playouts  \d+\.\d\d ± \d\.\d\d  \S.*\n"
    assert re.fullmatch(told, first.decode())
    found = json.loads(out)
    assert len(found["ideas"]) == 5
    assert found["made_by"]["budget"] == found["made_by"]["playouts"] > 0


@pytest.mark.slow
def test_review(run: Run, here: Path) -> None:
    [game] = played(1)
    (here / "game.jsonl").write_text(json.dumps(game))
    found = run("review", "game.jsonl", "--level", "fast", "--json").json()
    assert [turn["played"] for turn in found["turns"]] == [
        str(nd.Turn.from_json(turn)) for turn in game["turns"]
    ]
    assert {turn["word"] for turn in found["turns"]} == {"good"}
    assert found["skill"] == 0
    assert found["score"] == game["result"]["final"]["total"]
    options = ["--inaccuracy", "1e-9", "--mistake", "1e-9", "--blunder", "2e-9"]
    (here / "short.json").write_text(json.dumps({**GAMES[0], "turns": GAMES[0]["turns"][:3]}))
    done = run("review", "short.json", "--level", "strong", *options)
    assert done.err.splitlines()[-1].endswith(" turns")
    assert "skill -" in done.out
    assert "best: slide " in done.out
    last = done.out.splitlines()[-1]
    assert " --inaccuracy 0.000000001 --mistake 0.000000001 " in last
    assert run(*shlex.split(last)[1:]).out == done.out
    two = run("review", "short.json", "--level", "fast", "--workers", "2", "--json").json()
    one = run("review", "short.json", "--level", "fast", "--workers", "1", "--json").json()
    assert {**two, "seconds": 0} == {**one, "seconds": 0}
    assert run.fails("review", "game.jsonl", "--blunder", "0.1").code == 2
    (here / "none.json").write_text(json.dumps({**GAMES[0], "turns": []}))
    assert "at least one turn" in run.fails("review", "none.json").err
    (here / "two.jsonl").write_text("\n".join(map(json.dumps, GAMES[:2])))
    assert "expected one record, got 2" in run.fails("review", "two.jsonl").err


@pytest.mark.slow
def test_interrupted_review_prints_the_finished_turns(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from numberdrop.plan.hints import review

    (here / "game.json").write_text(json.dumps(GAMES[0]))
    whole = run("review", "game.json", "--level", "fast", "--json").json()
    told, calls = review.luck_of, count(1)

    def interrupted(*asked: Any) -> tuple[float, float]:
        if next(calls) == 3:
            os.kill(os.getpid(), signal.SIGINT)
        return told(*asked)

    monkeypatch.setattr("numberdrop.plan.hints.review.luck_of", interrupted)
    done = run("review", "game.json", "--level", "fast", "--json")
    assert done.code == 0
    # The third turn is cut short with it.
    assert done.json()["turns"] == whole["turns"][:2]


def test_hint_takes_the_dice_of_the_variant(run: Run) -> None:
    assert run("hint", START, "6663O", "--level", "fast").code == 0
    assert run.fails("hint", START, "6663O", "--variant", "rulebook+review-dice").code == 2


@pytest.mark.parametrize("command", [["hint"], ["lab", "perft"]])
def test_the_review_dice_can_show_four_stars(command: list[str], run: Run) -> None:
    assert run.fails(*command, START, "****O").code == 2
    assert run(*command, START, "****O", "--variant", "rulebook+review-dice").code == 0


def test_selfplay(run: Run, here: Path) -> None:
    done = run("lab", "selfplay", "--games", "3", "--seed", "1", "--out", "games.jsonl", "--json")
    found = done.json()
    assert {"games", "mean", "se", "quantiles", "ms_per_turn", "made_by"} <= set(found)
    assert found["games"] == 3
    assert done.err.splitlines()[-1] == "3 of 3 games"
    records = [json.loads(line) for line in (here / "games.jsonl").read_text().splitlines()]
    deals = [record.pop("selfplay")["deal"] for record in records]
    assert deals == ["plain#1.0", "plain#1.1", "plain#1.2"]
    assert records == played(3)
    assert found["mean"] == sum(game["result"]["final"]["total"] for game in records) / 3
    assert run("replay", "games.jsonl", "--quiet").code == 0
    assert os.listdir(here) == ["games.jsonl"]


# train


@pytest.mark.slow
def test_train_writes_what_it_has_learned(run: Run, here: Path) -> None:
    first = run(
        "lab", "train", "--games", "128", "--seed", "7", "--out", "part.npz", "--check", "0"
    )
    assert first.code == 0
    assert first.err.startswith("128 of 128 games, recent mean ")
    more = ["--games", "128", "--check", "2", "--weights", "value.npz", "--json"]
    found = run("lab", "train", *more, "--resume", "part.npz").json()
    assert first.out == f"128 games, weights {found['name']}\n"
    assert found["check"]["games"] == 2
    assert json.loads((here / "value.json").read_text("utf-8")) == {
        key: value for key, value in found.items() if key != "curve"
    }
    assert sorted(os.listdir(here)) == ["part.npz", "value.json", "value.npz"]


@pytest.mark.slow
def test_train_goes_on_from_its_checkpoint(run: Run, here: Path) -> None:
    first = run(
        "lab", "train", "--games", "128", "--seed", "7", "--out", "part.npz", "--check", "0"
    )
    assert first.code == 0
    assert first.out.startswith("128 games, weights ")
    assert first.err.startswith("128 of 128 games, recent mean ")
    more = ["--games", "256", "--check", "2", "--weights", "value.npz", "--json"]
    resumed = run("lab", "train", *more, "--resume", "part.npz").json()
    assert json.loads((here / "value.json").read_text("utf-8")) == {
        key: value for key, value in resumed.items() if key != "curve"
    }
    whole = run("lab", "train", *more, "--seed", "7").json()
    assert whole["name"] == resumed["name"]
    assert whole["curve"] == resumed["curve"]
    assert whole["check"]["games"] == 2
    assert sorted(os.listdir(here)) == ["part.npz", "value.json", "value.npz"]


@pytest.mark.slow
def test_an_interrupted_training_keeps_whole_rounds(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from numberdrop.plan.hints.training import Training

    played = Training.round

    def interrupted(self: Training, workers: int = 1) -> list[int]:
        os.kill(os.getpid(), signal.SIGINT)
        return played(self, workers)

    monkeypatch.setattr(Training, "round", interrupted)
    done = run("lab", "train", "--games", "1000000", "--out", "part.npz")
    assert (done.code, done.out) == (130, "")
    assert done.err.splitlines()[-1] == "numberdrop: interrupted"
    assert os.listdir(here) == ["part.npz"]
    assert Training.resume("part.npz").games == 128


def test_train_never_replaces_a_checkpoint_that_it_does_not_go_on_from(
    run: Run, here: Path
) -> None:
    words = ["lab", "train", "--games", "0", "--check", "0", "--out"]
    (here / "part.npz").write_text("no checkpoint")
    assert run(*words, "part.npz").code == 0
    kept = (here / "part.npz").read_bytes()
    other = run(
        "lab", "train", "--players", "2", *words[2:], "several.npz", "--weights", "value.npz"
    )
    assert other.code == 0
    said = "numberdrop: part.npz: expected another file, got a checkpoint after 0 games: "
    for more in ([], ["--seed", "2"], ["--players", "2", "--resume", "several.npz"]):
        done = run.fails(*words, "part.npz", *more)
        assert (done.code, done.err) == (1, f"{said}--resume part.npz continues it\n")
    assert (here / "part.npz").read_bytes() == kept
    (here / "link").symlink_to("part.npz")
    assert run(*words, "part.npz", "--resume", "link").code == 0
    assert run(*words, "value.npz").code == 0  # weights, which can be written again from it


def test_train_refuses_an_invalid_checkpoint(run: Run, here: Path) -> None:
    (here / "text.npz").write_text("weights")
    assert run.fails("lab", "train", "--games", "1", "--resume", "text.npz").code == 1
    assert run.fails("lab", "train", "--games", "1", "--resume", "none.npz").code == 2
