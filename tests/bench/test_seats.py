"""Tests of the benchmarks with several players: they run and are reproducible."""

from __future__ import annotations

import re

import pytest

import chances
import seats


def test_both_players_of_a_comparison_have_every_seat() -> None:
    asked: list[int] = []

    def first(game: seats.nd.Game, seat: int, roll: seats.nd.Roll) -> seats.Part:
        if not game.turns:
            asked.append(seat)
        return seats.by_value(game, seat, roll)

    line = seats.compare(first, seats.by_value, 3, 6, 1, "bga")
    assert asked == [1, 2, 3] * 2
    assert "ahead by 0.00 ± " in line
    assert "3 players, bga: 6 games" in line


def test_the_solo_value_plays_by_the_rules_here() -> None:
    deal = seats.table_deal(2, 1, "rulebook")
    assert seats.played(deal, [seats.by_solo_value] * 2, "rulebook").is_over()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["calibration", "--positions", "6", "--level", "fast"], r"predicted +positions"),
        (["last", "--positions", "1", "--players", "2"], r"1 last turns, . of them .*: 0 differ"),
        (["latency", "--positions", "1", "--players", "2"], r"of wall-clock time: \d"),
        pytest.param(
            ["errors", "--positions", "6", "--playouts", "12", "--times", "2"],
            r"within 1, 2, 3 errors: \d+%",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_the_measures_of_chances_run(
    words: list[str],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.argv", ["chances.py", *words])
    monkeypatch.setattr("sys.path", [*chances.sys.path])
    chances.main()
    assert re.search(said, capsys.readouterr().out)
