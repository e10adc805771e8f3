"""Measure CP-SAT as a packer: `python bench/neighbourhood.py [--seconds 10] [--near 5]`.

Near misses are generated on some deals of sequences.txt: drop plans for which the construction
leaves three or four digits missing. Each is given to two solvers, for the same time on one CPU
core: to CP-SAT, with a fixed drop plan and all regions free, and to the core's local search, which
continues from the near miss. Prints a line for each near miss, then how many of them each solver
has improved.
"""

from __future__ import annotations

import argparse
import os
import platform
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ortools.sat.python import cp_model

import numberdrop as nd
from numberdrop import Stream, _core
from numberdrop.combo import box_digits
from numberdrop.plan.maxima import Construction, Objective
from numberdrop.plan.maxima.construct import STEPS
from sequences import load_sequences
from wholerules import neighbours

#: Deals on which most attempts miss the best objective.
DEALS = ("plain#2026.12", "plain#2026.17", "plain#2026.32", "plain#2026.36")
MISSING_MOST = 4
#: Steps to other drop plans before a near miss counts, and per attempt after that.
WALKS = 400
MORE = 50
CELLS, BOXES, BONUS_BOX = 77, 11, 10


@dataclass(frozen=True, slots=True)
class Region:
    """The combo of a box: its cells, their digits, and the last of the turns that write them."""

    box: int
    cells: tuple[int, ...]
    digits: tuple[int, ...]
    turn: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A drop plan with known dice."""

    aim: Objective
    owner: dict[int, int]  # the turn that writes each cell, 0 for an earlier digit
    digit: dict[int, int]  # the earlier digit
    rolls: list[tuple[int, ...]]
    last: list[int]  # the last turn in which each box may be filled
    falls: list[int]  # by size: the turn in which the tile falls, 0 for never


def box_of(size: int, rises: bool) -> int:
    return BONUS_BOX if size == 8 else size - 3 + (5 if rises else 0)


def can_show(plan: Plan, cell: int, digit: int) -> bool:
    turn = plan.owner.get(cell)
    if turn is None:
        return False
    return plan.digit[cell] == digit if turn == 0 else bool({digit, -1} & {*plan.rolls[turn - 1]})


def groups(cells: set[int]) -> Iterator[tuple[int, ...]]:
    """Yield every connected set of 3 to 8 of these cells once (D. Redelmeier)."""

    def grow(chosen: tuple[int, ...], edge: list[int], seen: set[int]) -> Iterator[tuple[int, ...]]:
        edge = list(edge)
        while edge:
            cell = edge.pop()
            larger = (*chosen, cell)
            if len(larger) >= 3:
                yield larger
            if len(larger) < 8:
                fresh = [near for near in neighbours(cell) if near in cells and near not in seen]
                yield from grow(larger, edge + fresh, seen | set(fresh))

    done: set[int] = set()
    for first in sorted(cells):
        done.add(first)
        yield from grow((), [first], set(done))


def runs(plan: Plan, path: tuple[int, ...], start: int) -> Iterator[tuple[int, ...]]:
    """Yield every path of 3 to 8 cells that extends this one, with digits that rise by one."""
    if len(path) >= 3:
        yield path
    digit = start + len(path)
    if len(path) < 8 and digit < 10:
        for near in neighbours(path[-1]):
            if near not in path and can_show(plan, near, digit):
                yield from runs(plan, (*path, near), start)


def is_paid(plan: Plan, cells: tuple[int, ...], digits: tuple[int, ...]) -> bool:
    """Return whether the dice of each turn can show its digits all at once."""
    wanted: dict[int, list[int]] = defaultdict(list)
    for cell, digit in zip(cells, digits, strict=True):
        wanted[plan.owner[cell]].append(digit)
    for turn, shown in wanted.items():
        if turn:
            dice = list(plan.rolls[turn - 1])
            for digit in shown:
                die = digit if digit in dice else -1
                if die not in dice:
                    return False
                dice.remove(die)
    return True


def regions(plan: Plan) -> list[Region]:
    """Return every region of every wanted box."""
    found = []

    def add(cells: tuple[int, ...], digits: tuple[int, ...], rises: bool) -> None:
        box = box_of(len(cells), rises)
        turn = max(1, *(plan.owner[cell] for cell in cells))
        if plan.aim.boxes >> box & 1 and turn <= plan.last[box] and is_paid(plan, cells, digits):
            found.append(Region(box, cells, digits, turn))

    for digit in range(10):
        able = {cell for cell in plan.owner if can_show(plan, cell, digit)}
        for cells in groups(able):
            if len(cells) < 8 or plan.aim.boxes >> BONUS_BOX & 1:
                add(cells, (digit,) * len(cells), False)
        for cell in able:
            for path in runs(plan, (cell,), digit):
                add(path, tuple(range(digit, digit + len(path))), True)
    return found


def solve(plan: Plan, listed: list[Region], missing: int, seconds: float) -> tuple[str, int | None]:
    """Solve this drop plan with CP-SAT. Returns the solver's status, and the number of missing
    digits if it is lower than before."""
    model = cp_model.CpModel()
    takes = [model.new_bool_var("") for _ in listed]
    by_cell, by_die, by_box = defaultdict(list), defaultdict(list), defaultdict(list)
    for region, takes_it in zip(listed, takes, strict=True):
        by_box[region.box].append((region, takes_it))
        for cell, digit in zip(region.cells, region.digits, strict=True):
            by_cell[cell].append(takes_it)
            if plan.owner[cell]:
                by_die[plan.owner[cell], digit].append(takes_it)
    for wanted in by_cell.values():
        model.add_at_most_one(wanted)
    stars: dict[int, list[Any]] = defaultdict(list)
    for (turn, digit), wanted in by_die.items():
        dice = plan.rolls[turn - 1]
        star = model.new_int_var(0, dice.count(-1), "")
        stars[turn].append(star)
        model.add(sum(wanted) <= dice.count(digit) + star)
    for turn, used in stars.items():
        model.add(sum(used) <= plan.rolls[turn - 1].count(-1))
    turns = range(1, plan.aim.turns + 1)
    claim = {(box, turn): model.new_bool_var("") for box in range(BOXES) for turn in turns}
    for turn in turns:
        model.add_at_most_one(claim[box, turn] for box in range(BOXES))
    filled = {}
    for box in range(BOXES):
        filled[box] = sum(takes_it for _, takes_it in by_box[box])
        model.add_at_most_one(takes_it for _, takes_it in by_box[box])
        model.add(sum(claim[box, turn] for turn in turns) == filled[box])
        for turn in turns:
            if turn > plan.last[box]:
                model.add(claim[box, turn] == 0)
            early = [takes_it for region, takes_it in by_box[box] if region.turn > turn]
            model.add(sum(early) + sum(claim[box, t] for t in turns if t <= turn) <= 1)
    for size, fall in enumerate(plan.falls):
        # A letter isn't circled before its tile falls: one of the two boxes must wait.
        both = (claim[box, turn] for box in (size, size + 5) for turn in turns if turn < fall)
        model.add(sum(both) <= 1)
    digits = sum(box_digits(1 << box) * filled[box] for box in range(BOXES))
    wanted_digits = box_digits(plan.aim.boxes)
    model.add(digits >= wanted_digits - missing + 1)
    model.maximize(digits)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return solver.status_name(status), None
    return solver.status_name(status), wanted_digits - round(solver.objective_value)


def near_misses(deal: nd.Deal, most: int) -> Iterator[tuple[Plan, Any]]:
    """Yield drop plans of the best objective with few digits missing, each with its site in the
    core."""
    starts = nd.Position.starts(deal.tiles)
    construction = Construction(starts, deal.rolls, nd.Variant())
    aim = construction.objectives()[0]
    stream = Stream.from_key(f"neighbourhood/{deal.recipe}")
    found = 0
    while found < most:
        initial = construction.initial_solutions.draw(aim, stream)
        for drop_plan in construction.drop_plans(aim, initial, stream, 64):
            site = drop_plan.site
            site.fill(stream.next64(), WALKS, STEPS)
            if not 0 < site.missing <= MISSING_MOST or found == most:
                continue
            found += 1
            owner, digit = {}, {}
            for i, symbol in enumerate(starts[drop_plan.start].core.grid[:CELLS]):
                if symbol:
                    owner[i], digit[i] = 0, symbol - 1
            for (turn, tile, _), drop in zip(drop_plan.initial.pieces, site.drops(), strict=True):
                if tile is None:
                    owner |= dict.fromkeys(_core.piece_cells(*drop), turn)
            last, falls = construction.initial_solutions.deadlines(aim, drop_plan.initial)
            yield Plan(aim, owner, digit, construction.dice(aim.turns), last, falls), site


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--near", type=int, default=5, help="near misses of each deal")
    options = parser.parse_args()
    print(f"{platform.machine()}, {os.cpu_count()} cores, {_core.BUILD} build, one core each")
    print("deal           missing  regions   CP-SAT                      local search")
    improved = [0, 0]
    total = 0
    for _, deal in load_sequences():
        if deal.recipe not in DEALS:
            continue
        for plan, site in near_misses(deal, options.near):
            listed, before = regions(plan), site.missing
            began = time.perf_counter()
            status, least = solve(plan, listed, before, options.seconds)
            solved = time.perf_counter() - began
            began = time.perf_counter()
            while site.missing == before and time.perf_counter() - began < options.seconds:
                site.more(MORE, STEPS)
            walked = time.perf_counter() - began
            total += 1
            improved[0] += least is not None
            improved[1] += site.missing < before
            print(
                f"{deal.recipe}  {before:>7}  {len(listed):>7}   "
                f"{status:<10} {'-' if least is None else least:>3} {solved:>6.1f} s   "
                f"{site.missing:>14} {walked:>6.1f} s",
                flush=True,
            )
    print(f"of {total} near misses CP-SAT improved {improved[0]}, local search {improved[1]}")


if __name__ == "__main__":
    main()
