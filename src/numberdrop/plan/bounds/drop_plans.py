"""Drop plans: after how many turns all eleven rows can be complete, by shapes and outlines alone.

If all eleven rows are complete without a penalty, the shapes fill all empty cells under the Game
Over line and leave no hole, because cells under an overhang stay empty (rules.md, Dropping a
shape). So the outline, the heights of the seven columns, says everything about the sheet. The
search runs backwards from the full rectangle. Each shape, the last one first, is taken off wherever
it can have come down without leaving a hole: the player's own in each turn, and before it the X
shapes that may have fallen in that turn. If no outline is left, no game of that many turns fills
all rows.

It is a relaxation: a tile may have fallen in a turn if some slides allow that, whatever they mean
for other tiles and turns, and digits and claims are left out.

In the rulebook's last turn X shapes may cross the Game Over line without a penalty. Such a shape is
taken off by its cells under the line alone, and those past the line are counted. A shape that comes
down after it, the player's own or another X, can then find no room at all and is lost. That takes
at least as many cells past the line as `CROSSED` has (tests/plan/bounds/test_drop_plans.py tries
all ways).

With `slide`, shapes come under overhangs, and this module rules nothing out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, pairwise, permutations
from types import MappingProxyType
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ... import _core
from ...rules import SHAPES
from ...tile_states import reachable_states, states_leading_to, states_matching
from .known import SHAPE_CELLS, Known

#: The most outlines of one turn that are examined; with more of them, nothing is ruled out.
MOST_OUTLINES = 5_000

#: An outline has five bits a column, a lowest, the fifth of which is never set.
_BITS = 5
_FULL = sum(_core.LINE << _BITS * column for column in range(_core.COLUMNS))
_HEIGHT = (1 << _BITS) - 1
_FIFTH = 1 << _BITS - 1
_FIFTHS = sum(_FIFTH << _BITS * column for column in range(_core.COLUMNS))
_BUT_THE_LAST = (1 << _BITS * (_core.COLUMNS - 1)) - 1
#: The fewest cells past the line with which a shape can find no room, if all rows are complete.
CROSSED = MappingProxyType({"I": 3, "O": 6, "T": 6, "L": 6, "S": 6})

#: The tiles that have fallen, the cells past the line, and the number of shapes that found no room.
_Branch = tuple[frozenset[int], int, int]
#: Distinct outlines, in order.
_Outlines = NDArray[np.int64]
_Found = dict[_Branch, _Outlines]
_Key = TypeVar("_Key")


@lru_cache(maxsize=64)
def full_turns(known: Known, most: int = MOST_OUTLINES) -> frozenset[int]:
    """Return the numbers of turns after which all eleven rows may be complete without a penalty.

    A number that is missing is proved to be impossible. `most` limits the outlines of a turn.
    """
    if known.variant.slide:
        return frozenset(range(1, known.longest + 1))
    if len(known.lacking) < _core.LINE:
        return frozenset()
    pieces = -(-known.room // SHAPE_CELLS)
    fewest = max(1, pieces - len(known.may_fall))
    return frozenset(
        n for n in range(fewest, known.longest + 1) if _BackwardSearch(known, n).may_fill_rows(most)
    )


def dead_endings(known: Known, turns: int) -> Iterator[tuple[frozenset[int], ...]]:
    """Yield the endings after which no game of `turns` turns fills all rows without a penalty.

    An ending has the tiles that fall in the last turn, or in the last two turns, the last one
    first. The variant must be without `slide`.
    """
    plans = _BackwardSearch(known, turns)
    found = plans.before_last_turn()
    for last in plans.falls:
        after = {branch: outlines for branch, outlines in found.items() if branch[0] == last}
        if not after:
            yield (last,)
        elif turns > 1:
            fallen = {branch[0] for branch in plans.before_turn(turns - 1, after)}
            for falls in plans.falls:
                if last.isdisjoint(falls) and last | falls not in fallen:
                    yield last, falls


class _BackwardSearch:
    """A backward search over the games of a given number of turns that fill all rows."""

    def __init__(self, known: Known, turns: int) -> None:
        self.known = known
        self.turns = turns
        rolls = known.rolls[:turns]
        layers = reachable_states(known.tiles, rolls, known.notches)
        ends = turns < len(known.rolls)
        #: By whether the line is crossed: the states of the notches before and after each turn.
        self.states = {
            False: states_leading_to(known.tiles, rolls, layers, all_down=ends),
            True: states_leading_to(known.tiles, rolls, layers, all_down=False),
        }
        self.starts = [_outline(position.core.heights) for position in known.positions]
        self.cells = sum(known.positions[0].core.heights)
        #: The tiles that may fall, and the sets of up to two of them that may fall in one turn.
        self.tiles = frozenset(known.may_fall)
        self.falls = [frozenset(f) for n in range(3) for f in combinations(known.may_fall, n)]

    def may_fill_rows(self, most: int) -> bool:
        """Return False if no game fills all rows."""
        found = self.before_last_turn()
        for turn in range(self.turns - 1, 0, -1):
            found = {branch: self.above_start(outlines) for branch, outlines in found.items()}
            if sum(map(len, found.values())) > most:
                return True
            found = self.before_turn(turn, found)
        return any(np.isin(self.starts, outlines).any() for outlines in found.values())

    def above_start(self, outlines: _Outlines) -> _Outlines:
        """Return the outlines that don't lie below what is already on the sheet."""
        if len(self.starts) > 1:
            return outlines
        [start] = self.starts
        is_above = (outlines + _FIFTHS - start) & _FIFTHS == _FIFTHS
        return np.compress(is_above, outlines)

    def before_last_turn(self) -> _Found:
        """Return the outlines before the last turn, by what happened in it."""
        found: dict[_Branch, list[_Outlines]] = {}
        shapes = self.known.rolls[self.turns - 1].shapes
        crossing = not self.known.variant.bga
        full = np.array([_FULL], np.int64)
        ends = {(0, 0, 0): without(shapes, full)}
        if crossing:
            ends[0, 1, max(CROSSED[shape] for shape in shapes)] = full
        for falls in self.falls:
            tiles = [self.known.tiles[i] for i in falls]
            for (past, gone), before in _without_last_falls(tiles, ends, crossing).items():
                if self.is_possible(self.turns, frozenset(), falls, past, gone):
                    found.setdefault((falls, past, gone), []).append(before)
        return _merged(found)

    def before_turn(self, turn: int, after: _Found) -> _Found:
        """Return the outlines before a turn that isn't the last one, given those after it."""
        found: dict[_Branch, list[_Outlines]] = {}
        shapes = self.known.rolls[turn - 1].shapes
        for (fallen, past, gone), outlines in after.items():
            placed = without(shapes, outlines)
            for falls in self.falls:
                if fallen.isdisjoint(falls) and self.is_possible(turn, fallen, falls, past, gone):
                    before = without_falls([self.known.tiles[i] for i in falls], placed)
                    found.setdefault((fallen | falls, past, gone), []).append(before)
        return _merged(found)

    def is_possible(
        self, turn: int, later: frozenset[int], now: frozenset[int], past: int, gone: int
    ) -> bool:
        """Return True if the tiles `now` can fall in a turn, and those `later` after it.

        As many tiles as the filled cells imply must be able to fall before it.
        """
        states = self.states[past > 0]
        if not states[turn] & states_matching(now, later):
            return False
        pieces = self.turns - turn + 1 + len(later | now) - gone
        cells = _core.LINE * _core.COLUMNS + past - SHAPE_CELLS * pieces - self.cells
        earlier, rest = divmod(cells - SHAPE_CELLS * (turn - 1), SHAPE_CELLS)
        others = self.tiles - later - now
        return rest == 0 <= earlier and any(
            states[turn - 1] & states_matching(down, later | now)
            for down in combinations(others, earlier)
        )


# Outlines


def _outline(heights: Iterable[int]) -> int:
    return sum(height << _BITS * column for column, height in enumerate(heights))


def _merged(found: Mapping[_Key, Sequence[_Outlines]]) -> dict[_Key, _Outlines]:
    """Return all outlines for each key that has any."""
    whole = {key: _distinct(np.concatenate(parts)) for key, parts in found.items()}
    return {key: outlines for key, outlines in whole.items() if len(outlines)}


def _distinct(outlines: _Outlines) -> _Outlines:
    """Return each outline once, in order. For so few, np.unique takes ten times as long."""
    ordered = np.sort(outlines)
    return np.compress(np.append(True, ordered[1:] != ordered[:-1])[: len(ordered)], ordered)


def without_falls(tiles: Sequence[str], outlines: _Outlines) -> _Outlines:
    """Return the outlines before these shapes came down in some order."""
    found = []
    for order in permutations(tiles):
        before = outlines
        for shape in order:
            before = without([shape], before)
        found.append(before)
    return _distinct(np.concatenate(found))


def _without_last_falls(
    tiles: Sequence[str], ends: Mapping[tuple[int, int, int], _Outlines], crossing: bool
) -> dict[tuple[int, int], _Outlines]:
    """Return the outlines before these shapes came down in the last turn.

    Their keys are the cells past the line and the number of shapes lost. The keys of `ends` have
    both, and the cells past the line that are needed.
    """
    found: dict[tuple[int, int], list[_Outlines]] = {}
    for order in permutations(tiles):
        after = dict(ends)
        for shape in order:
            before: dict[tuple[int, int, int], list[_Outlines]] = {}
            for (past, gone, need), outlines in after.items():
                before.setdefault((past, gone, need), []).append(without([shape], outlines))
                if crossing:
                    lost = (past, gone + 1, max(need, CROSSED[shape]))
                    before.setdefault(lost, []).append(outlines)
                    for more, clipped in without_crossing(shape, outlines):
                        before.setdefault((past + more, gone, need), []).append(clipped)
            after = _merged(before)
        for (past, gone, need), outlines in after.items():
            if past >= need:
                found.setdefault((past, gone), []).append(outlines)
    return _merged(found)


def without_crossing(shape: str, outlines: _Outlines) -> Iterator[tuple[int, _Outlines]]:
    """Yield the number of cells of the shape past the line, and the outlines without its other
    cells."""
    columns, heights, past, cells = _crossing_removals(shape)
    outline, removal = np.nonzero(outlines[:, np.newaxis] & columns == heights)
    for more in range(1, SHAPE_CELLS + 1):
        matches = past[removal] == more
        yield more, outlines[outline[matches]] - cells[removal[matches]]


def without(shapes: Iterable[str], outlines: _Outlines) -> _Outlines:
    """Return the outlines before one of these shapes came down on them."""
    columns, steps, shift, least, cells = np.concatenate([*map(_removals, shapes)], axis=1)
    each = outlines[:, np.newaxis]
    # How far each column but the first lies above the one before it, plus _FIFTH.
    climbs = (each >> _BITS) + (_FIFTHS & _BUT_THE_LAST) - (each & _BUT_THE_LAST)
    outline, removal = np.nonzero((climbs & columns == steps) & (each >> shift & _HEIGHT >= least))
    return _distinct(outlines[outline] - cells[removal])


# Shapes

_Column = tuple[int, int]


@cache
def _forms(shape: str) -> tuple[tuple[_Column, ...], ...]:
    """Return every way to turn a shape.

    Each of its columns has the heights of its bottom and its top above the shape's lowest cell.
    """
    empty = _core.Sheet(bytes(_core.COLUMNS * _core.ROWS))
    found = set()
    for cells in empty.landings(SHAPES.index(shape)):
        columns: dict[int, list[int]] = {}
        for cell in cells:
            columns.setdefault(cell % _core.COLUMNS, []).append(cell // _core.COLUMNS)
        found.add(tuple((min(rows), max(rows) + 1) for _, rows in sorted(columns.items())))
    return tuple(sorted(found))


@cache
def _removals(shape: str) -> NDArray[np.int64]:
    """Return a column of five numbers for each way that a shape can have come down last.

    They are the mask of the columns that climb to the next one under its top; how far they climb,
    as in `without`; the shift of its first column in an outline; the least height of that column;
    and the cells that it takes of each column. Heights and cells are packed like an outline.
    """
    found = []
    for form in _forms(shape):
        tops = [high for _, high in form]
        climbs = _outline(after - before + _FIFTH for before, after in pairwise(tops))
        columns = _outline(_HEIGHT for _ in pairwise(tops))
        cells = _outline(high - low for low, high in form)
        for shift in range(0, _BITS * (_core.COLUMNS + 1 - len(form)), _BITS):
            found.append((columns << shift, climbs << shift, shift, tops[0], cells << shift))
    return np.array(found, np.int64).T


@cache
def _crossing_removals(shape: str) -> NDArray[np.int64]:
    """Return a column of four numbers for each way that a shape can have come down last across the
    line.

    They are the mask of the columns under it; the heights of these; the number of its cells past
    the Game Over line; and the cells that it takes of each column under the line.
    """
    found = set()
    for form in _forms(shape):
        for row in range(_core.ROWS + 1 - max(high for _, high in form)):
            under = [[min(_core.LINE, row + end) for end in column] for column in form]
            past = SHAPE_CELLS - sum(high - low for low, high in under)
            if past:
                heights = _outline(high for _, high in under)
                cells = _outline(high - low for low, high in under)
                columns = _outline(_HEIGHT for _ in form)
                for shift in range(0, _BITS * (_core.COLUMNS + 1 - len(form)), _BITS):
                    found.add((columns << shift, heights << shift, past, cells << shift))
    return np.array(sorted(found), np.int64).T
