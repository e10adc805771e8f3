"""What is learned from a game: docs/value.md, implemented literally."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from numberdrop import _core
from numberdrop.plan.hints.coarse import coarse_traits, rows_shape
from numberdrop.plan.hints.playouts import faces_of
from numberdrop.plan.hints.training import Settings, Training
from numberdrop.plan.weights import shipped

Rows = np.ndarray[Any, np.dtype[np.float32]]
WIDTH = (4, 6, 4)
STAGE_AT = (1, 5, 11, 19)


def learner_of(rows: Rows, errors: Rows, sizes: Rows, games: int) -> _core.Learner:
    table = np.array(shipped().table)
    coarse = coarse_traits().rows
    return _core.Learner(table, rows, errors, sizes, coarse, games, faces_of("publisher"))


def blank() -> tuple[Rows, Rows, Rows]:
    rows, errors, sizes = (np.zeros(rows_shape(), dtype=np.float32) for _ in range(3))
    rows[: _core.TRAITS] = shipped().table
    return rows, errors, sizes


def slides_of(traits: list[int]) -> int:
    start = dict(_core.TABLES)["open"]
    return next((trait - start) // 36 for trait in traits if start <= trait < start + 21 * 36)


def shares_of(slides: int) -> list[float]:
    """Return how much each stage counts with `slides` slides left."""
    at = min(max(slides, STAGE_AT[0]), STAGE_AT[-1])
    return [float(np.interp(at, STAGE_AT, [n == stage for n in range(4)])) for stage in range(4)]


class Literal:
    """Learns from games as docs/value.md says, slowly."""

    def __init__(self, rate: float, trace: float) -> None:
        self.rate, self.trace = rate, trace
        self.arrays = self.rows, self.errors, self.sizes = blank()

    def learn(self, game: _core._Played) -> None:
        """Learn from a game, backwards; then from its asides."""
        sheets, means, values, asides = game
        after = target = float(sheets[-1].total())
        for n in reversed(range(len(sheets) - 1)):
            target = means[n] + (after - values[n]) + self.trace * (target - after)
            after = self.move(sheets[n], target)
        for aside in asides:
            if aside:
                self.move(*aside)

    def move(self, sheet: _core.Sheet, target: float) -> float:
        """Move the value of a sheet towards a target, and return its former value."""
        traits = _core.sheet_traits(sheet)
        items = [*traits]
        for trait in traits:
            items += [int(row) for row in coarse_traits().rows[trait] if row != _core.NO_TRAIT]
        sums = self.rows[items].sum(axis=0, dtype=np.float64)
        units = sums[_core.STAGES :]
        signs = np.array([1 if unit % 2 == 0 else -1 for unit in range(_core.UNITS)])
        slope = np.array([*shares_of(slides_of(traits)), *(signs * (units > 0))])
        value = sheet.total() + float(slope @ sums)
        error = target - value
        step = self.rate * error / (len(items) * float(slope @ slope))
        for item in items:
            size = np.where(self.sizes[item] > 0, self.sizes[item], 1)
            share = np.where(self.sizes[item] > 0, np.abs(self.errors[item]) / size, 1)
            self.rows[item] += step * slope * share
            self.errors[item] += error * slope
            self.sizes[item] += np.abs(error * slope)
        return value


@pytest.mark.parametrize(("rolls", "asides"), [(1, False), (6, False), (1, True), (2, True)])
def test_learner_matches_the_literal_implementation(rolls: int, asides: bool) -> None:
    ours, slow = blank(), Literal(0.5, 0.6)
    learner = learner_of(*ours, 2)
    learner.play(0, 2, 11, 0, WIDTH, rolls, asides=asides)
    for place in (0, 1, 0):
        learner.learn([place], 0.5, 0.6)
        slow.learn(learner.kept(place))
    assert (ours[0] != blank()[0]).any(axis=1).sum() > 1000
    assert np.allclose(ours[0], slow.rows, rtol=0, atol=1e-5)
    # Sums of many, some of which cancel.
    for fast, literal in zip(ours[1:], slow.arrays[1:], strict=True):
        assert np.allclose(fast, literal, rtol=1e-3, atol=1e-2)


def test_number_of_rolls_does_not_change_the_game() -> None:
    learner = learner_of(*blank(), 2)
    learner.play(0, 1, 11, 0, WIDTH, 1)
    learner.play(1, 2, 11, 0, WIDTH, 6)
    one, six = learner.kept(0), learner.kept(1)
    assert [sheet.grid for sheet in one[0]] == [sheet.grid for sheet in six[0]]
    assert one[1] == one[2] == six[2] != six[1]


def test_asides_are_other_good_turns_of_the_same_dice() -> None:
    learner = learner_of(*blank(), 2)
    learner.play(0, 1, 11, 0, WIDTH)
    learner.play(1, 2, 11, 0, WIDTH, asides=True)
    (sheets, *figures, none), (same, *again, asides) = learner.kept(0), learner.kept(1)
    alike = 8  # turns; where more are ranked, claims are looked at that were left out before
    assert sheets[: alike + 1] == same[: alike + 1]
    assert [one[:alike] for one in figures] == [one[:alike] for one in again]
    assert none == [None] * (len(sheets) - 1)
    found = [(n, *aside) for n, aside in enumerate(asides[:alike]) if aside]
    assert len(found) > alike / 2
    table = shipped().table
    for n, aside, mean in found:
        before = [cell for cell, symbol in enumerate(sheets[n].grid) if symbol]
        assert all(aside.grid[cell] for cell in before)
        assert aside != sheets[n + 1]
        worth, played = _core.learned_value(aside, table), _core.learned_value(sheets[n + 1], table)
        assert played - 4.01 <= worth <= played + 0.01  # a share of a point, in hundredths
        assert mean >= aside.total()


def test_game_from_another_learner_is_learned_with_its_asides() -> None:
    ours, theirs = blank(), blank()
    learner, other = learner_of(*ours, 1), learner_of(*theirs, 1)
    learner.play(0, 1, 11, 0, WIDTH, asides=True)
    other.put(0, *learner.kept(0))
    for one in (learner, other):
        one.learn([0], 0.5, 0.6)
    assert np.array_equal(ours[0], theirs[0])
    sheets, means, values, asides = learner.kept(0)
    with pytest.raises(ValueError, match="means, values and asides"):
        other.put(0, sheets, means, values, asides[:-1])


@pytest.mark.slow
def test_mean_of_six_rolls_varies_less() -> None:
    """Each of the six shows other faces, so their mean varies much less than a single one."""
    learner = learner_of(*blank(), 200)
    learner.play(0, 200, 11, 0, WIDTH, 6)
    steps: list[tuple[float, float]] = []
    for place in range(200):
        sheets, means, values, _ = learner.kept(place)
        for sheet, mean, value in zip(sheets, means, values, strict=False):
            now = _core.learned_value(sheet, shipped().table)
            steps.append((mean - now, value - now))
    of_six, of_one = np.var(steps, axis=0)
    assert of_six < 0.3 * of_one


def test_roll_count_out_of_range_raises() -> None:
    learner = learner_of(*blank(), 1)
    for rolls in (0, 7):
        with pytest.raises(ValueError, match=r"expected 1\.\.6 rolls"):
            learner.play(0, 1, 1, 0, WIDTH, rolls)


def test_a_training_with_six_rolls_plays_the_same_first_batch() -> None:
    first = Training(Settings(batch=4, width=WIDTH))
    second = Training(Settings(batch=4, width=WIDTH, rolls=6))
    first.run(4)
    second.run(4)
    assert first.curve == second.curve
    assert first.weights().name != second.weights().name
