"""Run batches whose workers, scheduler and main process are killed at random moments.

    python tests/tools kills --kills 100 --seed 1 [--dask] [--work study|generate|selfplay]

A study of a few deals runs repeatedly, or an archive is made, or games are played, with two
processes or with a Dask scheduler and two workers. At random moments a worker, the scheduler or the
main process is killed and then restarted. Each batch must give the same bytes as an undisturbed
one. Progress is written to stderr, a summary to stdout.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from killing import PAUSE, WORK, endure


def main() -> None:
    parser = argparse.ArgumentParser(prog="kills", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dask", action="store_true", help="use a Dask scheduler")
    parser.add_argument("--work", choices=[*WORK], default="study")
    parser.add_argument("--pause", type=float, default=PAUSE, help="mean seconds between kills")
    asked = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        found = endure(
            Path(folder),
            asked.kills,
            asked.seed,
            is_dask=asked.dask,
            pause=asked.pause,
            work=asked.work,
        )
    killed = ", ".join(f"{count} of a {name}" for name, count in sorted(found.killed.items()))
    print(
        f"{found.killed.total()} kills ({killed}) in {time.monotonic() - began:.0f} s: "
        f"{found.batches} batches done, all with the same bytes"
    )
    for said in found.said:
        print(f"exited with: {said}")


if __name__ == "__main__":
    main()
