"""Coarse traits: what several traits of a table have in common, learned along with each of them.

Most entries of the large tables are met rarely: a group of four with two free neighbours while the
boxes 3 and 5 are filled. What is learned of all groups of four with two free neighbours tells most
of what there is to say of it. So a training learns a row for that as well, and what a trait is
worth is the sum of its own row and those of its coarse traits. The finished weights hold the sums,
and nobody else need know of this. (In chess engines the same is called factorising the features.)
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ... import _core
from ..weights import SHAPE, Table

Keys = NDArray[np.int64]

#: Sets of filled boxes of a kind, and how many boxes are filled in each.
SETS = 32
FILLED: Final = np.array([bin(boxes).count("1") for boxes in range(SETS)])
#: The tables whose entries are those of a smaller one, times the set of filled boxes.
BY_BOXES = (
    *("group", "groups", "join_i", "counts_i", "grow_i", "bridge_i", "same"),
    *("chain", "chains", "join_c", "counts_c", "grow_c", "bridge_c"),
)
#: Tables of five numbers 0..4, one for each box of a kind.
BY_FIVE = ("need_i", "need_c", "ready_i", "ready_c")
#: What `row` tells apart in a row, in the base of three, and what `around` does.
ROW_CELLS, PATTERNS = 7, 3**7
AROUND = 12


class Coarse:
    """The coarse traits of all traits.

    `rows`, uint32 of shape (TRAITS, COARSE_MOST), names those of each, and NO_TRAIT after the last;
    they are numbered from TRAITS to `count` - 1.
    """

    def __init__(self) -> None:
        starts = [*(start for _, start in _core.TABLES), _core.TRAITS]
        self._places = {
            name: np.arange(start, end)
            for (name, _), (start, end) in zip(_core.TABLES, pairwise(starts), strict=True)
        }
        self.rows = np.full((_core.TRAITS, _core.COARSE_MOST), _core.NO_TRAIT, dtype=np.uint32)
        self.count = _core.TRAITS
        for name in BY_BOXES:
            what, boxes = np.divmod(self._entries(name), SETS)
            self._add(name, what)
            self._add(name, what * 6 + FILLED[boxes])
        self._add_surface()
        self._add_boxes()
        self._add_digits()
        self._given = [
            (has, self.rows[has, n].astype(np.intp))
            for n in range(_core.COARSE_MOST)
            if (has := np.flatnonzero(self.rows[:, n] != _core.NO_TRAIT)).size
        ]

    def _entries(self, name: str) -> Keys:
        """0, 1, .. for the entries of a table."""
        return np.arange(len(self._places[name]))

    def _add(self, name: str, keys: Keys) -> None:
        """A coarse trait for each number among the keys, which say what an entry is in short."""
        places = self._places[name]
        [free] = {int(n) for n in (self.rows[places] != _core.NO_TRAIT).sum(axis=1)}
        found, which = np.unique(keys, return_inverse=True)
        self.rows[places, free] = self.count + which
        self.count += len(found)

    def _add_surface(self) -> None:
        """Rows wherever they lie, and by the number of cells alone; outlines wherever they lie."""
        row, pattern = np.divmod(self._entries("row"), PATTERNS)
        cells = np.stack([pattern // 3**n % 3 for n in range(ROW_CELLS)])
        self._add("row", pattern)
        self._add("row", (row * 8 + (cells == 1).sum(axis=0)) * 8 + (cells == 2).sum(axis=0))
        self._add("quad", self._entries("quad") % 343)
        self._add("triple", self._entries("triple") // 4)

    def _add_boxes(self) -> None:
        """What boxes lack: each by itself; identical or consecutive ones, and both without the
        boxes."""
        for name in BY_FIVE:
            for n in range(5):
                self._add(name, self._entries(name) // 5**n % 5)
        lacks, filled = np.divmod(self._entries("both"), 36)
        identical, consecutive = np.divmod(lacks, 13)
        self._add("both", lacks)
        self._add("both", identical * 36 + filled)
        self._add("both", consecutive * 36 + filled)

    def _add_digits(self) -> None:
        """Runs wherever they start; what is around a cell whichever kinds are open, and two of its
        sides; what a digit belongs to whichever kinds are open."""
        for name in ("chain", "grow_c"):
            what, boxes = np.divmod(self._entries(name), SETS)
            self._add(name, what % 72 * SETS + boxes)
        sides = self._entries("around") // 4
        side, other, below = sides // AROUND**2, sides // AROUND % AROUND, sides % AROUND
        self._add("around", sides)
        self._add("around", side * AROUND + below)
        self._add("around", side * AROUND + other)
        self._add("role", self._entries("role") // 4)

    def summed(self, table: Table) -> Table:
        """What the traits are worth: of a table with a row for each, coarse ones as well, those of
        the traits with theirs added."""
        sums = table[: _core.TRAITS].copy()
        for has, rows in self._given:
            sums[has] += table[rows]
        return sums


@cache
def coarse_traits() -> Coarse:
    """Worked out once."""
    return Coarse()


def rows_shape() -> tuple[int, int]:
    """Of what learns: a row for each trait, then one for each coarse trait."""
    return coarse_traits().count, SHAPE[1]
