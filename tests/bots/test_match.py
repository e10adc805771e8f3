"""Matches: who sits where, on which dice, and what is made of the games."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import pytest

import numberdrop as nd
from numberdrop.bots import Match, Outcome, Standings, play_match
from numberdrop.bots.games_file import GamesFile
from numberdrop.bots.match import seatings
from numberdrop.plan.limits import Stop

ASKED = Match(("hard", "easy", "beginner"), 2, 2, seed=3)


def played(match: Match, **more: Any) -> tuple[Standings, list[dict[str, Any]]]:
    records: list[dict[str, Any]] = []
    return play_match(match, keep=records.extend, **more), records


def test_all_tables_meet_the_same_dice_in_every_seating() -> None:
    standings, records = played(ASKED)
    assert standings.games == ASKED.total() == len(records) == 12
    seats = [tuple(record["match"]["bots"]) for record in records]
    assert seats[:6] == seats[6:]
    pairs = [("hard", "easy"), ("hard", "beginner"), ("easy", "beginner")]
    assert seats[:6] == [seating for pair in pairs for seating in (pair, pair[::-1])]
    for number, record in enumerate(records):
        deal = nd.table_deal(3, number // 6)
        assert record["match"]["deal"] == str(deal)
        rolls = [turn["roll"] for turn in record["turns"]]
        assert rolls == [str(roll) for roll in deal.rolls[: len(rolls)]]
        assert record["tiles"] == list(deal.tiles)
        assert nd.replay(record) == record
    assert [record["names"] for record in records[:2]] == [["HAR", "EAS"], ["EAS", "HAR"]]


def test_everyone_sits_in_every_seat_and_no_seating_comes_twice() -> None:
    assert seatings("abc") == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    assert seatings("aa") == [("a", "a")]
    assert seatings("abab") == [("a", "b", "a", "b"), ("b", "a", "b", "a")]


def test_a_bot_may_be_named_more_than_once() -> None:
    match = Match(("easy", "easy", "hard"), 2, 1)
    assert match.tables() == [("easy", "easy"), ("easy", "hard")]
    standings, _ = played(match)
    assert [one["games"] for one in standings.to_json()["standings"]] == [4, 2]


def test_any_number_of_workers_plays_the_same() -> None:
    match = Match(("easy", "beginner"), 2, 3)
    assert played(match, workers=2)[1] == played(match)[1]


def test_match_can_be_stopped_and_continued() -> None:
    whole, records = played(ASKED)
    stop = Stop()
    told: list[int] = []

    def progress(done: int) -> None:
        told.append(done)
        if done == 4:
            stop.set()

    half, first = played(ASKED, progress=progress, stop=stop)
    assert told == [2, 4]
    assert half.games == 4
    assert first == records[:4]
    kept = [Outcome.from_record(record) for record in first]
    rest, more = played(ASKED, kept=kept)
    assert first + more == records
    assert rest.to_json() == whole.to_json()


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"bots": ("hard", "nobody")}, "^bot: expected beginner, .* got 'nobody'"),
        ({"players": 1}, "^players: expected 2 to 6, got 1"),
        ({"players": 4}, "^bots: expected 4 or more, for as many seats, got 3"),
        ({"games": 0}, "^games: expected 1 to"),
        ({"seed": -1}, "^seed: expected 0 to"),
    ],
)
def test_invalid_match_is_refused(change: dict[str, Any], fault: str) -> None:
    with pytest.raises(nd.NumberdropError, match=fault):
        replace(ASKED, **change)


def outcome(deal: int, scores: tuple[int, ...], failed: tuple[int, ...] = ()) -> Outcome:
    return Outcome(f"table2#1.{deal}", tuple("abc"[: len(scores)]), scores, frozenset(failed), 18)


def standings(*games: Outcome) -> dict[str, Any]:
    found = Standings("abc", len(games))
    for game in games:
        found.add(game)
    return found.to_json()


def test_a_shared_victory_is_shared() -> None:
    told = standings(outcome(0, (50, 50, 40)), outcome(1, (60, 50, 40)))
    a, b, c = told["standings"]
    assert (a["win"], b["win"], c["win"]) == (0.75, 0.25, 0)
    assert (a["alone"], a["shared"], b["shared"]) == (0.5, 0.5, 0.5)
    assert (a["score"], b["margin"], c["margin"]) == (55, -5, -15)
    assert [pair["ahead"] for pair in told["pairs"]] == [0.75, 1, 1]


def test_who_forfeits_wins_nothing_and_is_behind_all_others() -> None:
    told = standings(outcome(0, (70, 50, 40), (1,)), outcome(1, (70, 50, 40), (1, 2, 3)))
    a, b, c = told["standings"]
    assert (a["win"], b["win"], c["win"]) == (0, 0.5, 0)
    assert (a["forfeits"], a["score"], a["margin"]) == (2, None, None)
    assert (b["score"], b["margin"]) == (50, 10)
    assert {tuple(pair["bots"]): pair["ahead"] for pair in told["pairs"]} == {
        ("a", "b"): 0.25,
        ("a", "c"): 0.25,
        ("b", "c"): 0.75,
    }


def test_errors_are_those_of_deals() -> None:
    """Two games a deal: the error is that of the means of deals."""
    games = [outcome(n // 2, (40 + 3 * n, 50)) for n in range(8)]
    [a, *_] = standings(*games)["standings"]
    means = [mean((40 + 6 * n, 43 + 6 * n)) for n in range(4)]
    assert a["score"] == mean(means)
    assert a["score_se"] == pytest.approx(stdev(means) / 2, abs=1e-6)
    assert standings(outcome(0, (1, 2)))["standings"][0]["score_se"] is None


# The file of the games.


def test_an_interrupted_match_comes_to_the_same_bytes(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with GamesFile(str(path), ASKED) as file:
        play_match(ASKED, keep=file.keep)
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:3]))  # half a job, and a journal with two lines and a torn one
    head = hashlib.sha256(path.read_bytes()).hexdigest().encode() + b"\n"
    journal = Path(f"{path}.part")
    journal.write_bytes(head + b"".join(lines[3:5]) + lines[5][:100])
    with GamesFile(str(path), ASKED) as file:
        assert len(file.kept) == 4
        play_match(ASKED, kept=file.kept, keep=file.keep)
    assert path.read_bytes() == whole
    with GamesFile(str(path), ASKED) as file:
        assert len(file.kept) == ASKED.total()
    assert path.read_bytes() == whole
    assert [found.name for found in tmp_path.iterdir()] == ["games.jsonl"]


def test_a_match_begun_with_older_deals_is_continued_with_them(tmp_path: Path) -> None:
    path, older = tmp_path / "games.jsonl", replace(ASKED, recipe="table")
    with GamesFile(str(path), older) as file:
        play_match(older, keep=file.keep)
    whole = path.read_bytes()
    assert b'"names"' not in whole, "which that version didn't write"
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[:2]))
    with GamesFile(str(path), ASKED) as file:
        assert file.match == older
        play_match(file.match, kept=file.kept, keep=file.keep)
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda line: b"{}\n", "line 1: expected the key 'match'"),
        (lambda line: b"x\n", "line 1: expected JSON"),
        (
            lambda line: line.replace(b"table2#3.0", b"table2#3.9"),
            "line 1: expected the game .*#3.0",
        ),
        (lambda line: line.replace(b'"rulebook"', b'"bga"'), "line 1: expected the game"),
        (lambda line: line.replace(b'"numberdrop ', b'"other '), "line 1: expected the game"),
        (lambda line: line.replace(b'"forfeits": []', b'"forfeits": [1]'), "expected an object"),
        (lambda line: line + line, "is already used at .*line 1"),
    ],
)
def test_a_file_of_other_games_is_refused_and_left_alone(
    change: Any, fault: str, tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl"
    with GamesFile(str(path), ASKED) as file:
        file.keep(played(replace(ASKED, games=1))[1][:2])
    line, *rest = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([change(line), *rest]))
    before = path.read_bytes()
    with pytest.raises(nd.NumberdropError, match=fault):
        GamesFile(str(path), ASKED).__enter__()
    assert path.read_bytes() == before
    assert [found.name for found in tmp_path.iterdir()] == ["games.jsonl"]


def test_a_file_of_a_longer_match_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "games.jsonl")
    with GamesFile(path, ASKED) as file:
        play_match(ASKED, keep=file.keep)
    with pytest.raises(nd.NumberdropError, match="expected 6 games of this match at most, got 12"):
        GamesFile(path, replace(ASKED, games=1)).__enter__()


def test_nothing_is_left_of_a_match_that_never_began(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), GamesFile(str(tmp_path / "games.jsonl"), ASKED):
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []
