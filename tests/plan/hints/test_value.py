"""The learned value: its traits, the turns it chooses, its weights and its training."""

from __future__ import annotations

import json
import random
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest

import numberdrop as nd
import oracle
from numberdrop import _core
from numberdrop.plan.hints.selfplay import play_game, selfplay
from numberdrop.plan.hints.training import Settings, Training
from numberdrop.plan.ply import choose, end_of
from numberdrop.plan.weights import SHIPPED, Weights, layout, load, packed, shipped
from numberdrop.position import flags_of
from numberdrop.record import load_record
from places import POSITIONS

RULEBOOK = nd.Variant()
WIDE = (10_000, 10_000, 10_000)
QUICK = Settings(seed=3, batch=16, width=(4, 6, 4), recent=64)
CASES = [line.split(" | ") for line in POSITIONS.read_text().splitlines()]

#: What the shipped weights and the choice of turns make of bench/positions.txt. A commit that
#: changes it says so.
SIGNATURE = 3107856004


def read(position: str, roll: str) -> tuple[nd.Position, nd.Roll]:
    return nd.Position.from_text(position), nd.Roll.from_text(roll)


def random_sheets(count: int, seed: int) -> list[_core.Sheet]:
    """Sheets on the way of random solo games."""
    rng = random.Random(seed)
    found: list[_core.Sheet] = []
    while len(found) < count:
        game = load_record(oracle.random_game(rng))
        while game.turns and game.positions[0].is_solo:
            found.append(game.positions[0].core)
            game.pop()
    return found[:count]


def mirrored(sheet: _core.Sheet) -> _core.Sheet:
    grid = sheet.grid
    turned = bytes(grid[7 * row + 6 - column] for row in range(14) for column in range(7))
    return _core.Sheet(
        turned,
        sheet.boxes,
        sheet.shapes,
        sheet.notches,
        sheet.circled,
        sheet.crossed,
        sheet.turn,
    )


# Traits.


def test_a_sheet_and_its_mirror_image_have_the_same_traits() -> None:
    for sheet in [*random_sheets(400, 1), *(read(*case)[0].core for case in CASES)]:
        assert sorted(_core.sheet_traits(sheet)) == sorted(_core.sheet_traits(mirrored(sheet)))


@pytest.mark.parametrize("codes", [(4, 5), (4, 4), (1, 10), (3, 6)])
def test_a_sheet_full_of_digits_has_no_more_traits_than_there_is_room_for(
    codes: tuple[int, int],
) -> None:
    table = np.zeros((_core.TRAITS, _core.WIDTH), dtype=np.float32)
    for rows in (11, 14):
        grid = bytes(codes[(n + n // 7) % 2] if n < 7 * rows else 0 for n in range(98))
        sheet = _core.Sheet(grid, 0, range(5), [0] * 5)
        assert all(0 <= trait < _core.TRAITS for trait in _core.sheet_traits(sheet))
        assert _core.sheet_worth(sheet, table) == sheet.total()


def test_every_trait_lies_in_a_table() -> None:
    starts = [start for _, start in _core.TABLES]
    assert starts == sorted(starts)
    assert starts[0] == 0
    seen = set()
    for sheet in random_sheets(400, 2):
        traits = _core.sheet_traits(sheet)
        assert all(0 <= trait < _core.TRAITS for trait in traits)
        seen |= {max(start for start in starts if start <= trait) for trait in traits}
    assert seen == set(starts)


def test_the_value_is_the_sum_of_the_traits() -> None:
    rng = np.random.default_rng(1)
    table = rng.normal(size=(_core.TRAITS, _core.WIDTH)).astype(np.float32)
    for sheet in random_sheets(100, 3):
        worth = _core.sheet_worth(sheet, table)
        if sheet.is_over():
            assert worth == sheet.total()
            continue
        summed = table[_core.sheet_traits(sheet)].sum(axis=0, dtype=np.float64)
        units = np.maximum(summed[_core.STAGES :], 0)
        rest = worth - sheet.total() - units[::2].sum() + units[1::2].sum()
        stages = summed[: _core.STAGES]
        assert min(stages) - 0.01 <= rest <= max(stages) + 0.01


# Turns chosen.


@pytest.mark.parametrize("case", CASES[::4], ids=lambda case: case[1])
def test_what_is_summed_in_steps_equals_what_is_summed_from_nothing(case: list[str]) -> None:
    position, roll = read(*case)
    weights = shipped()
    for value, turn in choose(position, roll, RULEBOOK, (20, 20, 8), 50, weights):
        after = end_of(position, turn, RULEBOOK)
        assert value == hundredths(_core.sheet_worth(after.core, weights.table))


def hundredths(points: float) -> int:
    scaled = float(np.float32(100) * np.float32(points))
    return int(scaled + 0.5) if points > 0 else -int(0.5 - scaled)


def test_signature() -> None:
    signature = 0
    for position, roll in (read(*case) for case in CASES):
        [(value, turn)] = choose(position, roll, RULEBOOK, (20, 20, 8), 1, shipped())
        after = end_of(position, turn, RULEBOOK)
        signature = (signature * 31 + value * 7 + sum(str(after).encode())) % 2**32
    assert signature == SIGNATURE


# Training.


def test_training_repeats_for_a_seed_whatever_the_workers() -> None:
    results = []
    for workers in (1, 1, 3):
        training = Training(QUICK)
        training.run(64, workers)
        results.append(training.to_bytes())
    assert results[0] == results[1] == results[2]
    other = Training(Settings(seed=4, batch=16, width=(4, 6, 4), recent=64))
    other.run(64)
    assert other.weights().name != training.weights().name


def test_a_resumed_training_equals_an_undisturbed_one(tmp_path: Path) -> None:
    whole = Training(QUICK)
    whole.run(96)
    first = Training(QUICK)
    first.run(48)
    (tmp_path / "part.npz").write_bytes(first.to_bytes())
    second = Training.resume(tmp_path / "part.npz")
    second.run(96)
    assert second.to_bytes() == whole.to_bytes()


def test_a_training_tells_of_settings_that_were_changed(tmp_path: Path) -> None:
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


def test_a_little_training_improves_the_mean() -> None:
    training = Training(Settings(seed=5, batch=32, width=(4, 10, 5)))
    training.run(32 * 20)
    means = [mean for _, mean in training.curve]
    assert sum(means[-4:]) / 4 > sum(means[:4]) / 4 + 5


# Weights.


def test_the_shipped_weights_say_how_they_were_made() -> None:
    about = json.loads(SHIPPED.with_suffix(".json").read_text("utf-8"))
    weights = shipped()
    assert about.pop("name") == weights.name
    assert about == weights.about
    assert {"program", "games", "settings", "check"} <= set(about)
    assert SHIPPED.stat().st_size < 6_000_000


def test_weights_come_back_from_their_file(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    about = {"layout": layout(), "note": "random"}
    weights = Weights.of(rng.normal(size=(_core.TRAITS, _core.WIDTH)), about)
    file = tmp_path / "random.npz"
    file.write_bytes(weights.to_bytes())
    again = load(file)
    assert (again.table == weights.table).all()
    assert (again.about, again.name) == (about, weights.name)
    game = play_game(1, 0, weights=again)
    assert game.is_over()


def test_what_is_no_file_of_weights_is_refused(tmp_path: Path) -> None:
    table = np.zeros((2, 2), dtype="<f2")
    nothing = np.full((_core.TRAITS, _core.WIDTH), np.nan, dtype="<f2")

    def about(**what: object) -> np.ndarray:
        return np.frombuffer(json.dumps(what).encode(), dtype=np.uint8)

    bad = {
        "empty": b"",
        "text": b"weights",
        "cut": SHIPPED.read_bytes()[:1000],
        "no about": packed({"weights": table}),
        "no layout": packed({"weights": table, "about": about()}),
        "other layout": packed({"weights": table, "about": about(layout="0")}),
        "other shape": packed({"weights": table, "about": about(layout=layout())}),
        "not a number": packed({"weights": nothing, "about": about(layout=layout())}),
        "no weights": packed({"about": about(layout=layout())}),
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


def test_missing_weights_are_one_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("numberdrop.plan.weights.SHIPPED", tmp_path / "value.npz")
    shipped.cache_clear()
    with pytest.raises(nd.NumberdropError, match=r"weights: value\.npz: .* incomplete"):
        selfplay(1, 1)
    shipped.cache_clear()


def test_on_a_sheet_of_several_players_the_value_is_sensible() -> None:
    position, roll = read("111..../1...... -:-:- V3,I3,U5,X5,T5 4", "1114L")
    weights = shipped()
    [(value, turn)] = choose(position, roll, nd.Variant.of("bga"), WIDE, 1, weights)
    after = end_of(position, turn, RULEBOOK)
    assert value == hundredths(_core.sheet_worth(after.core, weights.table, flags_of(RULEBOOK)))
    assert 0 < value < 10_000
