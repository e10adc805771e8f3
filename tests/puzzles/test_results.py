"""Results of players: judged by replay, kept once, lost never."""

from __future__ import annotations

import datetime
import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import numberdrop as nd
from commands import ENVIRON
from numberdrop.plan.hints.selfplay import play_game
from numberdrop.puzzles.results import (
    Result,
    Results,
    data_folder,
    first_results,
    parse_player,
    streaks,
)
from numberdrop.puzzles.submit import judge, parse_game
from numberdrop.puzzles.targets import (
    Difficulty,
    Targets,
    difficulty_of,
    place_among,
    quantile,
    rung_of,
    targets_of,
)
from numberdrop.rules import LADDER
from numberdrop.view.scores import draw_scores, draw_verdict, share_line
from samples import some_days

DAY = datetime.date(2026, 11, 20)
GAME = play_game(1, 0)
DEAL = nd.plain_deal(1, 0)


def result(number: int = 0, name: str = "ABC", score: int = 50, **more: Any) -> Result:
    day = DAY + datetime.timedelta(number)
    values = {"puzzle": day.isoformat(), "variant": "rulebook", "medal": None, "day": day}
    return Result(**{**values, "name": name, "score": score, "record": {"number": number}, **more})


# Targets


def test_quartiles_are_scores_of_the_list() -> None:
    assert [quantile(range(101), quarter) for quarter in range(5)] == [0, 25, 50, 75, 100]
    assert [quantile([5, 1, 3], quarter) for quarter in range(5)] == [1, 3, 3, 5, 5]
    assert quantile([7], 3) == 7


def test_medals_follow_from_the_games() -> None:
    scores = list(range(40, 81))
    assert targets_of(scores, 64, None, 100) == Targets(50, 60, 70)
    assert targets_of(scores, 77, None, 100).gold == 77
    assert targets_of(scores, 64, 92, 92).perfect == 92
    assert targets_of(scores, 64, 92, 93).perfect is None
    assert targets_of(scores, 64, 65, 65).gold == 65


@pytest.mark.parametrize(
    ("score", "medal"),
    [(49, None), (50, "bronze"), (60, "silver"), (69, "silver"), (91, "gold"), (92, "perfect")],
)
def test_a_score_earns_the_highest_medal_it_reaches(score: int, medal: str | None) -> None:
    targets = Targets(50, 60, 70, 92)
    assert targets.medal_of(score) == medal
    assert Targets.from_json(targets.to_json()) == targets
    assert Targets(50, 60, 70).medal_of(100) == "gold"


def test_the_ladder_is_the_rulebooks() -> None:
    assert [rung_of(score) for score in (100, 99, 60, 13, 12)] == [99, 99, 55, 13, None]
    assert sorted(LADDER, reverse=True) == list(LADDER)


def test_the_place_among_games_counts_ties_half() -> None:
    assert place_among(5, [1, 5, 9]) == 50
    assert (place_among(0, [1, 2]), place_among(3, [1, 2])) == (0, 100)


def test_a_day_is_harder_the_further_the_median_stays_below() -> None:
    assert difficulty_of(100, [70], 0) == Difficulty(30, "gentle")
    assert difficulty_of(100, [40], 5) == Difficulty(65, "fierce")


# Judging


def typed(game: nd.Game = GAME) -> str:
    return "\n".join([game.start[0], "", *map(str, game.turns)])


@pytest.mark.parametrize("text", [json.dumps(GAME.to_record()), typed()], ids=["record", "typed"])
def test_a_game_is_replayed(text: str) -> None:
    game = parse_game(text, DEAL, nd.Variant(), "game")
    assert game.to_record() == GAME.to_record()


def forged(**change: Any) -> str:
    return json.dumps({**GAME.to_record(), **change})


def other_turn() -> str:
    record = json.loads(json.dumps(GAME.to_record()))
    record["turns"][3]["place"] = {"a14": 1, "b14": 1, "c14": 1, "d14": 1}
    return json.dumps(record)


BAD = {
    "nothing": ("", "expected a game, got an empty text"),
    "no game": ("{}", "expected the key 'format'"),
    "a list": ("[]", "expected an object"),
    "other tiles": (forged(tiles=GAME.to_record()["tiles"][::-1]), ""),
    "other rolls": (json.dumps(play_game(1, 1).to_record()), "expected a solo game on the tiles"),
    "a forged turn": (other_turn(), "turn 4: "),
    "unfinished": (forged(turns=GAME.to_record()["turns"][:5]), "turn 6: the game goes on"),
    "too long": (typed() + "\n" + str(GAME.turns[-1]), "the game ended"),
    "no start": ("k9\n", "k9"),
    "no turn": ("d1\nhello", "turn 1: "),
    "words": ("d1 and so on", "expected"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_forged_or_broken_game_is_refused(name: str) -> None:
    text, words = BAD[name]
    with pytest.raises(nd.NumberdropError) as caught:
        parse_game(text, DEAL, nd.Variant(), "game")
    assert words in str(caught.value)


def test_what_a_record_claims_of_itself_is_not_believed() -> None:
    record = GAME.to_record()
    record["result"]["final"]["total"] = 100
    game = parse_game(json.dumps(record), DEAL, nd.Variant(), "game")
    verdict = judge(game, some_days()[0])
    assert verdict.score == GAME.to_record()["result"]["final"]["total"]
    assert verdict.above == 0
    assert verdict.medal in ("bronze", "silver", "gold", None)
    assert judge(game, None).medal is None


def test_a_line_to_share_spoils_nothing() -> None:
    verdict = judge(GAME, some_days()[0])
    line = share_line(verdict, "2026-11-20", DAY)
    assert line.startswith(f"Number Drop #1 2026-11-20: {verdict.score}")
    assert line.count("\n") == 0
    assert line.isascii()
    drawn = draw_verdict(verdict, some_days()[0], line)
    assert drawn.endswith(line)
    assert "place" not in drawn


# Keeping


def test_a_result_is_kept_once(tmp_path: Path) -> None:
    results = Results(tmp_path / "new" / "folder")
    assert results.all() == []
    assert results.add(result())
    assert not results.add(result())
    assert results.add(result(name="DEF"))
    assert results.add(result(number=1))
    assert results.all() == [result(), result(name="DEF"), result(number=1)]


def test_the_first_result_of_a_name_counts(tmp_path: Path) -> None:
    again = result(score=90, record={"second": 1})
    assert first_results([result(), again, result(name="DEF")]) == [result(), result(name="DEF")]
    assert draw_scores(first_results([result(), again]), {}).count("ABC") == 1


def test_lines_are_remembered(tmp_path: Path) -> None:
    results = Results(tmp_path)
    assert results.line("2026-11-20", "p") is None
    results.keep_line("2026-11-20", "p", "one")
    results.keep_line("2026-11-20", "p", "two")
    assert results.line("2026-11-20", "p") == "two"
    assert results.line("2026-11-20", "q") is None


@pytest.mark.parametrize(
    ("numbers", "today", "expected"),
    [
        ([0, 1, 2], 2, (3, 3)),
        ([0, 1, 2], 3, (3, 3)),
        ([0, 1, 2], 4, (0, 3)),
        ([0, 1, 2, 5], 5, (1, 3)),
        ([], 5, None),
    ],
)
def test_streaks(numbers: list[int], today: int, expected: tuple[int, int] | None) -> None:
    found = streaks([result(n) for n in numbers], DAY + datetime.timedelta(today))
    assert found.get("ABC") == expected


def test_a_puzzle_played_long_after_its_day_makes_no_streak() -> None:
    late = [result(n, day=DAY + datetime.timedelta(9)) for n in range(9)]
    assert streaks(late, DAY + datetime.timedelta(9)) == {"ABC": (1, 1)}
    literal = result(puzzle="TSOIL:1", name="DEF")
    assert streaks([literal], DAY) == {"DEF": (0, 0)}


@pytest.mark.parametrize("name", ["ABCD", "AB", "", "A1C", "ÄBC", "A C", None])
def test_a_name_has_three_letters(name: str) -> None:
    with pytest.raises(nd.NotationError, match="name: expected"):
        parse_player(name)
    assert parse_player("abc") == "ABC"


def test_the_folder_is_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NUMBERDROP_DATA", str(tmp_path))
    assert data_folder() == tmp_path
    monkeypatch.delenv("NUMBERDROP_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    if sys.platform == "linux":
        assert data_folder() == tmp_path / "share" / "numberdrop"


# What may go wrong

ADD = """
import datetime, json, sys
from pathlib import Path
from numberdrop.puzzles.results import Result, Results
folder, name, first, count = sys.argv[1:]
day = datetime.date(2026, 11, 20)
print("ready", flush=True)
for number in range(int(first), int(first) + int(count)):
    record = {"number": number, "padding": "x" * 2000}
    Results(Path(folder)).add(Result("2026-11-20", "rulebook", name, number, None, day, record))
    print(number, flush=True)
"""


def adding(folder: Path, name: str, first: int, count: int, **more: Any) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", ADD, str(folder), name, str(first), str(count)],
        env=ENVIRON,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **more,
    )


def test_programs_that_write_at_once_lose_and_double_nothing(tmp_path: Path) -> None:
    """Two of the four hand in the same games."""
    each = [("AAA", 0), ("AAA", 0), ("BBB", 0), ("CCC", 100)]
    processes = [adding(tmp_path, name, first, 15) for name, first in each]
    for process in processes:
        _, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
    found = sorted((one.name, one.score) for one in Results(tmp_path).all())
    wanted = {(name, first + n) for name, first in each for n in range(15)}
    assert found == sorted(wanted)


def test_a_killed_program_loses_nothing_that_it_said_was_kept(tmp_path: Path) -> None:
    """Killed while it goes on, once it has said so much."""
    said: set[int] = set()
    for kill, heard in enumerate((1, 2, 7, 20, 50)):
        process = adding(tmp_path, "AAA", 1000 * kill, 1000)
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
        said |= {int(process.stdout.readline()) for _ in range(heard)}
        process.send_signal(signal.SIGKILL)
        out, _ = process.communicate(timeout=60)
        said |= {int(line) for line in out.split()}
    kept = [one.score for one in Results(tmp_path).all()]
    assert len(kept) == len(set(kept))
    assert said <= set(kept)
    assert len(set(kept) - said) <= 5
    check = sqlite3.connect(Results(tmp_path).path).execute("pragma integrity_check").fetchone()
    assert check == ("ok",)


def test_a_full_disk_keeps_what_there_was(tmp_path: Path) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    process = adding(tmp_path, "AAA", 0, 500, preexec_fn=limit)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "numberdrop.errors.NumberdropError: " in err
    said = [int(line) for line in out.split()[1:]]
    assert 0 < len(said) < 500
    assert [one.score for one in Results(tmp_path).all()] == said
    assert Results(tmp_path).add(result())


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda path: path.write_bytes(b"no database" * 100), "not a database"),
        (lambda path: sqlite3.connect(path).execute("pragma user_version = 9"), "got 9: made by"),
        (lambda path: path.mkdir(), "unable to open"),
    ],
)
def test_another_file_is_left_alone(spoil: Any, words: str, tmp_path: Path) -> None:
    results = Results(tmp_path)
    spoil(results.path)
    with pytest.raises(nd.NumberdropError, match=words):
        results.add(result())
    with pytest.raises(nd.NumberdropError, match=words):
        results.all()


def test_a_database_in_use_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = Results(tmp_path)
    results.add(result())
    other = sqlite3.connect(results.path, isolation_level=None)
    other.execute("begin immediate")
    with monkeypatch.context() as impatient:
        impatient.setattr("numberdrop.puzzles.results.PATIENCE", 0)
        with pytest.raises(nd.NumberdropError, match="database is locked"):
            results.add(result(1))
    process = adding(tmp_path, "DEF", 0, 1)
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    other.execute("commit")
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert len(results.all()) == 2
    assert os.listdir(tmp_path) == ["results.sqlite"]
