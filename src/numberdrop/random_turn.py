"""Drawing a random turn, every distinct one equally likely, without enumerating them.

A turn is a placement (where X shapes fell, which cells, which digits) and a claim or none. The
number of placements is known in advance. The number of claims after a placement is known only once
it has been made. So this module uses rejection sampling: it draws a placement and a number below a
bound on claims, and draws both again if the placement has no claim of that number. All turns are
equally likely, however loose the bound is; a loose bound only takes longer.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, combinations, combinations_with_replacement, pairwise, zip_longest
from math import comb, prod
from typing import NamedTuple

from . import _core
from .dice import Roll
from .rules import CELLS, COLUMN_COUNT, SHAPES

#: The most draws that a turn may take on average.
MOST_TRIES = 2**20

_Counts = Counter[tuple[int, int]]
#: The neighbours of each cell.
_NEIGHBOURS = tuple(
    tuple(
        other
        for other in (i - COLUMN_COUNT, i - 1, i + 1, i + COLUMN_COUNT)
        if 0 <= other < len(CELLS) and abs(other % COLUMN_COUNT - i % COLUMN_COUNT) < 2
    )
    for i in range(len(CELLS))
)


class CoreTurn(NamedTuple):
    """A turn in the core's numbers.

    These are the letters of the slides, the cells of the X shapes that fell, the cells and digits
    written (both empty if no shape fits), and the cells of the claim or None.
    """

    slides: tuple[int, ...]
    drops: tuple[tuple[int, ...], ...]
    cells: tuple[int, ...]
    digits: tuple[int, ...]
    claim: tuple[int, ...] | None


class _Fall(NamedTuple):
    sheet: _core.Sheet
    slides: tuple[int, ...]
    drops: tuple[tuple[int, ...], ...]
    landings: list[tuple[int, ...]]


class _Choice(NamedTuple):
    """The distribution from which a turn is drawn.

    `counts` are the placements of each fall, and `sums` their running sums. `old` are the claims
    that exist before the placement. `slots` is a bound on claims that includes "no claim".
    """

    falls: list[_Fall]
    arrangements: Sequence[tuple[int, ...]]
    counts: list[int]
    sums: list[int]
    old: list[tuple[int, ...]]
    slots: int


def draw_turn(
    sheet: _core.Sheet, roll: Roll, flags: int, below: Callable[[int], int]
) -> CoreTurn | None:
    """Draw one of the turns of a sheet on which the game is not over. `below(n)` draws a number
    below n.

    Returns None, without drawing anything, if too many draws would be needed.
    """
    falls, arrangements, counts, sums, old, slots = _choice(sheet, roll, flags)
    if slots > MOST_TRIES * (1 + len(old)):
        return None
    while True:
        placement, slot = divmod(below(sums[-1] * slots), slots)
        number = bisect_right(sums, placement)
        fall = falls[number]
        cells: tuple[int, ...] = ()
        digits: tuple[int, ...] = ()
        if fall.landings:
            which, how = divmod(placement - sums[number] + counts[number], len(arrangements))
            cells, digits = fall.landings[which], arrangements[how]
        if slot <= len(old):
            claim = old[slot - 1] if slot else None
            return CoreTurn(fall.slides, fall.drops, cells, digits, claim)
        if cells:
            placed = fall.sheet.put(cells, [1 + digit for digit in digits])
            new = placed.claims_around(cells)
            if slot - 1 - len(old) < len(new):
                claim = new[slot - 1 - len(old)][2]
                return CoreTurn(fall.slides, fall.drops, cells, digits, claim)


@lru_cache(maxsize=8)  # callers often draw several turns from one position
def _choice(sheet: _core.Sheet, roll: Roll, flags: int) -> _Choice:
    falls, arrangements = _falls(sheet, roll, flags), roll.arrangements()
    # X shapes change neither free digits nor boxes, so old claims are the same for all falls.
    old = [cells for _, _, cells in sheet.claims()]
    counts = [len(fall.landings) * len(arrangements) or 1 for fall in falls]
    slots = 1 + len(old) + most_new_claims(sheet.grid, roll)
    return _Choice(falls, arrangements, counts, [*accumulate(counts)], old, slots)


def _falls(sheet: _core.Sheet, roll: Roll, flags: int) -> list[_Fall]:
    shapes = [SHAPES.index(shape) for shape in roll.shapes]
    found: list[tuple[_core.Sheet, tuple[int, ...], tuple[tuple[int, ...], ...]]] = []
    if sheet.kind == _core.SOLO:
        rolled = _core.WILD if roll.shape == "*" else shapes[0]
        for letters, either_order in sheet.slides(roll.has_star, rolled):
            found += sheet.falls(letters, either_order, flags)
    else:
        found = [(sheet, (), ())]
    return [
        _Fall(after, slides, drops, [at for shape in shapes for at in after.landings(shape, flags)])
        for after, slides, drops in found
    ]


def most_new_claims(grid: bytes, roll: Roll) -> int:
    """Return an upper bound on the claims that use a cell written with this roll.

    It holds wherever and in whatever order the roll is written. `grid` is as in PositionParts.
    """
    free = {cell: code - 1 for cell, code in enumerate(grid) if 0 < code < _core.USED}
    old = Counter(free.values())
    paths = _Paths(
        _paths_ending_next_to_empty(grid, free, 1), _paths_ending_next_to_empty(grid, free, -1)
    )
    fixed = [int(number) for number in roll.numbers if number != "*"]
    return max(
        _identical(written, old) + _consecutive(written, paths)
        for fill in combinations_with_replacement(range(10), 4 - len(fixed))
        for written in [Counter([*fixed, *fill])]
    )


def _identical(written: Counter[int], old: Counter[int]) -> int:
    """Count the ways to choose 3 to 8 equal cells, some written and some old, wherever they are."""
    return sum(
        comb(count, new) * comb(old[digit], size - new)
        for digit, count in written.items()
        for new in range(1, count + 1)
        for size in range(max(3, new), min(new + old[digit], _core.SIZE_BONUS) + 1)
    )


def _consecutive(written: Counter[int], paths: _Paths) -> int:
    """Count the ascending paths of 3 to 8 cells that contain written cells. Paths are cut at
    these."""
    total = 0
    digits = sorted(written)
    for count in range(1, len(digits) + 1):
        for chosen in combinations(digits, count):
            ways = prod(written[digit] for digit in chosen)
            for low, high in pairwise(chosen):
                ways *= paths.between(low, high)
            if ways:
                total += ways * paths.around(chosen[0], chosen[-1])
    return total


class _Paths:
    """Upper bounds on paths of old digits that join written cells or extend them."""

    def __init__(self, ending: _Counts, starting: _Counts) -> None:
        self._ending, self._starting = ending, starting
        self._around: dict[tuple[int, int], int] = {}

    def between(self, low: int, high: int) -> int:
        """Return the most paths from a written digit to a higher one without a written cell in
        between."""
        gap = high - low - 1
        return min(self._starting[low + 1, gap], self._ending[high - 1, gap])

    def around(self, low: int, high: int) -> int:
        """Return the most ways to extend a path below its lowest written digit and above its
        highest.

        Either end may stay as it is. The whole path has 3 to 8 cells.
        """
        if (low, high) not in self._around:
            size, most = high - low + 1, _core.SIZE_BONUS
            self._around[low, high] = sum(
                self._ending[low - 1, below] * self._starting[high + 1, above]
                for below in range(most - size + 1)
                if self._ending[low - 1, below]
                for above in range(max(0, 3 - size - below), most - size - below + 1)
            )
        return self._around[low, high]


def _paths_ending_next_to_empty(grid: bytes, free: Mapping[int, int], step: int) -> _Counts:
    """Return the most old paths that end with a digit next to one empty cell, by digit and number
    of cells.

    With a `step` of 1 the paths ascend to that end. With -1 they descend to it, so as ascending
    paths they start there. For each digit there is one path of no cells.
    """
    paths: dict[int, list[int]] = {}
    for cell in sorted(free, key=lambda cell: step * free[cell]):
        before = [paths[x] for x in _NEIGHBOURS[cell] if free.get(x) == free[cell] - step]
        paths[cell] = [1, *map(sum, zip_longest(*before, fillvalue=0))]
    most: _Counts = Counter({(digit, 0): 1 for digit in range(-1, 11)})
    for empty in {x for cell in free for x in _NEIGHBOURS[cell] if not grid[x]}:
        sums: _Counts = Counter()
        for cell in _NEIGHBOURS[empty]:
            for length, count in enumerate(paths.get(cell, ()), 1):
                sums[free[cell], length] += count
        most |= sums
    return most
