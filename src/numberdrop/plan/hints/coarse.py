"""Coarse traits: what several traits of a table have in common, learned along with each of them.

Most entries of the large tables are rare: a group of four with two free neighbours while the boxes
3 and 5 are filled. What is learned about all groups of four with two free neighbours predicts most
of its worth. So training also learns a row for this coarse trait, and a trait is worth the sum of
its own row and the rows of its coarse traits. The finished weights hold these sums, and no other
code needs to know about coarse traits. (Chess engines call this factorising the features.)
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ... import _core
from ..weights import SHAPE

#: A row of weights for each trait.
Table = NDArray[np.float32]
Keys = NDArray[np.int64]

#: The number of sets of filled boxes of a kind, and the number of filled boxes in each.
SETS = 32
FILLED: Final = np.array([bin(boxes).count("1") for boxes in range(SETS)])
#: Tables whose index combines the entry of a smaller table with the set of filled boxes.
BY_BOXES = (
    *("group", "groups", "join_i", "counts_i", "grow_i", "bridge_i", "same"),
    *("chain", "chains", "join_c", "counts_c", "grow_c", "bridge_c"),
)
#: Tables of five numbers 0..4, one for each box of a kind.
BY_FIVE = ("need_i", "need_c", "ready_i", "ready_c")
#: The cells that an entry of `row` covers, with three states each, and the number of their
#: patterns; the number of states of a side in `around`.
ROW_CELLS, PATTERNS = 7, 3**7
AROUND = 12


class Coarse:
    """The coarse traits of all traits.

    `rows`, uint32 of shape (TRAITS, COARSE_MOST), lists the coarse traits of each trait, padded
    with NO_TRAIT. They are numbered from TRAITS to `count` - 1.
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
        """Return 0, 1, .. for the entries of a table."""
        return np.arange(len(self._places[name]))

    def _add(self, name: str, keys: Keys) -> None:
        """Add a coarse trait for each distinct key; `keys` has the key of each entry of a table."""
        places = self._places[name]
        [free] = {int(n) for n in (self.rows[places] != _core.NO_TRAIT).sum(axis=1)}
        found, which = np.unique(keys, return_inverse=True)
        self.rows[places, free] = self.count + which
        self.count += len(found)

    def _add_surface(self) -> None:
        """Add rows at any height, rows by their numbers of cells alone, and outlines in any
        place."""
        row, pattern = np.divmod(self._entries("row"), PATTERNS)
        cells = np.stack([pattern // 3**n % 3 for n in range(ROW_CELLS)])
        self._add("row", pattern)
        self._add("row", (row * 8 + (cells == 1).sum(axis=0)) * 8 + (cells == 2).sum(axis=0))
        self._add("quad", self._entries("quad") % 343)
        self._add("triple", self._entries("triple") // 4)

    def _add_boxes(self) -> None:
        """Add what boxes lack: a single box; all identical or consecutive ones, with the number of
        filled boxes; and both kinds without that number."""
        for name in BY_FIVE:
            for n in range(5):
                self._add(name, self._entries(name) // 5**n % 5)
        lacks, filled = np.divmod(self._entries("both"), 36)
        identical, consecutive = np.divmod(lacks, 13)
        self._add("both", lacks)
        self._add("both", identical * 36 + filled)
        self._add("both", consecutive * 36 + filled)

    def _add_digits(self) -> None:
        """Add runs from any start, surroundings of a cell with any kinds open (also two of its
        sides), and groups and runs of a digit with any kinds open."""
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
        """Return the worth of the traits: each row of `table` plus the rows of its coarse
        traits."""
        sums = table[: _core.TRAITS].copy()
        for has, rows in self._given:
            sums[has] += table[rows]
        return sums


@cache
def coarse_traits() -> Coarse:
    """Return the coarse traits, computed once."""
    return Coarse()


def rows_shape() -> tuple[int, int]:
    """Return the shape of the learned table: a row for each trait, then one for each coarse
    trait."""
    return coarse_traits().count, SHAPE[1]
