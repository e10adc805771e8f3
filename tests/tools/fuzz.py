"""Fuzz every entry point with nearly valid input.

    python tests/tools fuzz --seconds 3600 --seed 1 [--target NAME]... [--case FILE]
    python tests/tools fuzz --cases 2000 --seed 1

No case may cause a traceback, a hang, an undocumented exit code, accepted invalid input, control
characters on the terminal, or a changed input file.

The targets are in tests/support/fuzz_targets: typed text, files of every kind, saved games,
database rows, options. Case number n of a seed is always the same. Each case is written to --keep
FILE before it runs, so that one that crashes or hangs is saved. A failed case is kept, and ends the
run unless --keep-going is given. `--case FILE` repeats that case. A case that takes longer than
--timeout seconds ends the run with the stacks of all threads.
"""

from __future__ import annotations

import argparse
import faulthandler
import itertools
import math
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from fuzz_targets import FUZZ_TARGETS, Case, Fault, try_case

#: Seconds between two lines of progress.
PAUSE = 10


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, help="default 60, or no limit with --cases")
    parser.add_argument("--cases", type=int, help="the number of cases")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument(
        "--target", action="append", choices=FUZZ_TARGETS, help="only these targets"
    )
    parser.add_argument("--keep", default="fuzz-case.json", help="the file for the current case")
    parser.add_argument("--case", help="run only the case of this file")
    parser.add_argument("--keep-going", action="store_true", help="continue after a failure")
    parser.add_argument("--timeout", type=float, default=300.0)
    args = parser.parse_args()
    keep, tried, failed = Path(args.keep), Counter[str](), 0
    slowest = (0.0, "")
    if keep.is_dir() or not keep.absolute().parent.is_dir():
        parser.error(f"--keep: expected a file in an existing folder, got {args.keep!r}")
    seconds = args.seconds or (60.0 if args.cases is None else math.inf)
    last = math.inf if args.cases is None else args.first + args.cases
    began = shown = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        if args.case:
            return report(Case.from_text(Path(args.case).read_text("utf-8")), Path(folder))
        names = args.target or list(FUZZ_TARGETS)
        for number in itertools.count(args.first):
            if number >= last or time.monotonic() - began >= seconds:
                break
            rng = random.Random(f"{args.seed}/{number}")
            name = names[number % len(names)]
            case = FUZZ_TARGETS[name](rng)
            keep.write_text(case.text(), "utf-8")
            where, started = f"{name}, case {number} of seed {args.seed}", time.monotonic()
            faulthandler.dump_traceback_later(args.timeout, exit=True)
            code = report(case, Path(folder), f"{where}: ")
            faulthandler.cancel_dump_traceback_later()
            slowest = max(slowest, (time.monotonic() - started, where))
            tried[name] += 1
            if code:
                failed += 1
                keep.rename(keep.with_stem(f"{keep.stem}-{args.seed}-{number}"))
                if not args.keep_going:
                    break
            if time.monotonic() - shown > PAUSE:
                shown = time.monotonic()
                print(f"{tried.total()} cases, {failed} faults", file=sys.stderr)
    keep.unlink(missing_ok=True)
    parts = ", ".join(f"{name} {count}" for name, count in sorted(tried.items()))
    print(f"{failed} faults in {tried.total()} cases of seed {args.seed}: {parts}")
    print(f"{slowest[0]:.1f} s for the slowest case: {slowest[1]}")
    return 1 if failed else 0


def report(case: Case, folder: Path, where: str = "") -> int:
    """Run a case. Returns 1 and prints the fault if it fails, else 0."""
    try:
        try_case(case, folder)
    except Fault as fault:
        print(f"{where}{fault}\n  {case}", flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
