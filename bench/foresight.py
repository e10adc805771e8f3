"""How much foresight is worth if it is paid for: `python bench/foresight.py --keep FILE`.

    python bench/foresight.py --keep bench/foresight.jsonl --widths 1=100 8=100 64=24 512=4
    python bench/foresight.py --keep bench/foresight.jsonl --table

A player who knows all dice of a deal pays for it: each turn he gets what the roll is worth by the
learned value on average over all rolls, less what this roll is worth. For a player who doesn't
know the dice the payments are zero on average, so the mean over deals of the *highest* score less
payments is an upper bound on what any player without foresight scores on average (information
relaxation with a penalty: Brown, Smith and Sun, 2010). A beam search finds a high one, not the
highest, so its mean is a *lower estimate of that bound*.

The payments are estimated by fair samples of rolls, which keeps their mean zero (Andersen and
Broadie, 2004). The line is chosen by some samples and judged with others, so the choice doesn't
raise the result. `--widths 64=24` keeps 64 sheets on each of the first 24 deals. FILE has a line
for each deal and width; those with the same seed, choices and weights aren't made again. With
--sheets FILE2, sheets on the lines that are worth at least 2 points more than the value says, by
fresh samples, are written to FILE2.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import numberdrop as nd
from numberdrop import _core
from numberdrop.dice import Roll
from numberdrop.plan import shipped
from numberdrop.plan.hints.playouts import BATCH, ONE_TURN, player_of
from numberdrop.plan.ply import NARROW, WIDE, Widths
from numberdrop.position import core_roll, flags_of
from rows import add_row, count_of, file_of, mean_error, read_rows

RULEBOOK = nd.Variant()
FLAGS = flags_of(RULEBOOK)
#: The deals' start cell.
START = "d1"
#: How many sheets are kept for each of the beam's, and how many batches of rolls have estimated
#: each of them then: all turns get one batch, and the best 3 B go on to five, of which B to 16.
HALVINGS = ((3, 1), (1, 5))
BATCHES = 16
#: From this many points on, a sheet counts as underrated.
UNDERRATED = 2.0
#: The seeds of the samples that choose, and of those that judge.
CHOOSING, JUDGING = 1, 2


class Samples:
    """The mean worth of the next turn on a sheet, in points, by batches of fair rolls.

    A roll's worth is the value after the best turn that playouts would choose. Samples of different
    sheets and purposes are independent.
    """

    def __init__(self, deal: int, purpose: int) -> None:
        self._player = player_of(shipped(), RULEBOOK)
        self._values: NDArray[np.float32] = np.zeros(BATCH, dtype=np.float32)
        self._seed = nd.Stream.from_key(f"foresight/{deal}/{purpose}").below(2**62)
        self._sheets = 0

    def begin(self, sheet: _core.Sheet) -> Estimate:
        """Return an estimate without samples; exact if the game is over."""
        self._sheets += 1
        if sheet.is_over():
            return Estimate(sheet, 0, float(sheet.total(FLAGS)), is_exact=True)
        return Estimate(sheet, self._seed + self._sheets)

    def add(self, estimate: Estimate, batches: int) -> None:
        """Add samples to an estimate until it has this many batches."""
        while not estimate.is_exact and estimate.batches < batches:
            self._player.play(
                estimate.sheet, estimate.seed, BATCH * estimate.batches, ONE_TURN, self._values
            )
            estimate.total += float(self._values.mean())
            estimate.batches += 1


@dataclass(slots=True)
class Estimate:
    """What a sheet is worth before the next roll, in points, by samples so far."""

    sheet: _core.Sheet
    seed: int
    total: float = 0.0
    batches: int = 0
    is_exact: bool = False

    @property
    def mean(self) -> float:
        return self.total if self.is_exact else self.total / self.batches


@dataclass(slots=True)
class Line:
    """Turns from the start: the sheet after them with its worth, the payments received so far, and
    for each turn the sheet after it with what its roll was worth before it."""

    end: Estimate
    paid: float
    steps: tuple[tuple[_core.Sheet, float], ...]

    @property
    def rank(self) -> float:
        """Return the expected final score less payments, if foresight ended here."""
        return self.paid + self.end.mean


def best_line(deal: nd.Deal, number: int, width: int, choices: int) -> tuple[Line, _core.Sheet]:
    """Return the line with the highest score less payments that a beam finds, and the first sheet.

    The beam has `width` sheets; each is followed by its `choices` best turns by the value.
    """
    samples, flag = Samples(number, CHOOSING), _core.Flag()
    start = nd.Position.start("".join(deal.tiles), START).core
    first = samples.begin(start)
    samples.add(first, 200)
    beam, ended = [Line(first, 0.0, ())], list[Line]()
    for roll in deal.rolls:
        nexts: dict[Any, Line] = {}
        for line in beam:
            worth = worth_of(line.end.sheet, roll, flag)
            paid = line.paid + line.end.mean - worth
            for after in turns_of(line.end.sheet, roll, choices, flag):
                key = (after.grid, after.boxes, after.notches, after.circled, after.crossed)
                other = nexts.get(key)
                if other is None:
                    steps = (*line.steps, (after, worth))
                    nexts[key] = Line(samples.begin(after), paid, steps)
                elif other.paid < paid:
                    nexts[key] = Line(other.end, paid, (*line.steps, (after, worth)))
        beam = list(nexts.values())
        for kept, batches in HALVINGS:
            for line in beam:
                samples.add(line.end, batches)
            beam = sorted(beam, key=lambda line: -line.rank)[: kept * width]
        for line in beam:
            samples.add(line.end, BATCHES)
        ended += [line for line in beam if line.end.is_exact]
        beam = [line for line in beam if not line.end.is_exact]
        if not beam:
            break
    return max(ended, key=lambda line: line.rank), start


def worth_of(sheet: _core.Sheet, roll: Roll, flag: _core.Flag, widths: Widths = NARROW) -> float:
    """Return the value after the best turn within these widths for this roll, in points."""
    chosen = _core.Chosen(sheet, core_roll(roll), shipped().table, FLAGS, widths, 1, flag)
    return chosen[0][1] / 100


def turns_of(
    sheet: _core.Sheet, roll: Roll, choices: int, flag: _core.Flag
) -> Iterator[_core.Sheet]:
    """Yield the sheets after the best turns by the value."""
    chosen = _core.Chosen(sheet, core_roll(roll), shipped().table, FLAGS, WIDE, choices, flag)
    for at in range(min(choices, len(chosen))):
        yield chosen[at][0]


def judged(
    line: Line, start: _core.Sheet, number: int, batches: int = 100
) -> tuple[float, list[tuple[str, float]]]:
    """Return a line's score less payments by fresh samples, and each sheet on it with how much more
    it is worth than the value says."""
    samples = Samples(number, JUDGING)
    result, found = 0.0, list[tuple[str, float]]()
    sheets = [start, *(sheet for sheet, _ in line.steps)]
    for at, sheet in enumerate(sheets):
        estimate = samples.begin(sheet)
        samples.add(estimate, batches)
        result += estimate.mean - (line.steps[at][1] if at < len(line.steps) else 0.0)
        if at:
            value = _core.learned_value(sheet, shipped().table, FLAGS)
            found.append((str(nd.Position(sheet)), estimate.mean - value))
    return result, found


def table(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield the lines of the table of all widths."""
    yield " width  deals    less payments  chosen by          score       s"
    for width in sorted({row["width"] for row in rows}):
        some = [row for row in rows if row["width"] == width]
        figures = [[row[key] for row in some] for key in ("judged", "chosen", "score", "seconds")]
        judged, chosen, score, seconds = figures
        yield (
            f"{width:>6} {len(some):>6} {with_error(judged):>16} {statistics.mean(chosen):>10.2f} "
            f"{with_error(score):>14} {statistics.mean(seconds):>7.1f}"
        )


def with_error(values: Sequence[float]) -> str:
    return "{:.2f} ± {:.2f}".format(*mean_error(values))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--keep", type=file_of, required=True, help="the file of the rows")
    parser.add_argument("--widths", nargs="+", default=["1=100"], metavar="WIDTH=DEALS")
    parser.add_argument("--choices", type=count_of, default=12, help="turns tried from each sheet")
    parser.add_argument("--seed", type=int, default=77002611, help="the seed of the deals")
    parser.add_argument("--sheets", type=file_of, help="the file for underrated sheets")
    parser.add_argument("--table", action="store_true", help="print the table of the file")
    given = parser.parse_args()
    if not given.table:
        try:
            asked = [tuple(map(int, text.split("="))) for text in given.widths]
            pairs = [(width, deals) for width, deals in asked if width > 0 < deals]
        except ValueError:
            pairs = []
        if len(pairs) < len(given.widths):
            parser.error(f"--widths: expected WIDTH=DEALS, such as 64=24, got {given.widths}")
        for width, deals in pairs:
            run(given, width, deals)
    print("\n".join(table(read_rows(given.keep, **made_by(given)))))


def made_by(given: argparse.Namespace) -> dict[str, Any]:
    """Return what rows must have in common to be compared."""
    return {"seed": given.seed, "choices": given.choices, "weights": shipped().name}


def run(given: argparse.Namespace, width: int, deals: int) -> None:
    done = {row["deal"] for row in read_rows(given.keep, width=width, **made_by(given))}
    for number in range(deals):
        if number in done:
            continue
        print(f"width {width}: {number + 1} of {deals}", end="\r", file=sys.stderr, flush=True)
        began = time.process_time()
        line, start = best_line(nd.plain_deal(given.seed, number), number, width, given.choices)
        result, sheets = judged(line, start, number)
        row = {
            "width": width,
            "deal": number,
            "judged": round(result, 3),
            "chosen": round(line.rank, 3),
            "score": line.end.sheet.total(FLAGS),
            "turns": len(line.steps),
            "seconds": round(time.process_time() - began, 1),
            **made_by(given),
        }
        add_row(given.keep, row)
        if given.sheets:
            with open(given.sheets, "a", encoding="utf-8") as out:
                for text, more in sheets:
                    if more >= UNDERRATED:
                        out.write(f"{more:.2f}\t{text}\n")


if __name__ == "__main__":
    main()
