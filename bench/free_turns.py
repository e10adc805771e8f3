"""Free some turns of a near miss and settle them with CP-SAT: `python bench/free_turns.py`.

A near miss is a drop plan of the best objective on which the construction leaves digits missing,
the best of some. Windows of `--turns` turns in a row are freed one after another, until one of them
fills all boxes: its shapes may lie anywhere as long as the same cells are filled in the end, and
the boxes that have a digit there, and the open ones, may be filled by any digits that are free
then. All else stays. One model (stacking.py) settles drops, digits and claims of a window together.
The construction walks on from the same near miss for the same time on one CPU core.

Deals are the first of `--class` of `plain#4021`. Prints a line for each near miss, with the digits
missing before, after the windows and after the walks.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ortools.sat.python import cp_model

import numberdrop as nd
from numberdrop import Stream, _core
from numberdrop.combo import BOX_SIZES
from numberdrop.plan.bounds import Known
from numberdrop.plan.bounds.drop_plans import full_turns
from numberdrop.plan.maxima import Construction, Objective
from numberdrop.plan.maxima.construct import STEPS, DropPlan
from numberdrop.rules import SHAPES, SOLO_SHAPES
from rows import add_row, count_of, file_of, read_rows
from sequences import CLASSES, UNTUNED, find_sequences
from stacking import FIRST_DIGIT, GROUND, Combo, Literal, Piece, Stacking, neighbours, solver

#: Drop plans drawn for a near miss, and walks from each of them.
DRAWN = 16
WALKS = 400
#: Walks between two looks at the clock.
MORE = 50


@dataclass(frozen=True, slots=True)
class Filled:
    """A filled box: the cells and digits of its combo, and the turn of its claim."""

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    turn: int


@dataclass(slots=True)
class NearMiss:
    """A drop plan, shape by shape, with filled boxes. `first` is the cell of the first digit."""

    objective: Objective
    pieces: list[Piece]
    drops: list[tuple[int, ...]]
    first: int
    dice: list[tuple[int, ...]]
    last: list[int]
    falls: list[int]
    boxes: dict[int, Filled]

    @property
    def wanted(self) -> list[int]:
        """The boxes of the objective."""
        return [box for box in range(len(BOX_SIZES)) if self.objective.boxes >> box & 1]

    @property
    def missing(self) -> int:
        """The number of digits missing."""
        return sum(BOX_SIZES[box] for box in self.wanted if box not in self.boxes)

    @classmethod
    def of(cls, construction: Construction, objective: Objective, drop_plan: DropPlan) -> NearMiss:
        """Return what a site of the construction holds."""
        initial, site = drop_plan.initial, drop_plan.site
        last, falls = construction.initial_solutions.deadlines(objective, initial)
        pieces = [
            Piece(
                turn if tile is None else None,
                tuple(SOLO_SHAPES) if shape == _core.WILD else (SHAPES[shape],),
            )
            for turn, tile, shape in initial.pieces
        ]
        start = construction.starts[drop_plan.start].core.grid
        return cls(
            objective,
            pieces,
            [_core.piece_cells(*drop) for drop in site.drops()],
            next(cell for cell in GROUND if start[cell]),
            construction.dice(objective.turns),
            last,
            falls,
            {box: Filled(cells, digits, turn) for box, cells, digits, turn in site.best()},
        )


class Window:
    """The model of a near miss with the turns `first`..`last` freed, and `open` boxes."""

    def __init__(self, near: NearMiss, first: int, last: int) -> None:
        self.near = near
        inside, turn = [], 0
        for i, piece in enumerate(near.pieces):
            # An X shape falls in the turn after that of the last own shape.
            at = turn + 1 if piece.turn is None else piece.turn
            turn = piece.turn or turn
            if first <= at <= last:
                inside.append(i)
        self.cells = {cell for i in inside for cell in near.drops[i]}
        self.kept = kept = {
            box: filled for box, filled in near.boxes.items() if self.cells.isdisjoint(filled.cells)
        }
        self.open = [box for box in near.wanted if box not in kept]
        fixed = {i: drop for i, drop in enumerate(near.drops) if i not in inside}
        self.stacking = Stacking(near.pieces, ground=[[near.first]], fixed=fixed, within=self.cells)
        self.model = self.stacking.model
        #: The turn that writes each cell outside the window, 0 for the first digit.
        self.owner = {near.first: 0}
        for i, drop in fixed.items():
            if (writer := near.pieces[i].turn) is not None:
                self.owner |= dict.fromkeys(drop, writer)
        self.turns = [t for t in range(first, last + 1) if t <= near.objective.turns]
        used = {cell for filled in kept.values() for cell in filled.cells}
        self.free = [c for c in GROUND if c not in used and (c in self.cells or c in self.owner)]
        #: What is left of each turn's dice by the boxes that stay: digits, and stars.
        self.spare = {t: self._spare(t) for t in range(1, near.objective.turns + 1)}
        self.at: dict[int, dict[tuple[int, int], Literal]] = {}
        self.claim: dict[int, dict[int, Literal]] = {}
        for box in self.open:
            self._fill(box)
        self._share()
        self._order()

    def _spare(self, turn: int) -> tuple[Counter[int], int]:
        dice = Counter(die for die in self.near.dice[turn - 1] if die >= 0)
        stars = self.near.dice[turn - 1].count(-1)
        for filled in self.kept.values():
            for cell, digit in zip(filled.cells, filled.digits, strict=True):
                if self.owner.get(cell) != turn:
                    continue
                if dice[digit]:
                    dice[digit] -= 1
                else:
                    stars -= 1
        return dice, stars

    def _can_show(self, turn: int, digit: int) -> bool:
        if turn == 0:
            return digit == FIRST_DIGIT
        dice, stars = self.spare[turn]
        return dice[digit] > 0 or stars > 0

    def _fill(self, box: int) -> None:
        """A box is filled by one of its combos, from free cells."""
        model, size = self.model, BOX_SIZES[box]
        combos = []
        if box < 5 or size == 8:
            combos += [Combo(size, digit, False) for digit in range(10)]
        if box >= 5:
            combos += [Combo(size, digit, True) for digit in range(11 - size)]
        chosen = {combo: self.stacking.boolean() for combo in combos}
        model.add_exactly_one(chosen.values())
        at = self.at[box] = {}
        for cell in self.free:
            for digit in range(10):
                turns = [self.owner[cell]] if cell in self.owner else self.turns
                if any(self._can_show(turn, digit) for turn in turns):
                    here = at[cell, digit] = self.stacking.boolean()
                    if cell not in self.owner:
                        for turn in self.turns:
                            if not self._can_show(turn, digit):
                                model.add_implication(here, ~self.stacking.own[turn][cell])
                        model.add_bool_or(
                            [~here, *(self.stacking.own[t][cell] for t in self.turns)]
                        )
        for digit in range(10):
            of_digit = [here for (_, d), here in at.items() if d == digit]
            model.add(sum(of_digit) == sum(c.demand(digit) * here for c, here in chosen.items()))
            # Combos of which this digit needs no digit before it.
            starts = [
                one for combo, one in chosen.items() if not combo.rises or combo.first == digit
            ]
            for (cell, shown), here in at.items():
                if shown == digit:
                    near = [at[n, digit - 1] for n in neighbours(cell) if (n, digit - 1) in at]
                    model.add_bool_or([~here, *near, *starts])
        holds: dict[tuple[int, int], Literal] = {}
        for cell in self.free:
            digits = [literal for (where, _), literal in at.items() if where == cell]
            if digits:
                holds[cell, 0] = self.stacking.boolean()
                model.add(holds[cell, 0] == sum(digits))
        self.stacking.connect(Combo(size, 0, False), holds)

    def _share(self) -> None:
        """A cell serves one box, and a die one cell."""
        for cell in self.free:
            serves = [v for at in self.at.values() for (c, _), v in at.items() if c == cell]
            self.model.add_at_most_one(serves)
        for turn, (dice, stars) in self.spare.items():
            by_star = []
            for digit in range(10):
                shown: list[Any] = []
                for at in self.at.values():
                    for (cell, d), here in at.items():
                        if d != digit:
                            continue
                        if self.owner.get(cell) == turn:
                            shown.append(here)
                        elif cell not in self.owner and turn in self.turns:
                            both = self.stacking.boolean()
                            self.model.add_bool_or([both, ~here, ~self.stacking.own[turn][cell]])
                            shown.append(both)
                if shown:
                    star = self.model.new_int_var(0, max(0, stars), "")
                    self.model.add(sum(shown) <= dice[digit] + star)
                    by_star.append(star)
            self.model.add(sum(by_star) <= stars)

    def _order(self) -> None:
        """One claim a turn, when the last digit lies there, before the deadline of the box. A
        letter isn't circled before its tile falls."""
        near, model = self.near, self.model
        turns = range(1, near.objective.turns + 1)
        for box in near.wanted:
            self.claim[box] = {t: self.stacking.boolean() for t in turns if t <= near.last[box]}
            model.add_exactly_one(self.claim[box].values())
        for t in turns:
            model.add_at_most_one(
                [self.claim[box][t] for box in near.wanted if t in self.claim[box]]
            )
        for box, filled in self.kept.items():
            ready = max(self.owner[cell] for cell in filled.cells)
            for t, here in self.claim[box].items():
                if t < ready:
                    model.add(here == 0)
        for box, at in self.at.items():
            for (cell, _), here in at.items():
                for turn in [self.owner[cell]] if cell in self.owner else self.turns:
                    later = [one for t, one in self.claim[box].items() if t >= turn]
                    if cell in self.owner:
                        model.add_bool_or([~here, *later])
                    else:
                        model.add_bool_or([~here, ~self.stacking.own[turn][cell], *later])
        for size, fall in enumerate(near.falls):
            early = [
                one
                for box in (size, size + 5)
                if box in self.claim
                for t, one in self.claim[box].items()
                if t < fall
            ]
            if fall:
                model.add(sum(early) <= 1)

    def solve(self, seconds: float, seed: int) -> tuple[str, NearMiss | None]:
        """Return the solver's status, and the near miss with all boxes filled, if there is one."""
        made = solver(seconds, seed=seed)
        made.parameters.stop_after_first_solution = True
        status = made.solve(self.model)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return str(made.status_name(status)), None
        near = self.near
        drops = [
            tuple(sorted(next(p.cells for p, here in places.items() if made.value(here))))
            for places in self.stacking.places
        ]
        boxes = {}
        for box in near.boxes.keys() | self.at.keys():
            turn = next(t for t, here in self.claim[box].items() if made.value(here))
            if box in self.kept:
                boxes[box] = Filled(self.kept[box].cells, self.kept[box].digits, turn)
                continue
            found = sorted((d, c) for (c, d), here in self.at[box].items() if made.value(here))
            boxes[box] = Filled(tuple(c for _, c in found), tuple(d for d, _ in found), turn)
        return "SOLVED", NearMiss(
            near.objective, near.pieces, drops, near.first, near.dice, near.last, near.falls, boxes
        )


def near_misses(deal: nd.Deal, most: int) -> Iterator[tuple[NearMiss, Any]]:
    """Yield near misses of the best objective of a deal, each with its site in the core.

    A near miss is the best of DRAWN drop plans that isn't filled whole.
    """
    construction = Construction(nd.Position.starts(deal.tiles), deal.rolls, nd.Variant())
    stream = Stream.from_key(f"free turns/{deal.recipe}")
    for objective in construction.objectives(full_turns(Known.of(deal))):
        found = 0
        while initial := construction.initial_solutions.draw(objective, stream):
            drop_plans = construction.drop_plans(objective, initial, stream, DRAWN)
            for drop_plan in drop_plans:
                drop_plan.site.fill(stream.next64(), WALKS, STEPS)
            near = [drop_plan for drop_plan in drop_plans if drop_plan.site.missing]
            if near:
                best = min(near, key=lambda drop_plan: drop_plan.site.missing)
                found += 1
                yield NearMiss.of(construction, objective, best), best.site
            if found == most:
                return


def improve(near: NearMiss, turns: int, seconds: float, each: float) -> tuple[int, Counter[str]]:
    """Free windows of `turns` turns, in random order, until one of them is filled whole.

    Return the digits missing then, and how often the solver answered what. Ends after `seconds`;
    each window gets at most `each`.
    """
    ends, answers = time.perf_counter() + seconds, Counter[str]()
    windows = list(range(1, near.objective.turns - turns + 2))
    Stream.from_key(f"free turns/{near.drops}").shuffle(windows)
    for first in windows:
        left = ends - time.perf_counter()
        if left <= 0:
            break
        status, found = Window(near, first, first + turns - 1).solve(min(each, left), 1)
        answers[status] += 1
        if found is not None:
            return found.missing, answers
    return near.missing, answers


def compare(deal: nd.Deal, near: NearMiss, site: Any, given: argparse.Namespace) -> dict[str, Any]:
    """Return what windows and walks make of a near miss in the same time."""
    before, began = near.missing, time.perf_counter()
    after, answers = improve(near, given.turns, given.seconds, given.each)
    took = time.perf_counter() - began
    began = time.perf_counter()
    while site.missing and time.perf_counter() - began < took:
        site.more(MORE, STEPS)
    return {
        "recipe": deal.recipe,
        "points": near.objective.points,
        "turns": near.objective.turns,
        "before": before,
        "windows": after,
        "answers": dict(answers),
        "walks": site.missing,
        "seconds": round(took, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--class", dest="names", nargs="+", choices=CLASSES, default=["16", "15"])
    parser.add_argument("--deals", type=count_of, default=12, help="deals of each class")
    parser.add_argument("--near", type=count_of, default=1, help="near misses of each deal")
    parser.add_argument("--turns", type=count_of, default=4, help="turns of a window")
    parser.add_argument("--seconds", type=float, default=60.0, help="for a near miss")
    parser.add_argument("--each", type=float, default=20.0, help="seconds for a window")
    parser.add_argument("--keep", type=file_of, help="file to save near misses in")
    given = parser.parse_args()
    asked = {"freed": given.turns, "limit": given.seconds, "each": given.each}
    rows = read_rows(given.keep, **asked) if given.keep else []
    done = {row["recipe"] for row in rows}
    print("deal             points  turns  missing  windows  walks   s  answers")
    for name, deal in find_sequences(given.deals, UNTUNED):
        if name not in given.names or deal.recipe in done:
            continue
        for near, site in near_misses(deal, given.near):
            row = {**compare(deal, near, site, given), **asked}
            rows.append(row)
            if given.keep:
                add_row(given.keep, row)
            print(
                f"{row['recipe']:<15} {row['points']:>7} {row['turns']:>6} {row['before']:>8} "
                f"{row['windows']:>8} {row['walks']:>6} {row['seconds']:>4.0f}  {row['answers']}",
                flush=True,
            )
    for what in ("windows", "walks"):
        whole = sum(row[what] == 0 for row in rows)
        better = sum(row[what] < row["before"] for row in rows)
        print(f"{what}: {better} of {len(rows)} improved, {whole} filled whole")


if __name__ == "__main__":
    main()
