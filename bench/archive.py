"""Measure the cost of an archive: the time of each stage, and the speed-up by a second worker.

    python bench/archive.py [--days 6] [--nodes 2000000] [--drops 10] [--workers 2]

Prints the CPU time of each stage, which depends little on other work on the machine, and its share
in a day of the archive. Then prints the ratio of the wall-clock times with one worker and with
several on the same days, for which the machine should be idle.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

import numberdrop as nd
from numberdrop.puzzles import ArchiveFile, daily_deal, daily_puzzle, generate_days
from numberdrop.puzzles.archive.make_entries import (
    blind_games,
    problem_entry,
    search_best,
    simulated_results,
)
from numberdrop.puzzles.drops import candidate_name, find_problem
from numberdrop.puzzles.names import FIRST_DAY
from numberdrop.puzzles.simulated.roster import ROSTER
from numberdrop.puzzles.targets import GAMES


def pocket_names() -> Iterator[str]:
    """Yield the names of candidates for pocket problems."""
    return (candidate_name(1, number, "pocket") for number in count())


def seconds_of(work: Callable[[], Any]) -> float:
    """Return the CPU time of `work`."""
    began = time.process_time()
    work()
    return time.process_time() - began


def report(stage: str, done: int, seconds: float) -> float:
    """Print the line of a stage. Returns the seconds for each item."""
    each = seconds / done
    print(f"{stage:<44} {60 / each:>10,.1f} a minute and core  {each:>9.4f} s each", flush=True)
    return each


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--days", type=int, default=6)
    parser.add_argument("--nodes", type=int, default=2_000_000)
    parser.add_argument("--drops", type=int, default=10)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    days = [FIRST_DAY + datetime.timedelta(n) for n in range(asked.days)]
    print(
        f"numberdrop {nd.__version__}, Python {platform.python_version()}, {platform.machine()}, "
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start"
    )
    deals = report("deal of a day", 100, seconds_of(lambda: [*map(daily_deal, days * 100)]))
    puzzles = [*map(daily_puzzle, days)]
    simulated = report(
        f"simulated players' games, {sum(player.games(GAMES) for player in ROSTER)} a day",
        len(days),
        seconds_of(lambda: [simulated_results(puzzle, GAMES) for puzzle in puzzles]),
    )
    blind = report(
        f"blind player's games, {GAMES} and the expert's",
        len(days),
        seconds_of(lambda: [blind_games(puzzle, GAMES) for puzzle in puzzles]),
    )
    proved = 0
    began = time.process_time()
    for day in days:
        best = search_best(daily_deal(day), nd.Variant(), asked.nodes)
        proved += best.is_proved
    search = report(
        f"best score, {asked.nodes:,} nodes ({proved} of {len(days)} proved)",
        len(days),
        time.process_time() - began,
    )
    names: list[str] = []
    began = time.process_time()
    for number in count():
        names += [name for name in [candidate_name(1, number)] if find_problem(name)]
        if len(names) == asked.drops:
            break
    report(
        f"drop problem found, of {number + 1} candidates", len(names), time.process_time() - began
    )
    report("drop problem as a line", len(names), seconds_of(lambda: [*map(problem_entry, names)]))
    began = time.process_time()
    pockets = [*islice(filter(None, map(problem_entry, pocket_names())), asked.drops)]
    report("pocket problem as a line", len(pockets), time.process_time() - began)
    whole = deals + simulated + blind + search
    stages = (
        *(("deal", deals), ("simulated", simulated)),
        *(("blind", blind), ("best score", search)),
    )
    for stage, part in stages:
        print(f"{stage:<12} {part / whole:6.1%} of a day of the archive")
    print(f"a year on one core: {365 * whole / 3600:.1f} hours")
    times = [generation_time(len(days), asked.nodes, workers) for workers in (1, asked.workers)]
    print(
        f"{len(days)} days with 1 worker {times[0]:.1f} s, with {asked.workers} {times[1]:.1f} s: "
        f"{times[0] / times[1]:.2f} times as fast"
    )


def generation_time(days: int, nodes: int, workers: int) -> float:
    """Return the wall-clock seconds to generate an archive of `days` days."""
    with tempfile.TemporaryDirectory() as folder, ArchiveFile(str(Path(folder, "days"))) as file:
        began = time.perf_counter()
        generate_days(file, FIRST_DAY, days, nodes=nodes, workers=workers)
        return time.perf_counter() - began


if __name__ == "__main__":
    main()
