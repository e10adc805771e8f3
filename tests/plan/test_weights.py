"""Weights: their files, and the errors for a missing or invalid file."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import numberdrop as nd
from numberdrop import _core
from numberdrop.plan.hints.selfplay import play_game, selfplay
from numberdrop.plan.hints.training import Training
from numberdrop.plan.weights import SHAPE, SHIPPED, Weights, load, packed, shipped


def test_the_shipped_weights_say_how_they_were_made() -> None:
    about = json.loads(SHIPPED.with_suffix(".json").read_text("utf-8"))
    weights = shipped()
    assert about.pop("name") == weights.name
    assert about == weights.about
    assert {"program", "games", "settings", "check"} <= set(about)
    assert SHIPPED.stat().st_size < 6_000_000


def test_weights_come_back_from_their_file(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    about = {"layout": Weights.layout(), "note": "random"}
    weights = Weights.of(rng.normal(size=SHAPE), about)
    file = tmp_path / "random.npz"
    file.write_bytes(weights.to_bytes())
    again = load(file)
    assert (again.table == weights.table).all()
    assert (again.about, again.name) == (about, weights.name)
    game = play_game(1, 0, weights=again)
    assert game.is_over()


def test_missing_units_are_zero(tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    narrow = rng.normal(size=(SHAPE[0], _core.STAGES + 6))
    wide = np.zeros(SHAPE)
    wide[:, : narrow.shape[1]] = narrow
    file = tmp_path / "narrow.npz"
    about = {"layout": Weights.layout(6)}
    file.write_bytes(Weights.of(narrow, about).to_bytes())
    read, whole = load(file), Weights.of(wide, about)
    assert read.table.shape == SHAPE
    assert (read.table == whole.table).all()
    assert read.name == whole.name
    assert whole.to_bytes() == file.read_bytes()


def test_invalid_file_raises(tmp_path: Path) -> None:
    table = np.zeros((2, 2), dtype="<f2")
    nothing = np.full(SHAPE, np.nan, dtype="<f2")

    def about(**what: object) -> np.ndarray:
        return np.frombuffer(json.dumps(what).encode(), dtype=np.uint8)

    bad = {
        "empty": b"",
        "text": b"weights",
        "cut": SHIPPED.read_bytes()[:1000],
        "no about": packed({"weights": table}),
        "no layout": packed({"weights": table, "about": about()}),
        "other layout": packed({"weights": table, "about": about(layout="0")}),
        "other shape": packed({"weights": table, "about": about(layout=Weights.layout())}),
        "not a number": packed({"weights": nothing, "about": about(layout=Weights.layout())}),
        "no weights": packed({"about": about(layout=Weights.layout())}),
    }
    for name, content in bad.items():
        file = tmp_path / f"{name}.npz"
        file.write_bytes(content)
        with pytest.raises(nd.NumberdropError) as caught:
            load(file)
        assert name in str(caught.value)
        assert "\n" not in str(caught.value)
    with pytest.raises(nd.NumberdropError, match="checkpoint: "):
        Training.resume(SHIPPED)


def test_missing_weights_raise_one_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("numberdrop.plan.weights.SHIPPED", tmp_path / "value.npz")
    shipped.cache_clear()
    with pytest.raises(nd.NumberdropError, match=r"weights: value\.npz: .* incomplete"):
        selfplay(1, 1)
    shipped.cache_clear()
