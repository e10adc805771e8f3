"""Training of tables: it continues, repeats, starts from the solo value, and reports the spread."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from numberdrop.errors import NumberdropError
from numberdrop.multiplayer import SeatSettings, SeatTraining, SeatWeights, shipped
from numberdrop.multiplayer.training import measured
from numberdrop.plan import weights as solo
from numberdrop.plan.hints.training import Settings, Training

QUICK = SeatSettings(seed=3, batch=4, width=(1, 6, 4), recent=16)


@pytest.mark.slow
def test_a_resumed_training_equals_an_undisturbed_one(tmp_path: Path) -> None:
    whole = SeatTraining(QUICK)
    whole.run(12, workers=2)
    first = SeatTraining(QUICK)
    first.run(5)
    (tmp_path / "part.npz").write_bytes(first.to_bytes())
    second = SeatTraining.resume(tmp_path / "part.npz")
    second.run(12)
    assert second.to_bytes() == whole.to_bytes()


def test_it_begins_with_the_solo_value_and_is_another_kind_of_file(tmp_path: Path) -> None:
    training = SeatTraining(QUICK)
    weights, known = training.weights(), solo.shipped()
    assert training.about()["from"] == known.name
    table, first = np.asarray(weights.table), np.asarray(known.table)
    np.testing.assert_array_equal(table[: len(first)], first)
    assert not table[len(first) :].any()
    (tmp_path / "seats.npz").write_bytes(weights.to_bytes())
    assert SeatWeights.load(tmp_path / "seats.npz").name == weights.name
    with pytest.raises(NumberdropError, match="or for another number of players"):
        solo.load(tmp_path / "seats.npz")
    (tmp_path / "solo.npz").write_bytes(Training(Settings(batch=1)).to_bytes())
    with pytest.raises(NumberdropError, match="or for another number of players"):
        SeatTraining.resume(tmp_path / "solo.npz")


def test_the_spread_is_measured_and_falls_towards_the_end() -> None:
    told = measured(shipped(), 8)
    assert told["check"]["games"] == 8
    assert len(told["spread"]) == 21
    spread = shipped().spread
    assert spread.typecode == "f"
    assert 0 < spread[0] < spread[8] < spread[16]


def test_a_number_of_players_that_cannot_be_is_refused() -> None:
    with pytest.raises(NumberdropError, match="players: expected 2 to 6, or all, got 7"):
        SeatTraining(SeatSettings(players=7))
