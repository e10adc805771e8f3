"""CP-SAT models of shapes that drop without a hole, and of the combos that lie on them.

Used by benders.py, runs.py and free_turns.py. Cells are numbered row by row from a1; only those
under the Game Over line count. Rows, columns and cells are counted from 0, turns from 1; what was
there before the first of them belongs to turn 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from ortools.sat.python import cp_model

from numberdrop.rules import COLUMN_COUNT
from wholerules import LINE, Landing, floor_landings
from wholerules import neighbours as all_neighbours

#: A sum of variables, which may also be empty or a plain number.
Linear: TypeAlias = Any
Literal: TypeAlias = cp_model.IntVar

GROUND = range(LINE * COLUMN_COUNT)
#: The first digit (rules.md, Solo).
FIRST_DIGIT = 1


@dataclass(frozen=True, slots=True)
class Piece:
    """A shape that drops: one of `shapes`, with the digits of `turn`, or X alone if it is None."""

    turn: int | None
    shapes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Combo:
    """A combo without its cells: `size` digits, all `first`, or rising from `first`."""

    size: int
    first: int
    rises: bool

    @property
    def digits(self) -> tuple[int, ...]:
        """Its distinct digits, ascending."""
        return tuple(range(self.first, self.first + self.size)) if self.rises else (self.first,)

    def demand(self, digit: int) -> int:
        """Return how many of a digit it uses."""
        return (1 if self.rises else self.size) if digit in self.digits else 0


@cache
def neighbours(cell: int) -> tuple[int, ...]:
    """Return the cells under the line that share a side with this one."""
    return tuple(near for near in all_neighbours(cell) if near in GROUND)


@cache
def landings(shapes: tuple[str, ...]) -> tuple[Landing, ...]:
    """Return all places of these shapes under the line, wherever they may lie."""
    return tuple(
        floor.raised(rows)
        for shape in shapes
        for floor in floor_landings(shape)
        for rows in range(LINE - floor.top)
    )


class Stacking:
    """Shapes that drop one after another, each without a hole under it, or with `holes`.

    `filled[i][cell]` says whether a cell is filled before shape i, `covered[i][cell]` whether
    nothing comes there any more, and `own[turn][cell]` whether that turn's digits lie there. Before
    the first shape the filled cells are one of `ground`, or any `volume` cells. `fixed` shapes, by
    their index, lie where it says, all others `within` these cells.
    """

    def __init__(
        self,
        pieces: Sequence[Piece],
        *,
        ground: Iterable[Iterable[int]] = (),
        volume: int | None = None,
        fixed: Mapping[int, Iterable[int]] | None = None,
        within: Iterable[int] = GROUND,
        holes: bool = False,
    ) -> None:
        self.model = cp_model.CpModel()
        self.holes = holes
        self.pieces = tuple(pieces)
        self.places: list[dict[Landing, Literal]] = []
        self.own: dict[int, dict[int, Literal]] = {}
        self.filled: list[dict[int, Literal]] = [self._start(list(ground), volume)]
        self.covered: list[dict[int, Literal]] = [self._cover(self.filled[0])]
        lying = {i: frozenset(cells) for i, cells in (fixed or {}).items()}
        self._within = frozenset(within)
        for i, piece in enumerate(self.pieces):
            self._drop(i, piece, lying.get(i))

    def boolean(self) -> Literal:
        return self.model.new_bool_var("")

    def _start(self, grounds: list[Iterable[int]], volume: int | None) -> dict[int, Literal]:
        """Return the cells filled before the first shape: one of `grounds`, or `volume` of them."""
        filled = {cell: self.boolean() for cell in GROUND}
        if grounds:
            chosen = [self.boolean() for _ in grounds]
            self.model.add_exactly_one(chosen)
            for cell in GROUND:
                there = [one for one, cells in zip(chosen, grounds, strict=True) if cell in cells]
                self.model.add(filled[cell] == sum(there))
        else:
            for cell in GROUND[COLUMN_COUNT:] if not self.holes else ():
                self.model.add_implication(filled[cell], filled[cell - COLUMN_COUNT])
            if volume is not None:
                self.model.add(sum(filled.values()) == volume)
        self.own[0] = filled
        return filled

    def _cover(self, filled: dict[int, Literal]) -> dict[int, Literal]:
        """Return whether each cell is filled or lies under a filled one."""
        if not self.holes:
            return filled
        covered = {cell: self.boolean() for cell in GROUND}
        for cell, is_covered in covered.items():
            above = [covered[cell + COLUMN_COUNT]] if cell + COLUMN_COUNT in GROUND else []
            for literal in (filled[cell], *above):
                self.model.add_implication(literal, is_covered)
            self.model.add_bool_or([~is_covered, filled[cell], *above])
        return covered

    def _drop(self, number: int, piece: Piece, cells: frozenset[int] | None) -> None:
        """A shape rests on filled cells, or on the floor, in each of its columns; with holes, in
        one of them."""
        before, covered = self.filled[-1], self.covered[-1]
        places: dict[Landing, Literal] = {}
        covers: dict[int, list[Literal]] = {cell: [] for cell in GROUND}
        for landing in landings(piece.shapes):
            if cells is not None and frozenset(landing.cells) != cells:
                continue
            if cells is None and not self._within.issuperset(landing.cells):
                continue
            here = places[landing] = self.boolean()
            under = [
                before[(low - 1) * COLUMN_COUNT + column] for column, low, _ in landing.spans if low
            ]
            if not self.holes:
                self.model.add_bool_and(under).only_enforce_if(here)
            elif len(under) == len(landing.spans):
                self.model.add_bool_or([~here, *under])
            for column, low, _ in landing.spans if self.holes else ():
                self.model.add_implication(here, ~covered[low * COLUMN_COUNT + column])
            for cell in landing.cells:
                covers[cell].append(here)
        self.model.add_exactly_one(places.values())
        after = {cell: self.boolean() for cell in GROUND}
        for cell in GROUND:
            self.model.add(after[cell] == before[cell] + sum(covers[cell]))
        if piece.turn is not None:
            own = self.own[piece.turn] = {cell: self.boolean() for cell in GROUND}
            for cell in GROUND:
                self.model.add(own[cell] == sum(covers[cell]))
        self.places.append(places)
        self.filled.append(after)
        self.covered.append(self._cover(after))

    def fill_all(self) -> None:
        """All rows are complete in the end."""
        self.model.add_bool_and(self.filled[-1].values())

    def connect(self, combo: Combo, at: Mapping[tuple[int, int], Literal]) -> None:
        """The cells of a combo, by cell and digit, lie as its rule says (rules.md, Combo)."""
        if combo.rises:
            for (cell, digit), here in at.items():
                if digit > combo.first:
                    near = [at[n, digit - 1] for n in neighbours(cell) if (n, digit - 1) in at]
                    self.model.add_bool_or([~here, *near])
            return
        here_at = {cell: here for (cell, _), here in at.items()}
        reached = {cell: self.boolean() for cell in here_at}
        self.model.add_exactly_one(reached.values())
        for cell, is_reached in reached.items():
            self.model.add_implication(is_reached, here_at[cell])
        for _ in range(combo.size // 2):
            now = {cell: self.boolean() for cell in here_at}
            for cell, is_reached in now.items():
                near = [reached[n] for n in neighbours(cell) if n in reached]
                self.model.add_bool_or([~is_reached, reached[cell], *near])
                self.model.add_implication(is_reached, here_at[cell])
            reached = now
        for cell, is_reached in reached.items():
            self.model.add_implication(here_at[cell], is_reached)


def solver(seconds: float, workers: int = 1, seed: int = 1) -> cp_model.CpSolver:
    """Return a solver with a limit of time."""
    made = cp_model.CpSolver()
    made.parameters.max_time_in_seconds = seconds
    made.parameters.num_workers = workers
    made.parameters.random_seed = seed
    return made
