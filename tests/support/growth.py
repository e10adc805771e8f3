"""How the time that something takes grows with what it is given, on machines of any speed."""

from __future__ import annotations

import time
from collections.abc import Callable

#: Sizes are so many times as large; what is in proportion takes that many times as long, what goes
#: over everything for everything its square.
TIMES = 16


def grows_in_proportion(work: Callable[[int], object], size: int) -> bool:
    """Whether the work for TIMES `size` takes about TIMES as long as that for `size`, by the time
    of the processor; the least of three tries each."""
    return _least(work, size * TIMES) < 4 * TIMES * max(_least(work, size), 1e-6)


def _least(work: Callable[[int], object], size: int) -> float:
    taken = []
    for _ in range(3):
        begun = time.thread_time()
        work(size)
        taken.append(time.thread_time() - begun)
    return min(taken)
