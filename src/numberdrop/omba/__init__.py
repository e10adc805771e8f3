"""Omba (also sold as Docker), the second game of this package: `from numberdrop import omba`.

It and Number Drop don't import each other.
"""

from typing import TYPE_CHECKING

from ..lazy import lazy_names
from .position import Position
from .record import Game, IllegalMove, Ply, replay

if TYPE_CHECKING:
    from .tables import NoTable
    from .values import Ranked, Review, best, review, value

__all__ = [
    "Game",
    "IllegalMove",
    "NoTable",
    "Ply",
    "Position",
    "Ranked",
    "Review",
    "best",
    "replay",
    "review",
    "value",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            ".tables": ("NoTable",),
            ".values": ("Ranked", "Review", "best", "review", "value"),
        },
    )
