"""Settle digits and drops together: `python bench/benders.py --deals 24 --seconds 60`.

Logic-based Benders decomposition (Hooker and Ottosson, 2003) of games whose eleven rows are
complete and that stay under the Game Over line. The master (master.py) says which die of which turn
serves which box. Whether shapes and digits can lie so is asked of models of drops (stacking.py):
of each turn and each two turns in a row, then of the first half of the game and of the whole. Where
the answer is no, a cut goes back to the master, made smaller by leaving out turns and boxes one by
one as long as the answer stays no. A master without a solution proves that there is no such game,
if no plan was given up for lack of time. A whole game is replayed by the rules.

Deals are the first of each class of `plain#4021`, or that of `--recipe`. Prints a line for each
deal, then the number of cuts by class. `--keep FILE` saves each deal at once, and doesn't repeat
saved ones.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numberdrop as nd
from master import Master, Plan
from numberdrop.combo import BOX_SIZES
from numberdrop.plan.bounds import Known
from numberdrop.plan.bounds.drop_plans import full_turns
from numberdrop.plan.maxima import Construction
from numberdrop.rules import CELLS, COLUMN_COUNT, LETTERS
from rows import add_row, count_of, file_of, read_rows
from runs import TURNS, can_lie, trimmed
from sequences import CLASSES, UNTUNED, class_of, find_sequences
from stacking import GROUND, Literal, Piece, Stacking, solver
from wholerules import LINE

#: A cut: the number of turns, of boxes, and of decisions.
Cut = tuple[int, int, int]
#: What lies there before the first turn: the first digit (rules.md, Solo).
FIRST_CELLS = [[column] for column in range(COLUMN_COUNT)]
#: The most boxes whose patterns are cut off for all boxes.
TOGETHER = 2


class Layout:
    """Where the shapes of some turns of a plan, and the digits of some boxes, can lie.

    The turns are `first`..`last`. What lies there before them is any ground without a hole, with
    the earlier digits anywhere in it, and later digits are anywhere above. With the first turn as
    `first` and the last as `last` it is the whole game.
    """

    def __init__(
        self, known: Known, plan: Plan, first: int, last: int, boxes: Sequence[int]
    ) -> None:
        self.known, self.plan = known, plan
        self.turns = range(max(1, first), last + 1)
        pieces = [piece for turn in self.turns for piece in pieces_of(known, plan, turn)]
        self.stacking = Stacking(pieces, ground=FIRST_CELLS if first <= 1 else ())
        self.model = self.stacking.model
        if last == plan.turns:
            self.stacking.fill_all()
        #: By box: whether a cell holds a digit of it.
        self.at = {box: self._lay(box) for box in boxes}
        for cell in GROUND:
            here = [v for at in self.at.values() for (c, _), v in at.items() if c == cell]
            self.model.add_at_most_one(here)

    def _lay(self, box: int) -> dict[tuple[int, int], Literal]:
        """Lay the digits of a box where those of their turns lie, as its combo wants them."""
        combo, at = self.plan.combos[box], {}
        for digit in combo.digits:
            parts: list[dict[int, Literal]] = []
            before, after = range(self.turns[0]), range(self.turns[-1] + 1, self.plan.turns + 1)
            for turn, turns in (
                (0, before),
                *((turn, range(turn, turn + 1)) for turn in self.turns),
                (None, after),
            ):
                count = self.plan.taken(box, digit, turns)
                if not count:
                    continue
                here = {cell: self.stacking.boolean() for cell in GROUND}
                self.model.add(sum(here.values()) == count)
                for cell in GROUND:
                    filled = self.stacking.covered[-1][cell]
                    there = ~filled if turn is None else self.stacking.own[turn][cell]
                    self.model.add_implication(here[cell], there)
                parts.append(here)
            for cell in GROUND:
                at[cell, digit] = self.stacking.boolean()
                self.model.add(at[cell, digit] == sum(here[cell] for here in parts))
        self.stacking.connect(combo, at)
        return at

    def solve(self, seconds: float) -> str:
        """Return the solver's status; `made` has the solution."""
        self.made = solver(seconds)
        return str(self.made.status_name(self.made.solve(self.model)))


def pieces_of(known: Known, plan: Plan, turn: int) -> list[Piece]:
    """Return what drops in a turn of a plan: tiles, then the player's own shape."""
    tiles = [Piece(None, (known.tiles[tile],)) for tile in plan.falls[turn - 1]]
    return [*tiles, Piece(turn, known.rolls[turn - 1].shapes)]


def turns_of(layout: Layout) -> list[nd.Turn]:
    """Return the turns of a whole game."""
    known, plan, made = layout.known, layout.plan, layout.made
    places = [
        next(landing.cells for landing, here in places.items() if made.value(here))
        for places in layout.stacking.places
    ]
    digits = {
        cell: digit
        for at in layout.at.values()
        for (cell, digit), here in at.items()
        if made.value(here)
    }
    claims = {}
    for box, turn in plan.claims.items():
        found = [at for at, here in layout.at[box].items() if made.value(here)]
        claims[turn] = tuple(CELLS[cell] for cell, _ in sorted(found, key=lambda at: at[1]))
    turns, done = [], 0
    for turn in range(1, plan.turns + 1):
        tiles = plan.falls[turn - 1]
        roll, own = known.rolls[turn - 1], places[done + len(tiles)]
        drops = tuple(
            nd.Drop(LETTERS[tile], tuple(CELLS[cell] for cell in sorted(cells)))
            for tile, cells in zip(tiles, places[done:], strict=False)
        )
        slides = tuple(LETTERS[tile] for tile in plan.slides[turn - 1])
        turns.append(nd.Turn(roll, slides, drops, _written(roll, own, digits), claims.get(turn)))
        done += len(tiles) + 1
    return turns


def _written(
    roll: nd.Roll, cells: Sequence[int], digits: Mapping[int, int]
) -> tuple[tuple[str, int], ...]:
    """Return these cells with the roll's digits, those of combos where they belong."""
    spare = [int(die) for die in roll.numbers if die != "*"]
    for cell in cells:
        if digits.get(cell) in spare:
            spare.remove(digits[cell])
    spare += [0] * len(cells)
    return tuple((CELLS[cell], digits[cell] if cell in digits else spare.pop(0)) for cell in cells)


@dataclass(slots=True)
class Outcome:
    """What became of a deal: how often the master was solved, the cuts (turns, boxes and decisions
    of each), plans given up for lack of time, the most turns laid, and the score of a game.

    `status` is "found", "none" if there is proved to be no such game, or "time".
    """

    status: str = "time"
    plans: int = 0
    cuts: list[Cut] = field(default_factory=list)
    open: int = 0
    laid: int = 0
    turns: int = 0
    score: int | None = None


def decompose(deal: nd.Deal, points: int, seconds: float, each: float) -> Outcome:
    """Search a deal for a game of `points`, with at most `each` seconds for a model."""
    ends, outcome = time.perf_counter() + seconds, Outcome()
    master, stream = Master(deal, points), nd.Stream.from_key(f"benders/{deal.recipe}")
    while (left := ends - time.perf_counter()) > 0:
        weights = [1 + stream.below(3) for _ in BOX_SIZES]
        plan = master.solve(left, each, weights, 1 + outcome.plans)
        if isinstance(plan, str):
            outcome.status = "none" if plan == "INFEASIBLE" and not outcome.open else "time"
            break
        outcome.plans += 1
        outcome.turns = plan.turns
        found = list(local_cuts(master, plan, ends, each)) or prefix_cut(master, plan, ends, each)
        if isinstance(found, Layout):
            outcome.status, outcome.laid = "found", outcome.turns
            outcome.score = replay(deal, found)
            break
        if isinstance(found, int):
            outcome.open += 1
            outcome.laid = max(outcome.laid, found)
            master.cut(plan, 0, plan.turns, list(plan.combos))
        else:
            outcome.cuts += found
    return outcome


def local_cuts(master: Master, plan: Plan, ends: float, each: float) -> Iterator[Cut]:
    """Cut off what can't lie in one turn, or else in two turns in a row.

    What one or two boxes can't do there is cut off for all boxes and digits, and if no tile falls
    for all turns with these shapes.
    """
    is_cut = False
    for width in (1, 2):
        for first in range(1, plan.turns - width + 2):
            last = first + width - 1
            boxes = [
                box
                for box in plan.combos
                if any(b == box and first <= turn <= last for turn, b, _ in plan.shares)
            ]
            if boxes and is_impossible(master.known, plan, first, last, boxes, ends, each):
                boxes = fewest(master.known, plan, first, last, boxes, ends, each)
                yield width, len(boxes), master.cut(plan, first, last, boxes)
                is_cut = True
                pieces = [
                    Piece(piece.turn and piece.turn - first + 1, piece.shapes)
                    for turn in range(first, last + 1)
                    for piece in pieces_of(master.known, plan, turn)
                ]
                patterns = [pattern_of(plan, first, last, box) for box in boxes]
                ground = FIRST_CELLS if first == 1 else ()
                if len(boxes) <= TOGETHER and not can_lie(
                    pieces, patterns, ground=ground, seconds=each
                ):
                    shorter = trimmed(pieces, patterns, ground=ground, seconds=each)
                    master.cut_patterns(plan, first, width, shorter)
        if is_cut:
            return


def pattern_of(plan: Plan, first: int, last: int, box: int) -> str:
    """Return how a combo of a plan lies around the shapes of some turns (runs.py)."""
    combo = plan.combos[box]
    inside = zip(TURNS, range(first, last + 1), strict=False)
    times = [
        ("e", range(first)),
        *((name, range(turn, turn + 1)) for name, turn in inside),
        ("l", range(last + 1, plan.turns + 1)),
    ]
    counts = [
        "".join(when * plan.taken(box, digit, turns) for when, turns in times)
        for digit in combo.digits
    ]
    return "".join(counts) if combo.rises else counts[0].upper()


def prefix_cut(master: Master, plan: Plan, ends: float, each: float) -> list[Cut] | int | Layout:
    """Lay the first turns of a plan, more and more of them.

    Return the cut if they can't lie, how many turns were laid if the solver came to no answer, and
    the layout of a whole game.
    """
    turns, boxes, laid = plan.turns, list(plan.combos), 0
    for last in (turns // 2, turns):
        left = ends - time.perf_counter()
        layout = Layout(master.known, plan, 0, last, boxes)
        status = layout.solve(min(left, 3 * each)) if left > 0 else "UNKNOWN"
        if status == "INFEASIBLE":
            first, last, boxes = smallest(master.known, plan, last, boxes, ends, each)
            return [(last - first + 1, len(boxes), master.cut(plan, first, last, boxes))]
        if status == "UNKNOWN":
            return laid
        laid = last
    return layout


def is_impossible(
    known: Known,
    plan: Plan,
    first: int,
    last: int,
    boxes: Sequence[int],
    ends: float,
    each: float,
) -> bool:
    """Return whether the solver proves in time that turns and boxes of a plan can't lie."""
    left = ends - time.perf_counter()
    return left > 0 and (
        Layout(known, plan, first, last, boxes).solve(min(left, each)) == "INFEASIBLE"
    )


def fewest(
    known: Known, plan: Plan, first: int, last: int, boxes: list[int], ends: float, each: float
) -> list[int]:
    """Return boxes that can't lie, from which none can be left out by itself."""
    for box in list(boxes):
        fewer = [one for one in boxes if one != box]
        if fewer and is_impossible(known, plan, first, last, fewer, ends, each):
            boxes = fewer
    return boxes


def smallest(
    known: Known, plan: Plan, last: int, boxes: list[int], ends: float, each: float
) -> tuple[int, int, list[int]]:
    """Return turns and boxes that can't lie, from which none can be left out by itself."""
    first = 0
    while last > 1 and is_impossible(known, plan, first, last - 1, boxes, ends, each):
        last -= 1
    for later in range(last, 1, -1):
        if is_impossible(known, plan, later, last, boxes, ends, each):
            first = later
            break
    return first, last, fewest(known, plan, first, last, boxes, ends, each)


def replay(deal: nd.Deal, layout: Layout) -> int:
    """Return the score of a whole game, played by the rules."""
    filled = layout.stacking.filled[0]
    start = next(CELLS[cell] for cell in range(COLUMN_COUNT) if layout.made.value(filled[cell]))
    game = nd.Game(deal.tiles, [start])
    for turn in turns_of(layout):
        game.push(turn)
    return game.positions[0].score().total


def goal(deal: nd.Deal) -> int | None:
    """Return the highest score that counting allows for games with all rows under the line."""
    known = Known.of(deal)
    construction = Construction(nd.Position.starts(deal.tiles), deal.rolls, nd.Variant())
    aims = construction.objectives(full_turns(known))
    return next((aim.points for aim in aims if not aim.over and aim.rows == LINE), None)


def report(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield a line for each class: what became of its deals, and the cuts."""
    yield "class  deals  found  none  plans     given up  cuts  of turns 1, 2, 3, more  decisions"
    for name in CLASSES:
        group = [row for row in rows if row["class"] == name]
        cuts = [cut for row in group for cut in row["cuts"]]
        widths = Counter(min(turns, 4) for turns, _, _ in cuts)
        size = statistics.mean(size for _, _, size in cuts) if cuts else 0.0
        yield (
            f"{name:>5}  {len(group):>5}  {sum(row['status'] == 'found' for row in group):>5}  "
            f"{sum(row['status'] == 'none' for row in group):>4}  "
            f"{sum(row['plans'] for row in group):>5}  {sum(row['open'] for row in group):>11}  "
            f"{len(cuts):>4}  {', '.join(str(widths[n]) for n in range(1, 5)):>23}  {size:>9.1f}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--class", dest="names", nargs="+", choices=CLASSES, default=[*CLASSES])
    parser.add_argument("--deals", type=count_of, default=24, help="deals of each class")
    parser.add_argument("--recipe", help="one deal, such as plain#4021.9")
    parser.add_argument("--points", type=count_of, help="instead of what counting allows")
    parser.add_argument("--seconds", type=float, default=60.0, help="for a deal")
    parser.add_argument("--each", type=float, default=10.0, help="seconds for a model")
    parser.add_argument("--keep", type=file_of, help="file to save deals in")
    given = parser.parse_args()
    rows = read_rows(given.keep) if given.keep else []
    done = {(row["recipe"], row["asked"], row["seconds"]) for row in rows}
    if given.recipe:
        deal = nd.deal(given.recipe)
        asked = [(class_of(deal), deal)]
    else:
        found = find_sequences(given.deals, UNTUNED)
        asked = [(name, deal) for name, deal in found if name in given.names]
    for name, deal in asked:
        points = given.points or goal(deal)
        if (deal.recipe, points, given.seconds) in done:
            continue
        row: dict[str, Any] = {"class": name, "recipe": deal.recipe, "asked": points}
        outcome = decompose(deal, points, given.seconds, given.each) if points else Outcome("none")
        row |= {"seconds": given.seconds, **asdict(outcome)}
        rows.append(row)
        if given.keep:
            add_row(given.keep, row)
        print(
            f"{name:>5}  {deal.recipe:<14} {points}: {outcome.status}, {outcome.plans} plans, "
            f"{len(outcome.cuts)} cuts, {outcome.open} open, {outcome.laid} of {outcome.turns} "
            f"turns laid, score {outcome.score}",
            flush=True,
        )
    print(*report(rows), sep="\n")


if __name__ == "__main__":
    main()
