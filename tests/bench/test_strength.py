"""Tests of the benchmarks of play: the players are legal, and saved games aren't played again."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

import calibration
import numberdrop as nd
import strength
from numberdrop.dice import Stream


def test_random_and_greedy_turns_are_legal() -> None:
    stream = Stream.from_key("test")
    for number in range(6):
        deal = nd.plain_deal(2, number)
        game = nd.Game(deal.tiles, ["d1"])
        for roll in deal.rolls:
            if game.is_over():
                break
            there = game.positions[0]
            greedy = nd.play(there, there.best(roll, by="greedy"))
            turn = strength.random_turn(there, roll, stream)
            assert greedy.score().total >= nd.play(there, turn).score().total
            game.push(turn)
        assert game.is_over()


def test_games_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep = tmp_path / "games.jsonl"
    wanted = {"random": 2, "greedy": 1, "fast": 2}
    first = list(strength.games(wanted, 3, 1, keep))
    assert [(game["player"], game["number"]) for game in first] == [
        ("random", 0),
        ("random", 1),
        ("greedy", 0),
        ("fast", 0),
        ("fast", 1),
    ]
    played: list[str] = []
    monkeypatch.setattr(strength, "play", lambda player, *_: played.append(player) or (1, 1))
    again = list(strength.games({**wanted, "random": 3}, 3, 1, keep))
    assert played == ["random"]
    assert again[:5] == first
    assert strength.report("fast", first[3:]).startswith("fast          2  ")


def test_maxima_are_kept_for_the_same_nodes_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = tmp_path / "games.jsonl"
    nodes_used: list[int] = []
    monkeypatch.setattr(strength, "play", lambda *asked: nodes_used.append(asked[3]) or (92, 16))
    for nodes in (5, 5, 7):
        assert [game["nodes"] for game in strength.games({"max": 1}, 3, nodes, keep)] == [nodes]
    assert nodes_used == [5, 7]


def test_players_are_compared_on_the_same_deals() -> None:
    fast = [{"player": "fast", "number": n, "score": 60 + n} for n in range(3)]
    deep = [{"player": "deep", "number": n, "score": 62 + 2 * n} for n in (1, 2, 7)]
    assert strength.compare(deep, fast) == "deep - fast      +3.50 ± 0.50  on 2 deals"
    assert strength.compare(deep[2:], fast) is None


def test_settings_play_as_well(tmp_path: Path) -> None:
    wanted = dict(map(strength.wanted_of, ["fast=2", "40x60x24=2", "6x3x3=1", "3/24=1"]))
    assert list(wanted) == ["fast", "40x60x24", "6x3x3", "3/24"]
    found = list(strength.games(wanted, 3, 1, tmp_path / "games.jsonl"))
    scores = [game["score"] for game in found]
    assert scores[:2] == scores[2:4]
    games = [{"score": 60, "turns": 10, "seconds": 0.5}, {"score": 64, "turns": 15, "seconds": 0.5}]
    assert strength.csv_line("24/600", games) == "24/600,40.00,2,62.00,2.00"


@pytest.mark.parametrize("text", ["fast", "fast=", "fast=0", "fast=-1", "fest=3", "=3", "24/=5"])
def test_unknown_players_are_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match=r"^expected "):
        strength.wanted_of(text)


def test_predictions_are_compared_with_what_came_of_them() -> None:
    pairs = [(0, 20, 60.0, 58), (0, 10, 59.0, 58), (1, 20, 61.0, 63), (1, 10, 62.0, 63)]
    line = calibration.report("all", pairs)
    assert line.split() == ["all", "4", "+0.00", "±", "1.06", "2.000", "1.58"]
    found = calibration.pairs("fast", 1, 5)
    assert {number for number, *_ in found} == {0}
    assert [left for _, left, _, _ in found] == sorted(
        (left for _, left, _, _ in found), reverse=True
    )
