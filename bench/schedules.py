"""Compare ways to schedule drop problems: `python bench/schedules.py ARCHIVE... --days 365`.

Prints the cost of the archives' own order, of the order day by day that is cheapest at each step,
of what the search begins with, where the number of problems for each weekday is settled first, and
of what it finds, with its bound. `--effort` may be several.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

from numberdrop.puzzles import DropProblem, read_lines
from numberdrop.puzzles.schedule import APART
from numberdrop.puzzles.schedule.costs import (
    Cost,
    Sort,
    Wishes,
    first_schedule,
    themes_of,
    usual_week,
)
from numberdrop.puzzles.schedule.search import Schedule, find_schedule
from rows import count_of


def line(name: str, cost: Cost, more: str = "") -> str:
    """Return a row of the table."""
    parts = f"{cost.difficulty:>10,}  {cost.alike:>5,}  {cost.themes:>6,}  {cost.total:>5,}"
    return f"{name:<22}  {parts}  {more}".rstrip()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("archives", nargs="+", metavar="ARCHIVE")
    parser.add_argument("--days", type=count_of, default=365)
    parser.add_argument("--apart", type=count_of, default=APART)
    parser.add_argument("--first", type=int, default=0, help="weekday of the first day, 0 Monday")
    parser.add_argument("--effort", type=float, nargs="+", default=[60.0, 240.0])
    given = parser.parse_args()
    problems = (entry for path in given.archives for _, entry in read_lines(path))
    sorts = [Sort.of(problem) for problem in problems if isinstance(problem, DropProblem)]
    if len(sorts) < given.days:
        parser.error(f"--days: expected {len(sorts):,} at most, got {given.days:,}")
    supply = Counter(sorts)
    wishes = Wishes(given.days, given.first, usual_week(sorts), given.apart, themes_of(sorts))
    print(f"{len(sorts):,} problems of {len(supply):,} sorts, figures {wishes.week}")
    print(f"{'':<22}  difficulty  alike  themes  total")
    print(line("as they come", wishes.cost(sorts[: given.days])))
    print(line("cheapest day by day", wishes.cost(first_schedule(wishes, (), supply, ()))))
    for effort in given.effort:
        first: list[Schedule] = []

        def note(spent: float, found: Schedule, first: list[Schedule] = first) -> None:
            if not first:
                first.append(found)

        began = time.perf_counter()
        found = find_schedule(wishes, supply, effort=effort, progress=note)
        seconds = f"{time.perf_counter() - began:.0f} s"
        if effort == given.effort[0]:
            print(line("start of the search", first[0].cost))
        print(line(f"search, effort {effort:g}", found.cost, f"bound {found.bound:,}, {seconds}"))


if __name__ == "__main__":
    main()
