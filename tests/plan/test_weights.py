"""Weights: their files, and the errors for a missing or invalid file."""

from __future__ import annotations

import hashlib
import io
import json
import pickle
import zipfile
from pathlib import Path

import numpy as np
import pytest

import numberdrop as nd
from numberdrop import _core
from numberdrop.plan.hints.selfplay import play_game, selfplay
from numberdrop.plan.hints.training import Training
from numberdrop.plan.npz import Array, packed
from numberdrop.plan.weights import SHAPE, SHIPPED, Weights, about_array, load, shipped


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
    assert bytes(again.table) == bytes(weights.table)
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
    assert bytes(read.table) == bytes(whole.table)
    assert read.name == whole.name
    assert whole.to_bytes() == file.read_bytes()


def test_shipped_table_is_that_of_numpy() -> None:
    with np.load(SHIPPED) as archive:
        small, about = archive["weights"], archive["about"]
    weights, used = shipped(), small.shape[1]
    table = np.asarray(weights.table)
    assert (table.shape, table.dtype) == (SHAPE, np.float32)
    assert (table[:, :used] == small).all()
    assert not table[:, used:].any()
    assert weights.table.is_finite
    assert weights.name == hashlib.sha256(small.tobytes()).hexdigest()[:8]
    assert weights.about == json.loads(about.tobytes())
    with pytest.raises(ValueError, match="read-only"):
        table[0, 0] = 1


def test_every_float16_keeps_its_value_and_its_bits() -> None:
    halves = np.arange(1 << 16, dtype="<u2").view("<f2")
    table = _core.Weights(halves.tobytes(), 1 << 11, 32)
    np.testing.assert_array_equal(np.asarray(table).ravel(), halves.astype(np.float32))
    assert (table.shape, table.used(), table.is_finite) == ((1 << 11, 32), 32, False)
    assert table.halves(32) == halves.tobytes()
    assert bytes(pickle.loads(pickle.dumps(table))) == bytes(table)


def test_archives_are_written_as_by_numpy() -> None:
    """But for dates and other details of the ZIP file."""
    weights = Weights.of(np.random.default_rng(3).normal(size=SHAPE), {"layout": "x"})
    small = np.asarray(weights.table, dtype="<f2")
    about = np.frombuffer(b'{"layout": "x"}', dtype=np.uint8)
    with zipfile.ZipFile(io.BytesIO(weights.to_bytes())) as archive:
        for name, array in (("weights", small), ("about", about)):
            expected = io.BytesIO()
            np.lib.format.write_array(expected, array)
            assert archive.read(f"{name}.npy") == expected.getvalue()


def test_table_of_another_size_raises() -> None:
    for halves, rows, columns in ((bytes(8), 2, 3), (bytes(8), 0, 4), (bytes(132), 2, 33)):
        with pytest.raises(ValueError, match="expected rows of 1 to 32 float16"):
            _core.Weights(halves, rows, columns)
    with pytest.raises(ValueError, match="expected 1 to 32 columns, got 33"):
        _core.Weights(bytes(8), 2, 2).halves(33)


def changed(content: bytes, old: bytes, new: bytes) -> bytes:
    """Return an archive with other bytes in the file of its weights."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as before, zipfile.ZipFile(out, "w") as after:
        for name in before.namelist():
            entry = before.read(name)
            assert name != "weights.npy" or old in entry
            after.writestr(name, entry.replace(old, new) if name == "weights.npy" else entry)
    return out.getvalue()


def test_invalid_file_raises(tmp_path: Path) -> None:
    table = Array("<f2", (2, 2), bytes(8))
    rows, columns = SHAPE
    nothing = Array("<f2", SHAPE, b"\xff\x7e" * rows * columns)
    wide = Array("<f4", SHAPE, bytes(4 * rows * columns))
    layout = about_array({"layout": Weights.layout()})
    good = packed({"weights": nothing._replace(data=bytes(2 * rows * columns)), "about": layout})
    (tmp_path / "good.npz").write_bytes(good)
    assert not np.asarray(load(tmp_path / "good.npz").table).any()
    bad = {
        "empty": b"",
        "text": b"weights",
        "cut": SHIPPED.read_bytes()[:1000],
        "no about": packed({"weights": table}),
        "no layout": packed({"weights": table, "about": about_array({})}),
        "other layout": packed({"weights": table, "about": about_array({"layout": "0"})}),
        "other shape": packed({"weights": table, "about": layout}),
        "not a number": packed({"weights": nothing, "about": layout}),
        "float32": packed({"weights": wide, "about": layout}),
        "no weights": packed({"about": layout}),
        "too short": packed({"weights": table._replace(shape=(2, 3)), "about": layout}),
        "no array": changed(good, b"NUMPY", b"numpy"),
        "other order": changed(good, b"'fortran_order': False", b"'fortran_order': True "),
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
    with pytest.raises(nd.NumberdropError, match=r"weights: \w+/value\.npz: .* incomplete"):
        selfplay(1, 1)
    shipped.cache_clear()
