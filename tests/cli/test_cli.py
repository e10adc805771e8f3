"""The command line as a whole: its help, its exit codes, and one line for whatever goes wrong."""

from __future__ import annotations

import json
import os
import platform
import re
import shlex
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
import typer

import numberdrop as nd
from bga_logs import Form, log_of
from commands import ENVIRON, GAMES, MIDDLE, OVER, PROGRAM, START, TIMEOUT, Done, Run, start
from numberdrop import version
from numberdrop.cli import app, main
from numberdrop.plan.weights import shipped
from numberdrop.puzzles.archive.entry_text import line_text
from numberdrop.puzzles.daily import parse_date
from numberdrop.puzzles.deal_puzzle import daily_puzzle
from places import ROOT
from samples import some_days, some_drop
from written import ENDLESS, OMBA_GAME, commands

pytestmark = pytest.mark.usefixtures("here")

COMMANDS = [
    *("play", "serve", "daily", "drop", "scores", "games", "sheet"),
    *("hint", "max", "show", "replay", "import", "review"),
    *("puzzles", "lab", "omba"),
]
GROUPS = {
    "puzzles": ["generate", "drops", "choose", "verify", "export"],
    "lab": ["selfplay", "match", "study", "train", "perft"],
    "omba": [
        *("play", "serve", "show", "value", "best", "replay", "review"),
        *("puzzles", "match", "solve", "certify"),
    ],
}
EVERY_COMMAND = [f"{name} {one}".strip() for name in COMMANDS for one in GROUPS.get(name, [""])]


# Help.


def examples(command: str, run: Run) -> list[str]:
    return re.findall(r"^ +numberdrop (.+)$", help_of(command, run).out, re.MULTILINE)


def help_of(command: str, run: Run) -> Done:
    return run(*command.split(), "--help")


def test_the_commands_are_these(run: Run) -> None:
    done = run("--help")
    assert done.code == 0
    listed = done.out.partition("Play:\n")[2].partition("Exit codes:\n")[0]
    assert re.findall(r"^  ([a-z]+) ", listed, re.MULTILINE) == COMMANDS
    assert len(COMMANDS) <= 16
    assert "..." not in listed


def test_the_document_has_them_in_the_same_order() -> None:
    document = (ROOT / "docs" / "cli.md").read_text("utf-8")
    assert re.findall(r"^\| \[`(\w+)`\]", document, re.MULTILINE) == COMMANDS
    sections = re.findall(r"^##+ ([a-z]+(?: [a-z]+)?)$", document, re.MULTILINE)
    assert [one for one in sections if one not in GROUPS] == EVERY_COMMAND


@pytest.mark.parametrize(
    ("asked", "command"),
    [
        ("", ""),
        ("help", ""),
        ("-h", ""),
        ("help daily", "daily"),
        ("daily -h", "daily"),
        *((group, group) for group in GROUPS),
        ("help lab", "lab"),
        ("help omba play", "omba play"),
        ("lab selfplay -h", "lab selfplay"),
    ],
)
def test_each_way_to_ask_for_help_prints_it(asked: str, command: str, run: Run) -> None:
    assert run(*asked.split()) == help_of(command, run)


def test_help_of_the_program_lists_the_exit_codes(run: Run) -> None:
    codes = run("--help").out.partition("Exit codes:\n")[2]
    assert re.findall(r"^  (\d+) ", codes, re.MULTILINE) == ["0", "1", "2", "130"]


@pytest.mark.parametrize("command", ["", *GROUPS, *EVERY_COMMAND])
def test_help_shows_no_types_and_no_inequalities(command: str, run: Run) -> None:
    shown = help_of(command, run).out
    assert not re.search(r"<(str|int|list)|<=|\d{12}", shown)


@pytest.mark.parametrize("command", ["", *GROUPS, *EVERY_COMMAND])
def test_every_help_fits_in_eighty_columns(command: str, run: Run) -> None:
    assert max(map(len, help_of(command, run).out.splitlines())) <= 80


@pytest.mark.parametrize("group", GROUPS)
def test_the_commands_of_a_group_are_these(group: str, run: Run) -> None:
    listed = run(group, "--help").out.partition("Commands:\n")[2]
    assert "..." not in listed
    assert re.findall(r"^  ([a-z]+) ", listed, re.MULTILINE) == GROUPS[group]


@pytest.mark.parametrize("command", EVERY_COMMAND)
def test_every_command_is_documented(command: str, run: Run) -> None:
    done = help_of(command, run)
    assert done.code == 0
    assert "\n  Example:\n    numberdrop " in done.out
    assert "--json" in done.out
    options = done.out.partition("Options:\n")[2]
    assert all(re.search(r"\S  +\S|^ {10}", line) for line in options.splitlines())


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(one, marks=[pytest.mark.slow] * (one in ("lab train", "puzzles drops")))
        for one in EVERY_COMMAND
        if one not in ENDLESS
    ],
)
def test_every_example_runs(
    command: str, run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one that looks for a game of a hundred is left to the slow run."""
    game = {**GAMES[0], "turns": GAMES[0]["turns"][:4]} if command == "review" else GAMES[0]
    (here / "game.json").write_text(json.dumps(game, indent=1))
    puzzle = daily_puzzle(parse_date("2026-11-20")).to_json()
    (here / "puzzle.json").write_text(json.dumps(puzzle))
    if command != "lab selfplay":  # which makes it
        (here / "games.jsonl").write_text("".join(json.dumps(game) + "\n" for game in GAMES))
    if command == "daily" or command.startswith("puzzles "):
        (here / "days.jsonl").write_text("".join(f"{line_text(line)}\n" for line in some_days()))
    if command == "puzzles choose":
        pockets = (ROOT / "puzzles" / "pockets.jsonl").read_bytes().splitlines(keepends=True)
        (here / "all.jsonl").write_bytes(b"".join(pockets[:20]))
    if command == "replay":
        (here / "game.txt").write_bytes((ROOT / "docs" / "game.txt").read_bytes())
    if command == "import":
        short = nd.replay({**GAMES[0], "turns": GAMES[0]["turns"][:4], "variant": "bga"})
        (here / "log.json").write_text(json.dumps(log_of(short, Form())))
    if command == "hint":
        (here / "sheet.txt").write_text(MIDDLE)
    if command == "sheet":
        (here / "drops.jsonl").write_text(line_text(some_drop()) + "\n")
    if command.startswith("omba "):
        (here / "game.txt").write_text(OMBA_GAME)
    if command == "scores":
        run("daily", "plain#1.0", "--submit", "game.json")
    found = [example for example in examples(command, run) if "--free-dice" not in example]
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


def test_all_that_names_the_program(run: Run) -> None:
    named = run("--version", "--json").json()
    assert named == run("--json", "--version").json() == version.installed()
    assert named["program"] == f"numberdrop {named['version']}" == version.PROGRAM
    assert named["signature"] == version.SIGNATURE
    assert named["weights"] == shipped().name
    assert named["build"] in ("portable", "native")
    assert named["python"] == platform.python_version()
    assert named["platform"]


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


# What goes wrong.

USAGE = {
    "unknown command of a group": ["lab", "foo"],
    "help of an unknown command": ["help", "foo"],
    "json of no command": ["--json"],
    "json before its command": ["--json", "daily"],
    "unknown command": ["shew"],
    "no position": ["show"],
    "one argument more": ["show", MIDDLE, "more"],
    "unknown option": ["show", MIDDLE, "--colour"],
    "option of another command": ["daily", "--top", "3"],
    "option without its value": ["hint", MIDDLE, "156*O", "--top"],
    "not a number": ["hint", MIDDLE, "156*O", "--top", "many"],
    "number out of range": ["hint", MIDDLE, "156*O", "--top", "0"],
    "negative number": ["lab", "selfplay", "--games", "-3", "--seed", "1"],
    "seed too large": ["lab", "selfplay", "--games", "1", "--seed", str(2**64)],
    "no seed": ["lab", "selfplay", "--games", "1"],
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
    "bad second roll": ["lab", "perft", START, "1463O", "1463Q"],
    "no roll": ["lab", "perft", START],
    "errors of no checkpoint": ["lab", "train", "--games", "128", "--errors", "0.5"],
    "errors counted twice": ["lab", "train", "--games", "128", "--resume", "none", "--errors", "2"],
    "a mean of no games": ["lab", "train", "--games", "128", "--averaging-window", "0"],
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
    "date of two readings": ["daily", "05/11/2026"],
    "year or number": ["daily", "2026"],
    "level in capitals": ["hint", MIDDLE, "156*O", "--level", "Fast"],
    "level of a review": ["review", "game.json", "--level", "slow"],
    "roll of two shapes": ["hint", MIDDLE, "156OT"],
    "roll in pieces": ["hint", MIDDLE, "1", "5", "6", "*", "O"],
    "losses that fall": ["review", "game.json", "--mistake", "5"],
    "a loss that is none": ["review", "game.json", "--blunder", "inf"],
    "seconds that are none": ["hint", MIDDLE, "156*O", "--seconds", "nan"],
    "value for a flag": ["daily", "--open=3"],
    "candidate that is not the day's": ["daily", "solo#2026-11-20.7"],
    "sheet on other paper": ["sheet", "--paper", "a6"],
    "sheet in another language": ["sheet", "--language", "de"],
    "sheet as another file": ["sheet", "--out", "sheet.png"],
    "sheet of two things": ["sheet", "2026-11-20", "--drops", "drops.jsonl"],
    "problems of no file": ["sheet", "--drops", "nowhere.jsonl"],
    "name of four letters": ["daily", "2026-11-20", "--submit", "-", "--name", "ABCD"],
    "game and rolls": ["daily", "2026-11-20", "--submit", "-", "--open"],
    "archive from no day": ["puzzles", "generate", "--from", "x", "--days", "1", "--out", "x"],
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
        *["lab", "selfplay", "--games", "1", "--seed", "1", "--out"],
        os.path.join("no", "games.jsonl"),
    ],
}


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["sheet", "--count", "3"], "--count: expected with --drops, --from or --archive; alone"),
        (["sheet", "--per-page", "2"], "--per-page: expected with --drops, --from or"),
        (["sheet", "--solution"], "--solution: expected with PUZZLE, --drops, --from or"),
        (["sheet", "--drops", "x", "1"], "--drops: expected without PUZZLE, which has no effect"),
        (["replay", "x", "--json", "--quiet"], "--json: expected without --quiet, which has"),
        (["puzzles", "verify", "x", "--deep", "--games", "1"], "--deep: expected without --games"),
        (
            ["hint", MIDDLE, "156*O", "--seat", "1"],
            f"--seat: expected a file with a record, got the position {MIDDLE!r}",
        ),
    ],
    ids=str,
)
def test_options_without_a_meaning_are_refused(argv: list[str], said: str, run: Run) -> None:
    done = run.fails(*argv)
    assert done.code == 2
    assert done.err.startswith(f"numberdrop: {said}"), done.err


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
    "text after JSON": ("[1] and more", "at column 5: Extra data, got 'and more'"),
    "a comma alone": ("[1,\n  ,\n2]", "at line 2, column 3: Expecting value, got ','"),
    "number without end": ('{"seed": -' + "7" * 5_000 + "}", "777' is too large"),
    "binary file": (bytes(range(256)), "expected text in UTF-8"),
    "not UTF-8": (json.dumps({**GAMES[0], "by": "?"}).encode().replace(b"?", b"\xe9"), "UTF-8"),
    "huge file": ("[" + " " * 5_000_000 + "]", "bytes"),
    "nested too deeply": ("[" * 50_000, "nested"),
    "duplicate keys": (json.dumps(GAMES[0])[:-1] + ', "variant": "bga"}', "twice"),
    "number": ("42", "expected JSON, or a game typed turn by turn, got '42'"),
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


@pytest.mark.parametrize(
    "words",
    [
        *("replay", "review", "daily 2026-11-20 --submit", "daily --archive", "puzzles verify"),
        *("puzzles export", "sheet --drops", "omba replay", "omba review", "max 2026-11-20 --out"),
        *("lab match easy hard --out", "lab selfplay --games 1 --seed 1 --out"),
        *(f"lab train --games 0 {option}" for option in ("--out", "--weights", "--resume")),
    ],
)
def test_empty_file_name_is_reported(words: str, run: Run, here: Path) -> None:
    done = run.fails(*words.split(), "")
    assert done.code == 2
    said = ("expected the name of a file, got ''", "expected the name of a file to write, got ''")
    assert done.err in [
        *(f"numberdrop: {one}\n" for one in said),
        "numberdrop: .: Is a directory\n",
    ]
    assert os.listdir(here) == []


def test_nested_list_is_not_a_record(run: Run, here: Path) -> None:
    (here / "game").write_text("[[]]")
    done = run("replay", "game")
    assert (done.code, done.out) == (1, "1 record, 0 legal\n")
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


def test_no_count_is_without_a_most() -> None:
    """One that nobody can wait for is refused, not begun."""
    counts = [
        (name, option.name)
        for name, command in commands()
        for option in command.params
        if option.metavar in ("COUNT", "NUMBER") and option.max is None
    ]
    # These name a result; an unknown one is an error.
    assert counts == [("scores", "record"), ("scores", "remove")]


def test_usage_says_where_help_is(run: Run) -> None:
    assert run.fails("hint").err == (
        "numberdrop: missing argument 'POSITION|FILE', see 'numberdrop hint --help'\n"
    )
    assert run.fails("shov").err.endswith("Did you mean 'show'? see 'numberdrop --help'\n")
    assert run.fails("DAILY").err.endswith("Did you mean 'daily'? see 'numberdrop --help'\n")
    assert run.fails("lab", "foo").err.endswith("see 'numberdrop lab --help'\n")
    assert run.fails("help", "foo").err.endswith("see 'numberdrop --help'\n")


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        ("daily --upto 21", "--upto: expected a whole number 0 to 20, got '21'"),
        ("daily --upto=x", "--upto: expected a whole number 0 to 20, got 'x'"),
        ("daily --upto", "--upto: expected a whole number 0 to 20 after it, got nothing"),
        ("daily --upto 3 --upto --open", "--upto: expected a whole number 0 to 20, got '--open'"),
        ("daily --uptoo 3", "no such option '--uptoo', did you mean '--upto'?"),
        ("daily --Open", "no such option '--Open', did you mean '--open'?"),
        ("daily -5", "no such option '-5'"),
        ("daily --open=3", "--open: expected no value, got '3'"),
        ("daily 6 7", "expected no more arguments, got '7'; put text with blanks in quotes"),
        ("hint x 156*O --seconds 0", "--seconds: expected a number 0.001 to 100000000, got '0'"),
        ("hint x 156*O --level", "--level: expected LEVEL after it, got nothing"),
        (
            "lab selfplay --games 0 --seed 1",
            "--games: expected a whole number 1 to 1000000, got '0'",
        ),
        ("lab selfplay --games 3", "missing option '--seed'"),
        ("review x --mistake a", "--mistake: expected a number, got 'a'"),
        ("puzzles verify", "missing argument 'FILE'"),
    ],
)
def test_usage_error_is_one_sentence(argv: str, words: str, run: Run) -> None:
    done = run.fails(*argv.split())
    assert done.code == 2
    assert done.err.startswith(f"numberdrop: {words}")
    assert re.search(r"(, |\?) ?see 'numberdrop [a-z ]+ --help'\n$", done.err)


def test_unknown_option_value_gets_a_suggestion(run: Run) -> None:
    for argv, words in (
        (["hint", MIDDLE, "156*O", "--level", "Fast"], "fast, strong or deep, got 'Fast'"),
        (["sheet", "--paper", "A4"], "a4, letter, a5 or booklet, got 'A4'"),
        (["puzzles", "export", "days.jsonl", "--form", "CSV"], "csv or json, got 'CSV'"),
    ):
        done = run.fails(*argv)
        assert done.code == 2
        assert f"{argv[-2]}: expected {words}, did you mean {argv[-1].lower()!r}?" in done.err
    assert "mean" not in run.fails("hint", MIDDLE, "156*O", "--level", "").err


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (KeyboardInterrupt(), 130, "interrupted"),
        (OSError(28, "No space left on device"), 1, "stdout: No space left on device"),
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

    monkeypatch.setattr("numberdrop.puzzles.deal_puzzle.puzzle_of", fails)
    assert run.fails("daily") == Done(code, "", f"numberdrop: {words}\n")


def test_a_fault_of_the_program_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("numberdrop.puzzles.deal_puzzle.puzzle_of", fails)
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
        ("numberdrop daily 2026-11-20 --submit - <&-", 1, "stdin is closed"),
        ("numberdrop daily > /dev/full", 1, "stdout: No space left on device"),
    ],
)
def test_streams_that_are_shut(command: str, code: int, err: str) -> None:
    assert shell(command) == (code, "", f"numberdrop: {err}\n")


def test_closed_pipe_is_not_an_error() -> None:
    assert shell("numberdrop daily | true; exit ${PIPESTATUS[0]}") == (141, "", "")


def test_without_stderr_nothing_goes_to_stdout() -> None:
    assert shell("numberdrop show x 2>&-") == (2, "", "")


def test_an_interrupt_stops_the_core() -> None:
    words = ["lab", "perft", START, "1463L", "*153*", "*153*", "*153*"]
    with subprocess.Popen(
        [*PROGRAM, *words], env=ENVIRON, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().split()[:2] == [b"1", b"1463L"]
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=TIMEOUT) == 130
        assert process.stderr.read() == b"numberdrop: interrupted\n"


@pytest.mark.parametrize("argv", [["sheet", "~#3\0", "--out", "x.svg"], ["show\0"], ["\0"]])
def test_argument_with_nul_is_wrong_usage(argv: list[str], run: Run) -> None:
    done = run.fails(*argv)
    assert done.code == 2
    assert done.err.startswith("numberdrop: expected arguments without NUL characters, got '")
