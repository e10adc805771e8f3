"""Typed input on the command line is read as people write it, and its canonical form is printed."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

import numberdrop as nd
from commands import GAMES, MIDDLE, START, Run
from samples import some_days
from written import commands, lay_out

pytestmark = pytest.mark.usefixtures("here")

FEW = ["--level", "fast", "--top", "1", "--games", "0"]


@pytest.mark.parametrize("roll", ["156*o", "1 5 6 * O", "1,5,6,*,O", "15-6* 0", "[1,5,6,*] o"])
def test_typed_roll_is_printed_in_canonical_form(roll: str, run: Run) -> None:
    done = run("hint", MIDDLE, roll, "--json", *FEW)
    assert (done.code, done.err) == (0, "roll read as 156*O\n")
    assert done.json()["roll"] == "156*O"


def test_canonical_roll_prints_no_note(run: Run) -> None:
    assert run("hint", f" {MIDDLE} ", "156*O", "--json", *FEW).err == ""
    assert run("daily", "2026-11-25").err == ""
    assert run("max", START, "--rolls", "1562O 1562L", "--nodes", "1", "--json").code == 0


@pytest.mark.parametrize(
    "rolls",
    [
        ["1463o", "1562L"],
        ["1463O 1562L"],
        ["1463O,1562L"],
        ["1 4 6 3 O", "L1562"],
        [*"1463O1562L"],
    ],
)
def test_several_rolls(rolls: list[str], run: Run) -> None:
    found = run("lab", "perft", START, *rolls, "--json").json()["rolls"]
    assert [found[0], found[1]] == ["1463O", "1562L"]


@pytest.mark.parametrize("rolls", ["1562o,1562j", "1 5 6 2 O; 1 5 6 2 L", "1562O  1562L "])
def test_rolls_of_a_maximum(rolls: str, run: Run) -> None:
    done = run("max", START, "--rolls", rolls, "--nodes", "1", "--json")
    assert done.json()["rolls"] == ["1562O", "1562L"]
    assert "rolls read as 1562O 1562L\n" in done.err


@pytest.mark.parametrize(
    "day", ["6", "#6", "2026/11/25", "25.11.2026", "20261125", "25 Nov 2026", "25/11/2026"]
)
def test_typed_day_is_printed_in_canonical_form(day: str, run: Run) -> None:
    done = run("daily", day, "--json")
    assert (done.code, done.err) == (0, "puzzle read as 2026-11-25\n")
    assert done.json()["id"] == "2026-11-25"


#: What every command that takes the name of a puzzle is given it with.
NAMED = {
    "daily": [],
    "drop": [],
    "scores": [],
    "play": ["--json"],
    "sheet": ["--out", "out.svg"],
    "max": ["--nodes", "1", "--json"],
}


@pytest.mark.parametrize("name", ["solo#2026-11-20", "Solo#2026-11-20.0", "#1"])
def test_a_day_of_an_archive_has_more_names_than_one(name: str, run: Run, here: Path) -> None:
    lay_out(here)
    assert run("daily", name, "--archive", "days.jsonl", "--json").json()["id"] == "2026-11-20"


def test_each_command_that_takes_a_puzzle_is_named() -> None:
    kinds = {"PUZZLE", "PROBLEM"}
    found = {
        name
        for name, command in commands()
        for param in command.params
        if param.param_type_name == "argument" and kinds & {*str(param.metavar).split("|")}
    }
    assert found == {*NAMED}


@pytest.mark.parametrize("command", NAMED)
@pytest.mark.parametrize(
    ("text", "name"), [("Drop 1.4", "drop#1.4"), ("20. Nov 2026", "2026-11-20")]
)
def test_every_command_reads_a_puzzle_alike(
    command: str, text: str, name: str, run: Run, here: Path
) -> None:
    lay_out(here)
    words = [command, text, *NAMED[command]]
    assert run(*words).err.splitlines()[0] == f"puzzle read as {name}"
    words[words.index(text)] = "hello"
    done = run.fails(*words)
    assert (done.code, "puzzle: expected a day such as" in done.err) == (2, True)


def test_a_day_is_read_wherever_one_is_named(run: Run, here: Path) -> None:
    told = "puzzle read as 2026-11-25\n"
    assert run("scores", "#6", "--json").err == told
    assert run("sheet", "6", "--out", "six.svg", "--json").err == told
    assert run("max", "2026/11/25", "--nodes", "1", "--json").err.startswith(told)
    made = ["puzzles", "generate", "--days", "1", "--games", "2", "--out", "made.jsonl"]
    assert "day read as 2026-11-25\n" in run(*made, "--from", "#6").err
    found = run("daily", "25.11.2026", "--archive", "made.jsonl", "--json")
    assert found.json()["id"] == "2026-11-25"


def test_an_entry_is_shown_by_its_number_or_by_its_very_name(run: Run, here: Path) -> None:
    from numberdrop.puzzles.archive.entry_text import line_text

    (here / "days.jsonl").write_text("".join(f"{line_text(line)}\n" for line in some_days()))
    name = some_days()[0].id
    assert run("daily", name, "--archive", "days.jsonl", "--json").json()["id"] == name
    assert run.fails("daily", "2030-01-01", "--archive", "days.jsonl").code == 1


def test_a_file_of_the_name_of_a_day_is_a_file(run: Run, here: Path) -> None:
    puzzle = {"tiles": ["I", "O", "T", "L", "S"], "rolls": ["4567I"]}
    (here / "6").write_text(json.dumps(puzzle))
    assert run("max", "6", "--nodes", "1", "--json").json()["rolls"] == ["4567I"]


@pytest.mark.parametrize(
    "position",
    [
        MIDDLE.lower(),
        MIDDLE.replace(" ", "  "),
        MIDDLE.replace(" -", "/ -"),
        MIDDLE.replace(",", ", "),
        MIDDLE.replace("-", "–"),  # noqa: RUF001
        f'"{MIDDLE}"',
        f"......./{MIDDLE}",
    ],
)
def test_typed_position_is_printed_in_canonical_form(position: str, run: Run) -> None:
    done = run("show", position, "--json")
    assert (done.code, done.err) == (0, f"position read as {MIDDLE}\n")
    assert done.json()["position"] == MIDDLE


@pytest.mark.parametrize("position", [MIDDLE, START, "- -:-:- I0,O0,T0,L0,S0 1", MIDDLE.lower()])
def test_a_position_without_its_quotes_is_read(position: str, run: Run) -> None:
    with_quotes = run("show", position)
    assert with_quotes.code == 0
    assert run("show", *position.split()) == with_quotes
    hinted = run("hint", *MIDDLE.split(), "156*O", "--json", *FEW)
    assert hinted.json()["position"] == MIDDLE


@pytest.mark.parametrize("command", ["show", "hint", "lab perft", "max", "play"])
@pytest.mark.parametrize(
    "position",
    ["612..../65335.1", "612..../65335.1 3", "612.... / 65335.1 turn 3", "612..../65335.1 -:-:-"],
)
def test_missing_part_of_a_position_is_reported_in_one_line(
    command: str, position: str, run: Run
) -> None:
    more = {"max": ["--rolls", "1562O"], "play": ["--json"]}.get(command, ["156*O"])
    more = [] if command == "show" else more
    for words in ([position], position.split()):
        done = run.fails(*command.split(), *words, *more)
        assert (done.code, "expected the tiles on A to E after the grid" in done.err) == (2, True)


def test_each_fault_of_a_position_has_its_line(run: Run) -> None:
    done = run("show", "gg...../1...... I1")
    assert (done.code, done.out) == (2, "")
    assert [line.split(": ")[1] for line in done.err.splitlines()] == ["boxes", "tiles", "turn"]


@pytest.mark.parametrize(
    "words",
    [
        "612..../65335.1 I1 O T1 L S 156*O",
        "612..../65335.1 -:- I1OT1LS 1 5 6 * O",
        "612.... / 65335.1 I1OT1LS turn 3 156*O",
    ],
)
def test_dice_and_fields_are_distinguished(words: str, run: Run) -> None:
    assert run("lab", "perft", *words.split(), "--json").json()["position"] == MIDDLE


def test_row_of_wrong_length_without_quotes_is_reported(run: Run) -> None:
    for grid in ("612.../65335.1", "612...../65335.1"):
        done = run.fails("hint", grid, "I1OT1LS", "156*O")
        assert done.code == 2
        assert "grid row 2: expected 7 characters" in done.err


def test_typed_variant_is_printed_in_canonical_form(run: Run) -> None:
    done = run("show", MIDDLE, "--variant", "BGA + slide", "--json")
    assert (done.code, done.err) == (0, "variant read as bga+slide\n")
    assert done.json()["variant"] == "bga+slide"


# Games typed turn by turn.

GAME = GAMES[0]
TURNS = [str(nd.Turn.from_json(turn)) for turn in GAME["turns"]]
TYPED = "\ufeff" + "\r\n".join(
    [
        "# my game",
        f"tiles {' '.join(GAME['tiles'])}   ; from A to E",
        f"Start {GAME['start'].upper()}",
        "",
        *(f"{n}. {turn.lower()}" for n, turn in enumerate(TURNS, 1)),
    ]
)


@pytest.fixture
def typed(here: Path) -> str:
    (here / "game.txt").write_text(TYPED, newline="")
    (here / "game.json").write_text(json.dumps(GAME))
    return "game.txt"


def test_a_typed_game_is_replayed_as_its_record_is(typed: str, run: Run) -> None:
    assert run("replay", typed) == run("replay", "game.json")
    assert run("replay", typed, "--json") == run("replay", "game.json", "--json")
    assert run("replay", typed, "--quiet").out == ""


def test_a_typed_game_is_written_as_a_record(typed: str, run: Run, here: Path) -> None:
    assert run("replay", typed, "--json").json() == GAME
    assert run("replay", typed, "--out", "kept.json").out == "kept.json: 1 record\n"
    assert json.loads((here / "kept.json").read_text()) == GAME
    assert run("replay", typed, "--out", "kept.jsonl", "--json").json() == GAME
    assert (here / "kept.jsonl").read_text() == json.dumps(GAME) + "\n"
    (here / "all.jsonl").write_text((json.dumps(GAME) + "\n") * 2)
    assert run("replay", "all.jsonl", "--json").json() == [GAME, GAME]
    assert run("replay", "all.jsonl", "--out", "two.jsonl").out == "two.jsonl: 2 records\n"
    assert (here / "two.jsonl").read_text() == (here / "all.jsonl").read_text()


@pytest.mark.parametrize(
    "argv",
    [
        ["kept.json", "--out", "game.txt"],
        ["game.txt", "kept.json"],
        ["game.txt", "--out", "kept.txt"],
        ["game.json", "--out", "game.json"],
    ],
)
def test_a_record_is_never_written_over_what_was_typed(
    argv: list[str], typed: str, run: Run, here: Path
) -> None:
    before = {path.name: path.read_bytes() for path in here.iterdir()}
    assert run.fails("replay", *argv).code == 2
    assert {path.name: path.read_bytes() for path in here.iterdir()} == before


def test_game_with_faults_gives_no_record(typed: str, run: Run, here: Path) -> None:
    (here / "bad.txt").write_text(TYPED.replace("d2=2", "d3=2").replace("f1=6", "f1=9"))
    done = run("replay", "bad.txt", "--out", "kept.json")
    assert (done.code, done.out) == (1, "")
    assert not (here / "kept.json").exists()
    lines = done.err.splitlines()
    assert lines[0].startswith("numberdrop: bad.txt, line 5, turn 1: place: shape S can't come")
    assert f"did you mean {TURNS[0]!r}?" in lines[0]
    assert lines[1].startswith("numberdrop: bad.txt, line 7, turn 3: place: 46*6L doesn't give")
    assert lines[2].startswith("numberdrop: bad.txt, after turn 3, which can't be played")
    assert len(lines) == 3
    for argv in (["replay", "bad.txt"], ["review", "bad.txt"], ["hint", "bad.txt", "--turn", "1"]):
        assert (run(*argv).code, run(*argv).err) == (1, done.err)
    found = run("replay", "bad.txt", "--json").json()
    assert found["error"]["message"].splitlines() == [
        line.removeprefix("numberdrop: ") for line in lines
    ]


def test_a_typed_game_is_reviewed(typed: str, run: Run, here: Path) -> None:
    few = "\n".join(TYPED.splitlines()[:6])
    (here / "few.txt").write_text(few)
    (here / "few.json").write_text(json.dumps({**GAME, "turns": GAME["turns"][:2]}))
    found, other = (
        run("review", name, "--level", "fast", "--json").json() for name in ("few.txt", "few.json")
    )
    del found["seconds"], other["seconds"]
    assert found == other


def test_a_hint_for_a_turn_of_a_typed_game(typed: str, run: Run) -> None:
    for turn in ("1", "5"):
        found = run("hint", typed, "--turn", turn, "--json", *FEW).json()
        other = run("hint", "game.json", "--turn", turn, "--json", *FEW).json()
        assert (found["position"], found["roll"]) == (other["position"], other["roll"])


def test_games_in_other_encodings(run: Run, here: Path) -> None:
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        (here / "game.txt").write_bytes(TYPED.lstrip("\ufeff").encode(encoding))
        assert run("replay", "game.txt", "--json").json() == GAME
    (here / "game.txt").write_bytes(b"start d1\n\xff\n")
    assert run.fails("replay", "game.txt").code == 1


def test_a_finished_game_asks_for_a_turn(typed: str, run: Run) -> None:
    for name in (typed, "game.json"):
        done = run.fails("hint", name)
        assert done.code == 1
        assert f"{name}: the game is over; --turn N" in done.err
        assert run.fails("hint", name, "156*O").err == done.err
        for turn in ("15", "20"):
            done = run.fails("hint", name, "--turn", turn)
            assert done.code == 2
            assert f"--turn: the record has 14 turns, got {turn}" in done.err


def test_an_unfinished_game_asks_for_a_roll(run: Run, here: Path) -> None:
    (here / "few.json").write_text(json.dumps({**GAME, "turns": GAME["turns"][:3]}))
    for argv in ([], ["--turn", "4"]):
        done = run.fails("hint", "few.json", *argv)
        assert (done.code, done.err) == (
            2,
            "numberdrop: ROLL: expected one after the position, such as 156*O, as the record has 3 "
            "turns\n",
        )
        assert run("hint", "few.json", "4445T", *argv, "--json", *FEW).code == 0
    assert "the record has 3 turns, got 5" in run.fails("hint", "few.json", "--turn", "5").err
    assert "ROLL: expected one after the position" in run.fails("hint", START).err


def test_a_typed_game_is_handed_in_with_its_rolls_or_without(
    typed: str, run: Run, here: Path
) -> None:
    without = [GAME["start"][0].upper() + "1", *(turn.partition(" ")[2] for turn in TURNS)]
    (here / "short.txt").write_text("\n".join(without))
    scores = set()
    for name in (typed, "short.txt", "game.json"):
        done = run("daily", "plain#1.0", "--submit", name, "--json")
        assert done.code == 0
        scores.add(done.json()["score"])
    assert scores == {GAME["result"]["final"]["total"]}


def test_all_faults_of_a_game_that_is_handed_in(typed: str, run: Run, here: Path) -> None:
    (here / "bad.txt").write_text(TYPED.replace("c4=5,", "c4=9,").replace("f1=6", "f1=9"))
    done = run("daily", "plain#1.0", "--submit", "bad.txt")
    assert (done.code, done.out) == (1, "")
    assert done.err.count("numberdrop: bad.txt, line ") == 2


# Files, and other arguments.


@pytest.mark.parametrize(
    ("command", "text", "words"),
    [
        ("show", "folder", "folder: Is a directory"),
        ("hint", "folder", "folder: Is a directory"),
        ("play", "folder", "folder: Is a directory"),
        ("max", "folder", "folder: Is a directory"),
        ("replay", "folder", "folder: Is a directory"),
        ("show", "sheet", "such as 612..../65335.1, got 'sheet', which is not a file either"),
        ("show", "a/b", "a/b: No such file or directory"),
        ("replay", "hello.txt", "hello.txt: expected JSON, or a game typed turn by turn, got 'hi'"),
        ("review", "empty.txt", "expected JSON, or a game typed turn by turn, got an empty file"),
        ("show", "empty.txt", "expected a sheet, got an empty file (the shell"),
        *((name, "x.json", "x.json: head of the record: expected") for name in ("show", "review")),
        *((name, "bad.json", "bad.json: turn ") for name in ("show", "review", "hint", "play")),
    ],
)
def test_missing_field_is_reported_with_the_file(
    command: str, text: str, words: str, run: Run, here: Path
) -> None:
    (here / "folder").mkdir()
    (here / "hello.txt").write_text("\nhi\n")
    (here / "empty.txt").write_text(" \n")
    (here / "x.json").write_text('{"position": "x"}')
    (here / "bad.json").write_text(json.dumps({**GAME, "start": "g1"}))
    assert words in run.fails(command, text).err


def test_a_game_that_breaks_a_rule_is_handed_in_by_its_name(run: Run, here: Path) -> None:
    (here / "x.json").write_text('{"position": "x"}')
    assert "x.json: head of the record" in run("daily", "2026-11-20", "--submit", "x.json").err


def test_the_word_for_random_dice_is_read_in_capitals_too(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    done = run("play", " Solo", "--seed", "7")
    assert (done.code, done.out.startswith("solo plain#7.0; ")) == (0, True)


def test_a_path_may_begin_at_home(run: Run, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(here))
    (here / "sheet.txt").write_text(MIDDLE)
    assert run("show", "~/sheet.txt", "--json").json()["position"] == MIDDLE
    assert run("show", "~/sheet.txt", "--svg=~/sheet.svg").code == 0
    assert (here / "sheet.svg").exists()


def test_limits_are_printed_as_people_type_numbers(run: Run) -> None:
    assert "a number 0.001 to 100000000, got '0'" in run.fails("max", "1", "--seconds", "0").err
    done = run.fails("lab", "train", "--games", "1", "--learning-rate", "3")
    assert "--learning-rate: expected a number 0.000001 to 2, got '3'" in done.err


def test_a_run_is_repeated_with_the_number_that_was_typed(run: Run) -> None:
    line = run("max", START, "--rolls", "1562O", "--seconds", "1").out.splitlines()[-1]
    assert line.endswith("--rolls 1562O --seconds 1")


@pytest.mark.parametrize("budget", ["--seconds", "--playouts"])
def test_a_budget_means_nothing_to_a_level_that_samples_nothing(budget: str, run: Run) -> None:
    done = run("hint", MIDDLE, "156*O", "--level", "fast", budget, "1")
    assert (done.code, "--level: expected strong or deep with" in done.err) == (2, True)


def test_quoted_mail_is_read(run: Run, here: Path) -> None:
    sheet = "612....\n65335.1\n\nI1OT1LS\n"
    for name, text in (
        ("sheet.txt", sheet),
        ("game.txt", TYPED.replace("\r\n", "\n").lstrip("\ufeff")),
    ):
        (here / name).write_text("".join(f"> {line}\n" for line in text.splitlines()))
    assert run("show", "sheet.txt", "--json").json()["position"] == MIDDLE
    assert run("replay", "game.txt", "--quiet").code == 0
