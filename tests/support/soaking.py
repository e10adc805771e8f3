"""What the soaks share: runs of seed after seed, until somebody disagrees or stops them."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator

#: Seconds from one line of progress to the next.
PAUSE = 10


class Disagreement(AssertionError):  # noqa: N818
    """Two answers that can't both be right, and what was asked, ready to be pasted back."""


def soak_parser(description: str, seed: int) -> argparse.ArgumentParser:
    """A parser of the options that every soak has."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--seed", type=int, default=seed)
    parser.add_argument("--forever", action="store_true", help="go on with the next seeds")
    return parser


def run_soak(
    args: argparse.Namespace, tally: object, compare: Callable[[int], Iterator[object]]
) -> int:
    """Compare for each seed; return the exit code, 1 after a disagreement.

    `compare` yields now and then, keeps `tally`, and raises Disagreement. Progress goes to stderr,
    a disagreement and one line at the end to stdout. Ctrl-C ends the run.
    """
    seed, code = args.seed, 0
    began = shown = time.monotonic()
    try:
        while seed == args.seed or args.forever:
            for _ in compare(seed):
                if time.monotonic() - shown > PAUSE:
                    shown = time.monotonic()
                    print(f"seed {seed}: {tally}; {shown - began:.0f} s", file=sys.stderr)
            seed += 1
    except KeyboardInterrupt:
        pass
    except Disagreement as found:
        print(f"seed {seed}: {found}")
        code = 1
    verdict = "a disagreement" if code else "no disagreement"
    print(f"{verdict}: {tally}; seeds {args.seed}.. in {time.monotonic() - began:.1f} s")
    return code
