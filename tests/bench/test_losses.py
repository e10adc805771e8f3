"""Tests of bench/losses.py: what it compares, and that a setting has no loss against itself as the
reference."""

from __future__ import annotations

import argparse
import itertools
import sys

import pytest

import losses
import numberdrop as nd
from numberdrop.plan.hints.decision import Decision
from numberdrop.plan.hints.levels import LEVELS, SearchSettings
from numberdrop.plan.hints.search import search
from numberdrop.plan.hints.selfplay import play_game
from numberdrop.plan.ply import WIDE
from settings import Setting


@pytest.mark.parametrize("name", LEVELS)
def test_a_level_is_a_setting(name: str) -> None:
    assert Setting.of(name) == Setting(LEVELS[name])


def test_candidates_playouts_and_widths_are_read() -> None:
    level = Setting.of("24/600").level
    assert (level.candidates, level.playouts) == (24, 600)
    assert Setting.of("12x6x6").widths == (12, 6, 6)


@pytest.mark.parametrize("text", ["", "fest", "24", "24/", "1/600", "24/0", "12x6", "0x6x6"])
def test_other_settings_are_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match=r"^expected fast, strong, deep, 24/600"):
        Setting.of(text)


def test_widths_of_a_hint_play_as_fast_does() -> None:
    wide = Setting.of("x".join(map(str, WIDE)))
    for decision in itertools.islice(losses.decisions(5, None), 3):
        assert wide.best(decision) == Setting.of("fast").best(decision)


def test_the_last_turn_but_one_is_found() -> None:
    decision = next(losses.decisions(6, 2))
    game = play_game(6, 0)
    game.pop()
    game.pop()
    assert decision.position == game.positions[0]
    assert decision.roll == nd.plain_deal(6, 0).rolls[len(game.turns)]


def test_nothing_is_lost_by_the_reference_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(losses, "SEEDS", (3,))
    setting = Setting.of("4/48")
    decision: Decision = next(losses.decisions(5, None))
    ranking = search(decision, SearchSettings(setting.level, seed=3))
    lost = losses.Losses([])
    losses.add_loss(lost, setting, decision, ranking)
    assert lost.points == [0]


def test_its_report(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["losses.py", "fast", "--positions", "2", "--reference", "3/24", "--whole", "12"]
    monkeypatch.setattr(sys, "argv", asked)
    losses.main()
    first, head, line, gain = capsys.readouterr().out.splitlines()
    assert first.startswith(f"numberdrop {nd.__version__}, weights ")
    assert head == losses.HEAD
    assert line.split()[:2] == ["fast", "2"]
    assert gain.startswith("whole playouts gain ")


def test_interrupted_run_prints_its_table(capsys: pytest.CaptureFixture[str]) -> None:
    losses.report({"fast": losses.Losses([0.5, 0.1]), "deep": losses.Losses([])}, [0.2])
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [
        *("numberdrop", "setting", "fast")
    ]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["fest"], "expected fast, strong, deep"),
        (["fast", "--reference", "fast"], "--reference: expected a setting with playouts"),
        (["--whole", "7"], "--whole: expected a multiple of 12, got 7"),
        ([], "expected a setting, or --whole"),
        (["fast", "--positions", "0"], "--positions: expected 1 or more, got 0"),
        (["fast", "--left", "0"], "--left: expected 1 or more, got 0"),
    ],
)
def test_wrong_questions(
    asked: list[str],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["losses.py", *asked])
    with pytest.raises(SystemExit):
        losses.main()
    assert said in capsys.readouterr().err
