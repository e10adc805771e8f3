"""Playouts: that each is determined by its number."""

from __future__ import annotations

import numpy as np
import pytest

import numberdrop as nd
from numberdrop import _core
from numberdrop.plan.hints.playouts import BATCH, player_of, sampling
from numberdrop.plan.limits import Limit
from numberdrop.plan.weights import shipped
from samples import BENCH

RULEBOOK = nd.Variant()
SHEET = BENCH[5].core


def played(number: int, count: int, turns: tuple[int, int]) -> list[float]:
    values = np.zeros(count, dtype=np.float32)
    player_of(shipped(), RULEBOOK).play(SHEET, 7, number, turns, values)
    return [float(value) for value in values]


def test_a_playout_depends_on_its_number_alone() -> None:
    assert played(0, 12, (1, 1)) == played(0, 6, (1, 1)) + played(6, 6, (1, 1))
    assert played(0, 12, (1, 1)) != played(12, 12, (1, 1))


def test_playout_value_is_the_mean_over_turns() -> None:
    one, two, both = (played(0, 12, turns) for turns in ((1, 1), (2, 2), (1, 2)))
    assert np.allclose((np.array(one) + two) / 2, both, atol=1e-4)


def test_rollouts_end_with_a_score() -> None:
    player = player_of(shipped(), RULEBOOK)
    values = np.zeros(12, dtype=np.float32)
    parts = np.zeros((12, 4), dtype=np.int32)
    player.play(SHEET, 7, 0, (20, 20), values, parts)
    assert (parts.sum(axis=1) == values).all()
    over = nd.Position.from_text("XX...../" * 13 + "X1..... -:-:- I4x,O4x,T4x,L4x,S0 6").core
    player.play(over, 7, 0, (1, 3), values)
    assert set(values) == {over.total()}


def test_arguments_out_of_range_raise() -> None:
    player = player_of(shipped(), RULEBOOK)
    values = np.zeros(6, dtype=np.float32)
    for turns in ((0, 1), (2, 1), (1, 21)):
        with pytest.raises(ValueError, match=r"expected two turns in 1\.\.20"):
            player.play(SHEET, 1, 0, turns, values)
    with pytest.raises(ValueError, match="a row of four parts for each value"):
        player.play(SHEET, 1, 0, (1, 1), values, np.zeros((5, 4), dtype=np.int32))


def test_flag_stops_playouts() -> None:
    """On this sheet a single turn allows thousands of claims, and is cut short as well."""
    full = nd.Position.from_text("/".join(["1111111"] * 8) + " -:-:- I0,O0,T0,L0,S0 9").core
    values = np.zeros(BATCH, dtype=np.float32)
    for sheet, is_whole in ((full, False), (SHEET, True)):
        flag = _core.Flag()
        player = player_of(shipped(), RULEBOOK, flag)
        if sheet is full:
            flag.set()
        assert player.play(sheet, 7, 0, (20, 20), values) == is_whole


@pytest.mark.parametrize("workers", [1, 3])
def test_batches_return_in_order(workers: int) -> None:
    batches = [(BENCH[5], first) for first in (0, 12, 6, 18, 0)]
    with sampling(shipped(), RULEBOOK, 7, Limit(workers=workers), lambda: False) as play_batches:
        found = play_batches(batches)
    assert [list(map(float, values)) for values in found] == [
        played(first, BATCH, (1, 1)) for _, first in batches
    ]


def test_ended_sampling_returns_batches_before_the_first_gap() -> None:
    asked: list[None] = []

    def is_ended() -> bool:
        asked.append(None)
        return len(asked) > 3

    with sampling(shipped(), RULEBOOK, 7, Limit(), is_ended) as play_batches:
        assert len(play_batches([(BENCH[5], first) for first in range(0, 36, BATCH)])) == 3
    with sampling(shipped(), RULEBOOK, 7, Limit(workers=2), lambda: True) as play_batches:
        assert play_batches([(BENCH[5], 0)]) == []
