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
from itertools import combinations, permutations
from types import MappingProxyType

from ... import _core
from ...notches import leading_to, reached, standing
from ...rules import SHAPES, SOLO_SHAPES
from .known import SHAPE_CELLS, Known

#: Outlines of one turn that are gone through; where there are more, nothing more is asked.
MOST_OUTLINES = 5_000

#: An outline has five bits a column, a lowest, of which the fifth is never set.
_BITS = 5
_FULL = sum(_core.LINE << _BITS * column for column in range(_core.COLUMNS))
_FIFTHS = sum(16 << _BITS * column for column in range(_core.COLUMNS))
#: The least cells past the line with which a shape can find no room, all rows being complete.
CROSSED = MappingProxyType({"I": 3, "O": 6, "T": 6, "L": 6, "S": 6})

#: The tiles that have fallen, the cells past the line, and the shapes that found no room.
_Branch = tuple[frozenset[int], int, int]
_Outlines = dict[_Branch, set[int]]


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
        layers = reached(known.tiles, rolls, known.notches)
        ends = turns < len(known.rolls)
        #: By whether the line is crossed: the states of the notches before and after each turn.
        self.states = {
            False: leading_to(known.tiles, rolls, layers, all_down=ends),
            True: leading_to(known.tiles, rolls, layers, all_down=False),
        }
        self.starts = {_outline(position.core.heights) for position in known.positions}
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
        return any(not self.starts.isdisjoint(outlines) for outlines in found.values())

    def above_start(self, outlines: set[int]) -> set[int]:
        """Without those that lie below what is on the sheet already."""
        if len(self.starts) > 1:
            return outlines
        [start] = self.starts
        return {o for o in outlines if (o + _FIFTHS - start) & _FIFTHS == _FIFTHS}

    def before_last_turn(self) -> _Outlines:
        """The outlines before the last turn, by what has happened in it."""
        found: _Outlines = {}
        shapes = self.known.rolls[self.turns - 1].shapes
        crossing = not self.known.variant.bga
        ends = {(0, 0, 0): without(shapes, {_FULL})}
        if crossing:
            ends[0, 1, max(CROSSED[shape] for shape in shapes)] = {_FULL}
        for falls in self.falls:
            tiles = [self.known.tiles[i] for i in falls]
            for (past, gone), before in _without_last_falls(tiles, ends, crossing).items():
                if self.is_possible(self.turns, frozenset(), falls, past, gone):
                    found.setdefault((falls, past, gone), set()).update(before)
        return found

    def before_turn(self, turn: int, after: _Outlines) -> _Outlines:
        """The outlines before a turn that isn't the last one, by those after it."""
        found: _Outlines = {}
        shapes = self.known.rolls[turn - 1].shapes
        for (fallen, past, gone), outlines in after.items():
            placed = without(shapes, outlines)
            for falls in self.falls:
                if fallen.isdisjoint(falls) and self.is_possible(turn, fallen, falls, past, gone):
                    before = without_falls([self.known.tiles[i] for i in falls], placed)
                    if before:
                        found.setdefault((fallen | falls, past, gone), set()).update(before)
        return found

    def is_possible(
        self, turn: int, later: frozenset[int], now: frozenset[int], past: int, gone: int
    ) -> bool:
        """Whether the tiles `now` can fall in a turn, `later` after it, and before it as many as
        the cells that are filled tell."""
        states = self.states[past > 0]
        if not states[turn] & standing(now, later):
            return False
        pieces = self.turns - turn + 1 + len(later | now) - gone
        cells = _core.LINE * _core.COLUMNS + past - SHAPE_CELLS * pieces - self.cells
        earlier, rest = divmod(cells - SHAPE_CELLS * (turn - 1), SHAPE_CELLS)
        others = self.tiles - later - now
        return rest == 0 <= earlier and any(
            states[turn - 1] & standing(down, later | now) for down in combinations(others, earlier)
        )


# Outlines


def _outline(heights: Iterable[int]) -> int:
    return sum(height << _BITS * column for column, height in enumerate(heights))


def without_falls(tiles: Sequence[str], outlines: set[int]) -> set[int]:
    """The outlines before these shapes came down in some order."""
    found: set[int] = set()
    for order in permutations(tiles):
        before = outlines
        for shape in order:
            before = without([shape], before)
        found |= before
    return found


def _without_last_falls(
    tiles: Sequence[str], ends: Mapping[tuple[int, int, int], set[int]], crossing: bool
) -> dict[tuple[int, int], set[int]]:
    """The outlines before these shapes came down in the last turn, by the cells past the line and
    the shapes lost. The key of `ends` has these, and the cells past the line that it takes."""
    found: dict[tuple[int, int], set[int]] = {}
    for order in permutations(tiles):
        after = ends
        for shape in order:
            before: dict[tuple[int, int, int], set[int]] = {}
            for (past, gone, need), outlines in after.items():
                before.setdefault((past, gone, need), set()).update(without([shape], outlines))
                if crossing:
                    lost = (past, gone + 1, max(need, CROSSED[shape]))
                    before.setdefault(lost, set()).update(outlines)
                    for more, clipped in without_crossing(shape, outlines):
                        before.setdefault((past + more, gone, need), set()).add(clipped)
            after = before
        for (past, gone, need), outlines in after.items():
            if outlines and past >= need:
                found.setdefault((past, gone), set()).update(outlines)
    return found


def without_crossing(shape: str, outlines: set[int]) -> Iterator[tuple[int, int]]:
    """How many cells of the shape lie past the line, and the outline without the others."""
    for width, taken in _taken_off_crossing()[shape].items():
        ones = (1 << _BITS * width) - 1
        for shift in range(0, _BITS * (_core.COLUMNS + 1 - width), _BITS):
            for outline in outlines:
                for past, cells in taken.get(outline >> shift & ones, ()):
                    yield past, outline - (cells << shift)


def without(shapes: Iterable[str], outlines: set[int]) -> set[int]:
    """The outlines before one of these shapes came down on them."""
    found: set[int] = set()
    for shape in shapes:
        for width, taken in _taken_off()[shape].items():
            ones = (1 << _BITS * width) - 1
            for shift in range(0, _BITS * (_core.COLUMNS + 1 - width), _BITS):
                found.update(
                    outline - (cells << shift)
                    for outline in outlines
                    for cells in taken.get(outline >> shift & ones, ())
                )
    return found


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
def _taken_off() -> dict[str, dict[int, dict[int, list[int]]]]:
    """By shape and width: the heights of so many columns, and the cells that a shape which came
    down on them last takes of each. Heights and cells are packed as an outline is."""
    found: dict[str, dict[int, dict[int, list[int]]]] = {}
    for shape, form, row in _rests():
        top = row + max(high for _, high in form)
        if top <= _core.LINE:
            heights = _outline(row + high for _, high in form)
            cells = _outline(high - low for low, high in form)
            widths = found.setdefault(shape, {}).setdefault(len(form), {})
            widths.setdefault(heights, []).append(cells)
    return found


@cache
def _taken_off_crossing() -> dict[str, dict[int, dict[int, list[tuple[int, int]]]]]:
    """The same for shapes that cross the Game Over line: of each the cells past it, and those under
    it."""
    found: dict[str, dict[int, dict[int, list[tuple[int, int]]]]] = {}
    for shape, form, row in _rests():
        under = [(min(_core.LINE, row + low), min(_core.LINE, row + high)) for low, high in form]
        past = SHAPE_CELLS - sum(high - low for low, high in under)
        if past:
            heights = _outline(high for _, high in under)
            cells = _outline(high - low for low, high in under)
            widths = found.setdefault(shape, {}).setdefault(len(form), {})
            widths.setdefault(heights, []).append((past, cells))
    return found


def _rests() -> Iterator[tuple[str, tuple[_Column, ...], int]]:
    """Every form of every shape in every row where all of it lies on the sheet."""
    for shape in SOLO_SHAPES:
        for form in _forms(shape):
            for row in range(_core.ROWS + 1 - max(high for _, high in form)):
                yield shape, form, row
