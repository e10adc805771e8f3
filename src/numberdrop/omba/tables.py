"""Tables on demand: from memory, from the user's cache folder, or solved at once if small."""

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
from .trio import TrioFamily

#: The most positions that are solved on demand, in some seconds. A table of four cubes each has
#: 216,483 positions.
MOST_ON_DEMAND = 400_000
#: The most tables on a non-empty ground kept in memory. An ending needs one, of 13 MB at most.
MOST_GROUNDS = 8

_tables: dict[Family, Table] = {}
#: Held while a table is loaded or solved; other threads wait for the result.
_solving = threading.RLock()
_progress: ContextVar[Progress] = ContextVar("progress", default=lambda share, words: None)


class NoTable(NumberdropError):  # noqa: N818
    """The error for a position whose table is not stored and is too large to solve on demand."""


def table_folder(family: Family) -> Path:
    """Return the folder that stores the table of a family on empty ground."""
    assert family.ground == EMPTY_GROUND
    return cache_folder() / "omba" / family.name


def load_table(family: Family) -> Table:
    """Return the whole stored table. Raises NoTable if a layer is missing, and DamagedTable if the
    header or size of a file is wrong; blocks are only checked when they are read."""
    folder = table_folder(family)
    table = Table(family)
    for pair in family.layers():
        for layer in pair:
            table.layers[layer] = stored_layer(folder, family, layer, family.cubes)
    return table


def stored_layer(
    folder: Path, family: Family | TrioFamily, layer: object, dealt: tuple[int, ...]
) -> StoredBounds:
    """Return the stored bounds of a layer. Raises NoTable, for players with `dealt` cubes, if they
    are missing, and DamagedTable if the header or size of the file is wrong."""
    try:
        return StoredBounds(folder / str(layer), family, layer)
    except FileNotFoundError:
        raise no_table_error(dealt, family.variant) from None


def load_or_make_table(family: Family) -> Table:
    """Return the whole table as `load_table()` does, but solve and store a small one if it is
    missing."""
    try:
        return load_table(family)
    except NoTable:
        if family.positions() > MOST_ON_DEMAND:
            raise
        return Solver(family, table_folder(family)).run()


def is_table_stored(family: Family) -> bool:
    """Return whether the whole table of `family` is stored."""
    try:
        load_table(family)
    except (NoTable, DamagedTable):
        return False
    return True


def no_table_error(dealt: tuple[int, ...], variant: str = "S") -> NoTable:
    """Return the error that names the command to make the table of players with these cubes."""
    is_pair = len(dealt) == 2 and dealt[0] == dealt[1]
    cubes = str(dealt[0]) if is_pair else ",".join(map(str, dealt))
    option = "" if variant == "S" else f" --variant {variant}"
    return NoTable.coded(
        "omba.no_table",
        "no table of {cubes} cubes yet: make it once with {command}",
        cubes=cubes,
        command=f"numberdrop omba solve --cubes {cubes}{option}",
    )


@dataclass(frozen=True)
class Chance:
    """The bounds of the chance that the player to move wins."""

    lower: float
    upper: float

    @property
    def value(self) -> float:
        """The middle of the bounds, at most GAP / 2 from the true chance."""
        return (self.lower + self.upper) / 2


def chance(position: Position, variant: str = "S") -> Chance:
    """Return the chance that the player to move wins, before the roll.

    Raises NoTable if the table is missing and too large to solve on demand, and NumberdropError if
    more than two players are in.
    """
    if position.winner:
        return Chance(1.0, 1.0)
    family, layer, number = locate(position, variant)
    lower, upper = _find_bounds(family, layer)[number]
    return Chance(lower / _core.UNITS, upper / _core.UNITS)


def has_quick_value(position: Position, variant: str = "S") -> bool:
    """Return whether `chance()` takes some seconds at most: at most two players are in, and the
    table is stored or small."""
    if len(position.still_in) != 2:
        return bool(position.winner)
    family, layer, _ = locate(position, variant)
    known = _tables.get(family, Table(family)).layers
    is_stored = family.ground == EMPTY_GROUND and (table_folder(family) / str(layer)).exists()
    return layer in known or is_stored or family.positions(layer) <= MOST_ON_DEMAND


@contextmanager
def report_progress_to(progress: Progress) -> Iterator[None]:
    """Report the progress of tables solved on demand to `progress`, within a `with` block."""
    token = _progress.set(progress)
    try:
        yield
    finally:
        _progress.reset(token)


def current_progress() -> Progress:
    """Return the callback that `report_progress_to()` has set."""
    return _progress.get()


def _find_bounds(family: Family, layer: Layer) -> Bounds:
    """Return the bounds of a layer: from memory, from the cache folder, or solved on demand.

    On a non-empty ground they are always solved: such families have at most 1.6 million positions.
    Raises NoTable for a large table on empty ground that is not stored.
    """
    known = _tables.get(family)
    if known and layer in known.layers:
        return known.layers[layer]
    with _solving:
        table = _cached_table(family)
        if layer not in table.layers:
            if family.ground == EMPTY_GROUND:
                with suppress(FileNotFoundError):
                    path = table_folder(family) / str(layer)
                    table.layers[layer] = StoredBounds(path, family, layer)
                    return table.layers[layer]
                if family.positions(layer) > MOST_ON_DEMAND:
                    raise no_table_error(family.cubes, family.variant)
            solver = Solver(
                family, reachable_from=layer, workers=available_cpus(), progress=_progress.get()
            )
            table.layers |= solver.run().layers
        return table.layers[layer]


def _cached_table(family: Family) -> Table:
    """Return the table of `family` in memory, and drop old tables on other grounds."""
    table = _tables.pop(family, None) or Table(family)
    _tables[family] = table
    grounds = [one for one in _tables if one.ground != EMPTY_GROUND]
    for one in grounds[:-MOST_GROUNDS]:
        del _tables[one]
    return table


def forget() -> None:
    """Clear the tables in memory."""
    _tables.clear()
