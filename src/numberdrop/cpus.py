"""The number of workers that fit this machine, or the container that the program runs in."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from .threads import can_start_threads

#: The most threads or processes that may share one task.
MOST_WORKERS = 64


def available_cpus(root: Path = Path("/")) -> int:
    """Return the number of workers that can run at the same time, 1 .. MOST_WORKERS.

    This is the number of CPUs, or less if the process is restricted to some of them or a container
    has a smaller CPU quota; a fraction of a CPU counts as one. It is 1 where threads can't be
    started. `root` is the folder that holds /proc and /sys.
    """
    if hasattr(os, "sched_getaffinity"):
        available = len(os.sched_getaffinity(0))
    else:
        available = os.cpu_count() or 1
    available = min(available, *map(math.ceil, _quotas(root)), MOST_WORKERS)
    return available if available > 1 and can_start_threads() else 1


def _quotas(root: Path) -> Iterator[float]:
    """Yield the CPU quota of each control group around this process, in CPUs."""
    for version, group in _cgroups(root):
        top = root / "sys/fs/cgroup" / ("" if version == 2 else "cpu")
        # In a container the path may be the host's and not exist here; the top is then our own.
        for folder in {top, *(top / part for part in (group, *group.parents))}:
            with suppress(OSError, ValueError, ZeroDivisionError):
                if version == 2:
                    quota, period = (folder / "cpu.max").read_text().split()
                else:
                    quota = (folder / "cpu.cfs_quota_us").read_text()
                    period = (folder / "cpu.cfs_period_us").read_text()
                if float(quota) > 0:  # -1 means no limit, and so does "max", which isn't a number
                    yield float(quota) / float(period)


def _cgroups(root: Path) -> Iterator[tuple[int, Path]]:
    """Yield version and path, from the top, of each control group that may limit this process."""
    with suppress(OSError):
        for line in (root / "proc/self/cgroup").read_text().splitlines():
            _, _, rest = line.partition(":")
            controllers, _, path = rest.partition(":")
            if not controllers or "cpu" in controllers.split(","):
                yield 1 if controllers else 2, Path(path.lstrip("/"))
