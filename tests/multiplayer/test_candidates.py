"""Estimates of the parts of a turn that a hint among several players compares."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from numberdrop.multiplayer.candidates import (
    ALONE,
    COLUMNS,
    MARGIN,
    SCORE,
    SHARE,
    SHARED,
    SeatCandidate,
    scales_of,
)
from numberdrop.multiplayer.ply import blank_rows, rows_in


def candidate(first: list[float], results: list[list[float]]) -> SeatCandidate:
    """A candidate for the win share with these rows before and after playouts."""
    before = blank_rows(1)
    for column, value in enumerate(first):
        before[column] = value
    part: Any = cast(Any, SimpleNamespace())
    found = SeatCandidate(
        part, (), before[SHARE], choice=part, ends=0.0, first=before, column=SHARE
    )
    rows = blank_rows(len(results))
    view = rows_in(rows)
    for place, result in enumerate(results):
        for column, value in enumerate(result):
            view[place, column] = value
    found.add(rows)
    return found


def row(share: float) -> list[float]:
    values = [0.0] * COLUMNS
    values[SHARE], values[ALONE], values[MARGIN], values[SCORE] = share, share, 10 * share, 50.0
    return values


def test_luck_of_the_first_dice_does_not_keep_a_dropped_part_ahead() -> None:
    good = candidate(row(0.5), [row(0.8)] * 6 + [row(0.4)] * 6)
    dropped = candidate(row(0.5), [row(0.7)] * 6)
    scales = scales_of([good, dropped])
    assert scales[SHARE].lucks[6] == pytest.approx(0.2)
    assert good.row(scales)[SHARE] > dropped.row(scales)[SHARE]


def test_chances_stay_within_0_and_1() -> None:
    """A part dropped after unlucky dice, which lost next to nothing on them."""
    long = candidate(row(0.5), [row(0.1)] * 6 + [row(0.9)] * 6)
    sure = candidate(row(1.0), [row(1.0)] * 6)
    found = sure.row(scales_of([long, sure]))
    assert found[SHARE] == found[ALONE] == 1.0
    assert 0 <= found[SHARED] <= 1
    assert found[SCORE] == pytest.approx(50.0)
