"""The best turn by a rule, and by a function over batches of turns."""

from __future__ import annotations

import random
import tracemalloc
from typing import Any

import numpy as np
import pytest

import numberdrop as nd
from numberdrop import _core
from numberdrop.errors import NotationError, NumberdropError, WrongType
from numberdrop.plan import Batch, best_turn, for_each_batch
from numberdrop.stages.observation import _boxes, _cells, _letters
from samples import VARIANTS

MIDDLE = nd.Position.from_text("612..../65335.1 -:-:- I1,O0,T1,L0,S0 3")


def positions(count: int) -> Any:
    """Yield positions and rolls with few turns, by games at random."""
    rng = random.Random(4)
    for number in range(count):
        variant = VARIANTS[number % len(VARIANTS)]
        position = nd.Position.start("IOTLS", "d1")
        for _ in range(rng.randrange(7)):
            roll = nd.Roll.random(rng)
            after = nd.play(position, position.random_turn(roll, rng, variant), variant)
            if after.is_over():
                break
            position = after
        roll = nd.Roll.random(rng)
        if position.count_turns(roll, variant) < 3000:
            yield position, roll, variant


def test_batches_hold_every_turn_once() -> None:
    checked = 0
    for position, roll, variant in positions(24):
        rows: list[bytes] = []

        def use(batch: Batch, rows: list[bytes] = rows) -> None:
            parts = (batch.cells, batch.boxes, batch.notches, batch.letters, batch.score)
            flat = [np.asarray(part, np.int32).reshape(len(batch), -1) for part in parts]
            rows += [row.tobytes() for row in np.concatenate([*flat, batch.is_over[:, None]], 1)]

        assert for_each_batch(position, roll, use, variant) == position.count_turns(roll, variant)
        expected = []
        for turn in position.turns(roll, variant):
            after = nd.play(position, turn, variant)
            notches = [notch or 0 for _, notch, _ in after.tiles]
            parts = [_cells(after).ravel(), _boxes(after), notches, _letters(after)]
            parts += [[after.score(variant).total], [after.is_over()]]
            expected.append(np.concatenate(parts).astype(np.int32).tobytes())
        assert sorted(rows) == sorted(expected)
        checked += 1
    assert checked > 4


def test_best_by_function_is_the_maximum_of_all_turns() -> None:
    for position, roll, variant in positions(24):
        turn = position.best(roll, lambda batch: batch.score - 3 * batch.holes, variant)
        values = [
            (after.score(variant).total - 3 * _holes(after))
            for after in (
                nd.play(position, other, variant) for other in position.turns(roll, variant)
            )
        ]
        after = nd.play(position, turn, variant)
        assert after.score(variant).total - 3 * _holes(after) == max(values)


def _holes(position: nd.Position) -> int:
    cells = _cells(position) > 0
    heights = (cells * np.arange(1, 15)[:, None]).max(0)
    return int(heights.sum() - cells.sum())


def test_greedy_and_value_are_the_players_of_the_table_of_strength() -> None:
    turn = MIDDLE.best("156*O", "greedy")
    best = max(nd.play(MIDDLE, other).score().total for other in MIDDLE.turns("156*O"))
    assert nd.play(MIDDLE, turn).score().total == best
    assert MIDDLE.best("156*O") == nd.hint(MIDDLE, "156*O", level="fast").turns[0].turn
    assert best_turn(str(MIDDLE), "156*O", "value") == MIDDLE.best("156*O", by="value")


def test_many_stars_need_little_memory() -> None:
    MIDDLE.best("156*O")  # loads the weights
    tracemalloc.start()
    for by in ("greedy", "value"):
        MIDDLE.best("***7*", by)
    seen = 0

    def stop_after_a_million(batch: Batch) -> Any:
        nonlocal seen
        seen += len(batch)
        if seen > 10**6:
            raise StopIteration
        return batch.score

    with pytest.raises(StopIteration):
        MIDDLE.best("***7*", stop_after_a_million)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 30e6


def test_most_limits_the_turns_that_a_function_gets() -> None:
    seen: list[int] = []
    turn = MIDDLE.best("***7*", lambda batch: seen.append(len(batch)) or batch.score, most=1000)  # type: ignore[func-returns-value]
    assert 1000 <= sum(seen) <= 2000
    assert nd.play(MIDDLE, turn).turn == 4
    assert for_each_batch(MIDDLE, "156*O", lambda _: None, most=10**6) == MIDDLE.count_turns(
        "156*O"
    )


def test_batch_of_positions_is_that_of_their_turns() -> None:
    for position, roll, variant in positions(12):
        after = [nd.play(position, turn, variant) for turn in position.turns(roll, variant)]
        made = Batch.of(after, variant)
        assert len(made) == len(after)
        for row, one in enumerate(after):
            assert np.array_equal(made.cells[row], _cells(one))
            assert np.array_equal(made.boxes[row], _boxes(one))
            assert np.array_equal(made.letters[row], _letters(one))
            assert made.is_over[row] == one.is_over()
            assert made.holes[row] == _holes(one)
        assert for_each_batch(position, roll, lambda _: None, variant) == len(made)
    assert Batch.of(["1...... -:-:- - 1"]).notches.tolist() == [[0] * 5]
    assert len(Batch.of([])) == 0


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (lambda batch: [1, 2], r"by: expected \d+ numbers, got int64 in the shape \(2,\)"),
        (lambda batch: None, "by: expected .* numbers, got object"),
        (lambda batch: np.full(len(batch), np.nan), "by: expected finite numbers, got nan"),
    ],
)
def test_function_that_returns_something_else_is_refused(values: Any, message: str) -> None:
    with pytest.raises(NumberdropError, match=message):
        MIDDLE.best("156*O", values)


def test_other_arguments_are_refused() -> None:
    with pytest.raises(WrongType, match="by: expected one of value, greedy or a function, got 'x'"):
        MIDDLE.best("156*O", "x")
    with pytest.raises(NotationError, match="roll: expected"):
        MIDDLE.best("1")
    over = nd.Position.from_text("1...... -:-:- I4,O4,T4,L4,S4 11")
    with pytest.raises(NumberdropError, match="the game is over, there is no turn to play"):
        over.best("156*O")
    with pytest.raises(ZeroDivisionError):
        MIDDLE.best("156*O", lambda _: 1 / 0)
    with pytest.raises(NotationError, match="most: expected 1 to"):
        MIDDLE.best("156*O", lambda batch: batch.score, most=0)
    arrays = {name: np.zeros((1, 3), np.uint8) for name in ("cells", "boxes", "notches")}
    arrays |= {"letters": np.zeros((1, 3), np.uint8), "over": np.zeros(1, np.uint8)}
    arrays |= {"points": np.zeros(1, np.int32), "where": np.zeros((1, 4), np.int32)}
    with pytest.raises(ValueError, match="as many rows"):
        _core.TurnRows(arrays, print)
