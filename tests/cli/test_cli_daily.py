"""The commands daily and scores."""

from __future__ import annotations

import json
import os
import pty
import re
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path

import pytest

import numberdrop as nd
from commands import ENVIRON, GAMES, PROGRAM, TIMEOUT, Done, Run, read_to_end, start
from numberdrop.plan.hints.selfplay import play_game
from numberdrop.puzzles.archive.entry_text import line_text, to_json
from numberdrop.puzzles.archive.shipped import player_key
from numberdrop.puzzles.daily import daily_deal, parse_date
from numberdrop.puzzles.deal_puzzle import daily_puzzle
from numberdrop.puzzles.names import literal_id
from numberdrop.puzzles.results import Results
from samples import some_days
from schemas import validator

pytestmark = pytest.mark.usefixtures("here")

# daily


def test_daily_shows_no_roll_before_the_first_cell_is_chosen(run: Run) -> None:
    rolls = daily_puzzle(parse_date("2026-11-20")).to_json()["rolls"]

    def shown(*more: str) -> list[str]:
        done = run("daily", "2026-11-20", *more)
        assert done.code == 0
        return [roll for roll in rolls if roll in done.out]

    done = run("daily", "2026-11-20")
    assert "daily puzzle 2026-11-20 (rulebook)" in done.out
    assert "tiles   A T" in done.out
    assert "Write a 1 in any cell of row 1" in done.out
    assert "numberdrop daily 2026-11-20 --start d1\n" in done.out
    for quiet in ([], ["--known"], ["--upto", "0"], ["--upto", "0", "--start", "a1"]):
        assert shown(*quiet) == []
    for cell in ("d1", "D", " d "):
        assert shown("--start", cell) == rolls[:1]
        out = run("daily", "2026-11-20", "--start", cell).out
        assert "start   ...1... -:-:- T0,S0,O0,I0,L0 1\n" in out
    assert shown("--start", "d1", "--upto", "3") == rolls[:3]
    assert shown("--open") == rolls
    for count in (1, 7, 20):
        assert shown("--upto", str(count)) == rolls[:count]
        out = run("daily", "2026-11-20", "--upto", str(count)).out
        assert ("--open" in out) == (count < 20)
    for wrong in ("x", "d2", "", "a1b1"):
        assert "start: expected a cell of row 1" in run.fails("daily", "--start", wrong).err


def test_daily_asks_for_the_first_cell_at_a_terminal() -> None:
    rolls = daily_puzzle(parse_date("2026-11-20")).to_json()["rolls"]
    before, asked, after = conversation(["z", "D"]).partition("Your 1, a to g")
    assert asked
    assert rolls[0] not in before
    assert "start: expected a cell of row 1" in after
    assert "start   ...1... -:-:- T0,S0,O0,I0,L0 1" in after
    assert [roll for roll in rolls if roll in after] == rolls[:1]
    later = conversation([""])
    assert not any(roll in later for roll in rolls)
    assert "--start d1" in later


def conversation(answers: list[str]) -> str:
    """What a terminal shows of `daily 2026-11-20` with someone before it who answers so."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*PROGRAM, "daily", "2026-11-20"],
        env={**ENVIRON, "TERM": "xterm"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    ) as process:
        os.close(theirs)
        os.write(ours, "".join(f"{answer}\n" for answer in answers).encode())
        got = b"".join(read_to_end(ours))
        assert process.wait(timeout=TIMEOUT) == 0
    os.close(ours)
    return got.decode()


def test_daily_hint_says_where_to_start_before_the_first_roll(run: Run) -> None:
    for words in ("the 1 in", "a1 or g1", "  d1\n"):
        assert words in run("daily", "2026-11-20", "--known").out
    assert "the 1 in" not in run("daily", "2026-11-20", "--known", "--start", "d1").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--name ABC", "--name: expected with --submit; alone it has no effect"),
        ("--submit x --known", "--submit: expected without --known, which has no effect with it"),
        ("--submit x --start d1 --open", "--submit: expected without --start and --open, which"),
        ("--json --upto 3", "--json: expected without --upto,"),
        ("--json --start d", "--json: expected without --start,"),
        ("--open --upto 3", "--open: expected without --upto,"),
        ("--solution --upto 3", "--solution: expected without --upto,"),
    ],
)
def test_options_without_a_meaning_are_refused(words: str, said: str, run: Run) -> None:
    done = run.fails("daily", "2026-11-20", *words.split())
    assert done.code == 2
    assert done.err.startswith(f"numberdrop: {said}"), done.err


def test_daily_knows_the_dice_of_a_day(run: Run) -> None:
    literal = literal_id(daily_deal(parse_date("2026-11-25")))
    for name in ("2026-11-25", literal):
        out = run("daily", name, "--known", "--upto", "0").out
        assert "best    100 PROVED by counting (archive, numberdrop 0.1.0)\n" in out


def test_daily_prints_its_day(run: Run) -> None:
    assert "number 1, recipe solo#2026-11-20.0" in run("daily", "2026-11-20").out
    assert "number 832," in run("daily", "2029-02-28").out
    assert "number" not in run("daily", "2026-11-19").out.split("\n")[1]
    assert (
        "this day is before the first numbered puzzle, 2026-11-20" in run("daily", "0001-01-01").out
    )
    assert "this day is in the future: today is 2" in run("daily", "9999-12-31").out
    assert "2028-02-29 (rulebook)" in run("daily", "2028-02-29").out
    assert "got '2027-02-29'" in run.fails("daily", "2027-02-29").err


def test_daily_takes_the_dice_themselves(run: Run) -> None:
    literal = literal_id(daily_deal(parse_date("2026-11-20")))
    found = run("daily", literal, "--json").json()
    validator("puzzle.schema.json").validate(found)
    there = daily_puzzle(parse_date("2026-11-20")).to_json()
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
    puzzle = daily_puzzle(parse_date("2026-11-20")).to_json()
    assert done.out == json.dumps(puzzle, indent=2, ensure_ascii=False) + "\n"
    validator("puzzle.schema.json").validate(done.json())


def test_daily_is_the_same_bytes_under_every_locale() -> None:
    plain = {"PYTHONIOENCODING": "utf-16", "PYTHONUTF8": "0", "LC_ALL": "C"}
    done = start("daily", "2026-11-20", "--json", **plain)
    puzzle = daily_puzzle(parse_date("2026-11-20")).to_json()
    assert done.stdout == (json.dumps(puzzle, indent=2) + "\n").encode()


def test_daily_without_a_date_is_of_today(run: Run) -> None:
    before = time.strftime("%Y-%m-%d", time.gmtime())
    shown = run("daily").out.split()[4]
    assert before <= shown <= time.strftime("%Y-%m-%d", time.gmtime())


# daily --submit


def submitted(here: Path, run: Run, *more: str) -> Done:
    (here / "game.json").write_text(json.dumps(GAMES[0]))
    return run("daily", "plain#1.0", "--submit", "game.json", *more)


def test_a_game_is_submitted_and_stands_in_the_table(run: Run, here: Path) -> None:
    total = GAMES[0]["result"]["final"]["total"]
    done = submitted(here, run, "--name", "abc")
    assert done.code == 0
    assert f"Number Drop plain#1.0: {total}\n" in done.out
    again = submitted(here, run, "--name", "ABC")
    assert again.err == "the same game of ABC is already saved, as result 1\n"
    assert f"{total}  ABC  plain#1.0" in run("scores").out
    table = run("scores", "--json").json()
    assert [result["score"] for result in table["results"]] == [total]
    assert table["streaks"] == {"ABC": {"now": 0, "most": 0}}
    assert run("scores", "2026-11-20", "--json").json()["results"] == []


def test_a_game_with_the_numbers_of_a_roll_in_another_order_is_stored_once(
    run: Run, here: Path
) -> None:
    (here / "game.json").write_text(json.dumps(GAMES[0]), "utf-8")
    first = submitted(here, run, "--json").json()
    record = json.loads(json.dumps(GAMES[0]))
    for turn in record["turns"]:
        turn["roll"] = turn["roll"][3::-1] + turn["roll"][4]
    assert record["turns"] != GAMES[0]["turns"]
    (here / "game.json").write_text(json.dumps(record), "utf-8")
    again = submitted(here, run, "--json").json()
    assert (first["kept"], again["kept"]) == (True, False)
    assert again["number"] == first["number"]


def test_a_typed_game_is_submitted(run: Run, here: Path) -> None:
    game = play_game(1, 0)
    (here / "game.txt").write_text("\n".join([game.start[0], *map(str, game.turns)]))
    found = run("daily", "plain#1.0", "--submit", "game.txt", "--json").json()
    assert (found["name"], found["kept"], found["number"]) == ("YOU", True, 1)
    assert found["medal"] is None


def test_a_game_on_the_puzzle_of_a_day_earns_its_medal(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = some_days()[0]
    monkeypatch.setattr("numberdrop.puzzles.archive.shipped.shipped_entry", lambda *_: shipped)
    line, people = to_json(shipped), shipped.simulated
    assert people
    (here / "game.json").write_text(json.dumps(line["best"]["solution"]))
    done = run("daily", "2026-11-20", "--submit", "game.json", "--json")
    found = done.json()
    assert found["score"] == line["best"]["score"]
    assert found["medal"] in ("master", "perfect")
    assert found["luck"] == dict(zip(("figure", "word"), people.luck(), strict=True))
    assert found["share"].startswith("Number Drop #1 2026-11-20: ")
    validator("puzzle.schema.json").validate(run("daily", "2026-11-20", "--known", "--json").json())


def test_nothing_is_spoiled_unless_asked_for(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = some_days()[0]
    monkeypatch.setattr("numberdrop.puzzles.archive.shipped.shipped_entry", lambda *_: shipped)
    line = to_json(shipped)
    turns = [str(nd.Turn.from_json(turn)) for turn in line["best"]["solution"]["turns"]]
    for quiet in ([], ["--open"], ["--known"], ["--upto", "20"]):
        out = " ".join(run("daily", "2026-11-20", *quiet).out.split())  # turns may take two lines
        assert not any(turn in out for turn in turns)
        assert (f"best {line['best']['score']} " in out) == ("--known" in quiet)
    out = " ".join(run("daily", "2026-11-20", "--solution").out.split())
    assert all(turn in out for turn in turns)
    assert "solution" not in run("daily", "2026-11-20", "--json", "--known").json()["best"]
    assert run("daily", "2026-11-20", "--json", "--solution").json() == line
    assert run("daily", "2026-11-20", "--json").json()["best"] is None


def test_a_hint_says_whether_the_best_score_is_proved(run: Run) -> None:
    assert "best    100 PROVED by counting" in run("daily", "2026-11-20", "--known").out
    assert "best    92 BEST FOUND, at most 100" in run("daily", "2027-11-04", "--known").out


def test_an_edited_record_is_refused_and_not_kept(run: Run, here: Path) -> None:
    record = json.loads(json.dumps(GAMES[0]))
    record["turns"][2]["slides"] = []
    (here / "game.json").write_text(json.dumps(record))
    done = run.fails("daily", "plain#1.0", "--submit", "game.json")
    assert done.code == 1
    assert done.err.startswith("numberdrop: game.json: turn 3: ")
    assert run("scores", "--json").json()["results"] == []


def test_game_for_another_day_names_its_first_roll(run: Run, here: Path) -> None:
    deal = daily_deal(parse_date("2026-11-25"))
    (here / "game.txt").write_text(f"d1\n{deal.rolls[0]} A d2=4,d3=4,d4=4,e2=5\n")
    done = run.fails("daily", "2026-11-24", "--submit", "game.txt")
    assert done.code == 1
    assert "game.txt: roll 1 of this puzzle is 4165*, the game's is 4445T" in done.err
    assert not (here / "data").exists()


def test_game_that_ends_too_early_is_reported(run: Run, here: Path) -> None:
    game = play_game(1, 0)
    (here / "game.txt").write_text("\n".join([game.start[0], *map(str, game.turns[:3])]))
    done = run.fails("daily", "plain#1.0", "--submit", "game.txt")
    assert "turn 4: the game goes on: expected another turn" in done.err


# A database that can't be read or written


def spoiled(how: str, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = here / "data"
    if how == "no folder":
        data.write_text("a file")
    elif how == "no home":
        monkeypatch.delenv("NUMBERDROP_DATA")
        monkeypatch.delenv("XDG_DATA_HOME", raising=False)
        monkeypatch.setenv("HOME", str(here / "nowhere"))
    elif how == "no file":
        (data / "results.sqlite").mkdir(parents=True)
    else:
        data.mkdir()
        (data / "results.sqlite").write_bytes(b"no database" * 100)


HOW = ["no folder", "no home", "no file", "no database"]


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("puzzle", ["plain#1.0", "2026-11-20"])
def test_a_result_that_cannot_be_kept_is_shown(
    how: str, puzzle: str, run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "game.json").write_text(json.dumps(GAMES[0]))
    if puzzle == "2026-11-20":
        best = run("daily", puzzle, "--json", "--solution").json()["best"]
        (here / "game.json").write_text(json.dumps(best["solution"]))
    spoiled(how, here, monkeypatch)
    done = run("daily", puzzle, "--submit", "game.json")
    assert done.code == 1
    assert " points (rows " in done.out
    assert f" {puzzle}: " in done.out.split("\n")[-4]
    assert re.fullmatch(r"numberdrop: the result could not be saved: .*\n", done.err)
    found = run("daily", puzzle, "--submit", "game.json", "--json")
    assert (found.code, found.err) == (1, done.err)
    assert (found.json()["kept"], found.json()["number"]) == (False, None)
    assert found.json()["share"] in done.out


@pytest.mark.parametrize("how", HOW)
def test_a_puzzle_is_shown_whatever_the_database(
    how: str, run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoiled(how, here, monkeypatch)
    done = run("daily", "0033-04-03")
    assert done.code == 0
    assert "daily puzzle 0033-04-03" in done.out
    is_there = how.startswith(("no file", "no database"))
    assert bool(re.fullmatch(r"warning: [^\n]+results\.sqlite: [^\n]+\n", done.err)) == is_there
    assert run("scores").code == (0 if how == "no home" else 1)


def test_a_database_that_is_held_is_not_waited_for(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A moment to read; a result waits longer, and is shown before."""
    submitted(here, run)
    with closing(sqlite3.connect(here / "data" / "results.sqlite", isolation_level=None)) as other:
        other.execute("begin exclusive")
        shown = run("daily", "2025-01-02")
        assert (shown.code, shown.err.count("\n")) == (0, 1)
        assert "results.sqlite: locked by another program" in shown.err
        monkeypatch.setattr("numberdrop.database.interface.WRITE_TIMEOUT", 0)
        done = submitted(here, run, "--name", "DEF")
        assert done.code == 1
        assert "Number Drop plain#1.0: " in done.out
        saved = r"numberdrop: the result could not be saved: .* locked by another program\n"
        assert re.fullmatch(saved, done.err)


def test_a_result_is_kept_though_nobody_reads_what_is_said(here: Path) -> None:
    (here / "game.json").write_text(json.dumps(GAMES[0]))
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [*PROGRAM, "daily", "plain#1.0", "--submit", "game.json"],
        stdout=writer,
        stderr=subprocess.PIPE,
        env={**ENVIRON, "NUMBERDROP_DATA": str(here / "data")},
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")
    assert len(Results(here / "data").all()[0]) == 1


@pytest.mark.parametrize("line", ["'{'", "x'7b'", "''", "char(27)||'[2J'", "replace(line,'2','3')"])
def test_a_kept_entry_that_was_changed_is_named_and_made_again(
    line: str, run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, monday = some_days()[0], "2026-11-20"
    monkeypatch.setattr("numberdrop.puzzles.archive.shipped.shipped_entry", lambda *_: None)
    monkeypatch.setattr(
        "numberdrop.puzzles.archive.make_entries.daily_entry", lambda *_, **__: kept
    )
    results = Results(here / "data")
    results.keep_entry(monday, player_key(), line_text(kept))
    with closing(sqlite3.connect(results.path)) as other:
        other.execute(f"update lines set line = {line}")
        other.commit()
    shown = run("daily", monday)
    assert shown.code == 0
    assert re.fullmatch(rf"warning: [^\n]+, entry of {monday}[:,][^\n]+\n", shown.err)
    assert shown.err.rstrip("\n").isprintable()
    assert kept.best
    (here / "game.json").write_text(json.dumps(kept.best.solution))
    done = run("daily", monday, "--submit", "game.json")
    assert done.code == 0
    assert done.err.startswith(shown.err)
    assert "medal    " in done.out
    assert run("daily", monday).err == ""


# The text to share


def test_rows_in_the_text_to_share_are_counted_on_the_sheet(run: Run, here: Path) -> None:
    """Not taken from the points, of which rows past the line have taken some away."""
    same = "IOTLS:" + ",".join(["4567I"] * 20)
    turns = ("g1=4,g2=5,g3=6,g4=7", "g5=4,g6=5,g7=6,g8=7", "g9=4,g10=5,g11=6,g12=7")
    lines = [f"4567I {tile} {place}" for tile, place in zip("AAB", turns, strict=True)]
    (here / "game.txt").write_text("\n".join(["a1", *lines]))
    found = run("daily", same, "--submit", "game.txt", "--json").json()
    assert (found["score"], found["rows"], found["puzzle"]) == (-5, 0, same)
    boxes = "⬜" * 5
    assert found["share"] == f"Number Drop dice fc4aa147: -5\n{boxes}\n{boxes} 0 rows"
