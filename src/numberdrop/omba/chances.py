"""The chance of each player who is in: exact with two players, and with three under the moves of
their table."""

from __future__ import annotations

from .position import Position
from .tables import Chance, chance, has_quick_value
from .trio_tables import has_quick_trio, trio_chances


def has_quick_chances(position: Position, variant: str = "S") -> bool:
    """Return whether `chances()` takes some seconds at most: the table is stored or small."""
    return has_quick_value(position, variant) or has_quick_trio(position, variant)


def chances(position: Position, variant: str = "S") -> dict[str, Chance]:
    """Return the chance that each player who is in wins, before the roll.

    Raises NoTable if the table is missing and too large to solve on demand, and NumberdropError if
    there is none for that number of players or cubes.
    """
    if (found := trio_chances(position, variant)) is not None:
        return found
    own = chance(position, variant)
    other = Chance(1 - own.upper, 1 - own.lower)
    return {name: own if name == position.side else other for name in position.still_in}


def share(position: Position, side: str, variant: str = "S") -> float:
    """Return the chance that `side` wins, before the roll, 0 if it is out. Raises the errors of
    `chances()`."""
    if len(position.still_in) > 2:
        return chances(position, variant)[side].value
    if side not in position.still_in:
        return 0.0
    own = chance(position, variant).value
    return own if side == position.side else 1 - own
