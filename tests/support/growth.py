"""Measurement of how a running time grows with the input, on machines of any speed."""

from __future__ import annotations

import time
from collections.abc import Callable

#: Ratio of the two input sizes. A linear time grows by this factor, a quadratic one by its square.
TIMES = 16


def grows_in_proportion(work: Callable[[int], object], size: int) -> bool:
    """Return whether the CPU time of `work` grows about linearly from `size` to TIMES `size`. Each
    time is the shortest of three runs."""
    return _least(work, size * TIMES) < 4 * TIMES * max(_least(work, size), 1e-6)


def _least(work: Callable[[int], object], size: int) -> float:
    taken = []
    for _ in range(3):
        begun = time.thread_time()
        work(size)
        taken.append(time.thread_time() - begun)
    return min(taken)
