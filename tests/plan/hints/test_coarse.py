"""Coarse traits: what traits share while they are learned, and that their sums are complete."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from numberdrop import _core
from numberdrop.plan.hints.coarse import coarse_traits, rows_shape
from numberdrop.plan.weights import SHAPE

STARTS = dict(_core.TABLES)


def of(name: str, entry: int) -> list[int]:
    """Return the coarse traits of an entry of a table."""
    rows = coarse_traits().rows[STARTS[name] + entry]
    return [int(row) for row in rows if row != _core.NO_TRAIT]


def test_every_coarse_trait_is_shared_within_one_table() -> None:
    coarse = coarse_traits()
    ends = [*(start for _, start in _core.TABLES), _core.TRAITS]
    seen: set[int] = set()
    for start, end in pairwise(ends):
        rows = coarse.rows[start:end]
        of_table = set(rows[rows != _core.NO_TRAIT].tolist())
        assert not seen & of_table
        seen |= of_table
    assert seen == set(range(_core.TRAITS, coarse.count))


def test_rows_are_padded_after_the_last_coarse_trait() -> None:
    given = coarse_traits().rows != _core.NO_TRAIT
    assert (given[:, :-1] >= given[:, 1:]).all()


@pytest.mark.parametrize(
    ("name", "one", "other", "shared"),
    [
        # A group of one size with as many neighbours, while other boxes are filled.
        ("group", 40 * 32, 40 * 32 + 1, 1),
        ("group", 40 * 32 + 1, 40 * 32 + 16, 2),
        ("group", 40 * 32, 41 * 32, 0),
        # A pattern of cells in two rows; another pattern of the same row with as many cells.
        ("row", 5, 5 + 3 * 2187, 1),
        ("row", 1, 3, 1),
        ("row", 1, 4, 0),
        # What two boxes lack, one of them the same.
        ("need_i", 0, 4, 4),
        # A run from another start, with the same boxes filled.
        ("chain", 5 * 32 + 7, (72 + 5) * 32 + 7, 1),
        ("around", 4 * 500, 4 * 500 + 3, 3),
        # A digit of the same group and run, where other kinds are open.
        ("role", 4 * 60, 4 * 60 + 3, 1),
        # As many of a digit, the largest group as large, while other boxes are filled.
        ("same", 20 * 32, 20 * 32 + 1, 1),
    ],
)
def test_similar_entries_share_coarse_traits(name: str, one: int, other: int, shared: int) -> None:
    assert len(set(of(name, one)) & set(of(name, other))) == shared


def test_summed_adds_coarse_traits_to_each_trait() -> None:
    coarse = coarse_traits()
    table = np.random.default_rng(1).normal(size=rows_shape()).astype(np.float32)
    sums = coarse.summed(table)
    assert sums.shape == SHAPE
    for trait in range(0, _core.TRAITS, 997):
        given = [int(row) for row in coarse.rows[trait] if row != _core.NO_TRAIT]
        assert np.allclose(sums[trait], table[[trait, *given]].sum(axis=0), atol=1e-5)
