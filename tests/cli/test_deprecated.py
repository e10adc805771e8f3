"""Old spellings of commands and options: they work for one version, and the new one is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from commands import GAMES, START, Run
from numberdrop.cli.deprecated import COMMANDS, OPTIONS, with_current_spellings
from written import lay_out

pytestmark = pytest.mark.usefixtures("here")

#: What was typed, what is typed now, and the line that says so.
SPELLINGS = [
    (
        "selfplay --games 1",
        "lab selfplay --games 1",
        "numberdrop selfplay is now numberdrop lab {}",
    ),
    ("match easy hard", "lab match easy hard", "numberdrop match is now numberdrop lab {}"),
    ("study --deals 1", "lab study --deals 1", "numberdrop study is now numberdrop lab {}"),
    ("train --help", "lab train --help", "numberdrop train is now numberdrop lab {}"),
    ("perft x y", "lab perft x y", "numberdrop perft is now numberdrop lab {}"),
    ("daily --hint 6", "daily --known 6", "--hint is now --known"),
    ("lab selfplay --records a", "lab selfplay --out a", "--records is now --out"),
    ("lab selfplay --records=a", "lab selfplay --out=a", "--records is now --out"),
    ("lab match --seconds 3", "lab match --move-seconds 3", "--seconds is now --move-seconds"),
    ("lab train --rate 1", "lab train --learning-rate 1", "--rate is now --learning-rate"),
    ("lab train --trace=0", "lab train --lambda=0", "--trace is now --lambda"),
    (
        "lab train --recent 9",
        "lab train --averaging-window 9",
        "--recent is now --averaging-window",
    ),
    (
        "replay a.txt --record b.json",
        "replay a.txt --out b.json",
        "--record RECORD is now --out RECORD",
    ),
    (
        "replay --record - b.json --json",
        "replay - --json --out b.json",
        "--record RECORD is now --out RECORD",
    ),
    ("replay --record a.txt", "replay a.txt --json", "--record is now --json"),
    ("replay a.txt --record --json", "replay a.txt --json", "--record is now --json"),
    (
        "puzzles show a.jsonl",
        "puzzles show a.jsonl",
        "numberdrop puzzles show is now numberdrop daily --archive FILE or drop --archive FILE",
    ),
]


@pytest.mark.parametrize(("old", "new", "said"), SPELLINGS)
def test_old_spelling_becomes_the_new_one(
    old: str, new: str, said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert with_current_spellings(old.split()) == new.split()
    assert capfd.readouterr() == ("", said.format(old.split()[0]) + "\n")


@pytest.mark.parametrize("new", [new for _, new, _ in SPELLINGS if not new.startswith("puzzles")])
def test_new_spelling_stays_and_says_nothing(new: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert with_current_spellings(new.split()) == new.split()
    assert capfd.readouterr() == ("", "")


def test_every_old_spelling_is_in_the_table() -> None:
    typed = [old.partition(" --help")[0].replace("=", " ").split() for old, _, _ in SPELLINGS]
    assert {words[0] for words in typed} >= {*COMMANDS}
    assert {word for words in typed for word in words} >= {
        option for renamed in OPTIONS.values() for option in renamed
    }


def test_old_command_with_an_old_option_names_both() -> None:
    words = ["selfplay", "--records", "a", "--games", "1"]
    assert with_current_spellings(words) == ["lab", "selfplay", "--out", "a", "--games", "1"]


@pytest.mark.parametrize("words", ["lab perft -- --hint", "hint --seconds 3", "scores --record 1"])
def test_same_word_elsewhere_is_left_alone(words: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert with_current_spellings(words.split()) == words.split()
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("lab selfplay --records a --out b", "--records: expected without --out, which is its"),
        ("daily --hint --known", "--hint: expected without --known, which is its new name"),
        ("replay a --record b.json --out c.json", "--record: expected without --out, which is"),
    ],
)
def test_old_and_new_spelling_together_are_wrong_usage(words: str, fault: str, run: Run) -> None:
    done = run.fails(*words.split())
    assert done.code == 2
    assert done.err.startswith(f"numberdrop: {fault}")


def test_old_command_runs_as_the_new_one(run: Run) -> None:
    new = run("lab", "perft", START, "1463O", "--json").json()
    done = run("perft", START, "1463O", "--json")
    assert {**done.json(), "seconds": 0} == {**new, "seconds": 0}
    assert done.err == "numberdrop perft is now numberdrop lab perft\n"


def test_fault_of_an_old_command_names_the_help_of_the_new_one(run: Run) -> None:
    done = run("selfplay", "--games", "1")
    assert done.code == 2
    assert done.err.splitlines()[1].endswith("see 'numberdrop lab selfplay --help'")


def test_puzzles_show_prints_what_archive_prints(run: Run, here: Path) -> None:
    lay_out(here)
    for command, file, name in (("daily", "days.jsonl", "2026-11-20"), ("drop", "drops.jsonl", "")):
        for more in ([], ["--solution"], ["--json"], ["--json", "--solution"]):
            named = [name] if name else []
            old = run("puzzles", "show", file, *named, *more)
            assert old.out == run(command, *named, "--archive", file, *more).out
            assert (old.code, old.err.count("\n")) == (0, 1)
    assert "show" not in run("puzzles").out


def test_record_of_a_game_is_written_as_before(run: Run, here: Path) -> None:
    (here / "game.json").write_text(json.dumps(GAMES[0]))
    assert run("replay", "game.json", "--record").json() == GAMES[0]
    assert run("replay", "game.json", "--record", "kept.json").out == "kept.json: 1 record\n"
    assert json.loads((here / "kept.json").read_text()) == GAMES[0]
