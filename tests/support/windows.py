"""The sizes of windows in which tests of the page repeat."""

from __future__ import annotations

import pytest

#: Small phones, a laptop.
FEW = ((320, 568), (390, 664), (1280, 800))
#: A large phone, a tablet, a phone on its side, which are `exhaustive`.
MORE = ((390, 844), (820, 1180), (844, 390))

#: Repeats a test for each `size` of a window.
by_window = pytest.mark.parametrize(
    "size",
    [*FEW, *(pytest.param(size, marks=pytest.mark.exhaustive) for size in MORE)],
    ids=lambda size: "x".join(map(str, size)),
)
