"""A turn drawn at random, every distinct one as likely as the others, without going through them.

A turn is a placement, where X shapes fell, which cells and which digits, and a claim or none. How
many placements there are is known at once; how many claims one allows is known when it has been
made. So a placement is drawn with a number below a bound on claims, and both are drawn again unless
the placement has a claim of that number. Each turn is then as likely as any other, by whatever the
bound exceeds the truth; it only takes longer.
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

#: How often it may have to be drawn, on average, before that is given up.
MOST_TRIES = 2**20

_Counts = Counter[tuple[int, int]]
#: The cells beside each cell.
_BESIDE = tuple(
    tuple(
        other
        for other in (i - COLUMN_COUNT, i - 1, i + 1, i + COLUMN_COUNT)
        if 0 <= other < len(CELLS) and abs(other % COLUMN_COUNT - i % COLUMN_COUNT) < 2
    )
    for i in range(len(CELLS))
)


class CoreTurn(NamedTuple):
    """A turn in the numbers of the core: letters of the slides, cells of the X shapes that fell,
    cells and digits written, or two times (), and the cells of the claim or None."""

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
    """What a turn is drawn from: placements by fall, as `counts` and their running `sums`; `old`,
    the claims that stand before it; and `slots`, a bound on claims, with none as one of them."""

    falls: list[_Fall]
    arrangements: Sequence[tuple[int, ...]]
    counts: list[int]
    sums: list[int]
    old: list[tuple[int, ...]]
    slots: int


def draw_turn(
    sheet: _core.Sheet, roll: Roll, flags: int, below: Callable[[int], int]
) -> CoreTurn | None:
    """One of the turns of a sheet on which the game goes on; `below(n)` draws a number under n.
    None, before anything is drawn, where it would have to be drawn too often."""
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


@lru_cache(maxsize=8)  # several turns are often drawn from one position
def _choice(sheet: _core.Sheet, roll: Roll, flags: int) -> _Choice:
    falls, arrangements = _falls(sheet, roll, flags), roll.arrangements()
    # X shapes change neither free digits nor boxes, so the claims from before are the same for all.
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
    """A number that the claims with a cell written by this roll never exceed, wherever and in
    whatever order it is written; `grid` is as in PositionParts."""
    free = {cell: code - 1 for cell, code in enumerate(grid) if 0 < code < _core.USED}
    old = Counter(free.values())
    paths = _Paths(_paths_beside(grid, free, 1), _paths_beside(grid, free, -1))
    fixed = [int(number) for number in roll.numbers if number != "*"]
    return max(
        _identical(written, old) + _consecutive(written, paths)
        for fill in combinations_with_replacement(range(10), 4 - len(fixed))
        for written in [Counter([*fixed, *fill])]
    )


def _identical(written: Counter[int], old: Counter[int]) -> int:
    """Ways to take 3 to 8 cells that show the same, some written and some old, wherever they
    lie."""
    return sum(
        comb(count, new) * comb(old[digit], size - new)
        for digit, count in written.items()
        for new in range(1, count + 1)
        for size in range(max(3, new), min(new + old[digit], _core.SIZE_BONUS) + 1)
    )


def _consecutive(written: Counter[int], paths: _Paths) -> int:
    """Paths of 3 to 8 cells that rise, some of them written: each is cut at these."""
    found = 0
    shown = sorted(written)
    for count in range(1, len(shown) + 1):
        for some in combinations(shown, count):
            ways = prod(written[digit] for digit in some)
            for low, high in pairwise(some):
                ways *= paths.between(low, high)
            if ways:
                found += ways * paths.around(some[0], some[-1])
    return found


class _Paths:
    """Old paths that go on where a written cell begins or ends them."""

    def __init__(self, ending: _Counts, starting: _Counts) -> None:
        self._ending, self._starting = ending, starting
        self._around: dict[tuple[int, int], int] = {}

    def between(self, low: int, high: int) -> int:
        """The most that lead from a written digit to a higher one, no written cell in between."""
        gap = high - low - 1
        return min(self._starting[low + 1, gap], self._ending[high - 1, gap])

    def around(self, low: int, high: int) -> int:
        """The most ways to go on below the lowest written digit of a path and above the highest, or
        not, so that it has 3 to 8 cells."""
        if (low, high) not in self._around:
            size, most = high - low + 1, _core.SIZE_BONUS
            self._around[low, high] = sum(
                self._ending[low - 1, below] * self._starting[high + 1, above]
                for below in range(most - size + 1)
                if self._ending[low - 1, below]
                for above in range(max(0, 3 - size - below), most - size - below + 1)
            )
        return self._around[low, high]


def _paths_beside(grid: bytes, free: Mapping[int, int], step: int) -> _Counts:
    """By digit and number of cells, the most old paths that end with this digit beside one and the
    same empty cell: rising ones for a `step` of 1, for one of -1 falling ones, which are those that
    start there. Of no cells there is one, for every digit."""
    paths: dict[int, list[int]] = {}
    for cell in sorted(free, key=lambda cell: step * free[cell]):
        before = [paths[x] for x in _BESIDE[cell] if free.get(x) == free[cell] - step]
        paths[cell] = [1, *map(sum, zip_longest(*before, fillvalue=0))]
    most: _Counts = Counter({(digit, 0): 1 for digit in range(-1, 11)})
    for empty in {x for cell in free for x in _BESIDE[cell] if not grid[x]}:
        sums: _Counts = Counter()
        for cell in _BESIDE[empty]:
            for length, count in enumerate(paths.get(cell, ()), 1):
                sums[free[cell], length] += count
        most |= sums
    return most
