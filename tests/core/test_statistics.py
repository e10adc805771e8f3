"""Statistics of playouts in the core, compared with NumPy's in single precision."""

from __future__ import annotations

import math
from array import array

import numpy as np
import pytest

from numberdrop import _core

#: Lengths around those of the lanes, blocks and buffers of a sum.
LENGTHS = [*range(1, 20), 127, 128, 129, 135, 136, 137, 240, 257, 1000, 8191, 8192, 8193, 20_000]


def drawn(count: int, seed: int) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    rng = np.random.default_rng(seed)
    return rng.normal(60, 12, size=count).astype(np.float32)


@pytest.mark.parametrize("count", LENGTHS)
def test_figures_equal_those_of_numpy(count: int) -> None:
    values, others = drawn(count, 1), drawn(count, 2)
    given, other = array("f", values.tolist()), array("f", others.tolist())
    assert _core.total(given) == values.sum(dtype=np.float64)
    assert _core.mean(given) == values.mean()
    if count > 1:
        root, ahead = math.sqrt(count), values - others
        assert _core.standard_error(given) == float(values.std(ddof=1)) / root
        assert _core.lead(given, other) == (ahead.mean(), float(ahead.std(ddof=1)) / root)


def test_longer_row_is_cut() -> None:
    few, many = array("f", [3, 1]), array("f", [1, 1, 900])
    assert _core.lead(few, many) == _core.lead(few, many[:2])
    assert _core.lead(few, many) == pytest.approx((1, 1))
    assert _core.lead(many, few) == pytest.approx((-1, 1))


def test_too_few_values_raise() -> None:
    assert _core.total(array("f")) == 0
    with pytest.raises(ValueError, match="at least 1 values, got 0"):
        _core.mean(array("f"))
    with pytest.raises(ValueError, match="at least 2 values, got 1"):
        _core.standard_error(array("f", [1]))
    with pytest.raises(ValueError, match="at least 2 values, got 1"):
        _core.lead(array("f", [1]), array("f", [1, 2]))
    with pytest.raises(ValueError, match="dtype mismatch"):
        _core.mean(array("d", [1]))
