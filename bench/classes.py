"""Bounds for classes of players on whole games: `python bench/classes.py --keep FILE --deals 33`.

    python bench/classes.py --keep bench/classes.jsonl --choices 2 --deals 33
    python bench/classes.py --keep bench/classes.jsonl --table

A class has the players who always take one of the CHOICES best turns by the value (as `fast` ranks
them), at most WITHIN points behind the best; a last turn is free. *paid* is the highest score less
payments of *all* lines of such turns on a deal (information relaxation with a penalty:
foresight.py), so its mean over deals is an **upper bound** on what any player of the class scores
on average without foresight. *known* is the highest score of these lines: a bound as well, without
payments. *first* is the score of the player who takes the best turn each time.

Lines that reach the same sheet after as many turns are continued once, from the line that has
received most. Payments of one depth are estimated by the same ROLLS rolls, whatever the sheet: they
don't depend on the player's turns, so the mean of the payments stays zero, and most of their error
is common to all lines.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

import numberdrop as nd
from foresight import FLAGS, RULEBOOK, START, with_error
from induction import slides_left
from ladder import MOST_SLIDES, PAYMENTS, QUANTILE, Tree, best_last, is_last
from numberdrop import _core
from numberdrop.dice import Roll
from numberdrop.plan import shipped
from numberdrop.plan.hints.playouts import ONE_TURN, faces_of
from numberdrop.plan.ply import WIDE
from numberdrop.position import core_roll
from rows import add_row, count_of, file_of, mean_error, read_rows

#: Rolls by which payments are estimated, as fair blocks.
ROLLS = 12
#: Turns that are ranked for the best, as hints do.
RANKED = 80


class Averages:
    """What sheets are worth before a roll, by the same rolls for all sheets of a depth."""

    def __init__(self, tree: Tree, number: int) -> None:
        self._tree, self._number = tree, number
        self._player = _core.Playouts(shipped().table, WIDE, faces_of(RULEBOOK.dice), FLAGS)
        self._values: NDArray[np.float32] = np.zeros(ROLLS, dtype=np.float32)

    def average(self, sheet: _core.Sheet, depth: int) -> float:
        """Return an unbiased estimate, in points, of the worth of the next roll on average."""
        if sheet.is_over():
            return float(sheet.total(FLAGS))
        if slides_left(sheet) <= MOST_SLIDES:
            return statistics.mean(self._tree.worth(sheet, roll) for roll in self.rolls(depth))
        seed = PAYMENTS + 100 * self._number + depth
        self._player.play(sheet, seed, 0, ONE_TURN, self._values)
        return float(self._values.mean())

    def rolls(self, depth: int) -> Sequence[Roll]:
        """Return the rolls that estimate payments for endings of this depth."""
        halves = (nd.plain_deal(PAYMENTS + 100 * self._number + depth, n).rolls for n in (0, 1))
        return [roll for rolls in halves for roll in rolls[: ROLLS // 2]]


def choices_of(
    sheet: _core.Sheet, roll: Roll, choices: int, within: float, flag: _core.Flag
) -> Iterator[_core.Sheet]:
    """Yield the sheets after the best `choices` turns, at most `within` points behind the best."""
    chosen = _core.Chosen(sheet, core_roll(roll), shipped().table, FLAGS, WIDE, RANKED, flag)
    for at in range(min(choices, len(chosen))):
        if chosen[at][1] >= chosen[0][1] - 100 * within:
            yield chosen[at][0]


def bounds(
    start: _core.Sheet, rolls: Sequence[Roll], number: int, choices: int, within: float
) -> dict[str, Any]:
    """Return the figures of all lines of a class from a sheet on; `number` is the seed of the
    payments."""
    tree, flag = Tree(number, choices, WIDE), _core.Flag()
    averages = Averages(tree, number)
    layer, first = {start: 0.0}, start
    paid, known, sheets, score = -math.inf, -math.inf, 0, 0
    for depth, roll in enumerate(rolls):
        sheets += len(layer)
        following: dict[_core.Sheet, float] = {}
        for sheet, received in layer.items():
            average = averages.average(sheet, depth)
            if sheet.is_over() or is_last(sheet, roll):
                # The best last turn scores what is paid for it.
                end = sheet.total(FLAGS) if sheet.is_over() else best_last(sheet, roll)
                paid, known = max(paid, received + average), max(known, end)
                score = end if sheet == first else score
                continue
            received += average - tree.worth(sheet, roll)
            afters = list(choices_of(sheet, roll, choices, within, flag))
            for after in afters:
                following[after] = max(following.get(after, received), received)
            if sheet == first:
                best = afters[0]
        if not following:
            break
        layer, first = following, best
    return {"paid": round(paid, 3), "known": known, "first": score, "sheets": sheets}


def table(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield the lines of the table."""
    names = "".join(f"{name:<17}" for name in ("first", "known", "paid"))
    yield f"choices  within  deals  {names}limit   sheets"
    for choices, within in sorted({(row["choices"], row["within"]) for row in rows}):
        some = [row for row in rows if (row["choices"], row["within"]) == (choices, within)]
        figures = [[float(row[name]) for row in some] for name in ("first", "known", "paid")]
        mean, error = mean_error(figures[-1])
        shown = "".join(f"{with_error(values):<17}" for values in figures)
        yield (
            f"{choices:>7}  {within:>6g}  {len(some):>5}  {shown}{mean + QUANTILE * error:<7.2f}"
            f"{statistics.mean(row['sheets'] for row in some):>7.0f}"
        )


def points_of(text: str) -> float:
    """Parse points, 0 or more. Raises argparse.ArgumentTypeError for anything else."""
    try:
        points = float(text)
    except ValueError:
        points = -1.0
    if not 0 <= points < 1000:
        raise argparse.ArgumentTypeError(f"expected points from 0 on, such as 0.5, got {text!r}")
    return points


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--keep", type=file_of, required=True, help="the file of the rows")
    parser.add_argument("--choices", type=count_of, default=2, help="turns of the class")
    parser.add_argument("--within", type=points_of, default=100.0, metavar="POINTS")
    parser.add_argument("--deals", type=count_of, default=33)
    parser.add_argument("--seed", type=int, default=77002611, help="the seed of the deals")
    parser.add_argument("--table", action="store_true", help="print the table of the file")
    given = parser.parse_args()
    made_by = {"seed": given.seed, "weights": shipped().name}
    of_class = {"choices": given.choices, "within": given.within, **made_by}
    done = {row["deal"] for row in read_rows(given.keep, **of_class)}
    for number in () if given.table else range(given.deals):
        if number in done:
            continue
        print(f"{number + 1} of {given.deals}", end="\r", file=sys.stderr, flush=True)
        began = time.process_time()
        deal = nd.plain_deal(given.seed, number)
        start = nd.Position.start("".join(deal.tiles), START).core
        figures = bounds(start, deal.rolls, number, given.choices, given.within)
        seconds = round(time.process_time() - began, 1)
        add_row(given.keep, {"deal": number, **figures, "seconds": seconds, **of_class})
    print("\n".join(table(read_rows(given.keep, **made_by))))


if __name__ == "__main__":
    main()
