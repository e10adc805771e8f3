"""Ask whether place rules scores out: `python bench/place.py --seconds 60`.

For each deal of a class, the master of benders.py is asked for a game of more than `--above`
points, with any rows and across the Game Over line or not: once without geometry, and once with
the runs that lie around each shape on any ground (runs.py). INFEASIBLE proves that there is no such
game. Deals are the first of the class of `plain#4021`, 15 turns by default, where 92 is found and
more is not ruled out. Prints a line for each deal. `--keep FILE` saves each deal at once, and
doesn't repeat saved ones.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter

from master import Master
from rows import add_row, count_of, file_of, read_rows
from sequences import CLASSES, UNTUNED, find_sequences


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--class", dest="name", choices=CLASSES, default="15")
    parser.add_argument("--deals", type=count_of, default=24)
    parser.add_argument("--above", type=count_of, default=92, help="points")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each question")
    parser.add_argument("--keep", type=file_of, help="file to save deals in")
    given = parser.parse_args()
    asked = {"above": given.above, "limit": given.seconds}
    rows = read_rows(given.keep, **asked) if given.keep else []
    done = {row["recipe"] for row in rows}
    for name, deal in find_sequences(given.deals, UNTUNED):
        if name != given.name or deal.recipe in done:
            continue
        row = {"recipe": deal.recipe, **asked}
        for place in (False, True):
            began = time.perf_counter()
            master = Master(deal, given.above + 1, full=False, place=place)
            _, status = master.ask(given.seconds, 1)
            row["with" if place else "without"] = status
            row["seconds with" if place else "seconds without"] = round(
                time.perf_counter() - began, 1
            )
        rows.append(row)
        if given.keep:
            add_row(given.keep, row)
        print(
            f"{deal.recipe:<14} without place {row['without']} after {row['seconds without']} s, "
            f"with it {row['with']} after {row['seconds with']} s",
            flush=True,
        )
    for what in ("without", "with"):
        counts = Counter(str(row[what]) for row in rows)
        print(f"{what} place:", ", ".join(f"{n} {status}" for status, n in counts.most_common()))


if __name__ == "__main__":
    main()
