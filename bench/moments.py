"""Measure a choice in a saved game: its options, their document, and a saved step.

    python bench/moments.py [--games 26] [--seed 1]

Prints the median and the 99th percentile of each, in ms: the options in random games of all
variants, in CPU time, which depends little on other work on the machine; and steps saved to a
database in a temporary folder, in wall-clock time.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numberdrop as nd
from numberdrop.sessions import PartialTurn, Session, Store, turn_options

VARIANTS = ("rulebook", "bga", "rulebook+slide", "bga+slide")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=26)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print(
        f"numberdrop {nd.__version__}, Python {platform.python_version()}, {platform.machine()}, "
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    )
    rng = random.Random(asked.seed)
    times: dict[str, list[float]] = {"moment": [], "document": [], "kept step": []}
    bytes_of: list[int] = []
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder))
        for number in range(asked.games):
            head = {"kind": "solo", "seed": number, "variant": VARIANTS[number % len(VARIANTS)]}
            kept = store.begin(Session.begin(head))
            kept = store.do(kept.id, 0, {"do": "start", "cell": "d1"})
            while (position := kept.session.position) and (roll := kept.session.roll):
                variant = kept.session.variant
                turn = PartialTurn.of_turn(position.random_turn(roll, rng, variant))
                for chosen in (PartialTurn(), replace(turn, claim=None), turn):
                    now = timed(times["moment"], turn_options, position, roll, chosen, variant)
                    text = timed(times["document"], as_text, now.to_json)
                    bytes_of.append(len(text))
                for step in ({"do": "set", "turn": turn.to_json()}, {"do": "end"}):
                    began = time.perf_counter()
                    kept = store.do(kept.id, kept.revision, step)
                    times["kept step"].append(time.perf_counter() - began)
    for name, found in times.items():
        found.sort()
        middle, most = (1000 * found[int(part * len(found))] for part in (0.5, 0.99))
        print(f"{name:<10} {len(found):>6}  median {middle:6.2f} ms  99 of 100 {most:6.2f} ms")
    print(f"longest document {max(bytes_of):,} bytes")
    print(f"loaded: {', '.join({'numpy', 'ortools'} & {*sys.modules}) or 'no planner'}")


def timed(times: list[float], work: Callable[..., Any], *given: Any) -> Any:
    """Return the result of `work`, and append its CPU time to `times`."""
    began = time.process_time()
    done = work(*given)
    times.append(time.process_time() - began)
    return done


def as_text(to_json: Callable[[], Any]) -> str:
    return json.dumps(to_json())


if __name__ == "__main__":
    main()
