"""Where the digits of a run can lie around one shape, for all deals: `python bench/runs.py`.

Prints the lines of runs.txt: the patterns of runs that lie around no place of a shape, learned from
a CP-SAT model of a single drop (stacking.py) on any ground, with holes or without. Without holes
they are the same. A letter stands for a digit of the run: `e` lies there before the shape drops,
`i` in the shape, and `l` comes later. Each shape takes minutes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any

from ortools.sat.python import cp_model

from numberdrop.rules import COLUMN_COUNT, SOLO_SHAPES
from stacking import GROUND, Combo, Piece, Stacking, solver
from wholerules import floor_landings

PATTERNS = Path(__file__).with_name("runs.txt")
#: The longest run that is learned.
MOST = 8
#: How patterns name the turns of a window.
TURNS = "ijk"


def can_lie(
    pieces: Sequence[Piece],
    patterns: Sequence[str],
    *,
    ground: Sequence[Sequence[int]] = (),
    holes: bool = False,
    seconds: float = 30.0,
) -> bool:
    """Return False if the solver proves that no combos of these patterns lie around shapes that
    drop one after another, on one of these grounds, by default on any.

    The digits of a pattern belong to turns 1, 2, ... of the pieces (`i`, `j`, ..), or come before
    (`e`) or after them (`l`). A pattern in capitals is that of a group, whose digits are in any
    order.
    """
    stacking = Stacking(pieces, ground=ground, holes=holes)
    model, used = stacking.model, []
    there: dict[str, dict[int, Any]] = {"e": stacking.own[0]}
    there |= {one: stacking.own[turn] for turn, one in enumerate(TURNS, 1) if turn in stacking.own}
    there["l"] = {cell: ~covered for cell, covered in stacking.covered[-1].items()}
    for pattern in patterns:
        is_run, size = pattern.islower(), len(pattern)
        at = {(cell, i): stacking.boolean() for cell in GROUND for i in range(size)}
        used += list(at.items())
        for i, when in enumerate(pattern.lower()):
            model.add_exactly_one(at[cell, i] for cell in GROUND)
            for cell in GROUND:
                model.add_implication(at[cell, i], there[when][cell])
        if is_run:
            stacking.connect(Combo(size, 0, True), at)
        else:
            holds = {(cell, 0): stacking.boolean() for cell in GROUND}
            for cell in GROUND:
                model.add(holds[cell, 0] == sum(at[cell, i] for i in range(size)))
            stacking.connect(Combo(size, 0, False), holds)
    for cell in GROUND:
        model.add_at_most_one(here for (where, _), here in used if where == cell)
    return bool(solver(seconds).solve(model) != cp_model.INFEASIBLE)


def trimmed(
    pieces: Sequence[Piece],
    patterns: Sequence[str],
    *,
    ground: Sequence[Sequence[int]],
    seconds: float,
) -> list[str]:
    """Return patterns that don't lie together, with the runs as short as can be.

    `patterns` must not lie together on this ground. Digits at an end of a run that aren't in a
    shape are left out.
    """
    found = list(patterns)
    for number, pattern in enumerate(patterns):
        inside = [i for i, one in enumerate(pattern) if one in TURNS]
        if not pattern.islower() or not inside:
            continue
        first, last = inside[0], inside[-1] + 1
        for shorter in (pattern[first:last], pattern[first:], pattern[:last]):
            others = [*found[:number], shorter, *found[number + 1 :]]
            if shorter != pattern and not can_lie(pieces, others, ground=ground, seconds=seconds):
                found = others
                break
    return found


def learn(shape: str) -> list[str]:
    """Return the patterns that lie around no place of a shape, without those that hold another and
    those that are another backwards."""
    lost: list[str] = []
    for size in range(2, MOST + 1):
        for middle in product("eil", repeat=size - 2):
            pattern = f"i{''.join(middle)}i"
            is_new = not any(one in pattern or one[::-1] in pattern for one in lost)
            if pattern <= pattern[::-1] and pattern.count("i") <= 4 and is_new:
                lost += [] if can_lie([Piece(1, (shape,))], [pattern], holes=True) else [pattern]
    return lost


@cache
def lost_patterns(shapes: tuple[str, ...]) -> list[str]:
    """Return patterns, in both directions, that lie around none of these shapes."""
    known: dict[str, set[str]] = {}
    for line in PATTERNS.read_text("utf-8").splitlines():
        shape, *patterns = line.split()
        known[shape] = {*patterns, *(pattern[::-1] for pattern in patterns)}
    return sorted(set.intersection(*(known[shape] for shape in shapes)))


@cache
def lost_digits(shapes: tuple[str, ...]) -> list[tuple[int, ...]]:
    """Return sets of digits that no run has in one of these shapes, without those that hold
    another.

    Digits lie at most as many steps apart as their difference, and on squares of one colour of a
    chessboard if it is even.
    """

    def fit(digits: Sequence[int], cells: Sequence[tuple[int, int]]) -> bool:
        pairs = combinations(zip(digits, cells, strict=True), 2)
        steps = ((b - a, abs(x - u) + abs(y - v)) for (a, (x, y)), (b, (u, v)) in pairs)
        return all(far <= rise and (rise - far) % 2 == 0 for rise, far in steps)

    spots = [
        [divmod(cell, COLUMN_COUNT) for cell in floor_landings(shape)[0].cells] for shape in shapes
    ]
    lost: list[tuple[int, ...]] = []
    for size in (2, 3, 4):
        for digits in combinations(range(10), size):
            if not any(set(one) <= set(digits) for one in lost) and not any(
                fit(digits, cells) for spot in spots for cells in permutations(spot, size)
            ):
                lost.append(digits)
    return lost


def main() -> None:
    for shape in SOLO_SHAPES:
        print(shape, *learn(shape), flush=True)


if __name__ == "__main__":
    main()
