"""The command scores."""

from __future__ import annotations

import io
import json
import random
import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from commands import GAMES, Run
from numberdrop.puzzles.results import Results
from numberdrop.puzzles.scores import Result
from numberdrop.sessions import Store
from numberdrop.sessions.outcome import save_result
from schemas import validator
from sessions import ended


@pytest.fixture
def results(here: Path) -> Results:
    """Three results: the first one again, and one of another name on another puzzle."""
    found = Results(here / "data")
    for number, name in enumerate(("ABC", "ABC", "DEF")):
        puzzle = f"plain#1.{number // 2}"
        one = Result(puzzle, "rulebook", name, 50 + number, "gold", date(2026, 11, 25))
        found.add(one, GAMES[number])
    return found


def change(results: Results, statement: str) -> None:
    with closing(sqlite3.connect(results.path)) as database:
        database.execute(statement)
        database.commit()


def test_the_table_has_the_first_result_of_each_name(run: Run, results: Results) -> None:
    lines = run("scores").out.split("\n")
    assert [line for line in lines if "plain" in line] == [
        "  52  DEF  plain#1.1   gold",
        "  50  ABC  plain#1.0   gold",
    ]
    assert "DEF" not in run("scores", "plain#1.0").out.split("in a row")[0].partition("\n\n")[0]
    found = run("scores", "--json").json()
    assert [one["number"] for one in found["results"]] == [3, 1]
    assert found["problems"] == []
    assert [one["number"] for one in run("scores", "plain#1.0", "--json").json()["results"]] == [1]


def test_statistics_of_each_name_have_bars(run: Run, results: Results) -> None:
    assert run("scores", "--stats").out == (
        "ABC  1 game, 50.0 points on average, best 50\n"
        "     gold 1\n"
        "       50 to  59  █ 1\n\n"
        "DEF  1 game, 52.0 points on average, best 52\n"
        "     gold 1\n"
        "       50 to  59  █ 1\n"
    )
    assert run("scores", "--stats", "--json").json() == run("scores", "--json").json()


def test_a_result_that_a_killed_program_left_is_there(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And once it is removed it is so for good, whatever is done with its game."""
    kept = ended(Store(here / "data"), random.Random(1), kind="solo", seed=9)
    [found] = run("scores", "--json").json()["results"]
    assert (found["puzzle"], found["name"]) == ("plain#9.0", "YOU")
    assert run("scores", "--remove", "1").code == 0
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert run("play", "--resume", kept.id, "--plain").code == 0
    assert run("play", "--list").code == 0
    assert run("scores", "--all").out == "no results\n"


def test_a_result_that_a_killed_program_left_is_removed_for_good(run: Run, here: Path) -> None:
    """The program was killed after the result was kept, and before that was noted."""
    store, results = Store(here / "data"), Results(here / "data")
    kept = ended(store, random.Random(1), kind="solo", seed=9)
    save_result(kept.session, "YOU", date(2026, 11, 25), results)
    assert store.unscored() == (kept.id,)
    assert run("scores", "--remove", "1").code == 0
    assert run("scores", "--all").out == "no results\n"


def test_only_the_highest_are_shown(run: Run, results: Results) -> None:
    assert run("scores", "--top", "1").out.count("plain") == 1
    assert [one["number"] for one in run("scores", "--top", "1", "--json").json()["results"]] == [3]


def test_all_results_are_listed_with_their_numbers(run: Run, results: Results) -> None:
    assert run("scores", "--all").out == (
        "   1  2026-11-25    50  ABC  plain#1.0   gold\n"
        "   2  2026-11-25    51  ABC  plain#1.0   gold\n"
        "   3  2026-11-25    52  DEF  plain#1.1   gold\n"
    )
    found = run("scores", "--all", "--json").json()["results"]
    assert [one["number"] for one in found] == [1, 2, 3]
    assert run("scores", "plain#1.1", "--all").out.count("\n") == 1
    assert "no results" in run("scores", "plain#7.7", "--all").out


def test_a_game_is_written_as_a_record(run: Run, results: Results, here: Path) -> None:
    assert run("scores", "--record", "2").json() == GAMES[1]
    assert run("scores", "--record", "2", "--json").json() == GAMES[1]
    done = run("scores", "--record", "3", "--out", "game.json")
    assert (done.code, done.out, done.err) == (0, "", "")
    assert json.loads((here / "game.json").read_text()) == GAMES[2]
    assert run("replay", "game.json", "--json").json() == GAMES[2]


def test_removed_result_is_reported(run: Run, results: Results) -> None:
    done = run("scores", "--remove", "1")
    assert done.out == "removed result 1: 50 points by ABC on plain#1.0, submitted on 2026-11-25\n"
    assert [one.number for one in results.all()[0]] == [2, 3]
    found = run("scores", "--remove", "3", "--json").json()
    assert (found["removed"], found["result"]["name"]) == (3, "DEF")
    assert run.fails("scores", "--remove", "3").code == 1


@pytest.mark.parametrize("option", ["--record", "--remove"])
@pytest.mark.parametrize("number", ["4", "0", "-1", str(10**30)])
def test_wrong_number_is_reported(option: str, number: str, run: Run, results: Results) -> None:
    done = run.fails("scores", option, number)
    assert done.code == 1
    assert done.err.endswith(f"results.sqlite: there is no result {number}\n")


@pytest.mark.parametrize(
    "options",
    [
        ["--record", "1", "--remove", "1"],
        ["--record", "1", "--all"],
        ["--record", "1", "--top", "3"],
        ["plain#1.0", "--record", "1"],
        ["plain#1.0", "--remove", "1"],
        ["--remove", "1", "--all"],
        ["--remove", "1", "--out", "x.json"],
        ["--all", "--top", "3"],
        ["--out", "x.json"],
        ["--record", "one"],
        ["--remove", ""],
    ],
)
def test_options_that_mean_nothing_are_refused(
    options: list[str], run: Run, results: Results, here: Path
) -> None:
    assert run.fails("scores", *options).code == 2
    assert len(results.all()[0]) == 3
    assert not (here / "x.json").exists()


def test_record_does_not_overwrite_the_database(run: Run, results: Results, here: Path) -> None:
    (here / "link").symlink_to(results.path)
    for name in ("link", "data/results.sqlite"):
        assert run.fails("scores", "--record", "1", "--out", name).code == 2
    assert len(results.all()[0]) == 3


def test_rows_that_were_changed_are_named_and_passed_over(run: Run, results: Results) -> None:
    change(results, "update results set name = char(27) || '[2J' where number = 1")
    done = run("scores")
    assert done.code == 0
    assert "DEF" in done.out
    assert "\x1b[2J" not in done.out + done.err
    [line] = done.err.splitlines()
    assert line.startswith("warning: ")
    assert ", result 1, name: expected three letters A to Z or digits, got " in line
    found = run("scores", "--json").json()
    assert [one["number"] for one in found["results"]] == [3, 2]
    assert f"warning: {found['problems'][0]}: skipped" == line
    assert run("scores", "--remove", "1").out == "removed result 1, which could not be read\n"
    assert run("scores").err == ""


def test_a_few_of_many_changed_rows_are_named(run: Run, results: Results) -> None:
    change(
        results,
        "with recursive n(i) as (select 1 union all select i + 1 from n where i < 50) "
        "insert into results (puzzle, variant, name, score, day, record, digest) "
        "select 'plain#2.' || i, 'rulebook', 'ABC', 50, 'never', '{}', 'd' from n",
    )
    done = run("scores")
    assert done.code == 0
    assert len(done.err.splitlines()) == 6
    assert done.err.endswith("warning: 45 more results like these skipped\n")
    assert len(run("scores", "--json").json()["problems"]) == 50


def test_edited_record_is_reported(run: Run, results: Results, here: Path) -> None:
    change(results, "update results set record = '{\"\x1b\": {}' where number = 1")
    (here / "game.json").write_text("before")
    for more in ([], ["--out", "game.json"], ["--json"]):
        done = run.fails("scores", "--record", "1", *more)
        assert done.code == 1
        assert ", result 1, record: expected JSON" in done.err
        assert "\x1b" not in done.err
    assert (here / "game.json").read_text() == "before"


def test_an_empty_file_has_no_results(run: Run, here: Path) -> None:
    (here / "data").mkdir()
    (here / "data" / "results.sqlite").touch()
    found = run("scores", "--json").json()
    validator("api.schema.json#/$defs/scores").validate(found)
    assert (found["results"], found["streaks"], found["problems"]) == ([], {}, [])
    assert found["statistics"] == {}
    assert run("scores", "--stats").out == "no results\n"
    assert run("scores").code == 0
    assert run("scores", "2026-11-20").code == 0
    assert run.fails("scores", "--record", "1").code == 1
    assert (here / "data" / "results.sqlite").read_bytes() == b""
