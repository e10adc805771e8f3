"""The stored tables of three players, and their chances."""

from __future__ import annotations

import threading
from pathlib import Path

from ..cpus import available_cpus
from ..folders import cache_folder
from . import _core
from .bounds import DamagedTable
from .position import Position
from .tables import MOST_ON_DEMAND, Chance, NoTable, current_progress, stored_layer
from .trio import ROW, TrioFamily, TrioLocation, locate_trio, seats_from
from .trio_solver import TrioSolver, TrioTable

_tables: dict[TrioFamily, TrioTable] = {}
#: Held while a table is loaded or solved; other threads wait for the result.
_solving = threading.RLock()


def trio_folder(family: TrioFamily) -> Path:
    """Return the folder that stores the table of a family."""
    return cache_folder() / "omba" / family.name


def load_trio(family: TrioFamily) -> TrioTable:
    """Return the whole stored table. Raises NoTable if a layer is missing, and DamagedTable if the
    header or size of a file is wrong; blocks are only checked when they are read."""
    table, folder = TrioTable(family), trio_folder(family)
    for layer in family.layers():
        table[layer] = stored_layer(folder, family, layer, family.cubes_dealt)
    return table


def load_or_make_trio(family: TrioFamily) -> TrioTable:
    """Return the whole table as `load_trio()` does, but solve and store a small one if it is
    missing."""
    try:
        return load_trio(family)
    except NoTable:
        if family.positions() > MOST_ON_DEMAND:
            raise
        return TrioSolver(family, trio_folder(family), workers=available_cpus()).run()


def is_trio_stored(family: TrioFamily) -> bool:
    """Return whether the whole table of `family` is stored."""
    try:
        load_trio(family)
    except (NoTable, DamagedTable):
        return False
    return True


def has_quick_trio(position: Position, variant: str = "S") -> bool:
    """Return whether `trio_chances()` takes some seconds at most: the table is stored or small."""
    where = locate_trio(position, variant)
    if where is None:
        return False
    known = where.family in _tables or where.family.positions() <= MOST_ON_DEMAND
    return known or (trio_folder(where.family) / str(where.layer)).exists()


def trio_chances(position: Position, variant: str = "S") -> dict[str, Chance] | None:
    """Return the chance of each player under the moves of the table, None if no table of three is
    for such a position. Raises NoTable if its table is missing and too large to solve on demand.
    """
    where = locate_trio(position, variant)
    if where is None:
        return None
    lower = [bound / _core.UNITS for bound in _row(where)[:3]]
    gap = 1 - sum(lower)
    order = seats_from(position.side)
    return {name: Chance(one, one + gap) for name, one in zip(order, lower, strict=True)}


def _row(where: TrioLocation) -> list[int]:
    """Return the row of a position, from a table in memory, in the cache folder, or solved now."""
    family = where.family
    with _solving:
        if family not in _tables:
            try:
                _tables[family] = load_trio(family)
            except NoTable:
                if family.positions() > MOST_ON_DEMAND:
                    raise
                solver = TrioSolver(family, workers=available_cpus(), progress=current_progress())
                _tables[family] = solver.run()
    return _tables[family][where.layer].row(where.number, ROW)


def forget_trios() -> None:
    """Clear the tables in memory."""
    _tables.clear()
