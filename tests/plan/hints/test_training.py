"""Training: that it repeats, can be resumed, records changed settings, and learns."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from numberdrop.plan.hints.training import Settings, Training

QUICK = Settings(seed=3, batch=16, width=(4, 6, 4), recent=64)


@pytest.mark.slow
@pytest.mark.parametrize("asides", [False, True])
def test_training_repeats_for_a_seed_whatever_the_workers(asides: bool) -> None:
    results = []
    for workers in (1, 1, 3):
        training = Training(replace(QUICK, asides=asides))
        training.run(64, workers)
        results.append(training.to_bytes())
    assert results[0] == results[1] == results[2]
    other = Training(Settings(seed=4, batch=16, width=(4, 6, 4), recent=64))
    other.run(64)
    assert other.weights().name != training.weights().name


def test_resumed_training_equals_an_uninterrupted_one(tmp_path: Path) -> None:
    whole = Training(QUICK)
    whole.run(48)
    first = Training(QUICK)
    first.run(24)
    (tmp_path / "part.npz").write_bytes(first.to_bytes())
    second = Training.resume(tmp_path / "part.npz")
    second.run(48)
    assert second.to_bytes() == whole.to_bytes()


@pytest.mark.slow
def test_changed_settings_are_recorded(tmp_path: Path) -> None:
    training = Training(Settings(batch=8))
    training.run(8)
    (tmp_path / "part.npz").write_bytes(training.to_bytes())
    slower = Training.resume(tmp_path / "part.npz", rate=0.1)
    slower.run(16)
    assert slower.settings == Settings(batch=8, rate=0.1)
    before = json.loads(json.dumps(asdict(Settings(batch=8))))
    (tmp_path / "more.npz").write_bytes(slower.to_bytes())
    again = Training.resume(tmp_path / "more.npz", rate=0.1)
    assert again.earlier == [{"games": 8, "settings": before}]
    assert again.about()["earlier"] == again.earlier
    assert "earlier" not in training.about()


def test_discounted_errors_change_later_steps(tmp_path: Path) -> None:
    training = Training(QUICK)
    training.run(24)
    (tmp_path / "part.npz").write_bytes(training.to_bytes())
    names = []
    for share in (1.0, 0.1, 0.1):
        again = Training.resume(tmp_path / "part.npz")
        again.discount(share)
        again.run(48)
        names.append(again.weights().name)
        assert again.about()["earlier"][-1]["errors"] == share
    training.run(48)
    assert names[0] == training.weights().name
    assert names[1] == names[2] != names[0]


@pytest.mark.slow
def test_a_little_training_improves_the_mean() -> None:
    training = Training(Settings(seed=5, batch=32, width=(4, 10, 5)))
    training.run(32 * 20)
    means = [mean for _, mean in training.curve]
    assert sum(means[-4:]) / 4 > sum(means[:4]) / 4 + 5
