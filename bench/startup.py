"""Measure what commands cost to start: `python bench/startup.py [--rounds N]`.

The commands take turns, each as a process of its own that finds its modules compiled to bytecode.
Prints the processor seconds of each (user and system), the median of the rounds with the lowest and
the highest, and its ratio to a bare Python; then the size of the compiled parts, and which of the
heavy libraries a hint at level fast loads.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import numberdrop as nd
from numberdrop.plan import play_game

PACKAGE = Path(nd.__file__).parent
ENVIRON = {**os.environ, "PYTHONPATH": str(PACKAGE.parent), "PYTHONDONTWRITEBYTECODE": ""}
POSITION, ROLL = "612..../65335.1 -:-:- I1,O0,T1,L0,S0 3", "156*O"
#: The floors: the most processor seconds of a command, in those of a bare Python.
GOALS = {"--help": 8, "daily": 16, "hint": 26}
COMMANDS = {
    "--help": ["--help"],
    "hint --help": ["hint", "--help"],
    "show": ["show", POSITION],
    "daily": ["daily", "2026-11-27"],
    "drop": ["drop", "1.4"],
    "replay": ["replay", "game.json"],
    "scores": ["scores"],
    "hint": ["hint", POSITION, ROLL, "--level", "fast"],
    "omba show": ["omba", "show", "-,-,-/BB,-,-/A,-,- A 1,1"],
}
#: A program that prints which of the heavy libraries a hint has loaded.
HEAVY = f"""
import sys, numberdrop as nd
nd.hint({POSITION!r}, {ROLL!r}, level="fast")
print(*[name for name in ("numpy", "ortools") if name in sys.modules])
"""


def processor_seconds(words: list[str], folder: str) -> float:
    """Run a program on the package that this one imports. Return the processor seconds, user and
    system, that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *words],
        check=True,
        cwd=folder,
        env={**ENVIRON, "NUMBERDROP_DATA": folder},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    programs = {"python -c pass": ["-c", "pass"]}
    programs |= {name: ["-m", "numberdrop", *words] for name, words in COMMANDS.items()}
    times: dict[str, list[float]] = {name: [] for name in programs}
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "game.json").write_text(json.dumps(play_game(1, 1).to_record()))
        for number in range(rounds + 1):
            for name, words in programs.items():
                seconds = processor_seconds(words, folder)
                if number:  # the first round writes the bytecode
                    times[name].append(seconds)
        loaded = subprocess.run(
            [sys.executable, "-c", HEAVY], check=True, env=ENVIRON, capture_output=True, text=True
        ).stdout.split()
    bare = statistics.median(times["python -c pass"])
    print(f"processor milliseconds, median of {rounds} rounds [lowest .. highest]")
    for name, found in times.items():
        middle = statistics.median(found)
        goal = f"   goal: at most {GOALS[name]}" if name in GOALS else ""
        spread = f"[{min(found) * 1000:.0f} .. {max(found) * 1000:.0f}]"
        print(f"{name:16}{middle * 1000:6.0f} {spread:14}{middle / bare:6.1f} times Python{goal}")
    parts = [*PACKAGE.rglob("*.so"), *PACKAGE.rglob("*.pyd")]
    size = sum(path.stat().st_size for path in parts) / 1e6
    print(f"compiled parts: {size:.1f} MB in {len(parts)} files   goal: at most 4")
    print(f"loaded by a fast hint: {' '.join(loaded) or 'neither NumPy nor OR-Tools'}")


if __name__ == "__main__":
    main()
