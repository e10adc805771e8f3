"""Shared code of the soak tests, which run seed after seed until a disagreement or an interrupt."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator

#: Seconds between two lines of progress.
PAUSE = 10


class Disagreement(AssertionError):  # noqa: N818
    """Two contradictory answers, with the question in a form that can be pasted back."""


def soak_parser(description: str, seed: int) -> argparse.ArgumentParser:
    """Return a parser with the options of all soak tests."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--seed", type=int, default=seed)
    parser.add_argument("--forever", action="store_true", help="continue with the next seeds")
    return parser


def run_soak(
    args: argparse.Namespace, tally: object, compare: Callable[[int], Iterator[object]]
) -> int:
    """Compare for each seed. Returns the exit code, 1 after a disagreement.

    `compare` yields now and then, updates `tally`, and raises Disagreement. Progress is written to
    stderr, a disagreement and a final summary to stdout. Ctrl-C ends the run.
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
