"""The learned value: the traits of a sheet, and that the value is their sum."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

import oracle
from numberdrop import _core
from numberdrop.plan.weights import SHAPE
from numberdrop.record import load_record
from samples import BENCH


def random_sheets(count: int, seed: int) -> list[_core.Sheet]:
    """Return sheets from random solo games."""
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


def test_a_sheet_and_its_mirror_image_have_the_same_traits() -> None:
    for sheet in [*random_sheets(400, 1), *(position.core for position in BENCH)]:
        assert sorted(_core.sheet_traits(sheet)) == sorted(_core.sheet_traits(mirrored(sheet)))


@pytest.mark.parametrize("codes", [(4, 5), (4, 4), (1, 10), (3, 6)])
def test_full_sheet_stays_within_the_trait_limit(
    codes: tuple[int, int],
) -> None:
    table = np.zeros(SHAPE, dtype=np.float32)
    for rows in (11, 14):
        grid = bytes(codes[(n + n // 7) % 2] if n < 7 * rows else 0 for n in range(98))
        sheet = _core.Sheet(grid, 0, range(5), [0] * 5)
        assert all(0 <= trait < _core.TRAITS for trait in _core.sheet_traits(sheet))
        assert _core.learned_value(sheet, table) == sheet.total()


def test_role_and_same_traits_match_a_direct_count() -> None:
    starts = [*(start for _, start in _core.TABLES), _core.TRAITS]
    ends = dict(zip((name for name, _ in _core.TABLES), starts[1:], strict=True))
    begin = dict(_core.TABLES)
    for sheet in random_sheets(200, 5):
        free = {n: code for n, code in enumerate(sheet.grid) if 1 <= code <= 10}
        roles: Counter[tuple[int, int, int]] = Counter()
        groups: dict[int, list[int]] = {}
        boxes = sheet.boxes
        kinds = 2 * (boxes & 31 != 31) + (boxes >> 5 & 31 != 31)
        for n, code in free.items():
            size = len(_group(free, n))
            groups.setdefault(code, []).append(size)
            length = _steps(free, n, -1) + _steps(free, n, 1) - 1
            roles[min(size, 7), min(length, 8), kinds] += 1
        same = sorted(
            (min(len(sizes), 8), min(max(sizes), 7), boxes & 31)
            for code, sizes in groups.items()
            if 2 <= code <= 8
        )
        traits = _core.sheet_traits(sheet)
        found_roles = [t - begin["role"] for t in traits if begin["role"] <= t < ends["role"]]
        found_same = [t - begin["same"] for t in traits if begin["same"] <= t < ends["same"]]
        assert roles == Counter((t // 96 + 1, t // 12 % 8 + 1, t % 4) for t in found_roles)
        assert same == sorted((t // 256, t // 32 % 8, t % 32) for t in found_same)


def _beside(n: int) -> list[int]:
    """Return the neighbours of a cell, including those beyond the top and bottom of the grid."""
    sides = [n - 7, n + 7]
    return sides + [n - 1] * (n % 7 > 0) + [n + 1] * (n % 7 < 6)


def _group(free: dict[int, int], first: int) -> set[int]:
    """Return the connected free digits that equal the one at `first`."""
    group, ahead = {first}, [first]
    while ahead:
        for other in _beside(ahead.pop()):
            if other not in group and free.get(other) == free[first]:
                group.add(other)
                ahead.append(other)
    return group


def _steps(free: dict[int, int], n: int, way: int) -> int:
    """Return the length of the longest path from a cell along which digits rise, or fall, by
    one."""
    ahead = [other for other in _beside(n) if free.get(other) == free[n] + way]
    return 1 + max((_steps(free, other, way) for other in ahead), default=0)


@pytest.mark.slow
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
    table = rng.normal(size=SHAPE).astype(np.float32)
    for sheet in random_sheets(100, 3):
        worth = _core.learned_value(sheet, table)
        if sheet.is_over():
            assert worth == sheet.total()
            continue
        summed = table[_core.sheet_traits(sheet)].sum(axis=0, dtype=np.float64)
        units = np.maximum(summed[_core.STAGES :], 0)
        rest = worth - sheet.total() - units[::2].sum() + units[1::2].sum()
        stages = summed[: _core.STAGES]
        assert min(stages) - 0.01 <= rest <= max(stages) + 0.01


def test_weights_of_other_shape_or_alignment_raise() -> None:
    [sheet] = random_sheets(1, 4)
    few = np.zeros((3, SHAPE[1]), dtype=np.float32)
    aslant = np.zeros(SHAPE[0] * SHAPE[1] + 1, dtype=np.float32)[1:].reshape(SHAPE)
    for table, wanted in ((few, "shape"), (aslant, "at a multiple of 16 bytes")):
        with pytest.raises(ValueError, match=wanted):
            _core.learned_value(sheet, table)
