"""How many workers a machine, or the container that the program runs in, has cores for."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

#: Threads or processes that may share one work.
MOST_WORKERS = 64


def available_cpus(root: Path = Path("/")) -> int:
    """The workers that can run at the same time, 1 .. MOST_WORKERS: as many as there are cores, or
    fewer where the process may use fewer, or a container may spend less time (a part of a core
    counts as one). `root` is where /proc and /sys are found."""
    if hasattr(os, "sched_getaffinity"):
        there = len(os.sched_getaffinity(0))
    else:
        there = os.cpu_count() or 1
    return max(1, min(there, *map(math.ceil, _shares(root)), MOST_WORKERS))


def _shares(root: Path) -> Iterator[float]:
    """The processor time, in cores, that each control group around this process may spend."""
    for version, group in _groups(root):
        top = root / "sys/fs/cgroup" / ("" if version == 2 else "cpu")
        # In a container the path may be the host's, which isn't there; the top is then our own.
        for folder in {top, *(top / part for part in (group, *group.parents))}:
            with suppress(OSError, ValueError, ZeroDivisionError):
                if version == 2:
                    quota, period = (folder / "cpu.max").read_text().split()
                else:
                    quota = (folder / "cpu.cfs_quota_us").read_text()
                    period = (folder / "cpu.cfs_period_us").read_text()
                if float(quota) > 0:  # "max", which is no number, and -1 are no limit
                    yield float(quota) / float(period)


def _groups(root: Path) -> Iterator[tuple[int, Path]]:
    """The version and the path, from the top, of each control group that may limit this process."""
    with suppress(OSError):
        for line in (root / "proc/self/cgroup").read_text().splitlines():
            _, _, rest = line.partition(":")
            controllers, _, path = rest.partition(":")
            if not controllers or "cpu" in controllers.split(","):
                yield 1 if controllers else 2, Path(path.lstrip("/"))
