"""The commands daily and scores."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

import numberdrop as nd
from commands import GAMES, Done, Run, start
from numberdrop.plan.hints.selfplay import play_game
from numberdrop.puzzles.archive.lines import to_json
from numberdrop.puzzles.daily import daily_deal, parse_date
from numberdrop.puzzles.names import literal_id
from numberdrop.puzzles.puzzle import daily_puzzle
from samples import some_days
from schemas import validator

pytestmark = pytest.mark.usefixtures("here")

# daily


def test_daily(run: Run) -> None:
    done = run("daily", "2026-11-20")
    assert done.code == 0
    assert "daily puzzle 2026-11-20 (rulebook)" in done.out
    rolls = daily_puzzle(parse_date("2026-11-20")).to_json()["rolls"]
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
    shipped = some_days()[0]
    monkeypatch.setattr("numberdrop.puzzles.archive.shipped.shipped_entry", lambda *_: shipped)
    line = to_json(shipped)
    (here / "game.json").write_text(json.dumps(line["best"]["solution"]))
    done = run("daily", "2026-11-20", "--submit", "game.json", "--json")
    found = done.json()
    assert found["score"] == line["best"]["score"]
    assert found["medal"] in ("gold", "perfect")
    assert found["share"].startswith("Number Drop #1 2026-11-20: ")
    validator("puzzle.schema.json").validate(run("daily", "2026-11-20", "--hint", "--json").json())


def test_nothing_is_spoiled_unless_asked_for(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = some_days()[0]
    monkeypatch.setattr("numberdrop.puzzles.archive.shipped.shipped_entry", lambda *_: shipped)
    line = to_json(shipped)
    turns = [str(nd.Turn.from_json(turn)) for turn in line["best"]["solution"]["turns"]]
    for quiet in ([], ["--open"], ["--hint"], ["--upto", "20"]):
        out = run("daily", "2026-11-20", *quiet).out
        assert not any(turn in out for turn in turns)
        assert (f"best    {line['best']['score']} " in out) == ("--hint" in quiet)
    out = run("daily", "2026-11-20", "--solution").out
    assert all(turn in out for turn in turns)
    assert "solution" not in run("daily", "2026-11-20", "--json", "--hint").json()["best"]
    assert run("daily", "2026-11-20", "--json", "--solution").json() == line
    assert run("daily", "2026-11-20", "--json").json()["best"] is None


def test_a_hint_says_whether_the_best_score_is_proved(run: Run) -> None:
    assert "best    100 PROVED by counting" in run("daily", "2026-11-20", "--hint").out
    assert "best    98 BEST FOUND, 100 at the most" in run("daily", "2026-11-28", "--hint").out


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
