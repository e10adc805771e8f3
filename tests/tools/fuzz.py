"""Every door, given what is nearly right: no traceback, no hang, no stray exit code, nothing taken
that is wrong, nothing raw on the terminal, no file touched that is only read.

    python tests/tools fuzz --seconds 3600 --seed 1 [--door NAME]... [--case FILE]

The targets are in tests/support/fuzz_targets: what is typed, files of every kind, games on the
table, rows of databases, options. Case number n of a seed is the same every time. Before a case is
tried it is written to --keep FILE, so that one which crashes or hangs is there; one that fails
stays, and ends the run unless --go-on is given. `--case FILE` tries that one again. A case that
takes --patience seconds ends the run with the stacks of all threads."""

from __future__ import annotations

import argparse
import faulthandler
import itertools
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from fuzz_targets import FUZZ_TARGETS, Case, Fault, try_case

#: Seconds from one line of progress to the next.
PAUSE = 10


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60.0)
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
    began = shown = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        if args.case:
            return report(Case.from_text(Path(args.case).read_text("utf-8")), Path(folder))
        names = args.target or list(FUZZ_TARGETS)
        for number in itertools.count(args.first):
            if time.monotonic() - began >= args.seconds:
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
    """1, with the fault on stdout, if a case fails."""
    try:
        try_case(case, folder)
    except Fault as fault:
        print(f"{where}{fault}\n  {case}", flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
