"""Tables where they are wanted: in memory, in the user's cache, or made on the spot if small."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

from ..cpus import available_cpus
from ..errors import NumberdropError
from ..folders import cache_folder
from . import _core
from .bounds import Bounds, DamagedTable, StoredBounds
from .family import EMPTY_GROUND, Family, Layer, locate
from .position import Position
from .solver import Progress, Solver, Table

#: Positions that are solved when they are asked about: some seconds' work. Four cubes each, on an
#: empty board, are 216,483.
MOST_ON_DEMAND = 400_000
#: Tables on the ground of players who are out that are kept in memory: one for each game looked at,
#: of 13 MB at most.
MOST_GROUNDS = 8

_tables: dict[Family, Table] = {}
#: Whoever asks for a table that is being made waits for it.
_solving = threading.RLock()
_progress: ContextVar[Progress] = ContextVar("progress", default=lambda share, words: None)


class NoTable(NumberdropError):  # noqa: N818
    """A position whose table isn't at hand and is too large to be made meanwhile."""


def table_folder(family: Family) -> Path:
    """Where the table of a family is kept that stands on the empty board."""
    assert family.ground == EMPTY_GROUND
    return cache_folder() / "omba" / family.name


def load_table(family: Family) -> Table:
    """The whole table as it is kept. NoTable where a layer is missing; Damaged where one isn't what
    was written, as far as can be told without reading all of it."""
    folder = table_folder(family)
    table = Table(family)
    for pair in family.layers():
        for layer in pair:
            try:
                table.layers[layer] = StoredBounds(folder / str(layer), family, layer)
            except FileNotFoundError:
                raise no_table_error(family) from None
    return table


def load_or_make_table(family: Family) -> Table:
    """The whole table as stored_table(), but one that is small and isn't kept is made."""
    try:
        return load_table(family)
    except NoTable:
        if family.positions() > MOST_ON_DEMAND:
            raise
        return Solver(family, table_folder(family)).run()


def is_table_stored(family: Family) -> bool:
    """Whether its table is kept, whole."""
    try:
        load_table(family)
    except (NoTable, DamagedTable):
        return False
    return True


def no_table_error(family: Family) -> NoTable:
    """The error that says how to get its table."""
    cubes = str(family.cubes[0]) if family.is_even else ",".join(map(str, family.cubes))
    variant = "" if family.variant == "S" else f" --variant {family.variant}"
    return NoTable.coded(
        "omba.no_table",
        "no table of {cubes} cubes at hand: {command} makes it, once",
        cubes=cubes,
        command=f"numberdrop omba solve --cubes {cubes}{variant}",
    )


@dataclass(frozen=True)
class Chance:
    """What the player to move has: the chance to win lies between `lower` and `upper`."""

    lower: float
    upper: float

    @property
    def value(self) -> float:
        """The middle, which is at most half of GAP away from the truth."""
        return (self.lower + self.upper) / 2


def chance(position: Position, variant: str = "S") -> Chance:
    """The chance of the player to move, before the roll, in a position in which one or two players
    are in.

    NoTable where it would take long to find; NumberdropError where more players are in.
    """
    if position.winner:
        return Chance(1.0, 1.0)
    family, layer, number = locate(position, variant)
    lower, upper = _find_bounds(family, layer)[number]
    return Chance(lower / _core.UNITS, upper / _core.UNITS)


def has_quick_value(position: Position, variant: str = "S") -> bool:
    """Whether chance() finds a position in some seconds at most: two players are in, and what is
    needed of their table is at hand, or small."""
    if len(position.still_in) != 2:
        return bool(position.winner)
    family, layer, _ = locate(position, variant)
    known = _tables.get(family, Table(family)).layers
    is_kept = family.ground == EMPTY_GROUND and (table_folder(family) / str(layer)).exists()
    return layer in known or is_kept or family.positions(layer) <= MOST_ON_DEMAND


@contextmanager
def report_progress_to(progress: Progress) -> Iterator[None]:
    """Within it, `progress` is told how far a table is that is made because it is asked about."""
    token = _progress.set(progress)
    try:
        yield
    finally:
        _progress.reset(token)


def _find_bounds(family: Family, layer: Layer) -> Bounds:
    """The bounds of a layer, from wherever they are; NoTable if from nowhere. On the ground of
    players who are out they are always made: no such family has more than 1.6 million positions."""
    there = _tables.get(family)
    if there and layer in there.layers:
        return there.layers[layer]
    with _solving:
        table = _cached_table(family)
        if layer not in table.layers:
            if family.ground == EMPTY_GROUND:
                with suppress(FileNotFoundError):
                    path = table_folder(family) / str(layer)
                    table.layers[layer] = StoredBounds(path, family, layer)
                    return table.layers[layer]
                if family.positions(layer) > MOST_ON_DEMAND:
                    raise no_table_error(family)
            solver = Solver(
                family, reachable_from=layer, workers=available_cpus(), progress=_progress.get()
            )
            table.layers |= solver.run().layers
        return table.layers[layer]


def _cached_table(family: Family) -> Table:
    """Its table in memory, which those on other grounds make room for."""
    table = _tables.pop(family, None) or Table(family)
    _tables[family] = table
    grounds = [one for one in _tables if one.ground != EMPTY_GROUND]
    for one in grounds[:-MOST_GROUNDS]:
        del _tables[one]
    return table


def forget() -> None:
    """Drop what was loaded and made, so that it is looked for again."""
    _tables.clear()
