"""Bounds on endings from both sides: `python bench/ladder.py --keep FILE --left 1 2 3 4`.

    python bench/ladder.py --keep bench/ladder.jsonl --left 1 2 3 4 --positions 24
    python bench/ladder.py --keep bench/ladder.jsonl --table

The positions are from games by `fast`, one of each, before the next roll, with 1 to 4 slides left.
How much can a player who doesn't know the dice score on average?

- *below*: what a setting (`--player`) scores, which is a lower bound. Payments whose mean is zero
  (foresight.py) take most of the noise of the dice off.
- *nested*, with two slides left: for each of ROLLS rolls the highest of the means over LAST last
  rolls, the same for all turns with this roll, of the best last turn. A maximum of means is too
  high on average (Broadie and Glasserman, 1997), so it is an upper bound, for the players who pick
  among the CHOICES best turns by the value.
- *paid*: the highest score less payments of all lines of these turns, for known dice; an upper
  bound for the same players. A last turn is worth the best of all, and so is what is paid for it.
- *known*: the highest score for known dice, by exhaustive search: an upper bound for all players.
  Where a search is cut short it is the bound that it proved; *found* is the score that it found.

With one slide left the figure is exact: the best turn for each roll, weighted by its chance. FILE
has a line for each position; those from the same seed, player and weights aren't made again.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any

import numberdrop as nd
from foresight import BATCHES, FLAGS, RULEBOOK, Samples, turns_of, worth_of
from induction import slides_left
from numberdrop import _core
from numberdrop.dice import Roll
from numberdrop.plan import Decision, play_game, shipped
from numberdrop.plan.exhaustive import best_line
from numberdrop.plan.ply import NARROW, Widths, end_of
from numberdrop.position import core_roll
from numberdrop.rules import dice_set
from rolls import chances_of_rolls
from rows import add_row, count_of, file_of, mean_error, read_rows
from settings import Setting

#: The turns among which the bounds "nested" and "paid" choose, by slides left.
CHOICES = {2: 24, 3: 8, 4: 6}
#: The rolls of "nested", and the last rolls after each turn.
ROLLS, LAST = 48, 24
#: Sequences of rolls for "paid" and "known", and games for "below", by slides left.
PAID = {2: 24, 3: 12, 4: 6}
KNOWN = {2: 192, 3: 96, 4: 24}
BELOW = {2: 96, 3: 64, 4: 48}
#: Rolls by which each payment is estimated.
PAYMENT = 96
#: Landings that "known" tries; the bound of a search that is cut short is a bound all the same.
NODES = 4_000_000
#: The most slides of a turn, and the seeds of the rolls for payments.
MOST_SLIDES, PAYMENTS = 2, 10**9
#: The one-sided 99 % quantile of the normal distribution.
QUANTILE = 2.326


def position_with(left: int, seed: int, number: int) -> nd.Position | None:
    """Return the position of a game by `fast` before a roll with `left` slides left, if any."""
    game = play_game(seed, number)
    while True:
        slides = slides_left(game.positions[0].core)
        if slides >= left or not game.turns:
            is_found = slides == left and not game.positions[0].is_over()
            return game.positions[0] if is_found else None
        game.pop()


def is_last(sheet: _core.Sheet, roll: Roll) -> bool:
    """Return whether the tiles end the game with the next turn."""
    return slides_left(sheet) <= MOST_SLIDES and sheet.is_last_turn(core_roll(roll), FLAGS)


def best_last(sheet: _core.Sheet, roll: Roll) -> int:
    """Return the highest score after one turn with this roll."""
    score: int = _core.exhaust(sheet, [core_roll(roll)], FLAGS, 2**62, -1000)[0]
    return score


def exact(position: nd.Position) -> float:
    """Return the expected score, in points, if the next turn is the last."""
    chances = chances_of_rolls(dice_set(RULEBOOK.dice))
    return sum(chance * best_last(position.core, roll) for roll, chance in chances.items())


class Tree:
    """All lines of a class of turns for known rolls."""

    def __init__(self, name: int, choices: int, widths: Widths = NARROW) -> None:
        self._widths = widths
        self._samples = Samples(name, 3)
        self._name, self._used = name, 0
        self._choices = choices
        self._flag = _core.Flag()

    def worth(self, sheet: _core.Sheet, roll: Roll) -> float:
        """Return what a roll is worth: the best score if the turn is the last, or the value after
        the best turn within the widths."""
        if is_last(sheet, roll):
            return best_last(sheet, roll)
        return worth_of(sheet, roll, self._flag, self._widths)

    def rolls(self) -> list[Roll]:
        """Return the next sample of rolls for payments, independent of all others."""
        self._used += 1
        deals = (nd.plain_deal(PAYMENTS + self._name, 1000 * self._used + n) for n in range(8))
        return [roll for deal in deals for roll in deal.rolls[: PAYMENT // 8]]

    def average(self, sheet: _core.Sheet, rolls: Sequence[Roll]) -> float:
        """Return an estimate of what a sheet is worth before a roll, by these rolls where the turn
        may be the last."""
        if sheet.is_over():
            return float(sheet.total(FLAGS))
        if slides_left(sheet) <= MOST_SLIDES:
            return statistics.mean(self.worth(sheet, roll) for roll in rolls)
        estimate = self._samples.begin(sheet)
        self._samples.add(estimate, BATCHES)
        return estimate.mean

    def highest(self, sheet: _core.Sheet, average: float, rolls: Sequence[Roll]) -> float:
        """Return the highest score less payments from a sheet on."""
        # The best last turn is worth what is paid for it.
        if sheet.is_over() or is_last(sheet, rolls[0]):
            return average
        fresh, worth = self.rolls(), self.worth(sheet, rolls[0])
        return (
            average
            - worth
            + max(
                self.highest(after, self.average(after, fresh), rolls[1:])
                for after in turns_of(sheet, rolls[0], self._choices, self._flag)
            )
        )

    def nested(self, sheet: _core.Sheet, roll: Roll, last: Sequence[Roll]) -> float:
        """Return the highest mean, over `last`, of the best last turn after a turn with `roll`."""
        if is_last(sheet, roll):
            return best_last(sheet, roll)
        return max(
            float(after.total(FLAGS))
            if after.is_over()
            else statistics.mean(best_last(after, one) for one in last)
            for after in turns_of(sheet, roll, self._choices, self._flag)
        )

    def played(self, position: nd.Position, rolls: Sequence[Roll], setting: Setting) -> float:
        """Return the score of a game that a setting plays to its end, less payments."""
        paid = 0.0
        for roll in rolls:
            paid += self.average(position.core, self.rolls()) - self.worth(position.core, roll)
            position = end_of(position, setting.best(Decision(position, roll, RULEBOOK)))
            if position.is_over():
                break
        return position.score().total + paid


def rolls_of(seed: int, number: int, part: int, sequence: int, count: int) -> Sequence[Roll]:
    """Return independent rolls for each part of the work on a position."""
    return nd.plain_deal(seed + 1, (8 * number + part) * 1000 + sequence).rolls[:count]


def known(position: nd.Position, left: int, seed: int, number: int) -> dict[str, list[float]]:
    """Return the highest scores for known dice: bounds, and scores that were found."""
    found = [
        best_line(position, rolls_of(seed, number, 2, one, left), nodes=NODES)
        for one in range(KNOWN[left])
    ]
    return {
        "known": [float(line.bound) for line in found],
        "found": [float(line.score) for line in found],
    }


def nested(position: nd.Position, seed: int, number: int, tree: Tree) -> list[float]:
    """Return the highest mean over last rolls after each of ROLLS rolls."""
    means = []
    for one in range(ROLLS):
        [roll] = rolls_of(seed, number, 3, one, 1)
        halves = (rolls_of(seed, number, 4, 2 * one + half, LAST // 2) for half in (0, 1))
        means.append(tree.nested(position.core, roll, [each for half in halves for each in half]))
    return means


def measured(
    position: nd.Position, left: int, seed: int, number: int, setting: Setting
) -> dict[str, Any]:
    """Return the figures of a position, each a mean with its standard error in points."""
    if left == 1:
        return {"exact": (exact(position), 0.0)}
    choices, sheet = CHOICES[left], position.core
    tree = Tree(seed + number, choices)

    def sequences(part: int, counts: dict[int, int]) -> Iterator[Sequence[Roll]]:
        return (rolls_of(seed, number, part, one, left) for one in range(counts[left]))

    figures = {
        "below": [tree.played(position, rolls, setting) for rolls in sequences(0, BELOW)],
        "paid": [
            tree.highest(sheet, tree.average(sheet, tree.rolls()), rolls)
            for rolls in sequences(1, PAID)
        ],
        **known(position, left, seed, number),
    }
    if left == 2:
        figures["nested"] = nested(position, seed, number, tree)
    return {name: mean_error(values) for name, values in figures.items()}


def table(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield the lines of the table: means over the positions, with the 99 % limit outwards."""
    yield "left  positions  figure   mean            limit   seconds"
    for left in sorted({row["left"] for row in rows}):
        some = [row for row in rows if row["left"] == left]
        for name in ("exact", "below", "nested", "paid", "found", "known"):
            if name in some[0]:
                mean = statistics.mean(row[name][0] for row in some)
                error = sum(row[name][1] ** 2 for row in some) ** 0.5 / len(some)
                limit = mean + QUANTILE * error * (-1 if name == "below" else 1)
                seconds = statistics.mean(row["seconds"] for row in some)
                yield (
                    f"{left:>4}  {len(some):>9}  {name:<7}  {mean:.2f} ± {error:.2f}   "
                    f"{limit:.2f}  {seconds:>7.1f}"
                )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--keep", type=file_of, required=True, help="the file of the rows")
    parser.add_argument("--left", type=int, nargs="+", choices=(1, 2, 3, 4), default=(1, 2, 3, 4))
    parser.add_argument("--positions", type=count_of, default=24)
    parser.add_argument("--seed", type=int, default=660066, help="the seed of the games")
    parser.add_argument("--player", type=Setting.of, default="strong", metavar="SETTING")
    parser.add_argument("--table", action="store_true", help="print the table of the file")
    given = parser.parse_args()
    made_by = {
        "seed": given.seed,
        "player": given.player.level.name,
        "weights": shipped().name,
    }
    for left in () if given.table else given.left:
        done = {row["game"] for row in read_rows(given.keep, left=left, **made_by)}
        found, number = 0, -1
        while found < given.positions:
            number += 1
            position = position_with(left, given.seed, number)
            found += position is not None
            if position is None or number in done:
                continue
            print(f"{left} left: {found} of {given.positions}", end="\r", file=sys.stderr)
            began = time.process_time()
            figures = measured(position, left, given.seed, number, given.player)
            row = {"left": left, "game": number, "position": str(position), **figures}
            row["seconds"] = round(time.process_time() - began, 1)
            add_row(given.keep, {**row, **made_by})
    print("\n".join(table(read_rows(given.keep, **made_by))))


if __name__ == "__main__":
    main()
