"""Measure the speed-up by workers: `python bench/executors.py`, on an idle machine.

One process and each executor with several workers study the same deals, in turns, so that a change
of the machine's speed affects all of them. Prints the speed-up over one process, as the median of
the rounds with the lowest and the highest, and the load of the machine at the start, which should
be near 0. `--dask ADDRESS` adds the workers of a scheduler.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Sequence

from numberdrop import Variant
from numberdrop.cpus import available_cpus
from numberdrop.jobs import worker_pool
from numberdrop.study import Settings, study_in_memory


def main() -> None:
    parser = argparse.ArgumentParser(prog="executors", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--deals", type=int, default=16, help="deals in each measurement")
    parser.add_argument("--nodes", type=int, default=300_000, help="search nodes for each deal")
    parser.add_argument("--workers", type=int, nargs="*", default=[available_cpus()])
    parser.add_argument("--loky", action="store_true")
    parser.add_argument(
        "--dask", metavar="ADDRESS", help="the address of a scheduler, such as tcp://HOST:8786"
    )
    asked = parser.parse_args()
    names = [f"plain#1.{number}" for number in range(asked.deals)]
    settings = Settings.this(asked.nodes, ("fast",), Variant())
    kinds = ["processes", "threads", *(["loky:ProcessPoolExecutor"] if asked.loky else [])]
    tried = [(kind, workers) for workers in asked.workers for kind in kinds]
    if asked.dask:
        tried.append((f"dask:{asked.dask}", None))
    print(f"load {os.getloadavg()[0]:.2f}, {available_cpus()} cores, {asked.deals} deals each")
    ratios: dict[tuple[str, int | None], list[float]] = {one: [] for one in tried}
    for number in range(asked.rounds):
        alone = measured(names, settings, "processes", 1)
        for kind, workers in tried:
            ratios[kind, workers].append(alone / measured(names, settings, kind, workers))
        print(f"round {number + 1} of {asked.rounds}", file=sys.stderr, flush=True)
    for (kind, workers), found in ratios.items():
        middle, low, high = statistics.median(found), min(found), max(found)
        print(f"{kind} {workers or 'all'}: {middle:.2f} times one process ({low:.2f}..{high:.2f})")


def measured(names: Sequence[str], settings: Settings, kind: str, workers: int | None) -> float:
    """Return the wall-clock seconds, without the start of the workers."""
    if workers == 1:
        began = time.perf_counter()
        study_in_memory(names, settings)
        return time.perf_counter() - began
    with worker_pool(kind, workers) as pool:
        # A worker has loaded everything after a job or two.
        study_in_memory(names[: 2 * pool.slots()], settings, executor=pool)
        began = time.perf_counter()
        study_in_memory(names, settings, executor=pool)
        return time.perf_counter() - began


if __name__ == "__main__":
    main()
