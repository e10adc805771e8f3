"""What is learned from a game: what docs/value.md says, read literally."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from numberdrop import _core
from numberdrop.plan.hints.coarse import coarse_traits, rows_shape
from numberdrop.plan.hints.training import Settings, Training, faces_of
from numberdrop.plan.weights import shipped

Rows = np.ndarray[Any, np.dtype[np.float32]]
WIDTH = (4, 6, 4)
STAGE_AT = (1, 5, 11, 19)


def learner_of(rows: Rows, errors: Rows, sizes: Rows, games: int) -> _core.Learner:
    table = shipped().table.copy()
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
    """How much each stage counts with so many slides left."""
    at = min(max(slides, STAGE_AT[0]), STAGE_AT[-1])
    return [float(np.interp(at, STAGE_AT, [n == stage for n in range(4)])) for stage in range(4)]


def learned(
    game: tuple[list[_core.Sheet], list[float], list[float]],
    arrays: tuple[Rows, Rows, Rows],
    rate: float,
    trace: float,
) -> None:
    """Learn from a game as docs/value.md says, slowly."""
    sheets, means, values = game
    rows, errors, sizes = arrays
    coarse = coarse_traits().rows
    after = target = float(sheets[-1].total())
    for n in reversed(range(len(sheets) - 1)):
        traits = _core.sheet_traits(sheets[n])
        slides = slides_of(traits)
        items = [*traits]
        for trait in traits:
            items += [int(row) for row in coarse[trait] if row != _core.NO_TRAIT]
        sums = rows[items].sum(axis=0, dtype=np.float64)
        units = sums[_core.STAGES :]
        signs = np.array([1 if unit % 2 == 0 else -1 for unit in range(_core.UNITS)])
        slope = np.array([*shares_of(slides), *(signs * (units > 0))])
        value = sheets[n].total() + float(slope @ sums)
        target = means[n] + (after - values[n]) + trace * (target - after)
        error = target - value
        step = rate * error / (len(items) * float(slope @ slope))
        for item in items:
            size = np.where(sizes[item] > 0, sizes[item], 1)
            share = np.where(sizes[item] > 0, np.abs(errors[item]) / size, 1)
            rows[item] += step * slope * share
            errors[item] += error * slope
            sizes[item] += np.abs(error * slope)
        after = value


@pytest.mark.parametrize("rolls", [1, 6])
def test_learning_is_what_the_document_says(rolls: int) -> None:
    ours, slow = blank(), blank()
    learner = learner_of(*ours, 2)
    learner.play(0, 2, 11, 0, WIDTH, rolls)
    for place in (0, 1, 0):
        learner.learn([place], 0.5, 0.6)
        learned(learner.kept(place), slow, 0.5, 0.6)
    assert (ours[0] != blank()[0]).any(axis=1).sum() > 1000
    assert np.allclose(ours[0], slow[0], rtol=0, atol=1e-5)
    for fast, literal in zip(ours[1:], slow[1:], strict=True):  # sums of many, some of which cancel
        assert np.allclose(fast, literal, rtol=1e-3, atol=1e-2)


def test_a_game_is_the_same_however_many_rolls_are_tried() -> None:
    learner = learner_of(*blank(), 2)
    learner.play(0, 1, 11, 0, WIDTH, 1)
    learner.play(1, 2, 11, 0, WIDTH, 6)
    one, six = learner.kept(0), learner.kept(1)
    assert [sheet.grid for sheet in one[0]] == [sheet.grid for sheet in six[0]]
    assert one[1] == one[2] == six[2] != six[1]


@pytest.mark.slow
def test_the_mean_of_six_rolls_is_nearer_to_what_comes() -> None:
    """Each of the six shows other faces, so that their mean varies much less than one of them."""
    learner = learner_of(*blank(), 200)
    learner.play(0, 200, 11, 0, WIDTH, 6)
    steps: list[tuple[float, float]] = []
    for place in range(200):
        sheets, means, values = learner.kept(place)
        for sheet, mean, value in zip(sheets, means, values, strict=False):
            now = _core.sheet_worth(sheet, shipped().table)
            steps.append((mean - now, value - now))
    of_six, of_one = np.var(steps, axis=0)
    assert of_six < 0.3 * of_one


def test_an_unsuitable_roll_count_is_refused() -> None:
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
