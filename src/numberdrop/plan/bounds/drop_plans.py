"""Drop plans: after how many turns all eleven rows can be complete, by shapes and outlines alone.

Where all eleven rows get complete without a penalty, the shapes fill what is empty under the Game
Over line and leave no hole, for what lies under an overhang stays empty (rules.md, Dropping a
shape). So the outline, the heights of the seven columns, says everything about the sheet. From the
full rectangle backwards each shape, the last one first, is taken off wherever it can have come down
without leaving a hole: the player's own in each turn, and before it the X shapes that may have
fallen in that turn. If no outline is left, no game fills all rows in so many turns.

What is relaxed: a tile may have fallen in a turn if some slides allow that, whatever they mean for
the other tiles and turns; digits and claims are left out.

In the rulebook's last turn X shapes may cross the Game Over line for nothing. Here such a shape is
taken off by its cells under the Game Over line alone, and those past the line are counted. A shape
that comes down after it, the player's own or another X, can then find no room at all and is lost:
for that at least so many cells lie past the line as `CROSSED` says
(tests/plan/bounds/test_drop_plans.py tries all).

With `slide`, shapes come under overhangs, and nothing is said here.
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

#: Outlines of one turn that are gone through; where there are more, nothing more is asked.
MOST_OUTLINES = 5_000

#: An outline has five bits a column, a lowest, of which the fifth is never set.
_BITS = 5
_FULL = sum(_core.LINE << _BITS * column for column in range(_core.COLUMNS))
_HEIGHT = (1 << _BITS) - 1
_FIFTH = 1 << _BITS - 1
_FIFTHS = sum(_FIFTH << _BITS * column for column in range(_core.COLUMNS))
_BUT_THE_LAST = (1 << _BITS * (_core.COLUMNS - 1)) - 1
#: The least cells past the line with which a shape can find no room, all rows being complete.
CROSSED = MappingProxyType({"I": 3, "O": 6, "T": 6, "L": 6, "S": 6})

#: The tiles that have fallen, the cells past the line, and the shapes that found no room.
_Branch = tuple[frozenset[int], int, int]
#: Different ones, in order.
_Outlines = NDArray[np.int64]
_Found = dict[_Branch, _Outlines]
_Key = TypeVar("_Key")


@lru_cache(maxsize=64)
def full_turns(known: Known, most: int = MOST_OUTLINES) -> frozenset[int]:
    """The numbers of turns after which all eleven rows may be complete without a penalty.

    A number that is left out is proved to be impossible. `most` limits the work on each.
    """
    if known.variant.slide:
        return frozenset(range(1, known.longest + 1))
    if len(known.lacking) < _core.LINE:
        return frozenset()
    pieces = -(-known.room // SHAPE_CELLS)
    fewest = max(1, pieces - len(known.may_fall))
    return frozenset(
        n for n in range(fewest, known.longest + 1) if _Plans(known, n).lead_back(most)
    )


def dead_endings(known: Known, turns: int) -> Iterator[tuple[frozenset[int], ...]]:
    """The tiles that fall in the last turn, or in the last two, the last one first, so that no game
    of so many turns fills all rows without a penalty. Without `slide` alone."""
    plans = _Plans(known, turns)
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


class _Plans:
    """The games of a given number of turns that fill all rows, from their end backwards."""

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
        #: The tiles that may fall in one turn, none or up to two.
        self.tiles = frozenset(known.may_fall)
        self.falls = [frozenset(f) for n in range(3) for f in combinations(known.may_fall, n)]

    def lead_back(self, most: int) -> bool:
        """False if no game fills all rows."""
        found = self.before_last_turn()
        for turn in range(self.turns - 1, 0, -1):
            found = {branch: self.above_start(outlines) for branch, outlines in found.items()}
            if sum(map(len, found.values())) > most:
                return True
            found = self.before_turn(turn, found)
        return any(np.isin(self.starts, outlines).any() for outlines in found.values())

    def above_start(self, outlines: _Outlines) -> _Outlines:
        """Without those that lie below what is on the sheet already."""
        if len(self.starts) > 1:
            return outlines
        [start] = self.starts
        is_above = (outlines + _FIFTHS - start) & _FIFTHS == _FIFTHS
        return np.compress(is_above, outlines)

    def before_last_turn(self) -> _Found:
        """The outlines before the last turn, by what has happened in it."""
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
        return _together(found)

    def before_turn(self, turn: int, after: _Found) -> _Found:
        """The outlines before a turn that isn't the last one, by those after it."""
        found: dict[_Branch, list[_Outlines]] = {}
        shapes = self.known.rolls[turn - 1].shapes
        for (fallen, past, gone), outlines in after.items():
            placed = without(shapes, outlines)
            for falls in self.falls:
                if fallen.isdisjoint(falls) and self.is_possible(turn, fallen, falls, past, gone):
                    before = without_falls([self.known.tiles[i] for i in falls], placed)
                    found.setdefault((fallen | falls, past, gone), []).append(before)
        return _together(found)

    def is_possible(
        self, turn: int, later: frozenset[int], now: frozenset[int], past: int, gone: int
    ) -> bool:
        """Whether the tiles `now` can fall in a turn, `later` after it, and before it as many as
        the cells that are filled tell."""
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


def _together(found: Mapping[_Key, Sequence[_Outlines]]) -> dict[_Key, _Outlines]:
    """All outlines of each, where there are some."""
    whole = {key: _different(np.concatenate(parts)) for key, parts in found.items()}
    return {key: outlines for key, outlines in whole.items() if len(outlines)}


def _different(outlines: _Outlines) -> _Outlines:
    """Each of them once, in order; for so few, np.unique takes ten times as long."""
    ordered = np.sort(outlines)
    return np.compress(np.append(True, ordered[1:] != ordered[:-1])[: len(ordered)], ordered)


def without_falls(tiles: Sequence[str], outlines: _Outlines) -> _Outlines:
    """The outlines before these shapes came down in some order."""
    found = []
    for order in permutations(tiles):
        before = outlines
        for shape in order:
            before = without([shape], before)
        found.append(before)
    return _different(np.concatenate(found))


def _without_last_falls(
    tiles: Sequence[str], ends: Mapping[tuple[int, int, int], _Outlines], crossing: bool
) -> dict[tuple[int, int], _Outlines]:
    """The outlines before these shapes came down in the last turn, by the cells past the line and
    the shapes lost. The key of `ends` has these, and the cells past the line that it takes."""
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
            after = _together(before)
        for (past, gone, need), outlines in after.items():
            if past >= need:
                found.setdefault((past, gone), []).append(outlines)
    return _together(found)


def without_crossing(shape: str, outlines: _Outlines) -> Iterator[tuple[int, _Outlines]]:
    """By how many cells of the shape lie past the line, the outlines without the others."""
    columns, heights, past, cells = _taken_off_crossing(shape)
    came, where = np.nonzero(outlines[:, np.newaxis] & columns == heights)
    for more in range(1, SHAPE_CELLS + 1):
        is_so = past[where] == more
        yield more, outlines[came[is_so]] - cells[where[is_so]]


def without(shapes: Iterable[str], outlines: _Outlines) -> _Outlines:
    """The outlines before one of these shapes came down on them."""
    columns, steps, shift, least, cells = np.concatenate([*map(_taken_off, shapes)], axis=1)
    each = outlines[:, np.newaxis]
    # How far each column but the first lies above the one before it, and _FIFTH more.
    climbs = (each >> _BITS) + (_FIFTHS & _BUT_THE_LAST) - (each & _BUT_THE_LAST)
    came, where = np.nonzero((climbs & columns == steps) & (each >> shift & _HEIGHT >= least))
    return _different(outlines[came] - cells[where])


# Shapes

_Column = tuple[int, int]


@cache
def _forms(shape: str) -> tuple[tuple[_Column, ...], ...]:
    """Every way to turn a shape: for each of its columns, how far its bottom and its top lie above
    the shape's lowest cell."""
    empty = _core.Sheet(bytes(_core.COLUMNS * _core.ROWS))
    found = set()
    for cells in empty.landings(SHAPES.index(shape)):
        columns: dict[int, list[int]] = {}
        for cell in cells:
            columns.setdefault(cell % _core.COLUMNS, []).append(cell // _core.COLUMNS)
        found.add(tuple((min(rows), max(rows) + 1) for _, rows in sorted(columns.items())))
    return tuple(sorted(found))


@cache
def _taken_off(shape: str) -> NDArray[np.int64]:
    """For each way that a shape can have come down last, a column of five numbers: the columns that
    climb to the next one under its top, and how far, as `without` has it; where its first column
    lies in an outline, and the least height of that; and the cells that it takes of each column.
    Heights and cells are packed as an outline is."""
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
def _taken_off_crossing(shape: str) -> NDArray[np.int64]:
    """For each way that a shape can have come down last across the Game Over line, a column of four
    numbers: the columns under it, as bits of an outline, and their heights; how many of its cells
    lie past the line, and those that it takes of each column under it."""
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
